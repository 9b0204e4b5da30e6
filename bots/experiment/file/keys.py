"""The single values of a file: how each is checked and what it is where nobody says (None: it has to be said).

Reader and form take what may be said from here.
"""

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

from bots.experiment.file.checks import Check, OneOf, a_name, a_number, a_text, a_whole_number, yes_or_no
from bots.experiment.file.declaration import GAMES_OF_A_SESSION, SIDES, UNFINISHED, VARIABLES
from bots.game_terms import EXPERIMENT_LEVEL, options_of, usual

__all__ = ["OF_FILE", "OF_PEOPLE", "OF_SESSION", "OF_TEST", "PLAYING", "Keys"]

Keys: TypeAlias = Mapping[str, tuple[Check[Any], Any]]

_DEALINGS: Final = {
    "uniform": "Drawn anew for each game",
    "rotated": "Moved on by one from game to game",
    "fixed": "Always the same",
}
_COMPARISONS: Final = {
    "seats": "The others at the same tables",
    "sessions": "The same player in another session",
    "pairs": "The same seats and seed in another session, game by game",
}

OF_FILE: Final[Keys] = {
    "name": (a_name(120), None),
    "about": (a_text(5000, empty=True), ""),
    "seed": (a_whole_number(0, 2**53, "a seed"), 0),
    "games": (a_whole_number(1, GAMES_OF_A_SESSION, "games"), 100),
    "powers": (OneOf(_DEALINGS), "uniform"),
    "trace": (yes_or_no, False),
    "matched": (yes_or_no, False),
}
PLAYING: Final[Keys] = {
    "last_year": (a_whole_number(1901, 9998, "a year"), 1920),
    "decision_seconds": (a_number(0, 86_400, "seconds"), 5.0),
    "talk_seconds": (a_number(0, 86_400, "seconds"), None),
    "talk_rounds": (a_whole_number(1, 20, "rounds"), 4),
    "edition": (OneOf(options_of("edition")), usual("edition")),
    "press_level": (OneOf(options_of("press_level")), EXPERIMENT_LEVEL),
    "press_protocol": (OneOf(options_of("press_protocol")), "l3"),
    "unfinished": (OneOf(UNFINISHED), "counted"),
    "game_minutes": (a_number(0, 1440, "minutes"), None),
}
"""The terms of games, of the whole file or of a session; without `talk_seconds` it is `decision_seconds`."""

OF_PEOPLE: Final[Keys] = {
    "consent": (a_text(20_000), None),
    "phase_minutes": (a_whole_number(5, 14_400, "minutes"), 15),
}
OF_SESSION: Final[Keys] = {"name": (a_name(60), None), "about": (a_text(2000, empty=True), "")}
OF_TEST: Final[Keys] = {
    "hypothesis": (a_text(1000), None),
    "variable": (OneOf(VARIABLES), "first"),
    "expect": (OneOf(SIDES), "more"),
    "compare": (OneOf(_COMPARISONS), "seats"),
}
