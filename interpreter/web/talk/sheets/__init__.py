"""What is asked about sheets: the library, problems, what can be written where."""
