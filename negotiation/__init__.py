"""The talk: the language L, English both ways, and deals that can be checked. Pure."""
