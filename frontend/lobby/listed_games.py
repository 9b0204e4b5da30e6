"""Games as rows of a list: what the lobby, the home page and one's own games show of each."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final, Literal

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from adjudication.phase import parse_phase
from adjudication.powers import POWER_NAMES, POWERS, Power, as_power
from dipgame.games import queries
from dipgame.games.models import Game, GamePhase, SeatPhase
from dipgame.games.players import SOME_BOT, SOMEBODY, fill_name, hides_bots, hides_names, player_name
from frontend.words import length_words, listed

if TYPE_CHECKING:
    from dipgame.accounts.models import User

__all__ = ["FILTERS", "Chair", "ListedGame", "MyGame", "chosen", "ended_words", "listed_game", "listed_mine"]


_RULES: Final = {"2023": "", "datc3": "", "classic": "classic rules", "dipgame": "DipGame's rules, 17 centers win"}
"""Labels of rulebooks in lists: none for the usual one, whichever its name."""


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat as a list shows it: free, or taken by whom. power: "" where they are still to be dealt. agreed: whether
    its person would begin now."""

    power: Power | Literal[""]
    name: str
    player: str
    is_bot: bool
    is_you: bool
    agreed: bool = False

    @property
    def letter(self) -> str:
        if not self.power and self.player in (SOMEBODY, SOME_BOT):
            return "•"
        return self.name[0].upper() if self.power or self.player else "?"

    @property
    def is_free(self) -> bool:
        return not self.player

    @property
    def label(self) -> str:
        """For readers who do not see the seal: `France, free`, `England, Bob`."""
        return self.player if self.name == self.player else f"{self.name}, {self.player or 'free'}"


@dataclass(frozen=True, slots=True)
class ListedGame:
    """A game that is offered, or running, or over. talk, rules: in words; "" for the usual rules."""

    game: Game
    chairs: tuple[Chair, ...]
    pace: str
    talk: str
    rules: str
    bot: str
    you: Chair | None

    @property
    def by_wishes(self) -> bool:
        """True if powers are assigned only when the game begins."""
        return self.game.is_dealt_later

    @property
    def names_hidden(self) -> bool:
        """True if the names of players are still hidden."""
        return hides_names(self.game)

    @property
    def master(self) -> str:
        """Name of the game master, or empty.

        Game masters see all orders and messages.
        """
        return "" if self.game.master is None else self.game.master.name

    @property
    def extras(self) -> str:
        """Unusual terms of the game as a sentence; "" for none."""
        said = []
        if self.game.first_position:
            said.append("begins with a position from the sandbox")
        if self.master:
            said.append(f"{self.master} is the game master and sees all orders and messages")
        if self.game.seating == "wishes":
            said.append("powers by wishes")
        if self.game.hour:
            said.append(f"phases end at {self.game.hour}:00 ({self.game.quiet_zone.replace('_', ' ')})")
        if self.game.quiet:
            begins, ends = self.game.quiet.split("-")
            zone = self.game.quiet_zone.replace("_", " ")
            said.append(f"quiet from {begins} to {ends} ({zone})")
        if self.game.faces != "open":
            said.append("names at the end" if self.game.faces == "names" else "names and bots at the end")
        if self.game.watching != "live":
            ends = self.game.watching == "after"
            said.append("open to watchers at its end only" if ends else "open to watchers a phase later")
        if self.game.afterwards != "all":
            said.append("messages stay closed" if self.game.afterwards == "own" else "messages for players at the end")
        words = "; ".join(said)
        return words[:1].upper() + words[1:]

    @property
    def seals(self) -> SafeString:
        """The seats as a row of seals. Written here and not in a template: a page of tables has hundreds."""
        each = format_html_join("", '<span class="{}"{} title="{}">{}</span>', map(_seal, self.chairs))
        said = "; ".join(chair.label for chair in self.chairs)
        return format_html('<div class="emblem-row" role="img" aria-label="Seats: {}">{}</div>', said, each)

    @property
    def taken(self) -> int:
        return sum(not chair.is_free for chair in self.chairs)

    @property
    def can_be_joined(self) -> bool:
        """True if the viewer can join with one click."""
        return self.free > 0 and self.you is None and not self.game.is_private

    @property
    def free(self) -> int:
        return len(self.chairs) - self.taken

    @property
    def free_powers(self) -> tuple[Power, ...]:
        """The powers nobody holds yet; none where they are still to be dealt."""
        return tuple(as_power(chair.power) for chair in self.chairs if chair.is_free and chair.power)


def _seal(chair: Chair) -> tuple[str, str, str, str]:
    kind = "emblem" + " emblem-empty" * chair.is_free + " emblem-you" * chair.is_you
    power = format_html(' data-power="{}"', chair.power) if chair.power and not chair.is_free else ""
    return kind, power, chair.label, chair.letter


@dataclass(frozen=True, slots=True)
class MyGame:
    """A game of the viewer's, and what it wants of them.

    Of a game master it wants nothing. needed, written: orders of the live phase. unread: messages of others that
    wait to be read.
    """

    table: ListedGame
    turn: str
    deadline: datetime | None
    needed: int
    written: int
    is_ready: bool
    unread: int

    @property
    def is_my_turn(self) -> bool:
        return self.needed > 0 and not self.is_ready

    @property
    def urgency(self) -> tuple[bool, bool, datetime]:
        """Sorts a list: what waits for me first, then by deadline, games without one last."""
        return not self.is_my_turn, self.deadline is None, self.deadline or self.table.game.created_at


def listed_game(game: Game, viewer: "User | None" = None) -> ListedGame:
    """The game as a row; `viewer` is whoever looks, if signed in."""
    later = game.is_dealt_later
    me = None if viewer is None else viewer.pk
    is_master = me is not None and game.master_id == me
    chairs = tuple(
        Chair(
            "" if later else each.power,
            (each.player or "Seat") if later else each.name,
            each.player,
            each.is_bot,
            me is not None and each.user_id == me,
            each.agreed,
        )
        for each in sorted(_seats(game, is_master), key=lambda each: later and not each.player)
    )
    return ListedGame(
        game=game,
        chairs=chairs,
        pace=pace_words(game),
        talk=talk_words(game),
        rules=_RULES.get(game.edition, game.edition),
        bot=fill_name(game),
        you=next((chair for chair in chairs if chair.is_you), None),
    )


@dataclass(frozen=True, slots=True)
class _Seat:
    power: Power
    name: str
    player: str
    is_bot: bool
    user_id: int | None
    agreed: bool


def _seats(game: Game, unmasked: bool) -> Iterable[_Seat]:
    """Seats without the board, which lists do not need.

    Uses seats that were prefetched. unmasked: for the game master.
    """
    by_power = {seat.power: seat for seat in game.seats.all()}
    masked = hides_bots(game) and not unmasked
    for power in POWERS:
        seat = by_power[power]
        yield _Seat(
            power,
            POWER_NAMES[power],
            player_name(seat, game, unmasked=unmasked),
            bool(seat.bot) and not masked,
            seat.user_id,
            seat.start_wish,
        )


def pace_words(game: Game) -> str:
    """`10 minutes a turn, builds 5 minutes`; retreats too where they differ from builds."""
    words = f"{length_words(timedelta(seconds=game.movement_seconds))} a turn"
    builds = length_words(timedelta(seconds=game.adjustment_seconds))
    if game.retreat_seconds == game.adjustment_seconds:
        return f"{words}, builds {builds}"
    return f"{words}, retreats {length_words(timedelta(seconds=game.retreat_seconds))}, builds {builds}"


def talk_words(game: Game) -> str:
    """`Any message`, `Deals only` or `No messages`."""
    if game.press_level == 0:
        return "No messages"
    return "Any message" if game.press_plain else "Deals only"


def listed_mine(games: Iterable[Game], user: "User") -> list[MyGame]:
    """Rows of a person's games, as `queries.my_games` finds them.

    A few queries are made for all of them.
    """
    games = list(games)
    phases = queries.newest_phases(games)
    running = [game for game in games if game.status == Game.Status.RUNNING]
    sheets = queries.sheets_of(user, [phases[game.pk] for game in running if game.pk in phases])
    me = user.pk
    seats = [seat for game in running for seat in game.seats.all() if seat.user_id == me]
    unread = queries.unread_in(seats)
    return [_my_table(game, user, phases.get(game.pk), sheets.get(game.pk), unread.get(game.pk, 0)) for game in games]


def _my_table(game: Game, user: "User", phase: GamePhase | None, row: SeatPhase | None, unread: int) -> MyGame:
    live = phase is not None and phase.is_live
    sheet = queries.sheet_as_it_stands(row, phase, row.seat) if row is not None and phase is not None and live else None
    needed = 0
    if sheet and sheet.must_decide:
        needed = abs(sheet.adjustments) or len(sheet.orders) + len(sheet.missing)
    return MyGame(
        table=listed_game(game, user),
        turn=parse_phase(phase.name).turn if phase else "",
        deadline=phase.deadline if phase is not None and live else None,
        needed=needed,
        written=len(sheet.orders) if sheet else 0,
        is_ready=bool(sheet and sheet.ready),
        unread=unread,
    )


def ended_words(game: Game, player: "User | None" = None) -> str:
    """The end of a game, for a list; in a list of one player's games, with what that player came to."""
    match game.result:
        case Game.Result.RESIGNED if player is not None:
            centers = next((seat.centers or 0 for seat in game.seats.all() if seat.user_id == player.pk), 0)
            return f"Resigned with {centers} center{'s' if centers != 1 else ''}"
        case Game.Result.SOLO:
            return f"{POWER_NAMES[game.winner]} won"  # type: ignore[index]
        case Game.Result.CONCEDED:
            return f"Conceded to {POWER_NAMES[game.winner]}"  # type: ignore[index]
        case Game.Result.DRAW if game.sharers:
            return f"Drawn by {listed([POWER_NAMES[as_power(power)] for power in game.sharers.split()])}"
        case Game.Result.DRAW:
            return "Drawn by all who survived"
        case _:
            return game.get_result_display().capitalize()


# --- Filters of the lobby ------------------------------------------------------------------------

FILTERS: Final[Mapping[str, Mapping[str, str]]] = {
    "pace": {"": "Any pace", "live": "Live", "day": "A day", "slow": "Slow"},
    "bots": {"": "With or without bots", "yes": "Bots fill it", "no": "People only"},
}
"""Labels of the filters of open games (`queries.FILTERS`); the first is no filter."""


def chosen(wishes: Mapping[str, str]) -> dict[str, str]:
    """The filters in force; what is not on offer counts as no filter."""
    return {name: value for name, words in FILTERS.items() if (value := wishes.get(name, "")) and value in words}
