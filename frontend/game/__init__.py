"""The page of one game: the board, my orders, the phases."""
