"""Changes of the tables, in their order."""
