"""Ground speech on the board: possible orders, zones and centers.

`interpret` takes a body (`bodies`: what is to be done) in a mood (`moods`: who asks whom for it) to its readings on a
board (`ground`); `parts` makes utterances of them. Knows nothing of words and sentences.
"""
