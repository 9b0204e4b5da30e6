"""The Bordeaux Diplomat (Loeb 1992): a strategic core, and a negotiator that asks it."""
