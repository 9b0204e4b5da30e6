"""Memory of the others: events, feelings, trust, desires, personalities, journal."""
