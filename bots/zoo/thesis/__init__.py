"""Agents of Fabregues' thesis (6.6.2, 6.6.3)."""
