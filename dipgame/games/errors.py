"""Refusals of the games' services.

Nothing has been changed when one is raised.

Refused
├── NotAnOrder
│   ├── Malformed      this is no order
│   ├── Ambiguous      it could mean several orders
│   └── Illegal        the rules forbid it
├── Foreign            the unit, or the seat, is not yours
├── Late               the phase is over
├── NotRunning         the game has not begun, or has ended
├── BadTerms           a game cannot be offered like this; names the field
├── TooManyGames       one person has offered too many
├── CannotJoin
│   ├── NotOpen        it has begun, or is over
│   ├── Full           every seat is taken
│   ├── Taken          this seat is taken
│   ├── AlreadySeated  you hold a seat here
│   ├── WrongWord      the private word is another
│   ├── TooManyGuesses at the private word
│   └── Banned         you may not play for a while
├── NotSeated          you hold no seat here
├── UnknownBot         there is no bot of this name
├── StaysAPerson       this account cannot become a bot's
└── CannotSay
    ├── NoPress        nobody talks in this game
    ├── TooFast        too many messages in a short time
    ├── Muted          you may not write for a while
    ├── TooLong        more than a message may hold
    ├── AboveLevel     it needs a higher level of the language
    ├── OutOfTurn      the protocol does not allow it now; names what it does allow
    ├── Unclear        it was not understood, or could mean several things; carries what was heard
    └── Gone           the proposal is not open any more
"""

from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from negotiation.heard import Heard

__all__ = [
    "AboveLevel",
    "AlreadySeated",
    "Ambiguous",
    "BadTerms",
    "Banned",
    "CannotJoin",
    "CannotSay",
    "Foreign",
    "Full",
    "Gone",
    "Illegal",
    "Late",
    "Malformed",
    "Muted",
    "NoPress",
    "NotAnOrder",
    "NotOpen",
    "NotRunning",
    "NotSeated",
    "OutOfTurn",
    "Refused",
    "StaysAPerson",
    "Taken",
    "TooFast",
    "TooLong",
    "TooManyAnHour",
    "TooManyGames",
    "TooManyGuesses",
    "Unclear",
    "UnknownBot",
    "WrongWord",
]


class Refused(Exception):  # noqa: N818 - a refusal is an answer, not an error of the program
    """`code` is for programs, `message` is a sentence for people that says what to do."""

    code: ClassVar[str] = "refused"

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class NotAnOrder(Refused):
    code = "order"


class Malformed(NotAnOrder):
    code = "malformed"


class Ambiguous(NotAnOrder):
    code = "ambiguous"


class Illegal(NotAnOrder):
    code = "illegal"


class Foreign(Refused):
    code = "foreign"


class Late(Refused):
    code = "late"


class NotRunning(Refused):
    code = "not_running"


class BadTerms(Refused):
    """`field` is the name of the term that cannot stand."""

    code = "terms"

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


class TooManyGames(Refused):
    code = "games"


class TooManyAnHour(TooManyGames):
    """Others may be offered later."""


class CannotJoin(Refused):
    code = "join"


class NotOpen(CannotJoin):
    code = "not_open"


class Full(CannotJoin):
    code = "full"


class Taken(CannotJoin):
    code = "taken"


class AlreadySeated(CannotJoin):
    code = "seated"


class WrongWord(CannotJoin):
    code = "word"


class TooManyGuesses(CannotJoin):
    code = "guesses"


class Banned(CannotJoin):
    code = "banned"


class NotSeated(Refused):
    code = "not_seated"


class UnknownBot(Refused):
    code = "bot"


class StaysAPerson(Refused):
    code = "person"


class CannotSay(Refused):
    code = "press"


class NoPress(CannotSay):
    code = "no_press"


class Muted(CannotSay):
    code = "muted"


class TooFast(CannotSay):
    code = "too_fast"


class TooLong(CannotSay):
    code = "too_long"


class AboveLevel(CannotSay):
    code = "level"


class OutOfTurn(CannotSay):
    """`allowed` is what may be said now: names of acts."""

    code = "protocol"

    def __init__(self, message: str, allowed: tuple[str, ...]) -> None:
        super().__init__(message)
        self.allowed = allowed


class Unclear(CannotSay):
    """`heard` holds the readings to choose from, if any, and the words that could not be placed."""

    code = "unclear"

    def __init__(self, message: str, heard: "Heard") -> None:
        super().__init__(message)
        self.heard = heard


class Gone(CannotSay):
    code = "gone"
