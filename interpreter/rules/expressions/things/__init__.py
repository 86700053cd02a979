"""What belongs to pieces and to players."""
