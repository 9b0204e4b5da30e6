"""Seats of a game, their sheets, and a seat's view."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from django.db.models import Count, Exists, F, OuterRef, QuerySet, Subquery
from django.db.models.fields.json import KT
from django.db.models.functions import Coalesce

from adjudication.board import Region, province_of
from adjudication.options import legal_orders, needed_adjustments
from adjudication.orders import Order, Waive
from adjudication.phase import Phase
from adjudication.position import Position, Unit
from adjudication.powers import POWER_NAMES, Power
from bots.view import PastPhase, SeatView
from dipgame.accounts.models import Block
from dipgame.accounts.queries import data_of_session, is_signed_in
from dipgame.games import clock, convert, talk
from dipgame.games.models import BotState, Game, GamePhase, Message, Sanction, Seat, SeatPhase
from dipgame.games.players import bot_name, hides_bots, hides_names, is_known_program, player_name, talks
from dipgame.games.queries.busy_bots import about_to_speak, spoken_to
from dipgame.games.queries.news import game_number, seat_number
from dipgame.games.queries.phases import latest_phase, live_phase
from dipgame.games.queries.talk import newest_in
from dipgame.prepared import Along, Prepared

if TYPE_CHECKING:
    from dipgame.accounts.models import User

__all__ = [
    "Sheet",
    "SheetOrder",
    "Standing",
    "legal_orders_of",
    "memory_of",
    "order_sheet",
    "people_on_board",
    "plays_alone",
    "powers_on_board",
    "seat_in",
    "seat_of",
    "seat_under",
    "seat_view",
    "seats_for",
    "sheet_as_it_stands",
    "sheets_at",
    "sheets_of",
    "sheets_with_journal",
    "standings",
    "standings_of",
]


def seat_in(slug: str, user: "User") -> Seat | None:
    """The seat the person holds in the game at this address, with the game, if any."""
    found = _in.rows(slug=slug, person=user.pk)
    return found[0] if found else None


def _seats_in(slug: str, person: int) -> QuerySet[Seat]:
    rows = _WITH_NEWS.of(Seat.objects.filter(user=person, game__slug=slug)).order_by("power")
    return rows.annotate(game_news=game_number("game__slug"), seat_news=seat_number("pk"))


_WITH_NEWS: Final = Along(("user", "game"), also={"game_news": int, "seat_news": int})
_in: Final = Prepared(_seats_in, _WITH_NEWS, slug=str, person=int)


def seat_under(slug: str, person: int, session_key: str | None) -> Seat | None:
    """The seat a person holds in the game at this address, with the game, read along with the session under which they
    look; None where they hold none, or the session is theirs no more."""
    found: list[Any] = _under.rows(slug=slug, person=person, session_key=session_key or "")
    return found[0] if found and is_signed_in(found[0].user, found[0].session_data) else None


def _seats_under(slug: str, person: int, session_key: str) -> QuerySet[Seat]:
    return _seats_in(slug, person).annotate(session_data=data_of_session(session_key))


_under: Final = Prepared(_seats_under, _WITH_NEWS.and_also(session_data=str), slug=str, person=int, session_key=str)


def seats_for(speaker: Seat, since: datetime) -> list[Seat]:
    """All seats of the speaker's game by power, annotated for speaking.

    is_deaf: the seat's person blocked the speaker's. is_muted: the speaker may not write now. lately: how much the
    speaker has said since then. newest: the newest number of the game's talk.
    """
    person = speaker.user_id or 0
    found = _for.rows(game=speaker.game_id, seat=speaker.pk, person=person, since=since, now=clock.now())
    return sorted(found, key=lambda seat: seat.power)


def _seats_for(game: int, seat: int, person: int, since: datetime, now: datetime) -> QuerySet[Seat]:
    spoken = Message.objects.filter(speaker=seat, at__gte=since).order_by().values("speaker")
    mutes = Sanction.objects.filter(user=person, kind=Sanction.Kind.MUTE, lifted_at=None, until__gt=now)
    return (
        Seat.objects.filter(game=game)
        .order_by()
        .annotate(
            is_deaf=Exists(Block.objects.filter(by=OuterRef("user"), of=person)),
            is_muted=Exists(mutes),
            newest=newest_in(game),
            lately=Coalesce(Subquery(spoken.annotate(count=Count("pk")).values("count")), 0),
        )
    )


_FOR_SPEAKING: Final = Along(also={"is_deaf": bool, "is_muted": bool, "newest": int, "lately": int})
_for: Final = Prepared(_seats_for, _FOR_SPEAKING, game=int, seat=int, person=int, since=datetime, now=datetime)


def seat_of(user: "User", game: Game) -> Seat | None:
    """The seat the person holds in the game, if any."""
    return Seat.objects.filter(user=user, game=game).select_related("user").first()


def people_on_board(game: Game, phase: GamePhase) -> list[Seat]:
    """The seats held by people who still have a unit or a center in this phase."""
    alive = powers_on_board(convert.position_of(phase))
    return [seat for seat in game.seats.filter(user__isnull=False).order_by("power") if seat.power in alive]


def plays_alone(seat: Seat, phase: GamePhase) -> bool:
    """True if the seat's person is the only one on the board, and no bot holds a seat for anybody."""
    kept = Seat.objects.filter(game=seat.game_id, owner__isnull=False)
    return [each.pk for each in people_on_board(seat.game, phase)] == [seat.pk] and not kept.exists()


def powers_on_board(position: Position) -> set[Power]:
    """The powers that have a unit, standing or dislodged, or a center."""
    alive = {unit.power for unit in position.units} | set(position.centers.values())
    return alive | {each.unit.power for each in position.dislodged}


# --- What everybody may know of the seats ----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Standing:
    """Standing of a seat. player: whoever fills it, "" for nobody. face: the name a bot has here, else "". ready and
    bot_state are about the phase now played: nothing is awaited from a seat that is ready. units counts dislodged
    ones too. talks: whether anybody there could answer. kept_for: the name of the person a bot holds it for, owner_id
    their number; is_vacant: whether anybody may take it over. is_program:
    whether a bot's account plays it. Votes are read through `dipgame.games.votes`."""

    seat_id: int
    power: Power
    name: str
    player: str
    face: str
    user_id: int | None
    is_bot: bool
    talks: bool
    centers: int
    units: int
    must_decide: bool
    ready: bool
    bot_state: str
    missed: int
    kept_for: str
    owner_id: int | None
    is_vacant: bool
    is_program: bool

    @property
    def is_out(self) -> bool:
        """True if the power has neither centers nor units."""
        return self.centers == 0 and self.units == 0


def standings(game: Game, phase: GamePhase | None = None, *, unmasked: bool = False) -> tuple[Standing, ...]:
    """Standings of all seven seats, in the order of their powers.

    phase: whose board counts; None for the latest. unmasked: for the game master.
    """
    phase = phase or latest_phase(game)
    sheets = {sheet.seat_id: sheet for sheet in _sheets().filter(phase=phase)} if phase else {}
    seats = game.seats.select_related("user", "owner").order_by("power")
    return standings_of(game, seats, sheets, phase, unmasked=unmasked)


def standings_of(
    game: Game,
    seats: Iterable[Seat],
    sheets: Mapping[int, SeatPhase],
    phase: GamePhase | None,
    *,
    unmasked: bool = False,
) -> tuple[Standing, ...]:
    """Standings from already loaded rows.

    sheets: by seat.
    """
    position = convert.position_of(phase) if phase else None
    return tuple(_standing(game, seat, position, sheets.get(seat.pk), unmasked) for seat in seats)


def sheets_at(phase: GamePhase, viewer: int | None = None, power: str = "") -> list[SeatPhase]:
    """All sheets of a phase, without what bots remember.

    Each has its seat and whose it is; `is_blocked`: True if the viewer, a person's number, blocked the person at
    the seat; and what its bot is about to say to the viewer's power (`busy_bots`).
    """
    return _at.rows(phase=phase.pk, viewer=viewer or 0, power=power, to_me=spoken_to(power))


def _sheets_at(phase: int, viewer: int, power: str, to_me: str) -> QuerySet[SeatPhase]:
    blocked = Exists(Block.objects.filter(by=viewer, of=OuterRef("seat__user")))
    rows = _WITH_PEOPLE.of(SeatPhase.objects.filter(phase=phase))
    return rows.annotate(is_blocked=blocked, **about_to_speak(phase, power, to_me)).order_by()


def _sheets() -> QuerySet[SeatPhase]:
    """Sheets without what bots remember, which is long and for bots alone."""
    return SeatPhase.objects.defer(*_REMEMBERED)


_REMEMBERED: Final = ("memory", "talk_memory")


def _standing(game: Game, seat: Seat, position: Position | None, sheet: SeatPhase | None, unmasked: bool) -> Standing:
    power = convert.power_of(seat)
    dislodged = sum(each.unit.power == power for each in position.dislodged) if position else 0
    masked = hides_bots(game) and not unmasked
    names_hidden = hides_names(game) and not unmasked
    return Standing(
        seat_id=seat.pk,
        power=power,
        name=POWER_NAMES[power],
        player=player_name(seat, game, unmasked=unmasked),
        face=bot_name(seat, game, unmasked=unmasked),
        user_id=seat.user_id,
        is_bot=bool(seat.bot) and not masked,
        talks=masked or seat.user_id is not None or talks(seat),
        centers=len(position.centers_of(power)) if position else 0,
        units=len(position.units_of(power)) + dislodged if position else 0,
        must_decide=sheet.must_decide if sheet else False,
        ready=sheet.ready if sheet else False,
        bot_state=sheet.bot_state if sheet and not masked else BotState.NONE.value,
        missed=seat.missed,
        kept_for=seat.owner.name if seat.owner is not None and not names_hidden else "",
        owner_id=seat.owner_id,
        is_vacant=seat.vacated_at is not None,
        is_program=is_known_program(seat, game, unmasked=unmasked),
    )


_WITH_PEOPLE: Final = Along(
    ("seat__user", "seat__owner"), _REMEMBERED, {"is_blocked": bool, "hears": bool, "speaks": bool}
)
_at: Final = Prepared(_sheets_at, _WITH_PEOPLE, phase=int, viewer=int, power=str, to_me=str)


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
        history=tuple(each for each in map(_past_phase, past.order_by("index")) if each is not None),
        talk=talk.talk_of(seat, phase),
        agreements=talk.agreements_of(seat, phase),
        ledger=talk.ledger_of(seat, phase),
        level=game.press_level,
        protocol=game.press_protocol,
        draws=game.draws,
    )


def _past_phase(row: GamePhase) -> PastPhase | None:
    return convert.readable(row, lambda: convert.past_phase(row), None)


def memory_of(sheet: SeatPhase) -> Mapping[str, Any]:
    """The bot's current memory.

    From its talk in this phase or, before any, from the last phase in which it gave orders or talked; `{}` at first.
    """
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
    """A seat's sheet for the current phase.

    missing: units still without an order, empty in adjustment phases. adjustments: builds due, or removals as a
    negative number. is_open: whether orders are still accepted.
    """

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
    sheet = _sheets().filter(phase=phase, seat=seat).first() if phase else None
    return None if phase is None or sheet is None else sheet_as_it_stands(sheet, phase, seat)


def sheets_of(user: "User", rows: Collection[GamePhase]) -> dict[int, SeatPhase]:
    """The person's sheets in these phases, with their seats, by the number of the game."""
    sheets = _sheets().filter(phase__in=[row.pk for row in rows], seat__user=user).select_related("seat")
    return {sheet.seat.game_id: sheet for sheet in sheets}


def sheet_as_it_stands(sheet: SeatPhase, phase: GamePhase, seat: Seat) -> Sheet:
    """A sheet of the phase now played as a value."""
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


def sheets_with_journal(game: Game) -> QuerySet[SeatPhase]:
    """The sheets whose bot kept a journal of that very phase, by power, oldest first. A journal counts for the phase it
    names: memory goes on. Memories and boards are read when they are asked for: they are large."""
    noted = SeatPhase.objects.annotate(noted=KT("memory__journal__phase")).filter(noted=F("phase__name"))
    sheets = noted.filter(phase__game=game).select_related("seat", "phase")
    return sheets.only("seat", "phase__name", "phase__index", "phase__status").order_by("seat__power", "phase__index")
