"""Reports as pages: sections, plots, boards and replays in one HTML file."""
