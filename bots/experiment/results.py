"""Results of a session's games: winners, centers, and talk."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from statistics import fmean, stdev
from typing import Final

from adjudication.powers import POWERS, Power
from bots.arena.game import Record
from bots.experiment.design import SESSIONS, Design
from bots.experiment.statistics import Lot, Z, chance_of_as_much, wilson

__all__ = [
    "NOT_COUNTED",
    "NO_VALUE",
    "Mean",
    "Result",
    "Session",
    "games_not_counted",
    "is_drawn",
    "leaders_of",
    "overall",
    "result_of",
    "sessions_of",
]

NO_VALUE: Final = "\N{EN DASH}"
"""A cell of a table without a value; the reason stands beside it."""
NOT_COUNTED: Final = "counted by an earlier version; manage.py experiment recount counts what has a log"
"""Reason for a figure without a value."""
_ROUNDING: Final = 1e-9


def games_not_counted(games: int) -> str:
    """Say that a figure leaves out so many games of an earlier version."""
    return (
        f"{games} game{'' if games == 1 else 's'} of an earlier version {'is' if games == 1 else 'are'} not counted; "
        "manage.py experiment recount counts those whose log is still there"
    )


@dataclass(frozen=True, slots=True)
class Result:
    """One game. won: the negotiators' share of first place, which an agreed draw divides among its sharers. drawn:
    several agreed to share it. centers: those of all negotiators and of all mutes.

    talk: how many utterances of each kind there were (`propose`, `accept`, …). deals: how many came into force.
    promises: how many were kept, and of these how many to their end (`fulfilled`) and how many still stand at the
    game's end (`standing`); how many were broken, or void. faults: how often
    something a bot said or ordered was not allowed, late, or a crash.
    """

    session: int
    game: int
    won: Fraction
    leaders: int
    solo: bool
    drawn: bool
    centers: tuple[int, int]
    talk: Mapping[str, int]
    deals: int
    promises: Mapping[str, int]
    faults: int


def result_of(record: Record, design: Design) -> Result:
    """A record of the arena in numbers."""
    game, session = divmod(record["game"], len(SESSIONS))
    negotiators = design.negotiators(record["game"])
    leaders, phases = leaders_of(record), record["phases"]
    return Result(
        session,
        game,
        won=Fraction(len(leaders & negotiators), len(leaders)),
        leaders=len(leaders),
        solo=record["winner"] is not None,
        drawn=is_drawn(record),
        centers=(
            sum(record["centers"][power] for power in negotiators),
            sum(record["centers"][power] for power in POWERS if power not in negotiators),
        ),
        talk=Counter(
            said.partition("(")[0] for phase in (*phases, record.get("ending", {})) for said in phase.get("talk", ())
        ),
        deals=sum(deal["made"] == phase["phase"] for phase in phases for deal in phase.get("deals", ())),
        promises=_promises(record),
        faults=sum(sum(kinds.values()) for kinds in record["faults"].values()),
    )


def _promises(record: Record) -> Counter[str]:
    """Promises by what became of them."""
    settled = Counter(promise["state"] for phase in record["phases"] for promise in phase.get("promises", ()))
    standing = len(record["standing"])
    return settled + Counter(fulfilled=settled["kept"], kept=standing, standing=standing)


def is_drawn(record: Record) -> bool:
    """True if several powers agreed to share the game."""
    return len(record.get("ending", {}).get("sharers", ())) > 1


def leaders_of(record: Record) -> frozenset[Power]:
    """The winner, or all who share an agreed draw.

    Else all powers with the most centers after the last year.
    """
    if record["winner"] is not None:
        return frozenset({record["winner"]})
    if "ending" in record:
        return frozenset(record["ending"]["sharers"])
    most = max(record["centers"].values())
    return frozenset(power for power in POWERS if record["centers"][power] == most)


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean and its standard error (0 for a single value)."""

    value: float
    error: float

    @classmethod
    def of(cls, values: Sequence[float]) -> "Mean":
        """Raises StatisticsError when there are no values."""
        return cls(fmean(values), stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0)

    def interval(self, games: int, whole: float | None = None) -> tuple[float, float] | None:
        """The 95 % interval of a mean over games.

        None without games, and for a mean of one game or of equal games. whole: for a share, what all of it
        is; then the interval is Wilson's, which has a width in those cases too. What
        turns out to be no share, being less than nothing or more than the whole, gets that of a mean.
        """
        if whole is not None and not -_ROUNDING <= self.value / whole <= 1 + _ROUNDING:
            whole = None
        if not games or (whole is None and (games < 2 or not self.error)):
            return None
        if whole is None:
            return self.value - Z * self.error, self.value + Z * self.error
        low, high = wilson(min(1.0, max(0.0, self.value / whole)) * games, games)
        return low * whole, high * whole


@dataclass(frozen=True, slots=True)
class Session:
    """The games with one number of negotiators, or of several sessions together. negotiators: their mean number."""

    name: str
    results: tuple[Result, ...]

    @property
    def games(self) -> int:
        return len(self.results)

    @property
    def negotiators(self) -> float:
        return fmean(result.session for result in self.results)

    @property
    def won(self) -> float:
        """The share of games won by negotiators, in [0, 1]."""
        return float(self._total) / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of that share (Wilson; a shared first place makes it a little too wide).

        Where all are of one kind the share is certain.
        """
        if not any(0 < result.session < len(POWERS) for result in self.results):
            return self.won, self.won
        return wilson(float(self._total), self.games)

    @property
    def expected(self) -> float:
        """Expected share if negotiators and mutes were equal."""
        return self.negotiators / len(POWERS)

    @property
    def p(self) -> float:
        """The chance of a share as high as this or higher, were negotiators and mutes equal (`statistics`)."""
        return chance_of_as_much((Lot(result.session, result.leaders) for result in self.results), self._total)

    @property
    def solos(self) -> float:
        """The share of games that somebody won outright."""
        return fmean(result.solo for result in self.results)

    @property
    def solos_interval(self) -> tuple[float, float]:
        """The 95 % interval of that share (Wilson)."""
        return wilson(sum(result.solo for result in self.results), self.games)

    @property
    def drawn(self) -> float:
        """The share of games that ended in an agreed draw."""
        return fmean(result.drawn for result in self.results)

    @property
    def drawn_interval(self) -> tuple[float, float]:
        """The 95 % interval of that share (Wilson)."""
        return wilson(sum(result.drawn for result in self.results), self.games)

    def centers(self, *, of_negotiators: bool) -> Mean | None:
        """Mean centers of a negotiator, or of a mute, over the games that have one; the unit is a game."""
        means = [
            centers / seats
            for result in self.results
            for centers, seats in (
                (result.centers[0], result.session)
                if of_negotiators
                else (result.centers[1], len(POWERS) - result.session),
            )
            if seats
        ]
        return Mean.of(means) if means else None

    def talk(self, kind: str) -> float:
        """Mean number of utterances of this kind per game."""
        return fmean(result.talk.get(kind, 0) for result in self.results)

    @property
    def deals(self) -> float:
        """Mean number of deals per game."""
        return fmean(result.deals for result in self.results)

    def promises(self, state: str) -> float:
        """Mean number of promises per game with this end."""
        return fmean(result.promises.get(state, 0) for result in self.results)

    @property
    def faults(self) -> int:
        return sum(result.faults for result in self.results)

    @property
    def _total(self) -> Fraction:
        return sum((result.won for result in self.results), Fraction(0))


def sessions_of(results: Iterable[Result]) -> list[Session]:
    """The sessions of which there are games, in the order of their number of negotiators."""
    by_session: dict[int, list[Result]] = {}
    for result in results:
        by_session.setdefault(result.session, []).append(result)
    return [Session(str(number), tuple(by_session[number])) for number in sorted(by_session)]


def overall(sessions: Iterable[Session], name: str, among: Collection[int] = SESSIONS[1:-1]) -> Session | None:
    """The games of several sessions as one; usually those in which both kinds play. None when there are not several."""
    several = [session for session in sessions if session.results[0].session in among]
    results = tuple(result for session in several for result in session.results)
    return Session(name, results) if len(several) > 1 else None
