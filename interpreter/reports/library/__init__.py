"""What is measured of the games of the library, and where another game stands among them."""
