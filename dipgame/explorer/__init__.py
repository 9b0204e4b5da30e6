"""The archive's games, found by position."""
