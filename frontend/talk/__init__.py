"""The talk of a game as one player's page shows it."""
