"""Problems as values: each stage returns them, and here they become text."""
