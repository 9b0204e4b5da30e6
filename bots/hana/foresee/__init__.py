"""What the others are likely to order: simple minds learned from what was seen, and what promises ask of units."""
