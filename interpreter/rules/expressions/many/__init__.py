"""What is said of many: lists, selections, and the numbers that many add up to."""
