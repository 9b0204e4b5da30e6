"""The frames: every term of L1 to L8 in English.

See `frames` for how a row is read.

Categories: an `utterance` is a sentence; a `formula` may be compound (`if …, then …`, `…, and …`), a
`primary` is not, or stands in brackets; `that` and `whether` are the clauses that verbs take; `inf`
is an action after `to`, `fin` one with the unit as its subject; `noun` names what is agreed.
"""

from typing import Final

from negotiation.english import (
    say_acts,
    say_board,
    say_courtesies,
    say_deals,
    say_info,
    say_open,
    say_pacts,
    say_plans,
    say_topics,
    say_unnamed,
    say_views,
)
from negotiation.english.frames import Frames
from negotiation.english.leaves import LEAVES
from negotiation.english.rows import ROWS

__all__ = ["FRAMES"]

_TABLES: Final = (
    say_views,
    say_deals,
    say_pacts,
    say_plans,
    say_acts,
    say_info,
    say_board,
    say_unnamed,
    say_courtesies,
    say_open,
    say_topics,
)
"""The modules that fill the table of rows when they are imported."""

FRAMES: Final = Frames(ROWS, {**LEAVES, **say_topics.TOPIC_LEAVES})
"""All of it."""
