"""Bots of papers, one folder each (`docs/zoo.md`)."""
