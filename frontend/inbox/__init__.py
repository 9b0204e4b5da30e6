"""What a person was told of their games: the inbox, its bell, and the end of mail about it."""
