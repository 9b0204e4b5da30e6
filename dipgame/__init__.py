"""The site."""

import gc

# A start makes a quarter of a million objects that stay: with Python's own threshold of 700, looking for garbage among
# them takes a quarter of its processor time.
gc.set_threshold(20_000, 10, 10)
