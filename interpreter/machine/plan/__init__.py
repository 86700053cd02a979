"""What the generated module will hold, decided before a line of it is written."""
