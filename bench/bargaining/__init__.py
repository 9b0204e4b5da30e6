"""Measure of deals from a stranger's fair offers."""
