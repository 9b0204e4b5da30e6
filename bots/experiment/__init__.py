"""What negotiation is worth, by the experiment of Fabregues (2012), section 6.6: `python -m bots.experiment --help`."""
