"""Pages and reports that commands print."""
