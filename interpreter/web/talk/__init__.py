"""The conversation with a page: JSON messages about rule sheets and games in progress; no input or output."""
