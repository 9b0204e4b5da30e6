"""HANA, piece by piece."""
