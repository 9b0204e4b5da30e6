"""The Bordeaux Diplomat (Loeb 1992): strategic core and negotiator."""
