"""Tools for operators of the site."""
