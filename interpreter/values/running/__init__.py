"""What runs over elements, of one name or of several."""
