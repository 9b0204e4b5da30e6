"""Games: what stands in the database, what can happen to it, and who is told."""
