"""Draws the faces of bots (`python -m tools.persons`): ink on tinted paper, one for each name in `bots.persons`."""
