"""The ladder of bots."""
