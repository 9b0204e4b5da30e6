"""Reviews of finished games, made by workers in small parts."""
