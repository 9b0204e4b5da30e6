"""Events between a power and the others, from board, ledger and talk.

The perception of the world model (thesis, figure 5.1): everything the rules may react to has a name here.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from adjudication.board import Province, province_of
from adjudication.notation import format_order
from adjudication.orders import Convoy, Move, Support
from adjudication.outcomes import Outcome
from adjudication.phase import Phase
from adjudication.position import Position
from adjudication.powers import POWER_NAMES, Power, as_power
from adjudication.reasons import Reason
from bots.view import LedgerLine, PastPhase, Said
from negotiation.compliance import State
from negotiation.diplomacy import DIPLOMACY, Bld, Cvy, Hlp, Sup, Unit, Wve, board_unit
from negotiation.levels import subterms
from negotiation.printer import format_formula
from negotiation.terms import Accept, Courtesy, Deal, Do, Feel, Feeling, Inform, Not, Propose, Reject, Utterance, Which

__all__ = ["Event", "Happening", "board_events", "is_nonsense", "promise_events", "talk_events"]


class Happening(StrEnum):
    """Kinds of events; the values are the names in `rules.toml`."""

    KEPT_WORD = "kept their word"
    BROKE_WORD = "broke their word"
    I_BROKE = "I broke my word"
    TOOK_CENTER = "took my center"
    DISLODGED = "dislodged my unit"
    ATTACKED = "attacked me"
    SUPPORTED = "supported me"
    I_ATTACKED = "I attacked them"
    GAINED = "I gained a center"
    LOST = "I lost a center"
    PROPOSED = "proposed"
    ACCEPTED = "accepted"
    REJECTED = "rejected"
    TOLD = "told something"
    KIND = "was kind"
    CROSS = "was angry"
    HAGGLED = "haggled"
    NONSENSE = "talked nonsense"
    FLOODED = "flooded me"


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened. power: the other one it is about, or one's own for what one gained or lost. about: what
    it was about, an order, a province or a promise in L."""

    what: Happening
    power: Power
    about: str = ""


_PATIENCE: Final = 8
"""Most messages by one power in a phase before it counts as flooding."""
_OFFERS: Final = 5
"""Most proposals among them before it counts as haggling."""


# --- The board ------------------------------------------------------------------------------------


def board_events(past: PastPhase, after: Position, me: Power) -> Iterator[Event]:
    """Events on the board that involve `me` in a phase.

    after: the position of the next phase.
    """
    before = past.position
    moves = {province_of(one.order.region): one for one in past.outcomes if isinstance(one.order, Move)}
    for one in past.outcomes:
        if one.result == "illegal":
            continue
        match one.order:
            case Move(_, _, target):
                yield from _attack(before, one, moves.get(province_of(target)), province_of(target), me)
            case Support(_, _, _, supported) if one.power != me and one.result == "ok":
                if _owner(before, province_of(supported)) == me:
                    yield Event(Happening.SUPPORTED, one.power, format_order(one.order))
            case Convoy(_, _, army) if one.power != me and one.reason is Reason.CONVOYED:
                if _owner(before, army) == me:
                    yield Event(Happening.SUPPORTED, one.power, format_order(one.order))
    for center, owner in after.centers.items():
        former = before.centers.get(center)
        if owner == former:
            continue
        if former == me:
            yield Event(Happening.TOOK_CENTER, owner, center)
            yield Event(Happening.LOST, me, center)
        if owner == me:
            yield Event(Happening.GAINED, me, center)


def _attack(before: Position, one: Outcome, leaving: Outcome | None, target: Province, me: Power) -> Iterator[Event]:
    """Events of one attacking move.

    leaving: the move of the unit that was in the target.
    """
    holder = _owner(before, target)
    beaten = (
        holder is not None and one.reason is Reason.MOVED and (leaving is None or leaving.reason is not Reason.MOVED)
    )
    victim = holder if beaten or (holder is not None and leaving is None) else before.centers.get(target)
    if victim is None or victim == one.power or me not in (victim, one.power):
        return
    text = format_order(one.order)
    if one.power == me:
        yield Event(Happening.I_ATTACKED, victim, text)
    else:
        yield Event(Happening.DISLODGED if beaten else Happening.ATTACKED, one.power, text)


def _owner(position: Position, province: Province) -> Power | None:
    unit = position.unit_at(province)
    return unit.power if unit is not None else None


# --- Promises -------------------------------------------------------------------------------------


def promise_events(ledger: Iterable[LedgerLine], judged: Phase, me: Power) -> Iterator[Event]:
    """Words kept and broken in a phase.

    What lasts and was kept so far is no event: trust counts it.
    """
    for line in ledger:
        if line.judged != judged:
            continue
        about = format_formula(line.content, DIPLOMACY)
        if line.state is State.BROKEN and line.agent == me:
            yield from (Event(Happening.I_BROKE, power, about) for power in line.powers if power != me)
        elif line.state is State.BROKEN:
            yield Event(Happening.BROKE_WORD, line.agent, about)
        elif line.state is State.KEPT and line.agent != me and not line.lasting:
            yield Event(Happening.KEPT_WORD, line.agent, about)


# --- Talk -----------------------------------------------------------------------------------------


def talk_events(said: Sequence[Said], new: int, position: Position, me: Power) -> Iterator[Event]:
    """Events in the talk: messages to `me` in a phase.

    said: all of the phase, oldest first; only those from index `new` on count.

    position: the board it was said over.
    """
    count: Counter[Power] = Counter()
    offers: Counter[tuple[Power, Deal]] = Counter()
    offered: Counter[Power] = Counter()
    for index, one in enumerate(said):
        if one.utterance.speaker == me or one.utterance.speaker not in POWER_NAMES:
            continue
        if isinstance(one.utterance, Courtesy) or isinstance(getattr(one.utterance, "content", None), Which):
            continue
        speaker = as_power(one.utterance.speaker)
        count[speaker] += 1
        if isinstance(one.utterance, Propose):
            offered[speaker] += 1
            offers[speaker, one.utterance.deal] += 1
        if index < new:
            continue
        if count[speaker] > _PATIENCE:
            yield Event(Happening.FLOODED, speaker)
        else:
            again = isinstance(one.utterance, Propose) and (
                offers[speaker, one.utterance.deal] > 1 or offered[speaker] > _OFFERS
            )
            what = Happening.HAGGLED if again else _heard(one.utterance, position)
            if what is not None:
                yield Event(what, speaker)


_TONE: Final = {
    Feeling.VERY_HAPPY: Happening.KIND,
    Feeling.HAPPY: Happening.KIND,
    Feeling.SAD: None,
    Feeling.ANGRY: Happening.CROSS,
}


def _heard(utterance: Utterance, position: Position) -> Happening | None:
    match utterance:
        case Propose():
            return Happening.NONSENSE if is_nonsense(utterance, position) else Happening.PROPOSED
        case Accept():
            return Happening.ACCEPTED
        case Reject():
            return Happening.REJECTED
        case Inform(content=Feel(feeling=feeling)):
            return _TONE[feeling]
        case Inform():
            return Happening.NONSENSE if is_nonsense(utterance, position) else Happening.TOLD
        case _:
            return None


def is_nonsense(utterance: Utterance, position: Position) -> bool:
    """True if orders in the utterance are impossible or contradictory.

    Their units are not on the board, or one unit gets two different orders.

    Orders with a time of their own are left open.
    """
    terms = list(subterms(utterance))
    if any(getattr(term, "time", None) is not None for term in terms):
        return False
    orders = {term for term in terms if isinstance(term, Do)}
    if any(not _stands(unit, position) for order in orders for unit in _units(order.action)):
        return True
    helped = {(term.helped, term.origin) for term in terms if isinstance(term, Hlp) and term.origin is not None}
    if helped - {(unit.power, unit.province) for unit in position.units}:
        return True
    asked = orders - {term.item for term in terms if isinstance(term, Not)}
    busy = Counter(unit for order in asked for unit in _units(order.action)[:1])
    return any(count > 1 for count in busy.values())


def _units(action: object) -> tuple[Unit, ...]:
    match action:
        case Wve() | Bld():
            return ()
        case Sup(unit, helped):
            return unit, helped.unit
        case Cvy(unit, army, _):
            return unit, army
        case _:
            return (action.unit,)  # type: ignore[attr-defined]


def _stands(unit: Unit, position: Position) -> bool:
    """True if the unit exists, dislodged ones included.

    Its coast may be wrong.
    """
    wanted = board_unit(unit)
    standing = (*position.units, *(each.unit for each in position.dislodged))
    return any((one.power, one.kind, one.province) == (wanted.power, wanted.kind, wanted.province) for one in standing)
