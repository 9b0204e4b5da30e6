"""Puzzles: orders to find, made from games of bots and proven."""
