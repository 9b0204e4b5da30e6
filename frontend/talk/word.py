"""My word and my orders: which order would break a promise, and what others promised to do for it.

Nothing here forbids anything; a word is broken knowingly. Only deals of the seat itself are looked at.
"""

import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from adjudication.board import province_of
from adjudication.orders import Convoy, Hold, Move, Order, Support
from adjudication.position import Position, Unit
from adjudication.powers import POWER_NAMES, Power, as_power
from dipgame.games import convert, queries, talk
from dipgame.games.models import Agreement, Game, GamePhase, Promise
from frontend.talk.briefly import kind_of_promise
from frontend.words import listed
from negotiation.compliance import Check, State, check_deal
from negotiation.diplomacy import Hlp, Turn, order_of
from negotiation.foresight import Given, Standing, breaks, contradicts, promised_orders
from negotiation.terms import Deal, Do, Formula

__all__ = ["Word", "against_my_word", "word_of"]

_SEASONS: Final = {"spr": "Spring", "sum": "Summer", "fal": "Fall", "aut": "Autumn"}
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Word:
    """Notes beside orders, by the province of the unit. broken: `breaks your word to England (staying out of
    Burgundy, until 1903)`. helped: `Germany promised support`. promises: the rows of the ledger that orders break.
    supporters: the powers that promised support."""

    broken: Mapping[str, str]
    helped: Mapping[str, str]
    promises: tuple[int, ...] = ()
    supporters: Mapping[str, tuple[Power, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _InForce:
    """A deal in force of mine, with the others it was made with."""

    standing: Standing
    others: tuple[Power, ...]
    rows: tuple[Promise, ...] = ()

    @property
    def deal(self) -> Deal:
        return self.standing.deal


def word_of(
    sight: queries.Sight, me: Power, phase: GamePhase, written: Sequence[Order], missing: Sequence[Unit]
) -> Word:
    """Compare orders with the promises of the power that gives them.

    missing: its units without an order; they will hold.

    Failures are logged and yield no remarks: orders can be given without them.
    """
    try:
        in_force = [_one(agreement, promises, me) for agreement, promises in sight.in_force]
        return _word_of(in_force, me, phase, written, missing)
    except Exception:
        _log.exception("orders of %s in %s of %s could not be held against its word", me, phase.name, sight.game.slug)
        return Word({}, {})


def _word_of(
    in_force: Sequence[_InForce], me: Power, phase: GamePhase, written: Sequence[Order], missing: Sequence[Unit]
) -> Word:
    if not in_force:
        return Word({}, {})
    position, rulebook = convert.position_of(phase), convert.rulebook_of(phase.game)
    given = [Given(me, order) for order in written]
    if position.phase.kind == "M":
        given += [Given(me, Hold(unit.kind, unit.region), written=False) for unit in missing]
    given += [
        Given(power, order)
        for one in in_force
        for power in one.others
        for order in promised_orders(one.deal, power, position, rulebook, one.standing.done)
    ]
    broken: dict[str, str] = {}
    promises: dict[int, None] = {}
    for one in in_force:
        for order, check in breaks(one.standing, me, given, position, rulebook).items():
            broken.setdefault(_place(order), f"breaks your word to {_named(one.others)} ({_subject(one.deal, check)})")
            promises |= dict.fromkeys(_rows_of(check, one.rows))
    helpers = _helpers(in_force, written, position)
    supporters = {place: found["support"] for place, found in helpers.items() if "support" in found}
    return Word(broken, {place: _helped(found) for place, found in helpers.items()}, tuple(promises), supporters)


def _rows_of(check: Check, rows: Iterable[Promise]) -> list[int]:
    """The rows of a judged promise."""
    return [row.pk for row in rows if row.power == check.agent and talk.formula_of(row.content) == check.content]


def against_my_word(game: Game, me: Power, phase: GamePhase, deals: Sequence[Deal]) -> list[str]:
    """The promises in force that a power could not keep beside these deals: `peace with Russia`."""
    if not deals:
        return []
    position, rulebook = convert.position_of(phase), convert.rulebook_of(game)
    try:
        found = [
            f"{_subject(one.deal, check)} with {_named(one.others)}"
            for one in _in_force(game, me)
            for deal in deals
            for check in [contradicts(deal, one.standing, me, position, rulebook)]
            if check is not None and deal != one.deal
        ]
    except Exception:
        _log.exception("deals of %s in %s of %s could not be compared", me, phase.name, game.slug)
        return []
    return list(dict.fromkeys(found))


def _in_force(game: Game, me: Power) -> list[_InForce]:
    return [_one(row, row.promises.all(), me) for row in queries.agreements_in_force(game, me)]


def _one(row: Agreement, promises: Iterable[Promise], me: Power) -> _InForce:
    rows = tuple(promises)
    done = frozenset(each.index for each in rows if each.done)
    broken = frozenset(
        (as_power(each.power), talk.formula_of(each.content)) for each in rows if each.state == Promise.State.BROKEN
    )
    others = tuple(as_power(power) for power in row.between.split() if power != me)
    return _InForce(Standing(talk.deal_of(row), done, broken), others, rows)


def _helpers(
    in_force: Sequence[_InForce], written: Sequence[Order], position: Position
) -> dict[str, dict[str, tuple[Power, ...]]]:
    """Powers that promised help for each order as written, by kind of help.

    Only promises due in the phase now played count.
    """
    found: dict[str, dict[str, tuple[Power, ...]]] = {}
    for order in written:
        helpers: dict[str, dict[Power, None]] = {"support": {}, "a convoy": {}}
        for one in in_force:
            for index, check in enumerate(check_deal(one.deal, position, (), done=one.standing.done)):
                # Without any order, what is due now and possible is broken.
                if index not in one.standing.done and check.agent in one.others and check.state is State.BROKEN:
                    help_given = _help_for(order, check.content, position)
                    if help_given:
                        helpers[help_given][check.agent] = None
        if any(helpers.values()):
            found[_place(order)] = {what: tuple(powers) for what, powers in helpers.items() if powers}
    return found


def _helped(helpers: Mapping[str, tuple[Power, ...]]) -> str:
    return "; ".join(f"{_named(powers)} promised {what}" for what, powers in helpers.items())


def _help_for(order: Order, promised: Formula, position: Position) -> str:
    """Help a promise gives to an order: "support", "a convoy", or ""."""
    place = _place(order)
    target = province_of(order.target) if isinstance(order, Move) else None
    if isinstance(promised, Hlp):
        unit = position.unit_at(place) if place else None
        mine = unit is not None and unit.power == promised.helped and promised.origin in (None, place)
        return "support" if mine and promised.province == (target or place) else ""
    match order_of(promised.action)[1] if isinstance(promised, Do) else None:
        case Support(supported=supported, target=aim) if province_of(supported) == place:
            return "support" if (province_of(aim) if aim else None) == target else ""
        case Convoy(army=army, target=aim) if (army, aim) == (place, target):
            return "a convoy"
        case _:
            return ""


def _subject(deal: Deal, check: Check) -> str:
    """Summarise a promise and how long it binds: `peace, until 1903`, `Paris to Burgundy`."""
    what, time = kind_of_promise(check.content), talk.time_of(deal, check.content) if check.lasting else None
    if not isinstance(time, Turn):
        return what
    until = str(time.year) if time.season == "win" else f"{_SEASONS[time.season]} {time.year}"
    return f"{what}, until {until}"


def _named(powers: tuple[Power, ...]) -> str:
    return listed([POWER_NAMES[power] for power in powers])


def _place(order: Order) -> str:
    return province_of(region) if (region := getattr(order, "region", None)) else ""
