"""The page of a game that is over: its years, its end, its words, and who played whom."""
