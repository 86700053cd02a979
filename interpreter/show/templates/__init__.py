"""The games that `hexgame new` begins with, as data."""
