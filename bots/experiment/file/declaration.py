"""Declaration of an experiment: sessions, seats, terms and tests."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from adjudication.powers import POWERS

__all__ = [
    "GAMES_OF_A_SESSION",
    "OUTSIDE",
    "PARTS_OF_KEPT",
    "PERSON",
    "SHARES",
    "SIDES",
    "UNFINISHED",
    "VARIABLES",
    "VERSION",
    "Comparison",
    "Dealing",
    "Declaration",
    "People",
    "Playing",
    "Session",
    "Side",
    "Test",
]

VERSION: Final = 1
"""The version of the file that this program reads."""

GAMES_OF_A_SESSION: Final = 100_000
"""At most; game i of session n has the number n * this + i, both from 0."""

PERSON: Final = "person"
"""The label of a seat for somebody who takes part."""

OUTSIDE: Final = "outside"
"""The bot of a label that another program plays."""

Dealing: TypeAlias = Literal["uniform", "rotated", "fixed"]
"""Assignment of powers to seats: drawn anew for each game, rotated by one from game to game, or always the same."""

Side: TypeAlias = Literal["more", "less", "other"]
Comparison: TypeAlias = Literal["seats", "sessions", "pairs"]

SIDES: Final[Mapping[Side, str]] = {"more": "more than", "less": "less than", "other": "other than"}

VARIABLES: Final[Mapping[str, str]] = {
    "first": "share of first place",
    "solo": "games won outright",
    "drawn": "agreed draws it shares",
    "centers": "centers at the end",
    "units": "units at the end",
    "alive": "still on the board at the end",
    "moves": "moves ordered",
    "successes": "moves that succeeded",
    "attacks": "attacks on others",
    "helped": "supports and convoys for others",
    "messages": "utterances",
    "proposals": "proposals made",
    "deals": "deals made",
    "kept": "promises kept to their end, or still standing at the game's",
    "fulfilled": "promises kept to their end",
    "standing": "promises still standing at the game's end",
    "broken": "promises broken",
    "void": "promises that came to nothing",
    "betrayed": "promises to it that others broke",
    "faults": "faults: orders not allowed, late answers, crashes",
}
"""Figures of one player in one game, by their names in files, tables and charts."""

SHARES: Final = frozenset({"first", "solo", "drawn", "alive"})
"""Those that are a part of one: their means are shares of games."""

PARTS_OF_KEPT: Final = frozenset({"fulfilled", "standing"})
"""The two parts of `kept`. Figures that an earlier version counted have the sum alone."""


UNFINISHED: Final[Mapping[str, str]] = {
    "counted": "Counted: who has most centers comes first",
    "left out": "Left out of all figures",
}
"""Treatment of games that nobody has won by the last year."""


@dataclass(frozen=True, slots=True)
class Playing:
    """The terms of a session's games. decision_seconds: a bot's time for its orders; talk_seconds: for each thing it
    says or hears; talk_rounds: how often everybody may speak before each movement phase. unfinished: what becomes of a
    game that nobody has won when its last year is over, a key of `UNFINISHED`. game_minutes: real time after which a
    game is called off and left out; None for no such limit."""

    last_year: int
    decision_seconds: float
    edition: str
    press_level: int
    press_protocol: str
    talk_seconds: float
    talk_rounds: int
    unfinished: str = "counted"
    game_minutes: float | None = None


@dataclass(frozen=True, slots=True)
class Session:
    """Games that differ by chance alone. seats: the labels of seven players, in the order of the powers where `powers`
    is fixed."""

    name: str
    about: str
    games: int
    seats: tuple[str, ...]
    powers: Dealing
    playing: Playing

    def seats_of(self, label: str) -> int:
        """Number of seats of a label in each game."""
        return self.seats.count(label)

    def is_mixed(self, label: str) -> bool:
        """True if the label plays some seats but not all."""
        return 0 < self.seats_of(label) < len(POWERS)


@dataclass(frozen=True, slots=True)
class People:
    """Those who take part. consent: what they agree to. before, after: what they are asked. phase_minutes: how long a
    phase may take them."""

    consent: str
    before: tuple[str, ...]
    after: tuple[str, ...]
    phase_minutes: int


@dataclass(frozen=True, slots=True)
class Test:
    """A question to the results.

    of: whose figure it is about. compare: with the other seats of the same games, in the sessions named; or between two
    sessions, the first against the second; or between two matched sessions in pairs of games, with the same seats.
    against: in pairs, whose figure it is compared with in the second session; "" for that of the same label.
    """

    hypothesis: str
    of: str
    variable: str
    expect: Side
    compare: Comparison
    sessions: tuple[str, ...]
    against: str = ""

    @property
    def rival(self) -> str:
        """The label in the second session of pairs."""
        return self.against or self.of

    @property
    def words(self) -> str:
        """The test's expectation in a few words."""
        beside = "the others" if self.compare == "seats" else f"in {self.sessions[1]}"
        if self.compare == "pairs":
            beside = f"{self.rival} {beside}, game by game with the same seats and seed"
        where = ", ".join(self.sessions if self.compare == "seats" else self.sessions[:1])
        return f"{self.of} in {where}: {VARIABLES[self.variable]}, {SIDES[self.expect]} {beside}"


@dataclass(frozen=True, slots=True)
class Declaration:
    """A whole experiment. bots: the bot of each label, as the arena names it. trace: whether memories are logged.
    people: None where nobody but bots plays. positions: words (`adjudication.packed`) of start positions, game i of
    each session begins with the i-th, and round again; none for the opening. matched: game i of every session has the
    same chance: powers are dealt alike, and bots draw alike."""

    name: str
    about: str
    seed: int
    trace: bool
    bots: Mapping[str, str]
    sessions: tuple[Session, ...]
    tests: tuple[Test, ...]
    people: People | None = None
    positions: tuple[str, ...] = ()
    matched: bool = False

    @property
    def outside(self) -> tuple[str, ...]:
        """The labels that other programs play."""
        return tuple(label for label, bot in self.bots.items() if bot == OUTSIDE)

    @property
    def games(self) -> int:
        """Number of games of all sessions."""
        return sum(session.games for session in self.sessions)
