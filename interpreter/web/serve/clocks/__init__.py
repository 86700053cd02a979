"""The time that people have at tables, by a clock that stands still while no server runs."""
