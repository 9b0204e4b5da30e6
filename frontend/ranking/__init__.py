"""How well people and bots play, as pages."""
