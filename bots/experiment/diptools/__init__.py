"""Charts and tables of games that were played: what is asked (`expressions`, `ready`), counted (`moments`, `tables`)
and drawn (`drawing`)."""
