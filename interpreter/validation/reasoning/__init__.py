"""What follows from the rules alone: where play can lead, and the bounds of all that can be there."""
