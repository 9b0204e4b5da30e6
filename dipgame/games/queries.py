"""Questions about games. Nothing here changes anything; what a seat may not know is not answered."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db.models import Count, Q, QuerySet

from adjudication.board import Region, province_of
from adjudication.options import legal_orders, needed_adjustments
from adjudication.orders import Order, Waive
from adjudication.phase import Phase
from adjudication.position import Position, Unit
from adjudication.powers import POWER_NAMES, Power
from bots.registry import BOTS
from bots.view import SeatView
from dipgame.games import convert, press
from dipgame.games.models import BotState, Game, GamePhase, Seat, SeatPhase

if TYPE_CHECKING:
    from dipgame.accounts.models import User

__all__ = [
    "Sheet",
    "SheetOrder",
    "Standing",
    "finished_games",
    "latest_phase",
    "legal_orders_of",
    "live_phase",
    "memory_of",
    "my_games",
    "open_games",
    "order_sheet",
    "phase_named",
    "phases_of",
    "running_games",
    "seat_of",
    "seat_view",
    "standings",
]


# --- Games ---------------------------------------------------------------------------------------


def _games() -> QuerySet[Game]:
    taken = Count("seats", filter=Q(seats__user__isnull=False) | ~Q(seats__bot=""))
    return Game.objects.select_related("host").annotate(taken=taken)


def open_games() -> QuerySet[Game]:
    """Games that wait for players, newest first; `taken` is the number of seats that are not free."""
    return _games().filter(status=Game.Status.OPEN)


def running_games() -> QuerySet[Game]:
    """Games that everybody may watch, newest first."""
    return _games().filter(status=Game.Status.RUNNING, private_word="")


def finished_games() -> QuerySet[Game]:
    """Games that ended and that everybody may look at, last ended first."""
    return _games().filter(status=Game.Status.FINISHED, private_word="").order_by("-finished_at", "-pk")


def my_games(user: "User") -> QuerySet[Game]:
    """Games in which the person holds a seat, newest first."""
    return _games().filter(pk__in=Seat.objects.filter(user=user).values("game"))


def seat_of(user: "User", game: Game) -> Seat | None:
    """The seat the person holds in the game, if any."""
    return Seat.objects.filter(user=user, game=game).select_related("user").first()


# --- Phases --------------------------------------------------------------------------------------


def phases_of(game: Game) -> QuerySet[GamePhase]:
    """All phases of a game, oldest first; the last one is played now, or is the board the game ended on."""
    return GamePhase.objects.filter(game=game).order_by("index")


def latest_phase(game: Game) -> GamePhase | None:
    """The phase now played, or the board the game ended on; None before the game begins."""
    return GamePhase.objects.filter(game=game).order_by("-index").first()


def live_phase(game: Game) -> GamePhase | None:
    """The phase now played, or None."""
    phase = latest_phase(game)
    return phase if phase is not None and phase.is_live else None


def phase_named(game: Game, name: str) -> GamePhase | None:
    """The phase of this name, `S1901M`, or None."""
    return GamePhase.objects.filter(game=game, name=name).first()


# --- What everybody may know of the seats ----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Standing:
    """How a seat stands. player: whoever fills it, "" for nobody. ready and bot_state are about the
    phase now played: nothing is awaited from a seat that is ready. units counts dislodged ones too."""

    seat_id: int
    power: Power
    name: str
    player: str
    user_id: int | None
    is_bot: bool
    centers: int
    units: int
    must_decide: bool
    ready: bool
    bot_state: str
    missed: int

    @property
    def is_out(self) -> bool:
        """Whether nothing is left of the power."""
        return self.centers == 0 and self.units == 0


def standings(game: Game, phase: GamePhase | None = None) -> tuple[Standing, ...]:
    """All seven seats in the order of their powers, on the board of `phase` (None: the latest)."""
    phase = phase or latest_phase(game)
    position = convert.position_of(phase) if phase else None
    sheets = {sheet.seat_id: sheet for sheet in SeatPhase.objects.filter(phase=phase)} if phase else {}
    return tuple(
        _standing(seat, position, sheets.get(seat.pk)) for seat in game.seats.select_related("user").order_by("power")
    )


def _standing(seat: Seat, position: Position | None, sheet: SeatPhase | None) -> Standing:
    power = convert.power_of(seat)
    bot = BOTS.get(seat.bot)
    dislodged = sum(each.unit.power == power for each in position.dislodged) if position else 0
    return Standing(
        seat_id=seat.pk,
        power=power,
        name=POWER_NAMES[power],
        player=seat.user.name if seat.user else bot.title if bot else seat.bot,
        user_id=seat.user_id,
        is_bot=bool(seat.bot),
        centers=len(position.centers_of(power)) if position else 0,
        units=len(position.units_of(power)) + dislodged if position else 0,
        must_decide=sheet.must_decide if sheet else False,
        ready=sheet.ready if sheet else False,
        bot_state=sheet.bot_state if sheet else BotState.NONE.value,
        missed=seat.missed,
    )


# --- What one seat may know --------------------------------------------------------------------------


def seat_view(seat: Seat, phase: GamePhase | None = None) -> SeatView:
    """All that the seat's power may know at the beginning of `phase` (None: the latest). Raises
    LookupError before the game begins. The only function that builds one from rows."""
    game = seat.game
    phase = phase or latest_phase(game)
    if phase is None:
        raise LookupError("the game has not begun")
    past = GamePhase.objects.filter(game=game, index__lt=phase.index, status=GamePhase.Status.RESOLVED)
    return SeatView(
        power=convert.power_of(seat),
        position=convert.position_of(phase),
        rulebook=convert.rulebook_of(game),
        history=tuple(convert.past_phase(row) for row in past.order_by("index")),
        talk=press.talk_of(seat, phase),
        agreements=press.agreements_of(seat, phase),
        ledger=press.ledger_of(seat, phase),
        level=game.press_level,
        protocol=game.press_protocol,
    )


def memory_of(sheet: SeatPhase) -> Mapping[str, Any]:
    """What the bot of this sheet remembers now: from its talk of this phase or, before any, from the last phase in
    which it gave orders or talked; `{}` at first."""
    if sheet.talk_memory is not None:
        return sheet.talk_memory  # type: ignore[no-any-return]
    earlier = SeatPhase.objects.filter(seat=sheet.seat_id, phase__index__lt=sheet.phase.index)
    kept = earlier.exclude(memory=None, talk_memory=None).order_by("-phase__index")
    row = kept.values_list("memory", "talk_memory").first()
    memory: Mapping[str, Any] | None = None if row is None else row[1] if row[0] is None else row[0]
    return memory or {}


@dataclass(frozen=True, slots=True)
class SheetOrder:
    """An order that stands. key: what `cancel_order` takes. region: None for a waived build."""

    key: str
    order: Order
    text: str
    region: Region | None


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a seat wrote for the phase now played. missing: its units still without an order, empty in
    adjustment phases. adjustments: builds due, or removals as a negative number. is_open: whether
    orders are still taken."""

    phase: Phase
    orders: tuple[SheetOrder, ...]
    missing: tuple[Unit, ...]
    adjustments: int
    must_decide: bool
    ready: bool
    is_open: bool


def order_sheet(seat: Seat) -> Sheet | None:
    """The seat's sheet in the phase now played; None when none is."""
    phase = live_phase(seat.game)
    sheet = SeatPhase.objects.filter(phase=phase, seat=seat).first() if phase else None
    if phase is None or sheet is None:
        return None
    position, power = convert.position_of(phase), convert.power_of(seat)
    orders = convert.orders_of_sheet(sheet, position.phase.kind)
    units = {
        "M": position.units_of(power),
        "R": tuple(each.unit for each in position.dislodged if each.unit.power == power),
        "A": (),
    }[position.phase.kind]
    return Sheet(
        phase=position.phase,
        orders=tuple(
            SheetOrder(key, order, sheet.orders[key], None if isinstance(order, Waive) else order.region)
            for key, order in orders.items()
        ),
        missing=tuple(unit for unit in units if province_of(unit.region) not in orders),
        adjustments=needed_adjustments(position, power) if position.phase.kind == "A" else 0,
        must_decide=sheet.must_decide,
        ready=sheet.ready,
        is_open=phase.status == GamePhase.Status.OPEN,
    )


def legal_orders_of(seat: Seat) -> Mapping[Region, tuple[Order, ...]]:
    """Every order the seat may give in the phase now played, by region; empty when none is."""
    phase = live_phase(seat.game)
    if phase is None:
        return {}
    return legal_orders(convert.position_of(phase), convert.power_of(seat), convert.rulebook_of(seat.game))
