"""Foresight: measured, and its learnt mind learnt."""
