"""The explorer: orders given at a position, and endings."""
