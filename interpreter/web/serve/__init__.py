"""The server: rooms for several people, games that are kept, and workers for what strangers send."""
