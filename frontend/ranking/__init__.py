"""Pages of the ranking."""
