"""Expressions that are ready to be taken, by what they show."""

from collections.abc import Mapping
from typing import Final

__all__ = ["FIGURE", "READY"]

FIGURE: Final = ("100 * together(first)", "100 * seats / 7")
"""Figure 6.17 of the thesis: games won by each kind of player, and what would be if all were equal."""

READY: Final[Mapping[str, str]] = {
    "centers": "centers",
    "units": "units",
    "100 * first": "games won, in percent (shared first places in parts)",
    "100 * together(first)": "games won by all players of a bot together, in percent",
    "100 * seats / 7": "the same if all bots were equal",
    "successes": "moves that succeeded",
    "100 * successes / moves": "moves that succeeded, in percent",
    "messages": "utterances",
    "deals": "deals made",
    "fulfilled": "promises kept to their end",
    "standing": "promises still standing at the game's end",
    "kept": "promises kept to their end; of a whole game also those still standing",
    "broken": "promises broken",
    "100 * kept / (kept + broken)": "kept, as above, in percent of kept and broken promises",
    "100 * fulfilled / (fulfilled + broken)": "promises kept to their end, in percent of these and the broken",
    "trust": "how likely the next promise is kept, after those so far",
    "total(kept) - total(broken)": "kept less broken, up to that phase",
    "attacks": "attacks on anybody",
    "attacks on FRA": "attacks on France",
    "attacks from FRA": "attacks of France on this player",
    "supports for FRA": "supports and convoys for France",
    "deals with FRA": "deals with France",
    "trust in FRA": "how likely France keeps its next promise to this player",
    "share(messages)": "this player's part of all that is said, in percent",
    "100 * (centers >= 10)": "games with ten centers or more, in percent",
}
