"""Looking into the bots' minds, once a game is over."""
