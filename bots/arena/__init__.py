"""Whole games between bots, without the site: `python -m bots.arena --help`."""
