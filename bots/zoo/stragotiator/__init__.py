"""Stragotiator: a classicist with look-ahead and a model of the others."""
