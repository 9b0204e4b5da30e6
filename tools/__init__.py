"""Preparation of the project's data. Nothing here runs with the site."""
