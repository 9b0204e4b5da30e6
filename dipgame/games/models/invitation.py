"""Former links for one person."""
