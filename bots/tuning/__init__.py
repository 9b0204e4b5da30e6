"""Tuning HANA's worth of positions by self-play in the arena: `python -m bots.tuning --help`."""
