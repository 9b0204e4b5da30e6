"""Puzzles: orders to find."""
