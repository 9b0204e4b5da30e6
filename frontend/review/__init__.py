"""The review of a finished game: asked for, waited for, read."""
