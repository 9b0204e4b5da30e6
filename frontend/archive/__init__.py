"""Games that are over: found again, and taken away as files."""
