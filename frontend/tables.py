"""Games as rows of a list: what the lobby, the home page and one's own games show of each."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from django.db.models import Q, QuerySet

from adjudication.phase import parse_phase
from adjudication.powers import POWER_NAMES, POWERS, Power
from bots.company import OFFERS
from bots.registry import BOTS
from dipgame.games import queries
from dipgame.games.models import Game
from frontend.words import length_words

if TYPE_CHECKING:
    from dipgame.accounts.models import User

__all__ = ["FILTERS", "Chair", "Choice", "MyGame", "Table", "chosen", "ended_words", "filtered", "my_table", "table"]


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat as a list shows it: free, or taken by whom."""

    power: Power
    name: str
    player: str
    is_bot: bool
    is_you: bool

    @property
    def letter(self) -> str:
        return self.name[0]

    @property
    def is_free(self) -> bool:
        return not self.player

    @property
    def label(self) -> str:
        """For readers who do not see the seal: `France, free`, `England, Bob`."""
        return f"{self.name}, {self.player or 'free'}"


@dataclass(frozen=True, slots=True)
class Table:
    """A game that is offered, or running, or over."""

    game: Game
    chairs: tuple[Chair, ...]
    pace: str
    bot: str
    you: Chair | None

    @property
    def taken(self) -> int:
        return sum(not chair.is_free for chair in self.chairs)

    @property
    def can_be_joined(self) -> bool:
        """Whether one click is enough for whoever looks."""
        return self.free > 0 and self.you is None and not self.game.is_private

    @property
    def free(self) -> int:
        return len(self.chairs) - self.taken


@dataclass(frozen=True, slots=True)
class MyGame:
    """A game of mine, and what it wants of me. needed and written count orders of the phase now played."""

    table: Table
    turn: str
    deadline: datetime | None
    needed: int
    written: int
    is_ready: bool

    @property
    def is_my_turn(self) -> bool:
        return self.needed > 0 and not self.is_ready

    @property
    def urgency(self) -> tuple[bool, bool, datetime]:
        """Sorts a list: what waits for me first, then by deadline, games without one last."""
        return not self.is_my_turn, self.deadline is None, self.deadline or self.table.game.created_at


def table(game: Game, viewer: "User | None" = None) -> Table:
    """The game as a row; `viewer` is whoever looks, if signed in."""
    chairs = tuple(
        Chair(each.power, each.name, each.player, each.is_bot, viewer is not None and each.user_id == viewer.pk)
        for each in _seats(game)
    )
    bot = OFFERS.get(game.fill_bot)
    return Table(
        game=game,
        chairs=chairs,
        pace=pace_words(game),
        bot=bot.title if bot else "",
        you=next((chair for chair in chairs if chair.is_you), None),
    )


@dataclass(frozen=True, slots=True)
class _Seat:
    power: Power
    name: str
    player: str
    is_bot: bool
    user_id: int | None


def _seats(game: Game) -> Iterable[_Seat]:
    """The seats without the board behind them: lists do not need it. Uses seats that were prefetched."""
    by_power = {seat.power: seat for seat in game.seats.all()}
    for power in POWERS:
        seat = by_power[power]
        bot = BOTS.get(seat.bot)
        player = seat.user.name if seat.user else bot.title if bot else seat.bot
        yield _Seat(power, POWER_NAMES[power], player, bool(seat.bot), seat.user_id)


def pace_words(game: Game) -> str:
    """`10 minutes a turn, builds 5 minutes`; retreats too where they differ from builds."""
    words = f"{length_words(timedelta(seconds=game.movement_seconds))} a turn"
    builds = length_words(timedelta(seconds=game.adjustment_seconds))
    if game.retreat_seconds == game.adjustment_seconds:
        return f"{words}, builds {builds}"
    return f"{words}, retreats {length_words(timedelta(seconds=game.retreat_seconds))}, builds {builds}"


def my_table(game: Game, user: "User") -> MyGame:
    """A game in which the person holds a seat."""
    seat = queries.seat_of(user, game)
    sheet = queries.order_sheet(seat) if seat and game.status == Game.Status.RUNNING else None
    phase = queries.latest_phase(game)
    needed = 0
    if sheet and sheet.must_decide:
        needed = abs(sheet.adjustments) or len(sheet.orders) + len(sheet.missing)
    return MyGame(
        table=table(game, user),
        turn=parse_phase(phase.name).turn if phase else "",
        deadline=phase.deadline if phase and phase.is_live else None,
        needed=needed,
        written=len(sheet.orders) if sheet else 0,
        is_ready=bool(sheet and sheet.ready),
    )


def ended_words(game: Game) -> str:
    """How a game ended, for a list."""
    match game.result:
        case Game.Result.SOLO:
            return f"{POWER_NAMES[game.winner]} won"  # type: ignore[index]
        case Game.Result.DRAW:
            return "Drawn by all who survived"
        case _:
            return game.get_result_display().capitalize()


# --- Filters of the lobby ------------------------------------------------------------------------

_HOUR: Final = 3_600


@dataclass(frozen=True, slots=True)
class Choice:
    """One way to narrow the list."""

    value: str
    words: str
    condition: Q


FILTERS: Final[Mapping[str, tuple[Choice, ...]]] = {
    "pace": (
        Choice("", "Any pace", Q()),
        Choice("live", "Live", Q(movement_seconds__lte=2 * _HOUR)),
        Choice("day", "A day", Q(movement_seconds__gt=2 * _HOUR, movement_seconds__lte=36 * _HOUR)),
        Choice("slow", "Slow", Q(movement_seconds__gt=36 * _HOUR)),
    ),
    "bots": (
        Choice("", "With or without bots", Q()),
        Choice("yes", "Bots fill it", Q(fill_at__isnull=False)),
        Choice("no", "People only", Q(fill_at=None)),
    ),
    "word": (
        Choice("", "Open or private", Q()),
        Choice("no", "Open to all", Q(private_word="")),
        Choice("yes", "Private", ~Q(private_word="")),
    ),
}
"""What can be chosen above the list of open games, by the name in the address; the first is no filter."""


def chosen(wishes: Mapping[str, str]) -> dict[str, str]:
    """The filters in force; what is not on offer counts as no filter."""
    return {
        name: value
        for name, choices in FILTERS.items()
        if (value := wishes.get(name, "")) and value in {choice.value for choice in choices}
    }


def filtered(games: QuerySet[Game], wishes: Mapping[str, str]) -> QuerySet[Game]:
    """The games that fit every filter in force."""
    for name, value in chosen(wishes).items():
        games = games.filter(next(choice.condition for choice in FILTERS[name] if choice.value == value))
    return games
