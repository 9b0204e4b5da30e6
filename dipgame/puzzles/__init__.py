"""Puzzles: attempts, ratings, votes, and one a day."""
