"""Ranking of people and bots by the results of games."""
