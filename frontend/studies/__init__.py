"""Studies: commented positions with arrows, as pages to share."""
