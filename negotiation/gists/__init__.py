"""Gists: kinds of messages in which no sentence of L was read."""
