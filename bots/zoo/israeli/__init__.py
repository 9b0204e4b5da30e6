"""The Israeli Diplomat of Kraus, Lehmann and Ephrati."""
