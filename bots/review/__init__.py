"""Review of a finished game: chances over time, moments that mattered."""
