"""Games by position: orders given there, and endings."""
