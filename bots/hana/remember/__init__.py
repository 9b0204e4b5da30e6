"""How a HANA stands to the others: events, feelings, trust, desires, personalities, and the journal of a phase."""
