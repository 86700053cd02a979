"""What a generated module will hold, decided before any of it is written."""
