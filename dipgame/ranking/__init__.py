"""How well people and bots play, measured by the results of games."""
