"""The researchers' section, open to everybody: documents, results, bots, numbers."""
