"""The Israeli Diplomat of Kraus, Lehmann and Ephrati: a government of offices that judges suggestions by strategies."""
