"""What negotiation is worth, by the experiment of seed 000 (6.6): `python -m bots.experiment --help`."""
