"""Open games, a game of one's own, and the wait until it is full."""
