"""Measure the value of negotiation: `python -m bots.experiment --help`.

The experiment of Fabregues (2012), section 6.6.
"""
