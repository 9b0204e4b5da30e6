"""The front door: what this is, a game in one click, games to watch, how it is played."""
