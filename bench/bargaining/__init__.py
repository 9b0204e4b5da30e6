"""How often a stranger's fair offer ends in a deal."""
