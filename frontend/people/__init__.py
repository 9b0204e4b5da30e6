"""Somebody's games, and what others may know of them."""
