"""The ladder of bots (`docs/ladder.md`)."""
