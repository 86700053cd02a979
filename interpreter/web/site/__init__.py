"""The page without a server: static files, in which Python runs in the reader's browser."""
