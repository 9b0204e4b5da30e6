"""What HANA says: a snapshot for each call, and what becomes of what it hears."""
