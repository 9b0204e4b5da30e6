"""What a message is about, as far as its words tell: for what no sentence of L was read in."""
