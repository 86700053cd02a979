"""Statistics: intervals of shares and means, estimates of all kinds, and how their figures are written."""
