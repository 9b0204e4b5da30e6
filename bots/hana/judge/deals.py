"""Deals of two powers: what a negotiation option (thesis, definition 11) is in Diplomacy, and how it is put into L.

A joint plan holds more than two powers would talk about. `exchange` cuts out of it what concerns both: help for each
other first, then moves into provinces that both could reach.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from adjudication.batch import decode_order
from adjudication.board import STANDARD, Province
from adjudication.encoding import (
    CONVOY,
    MOVE,
    OTHER_SHIFT,
    PART,
    PROVINCE_AT,
    REGIONS,
    SUPPORT_HOLD,
    SUPPORT_MOVE,
    TARGET_SHIFT,
    VERB,
)
from adjudication.facts import next_to
from adjudication.phase import Phase
from adjudication.position import Position
from adjudication.powers import Power
from bots.hana.judge.reach import places_of, reach_of
from bots.hana.search.problem import Movement
from bots.view import Agreement
from negotiation.diplomacy import Aly, Cvy, Dmz, Drw, Ent, Hlp, Mto, Pce, Scd, Slo, Sup, action_of
from negotiation.sense import MOST_PARTS, Part, parts_of
from negotiation.terms import Agree, And, Commit, Commits, Deal, Do, Formula, Not, both, group
from negotiation.unnamed import doer_of

__all__ = [
    "DealOption",
    "Kind",
    "aligned",
    "alliance",
    "asks_no_more",
    "bounced",
    "bound_by",
    "division",
    "exchange",
    "fitting",
    "kind_of",
    "merged",
    "orders_deal",
    "peace",
    "promise",
    "target_of",
    "tellable",
    "without",
    "zone",
]

Kind: TypeAlias = Literal["peace", "alliance", "orders", "zone", "division", "other"]


@dataclass(frozen=True, slots=True)
class DealOption:
    """A deal between a power and one partner.

    among: all others it is made with, when there are more. brings: what the joint plan it was cut out of brings the
    two, in centers; None when nobody looked.
    """

    me: Power
    partner: Power
    deal: Deal
    kind: Kind = "other"
    brings: tuple[float, float] | None = None
    among: tuple[Power, ...] = ()

    def agreement(self, phase: Phase) -> Agreement:
        """The deal as it would be in force."""
        return Agreement(phase, group((self.me, self.partner, *self.among)), self.deal)  # type: ignore[arg-type]


def peace(me: Power, partner: Power) -> DealOption:
    """Neither attacks the other, for as long as it lasts."""
    return DealOption(me, partner, Agree((me, partner), Pce((me, partner))), "peace")


def alliance(me: Power, partner: Power, enemy: Power) -> DealOption:
    """Peace, and no help for the enemy."""
    return DealOption(me, partner, Agree((me, partner), Aly((me, partner), (enemy,))), "alliance")


def zone(me: Power, partner: Power, provinces: Sequence[Province]) -> DealOption:
    """Both keep out of the provinces."""
    return DealOption(me, partner, Agree((me, partner), Dmz((me, partner), tuple(provinces))), "zone")


def division(me: Power, partner: Power, mine: Sequence[Province], theirs: Sequence[Province]) -> DealOption:
    """Deal that divides centers between two powers."""
    content = both(Scd(power, tuple(found)) for power, found in ((me, mine), (partner, theirs)) if found)
    return DealOption(me, partner, Agree((me, partner), content), "division")


def orders_deal(
    phase: Movement,
    me: Power,
    partner: Power,
    orders: Mapping[int, int],
    brings: tuple[float, float] | None = None,
) -> DealOption | None:
    """Each promises the other its orders among these (code by column).

    None when there are none.
    """
    commits = tuple(
        _commit(phase, giver, taker, found)
        for giver, taker in ((me, partner), (partner, me))
        if (found := {column: code for column, code in orders.items() if phase.position.units[column].power == giver})
    )
    return DealOption(me, partner, Commits(commits), "orders", brings) if commits else None


def promise(phase: Movement, me: Power, partner: Power, orders: Mapping[int, int]) -> Commits:
    """Promise of the power's own orders, asking for nothing."""
    return Commits((_commit(phase, me, partner, orders),))


def _commit(phase: Movement, giver: Power, taker: Power, orders: Mapping[int, int]) -> Commit:
    done = [Do(action_of(giver, decode_order(orders[column]), phase.position)) for column in sorted(orders)]
    return Commit(giver, (taker,), both(done))


# ── cutting ─────────────────────────────────────────────────────────────────────────────────────


def exchange(phase: Movement, orders: Mapping[int, int], me: Power, partner: Power) -> dict[int, int]:
    """The orders of a joint plan that concern both powers: as many as one sentence holds, those that matter most first.

    Help across the two comes first, together with what is helped; then moves into provinces both could reach; last,
    what other units near the partner's do: in turn, one of either side. Nobody asks for or offers a move that only
    menaces the other one, nor orders of one side alone: then there is none.
    """
    position = phase.position
    useful = fitting(phase, orders)
    pair = {column: code for column, code in useful.items() if position.units[column].power in {me, partner}}
    shared = reach_of(phase.position, me) & reach_of(phase.position, partner)
    place = {position.units[column].province: column for column in pair}
    helping: list[int] = []
    ranked: list[tuple[int, int, int]] = []
    for power in (me, partner):
        own: list[tuple[int, int]] = []
        for column, code in ((column, code) for column, code in pair.items() if position.units[column].power == power):
            helped = place.get(_ward(code)) if code & VERB in _HELP else None
            if helped is not None and position.units[helped].power != power:
                helping.append(column)
            elif _menaces(position, partner if power == me else me, code):
                continue
            elif code & VERB == MOVE and target_of(code) in shared:
                own.append((1, column))
            elif position.units[column].province in shared:
                own.append((2, column))
        ranked += [(rank, turn, column) for turn, (rank, column) in enumerate(sorted(own))]
    found = tellable(phase, pair, [*sorted(helping), *(column for _, _, column in sorted(ranked))])
    return found if len({position.units[column].power for column in found}) > 1 else {}


def _menaces(position: Position, power: Power, code: int) -> bool:
    """True if a move only threatens what a power holds.

    It ends beside that, takes no center, and none of its own stood there before.
    """
    place = target_of(code) if code & VERB == MOVE else None
    if place is None or (place in STANDARD.centers and place not in places_of(position, power)):
        return False
    standing = position.unit_at(place)
    if standing is not None and standing.power != power:
        return False
    return not next_to(place).isdisjoint(places_of(position, power))


def tellable(phase: Movement, orders: Mapping[int, int], ranked: Iterable[int]) -> dict[int, int]:
    """The first of these orders, as many as one sentence holds; help with the order it is for, or not at all."""
    orders = aligned(phase, orders)
    place = {phase.position.units[column].province: column for column in orders}
    chosen: dict[int, int] = {}
    for column in ranked:
        bundle = [column]
        while orders[bundle[-1]] & VERB in _HELP and (helped := place.get(_ward(orders[bundle[-1]]))) is not None:
            if helped in bundle:
                break
            bundle.append(helped)
        explained = orders[bundle[-1]] & VERB not in _HELP
        if explained and len({*chosen, *bundle}) <= MOST_PARTS:
            chosen |= {each: orders[each] for each in bundle}
    return chosen


def fitting(phase: Movement, orders: Mapping[int, int], friend: Power | None = None) -> dict[int, int]:
    """The orders without help that helps nobody: for a unit that is given another order here, or for one that is given
    none, unless it is the friend's."""
    orders, units = aligned(phase, orders), phase.position.units
    place = {units[column].province: column for column in orders}
    friendly = {unit.province for unit in units if unit.power == friend}

    def fits(code: int) -> bool:
        verb, ward = code & VERB, _ward(code)
        if verb not in _HELP or ward not in place:
            return verb not in _HELP or ward in friendly
        helped = orders[place[ward]]
        moves = helped & VERB == MOVE
        return not moves if verb == SUPPORT_HOLD else moves and target_of(helped) == target_of(code)

    return {column: code for column, code in orders.items() if fits(code)}


def aligned(phase: Movement, orders: Mapping[int, int]) -> dict[int, int]:
    """The orders, code by column, with support into a province given for the very coast that is gone to."""
    place = {phase.position.units[column].province: column for column in orders}
    found = dict(orders)
    for column, code in orders.items():
        helped = orders.get(place.get(_ward(code), -1)) if code & VERB == SUPPORT_MOVE else None
        if helped is None or helped & VERB != MOVE or target_of(helped) != target_of(code):
            continue
        fit = (code & ~(PART << TARGET_SHIFT)) | (helped & PART << TARGET_SHIFT)
        if fit != code and fit in phase.legal.of(column):
            found[column] = fit
    return found


_HELP: Final = (SUPPORT_HOLD, SUPPORT_MOVE, CONVOY)


def _ward(code: int) -> Province:
    return REGIONS[int(PROVINCE_AT[code >> OTHER_SHIFT & PART])]


def target_of(code: int) -> Province:
    """The province a move, or help for one, goes to; of other orders it says nothing."""
    return REGIONS[int(PROVINCE_AT[code >> TARGET_SHIFT & PART])]


# ── parts ───────────────────────────────────────────────────────────────────────────────────────


def without(deal: Deal, index: int) -> Deal | None:
    """The deal without one of its parts, as `negotiation.sense.parts_of` numbers them.

    None when nothing is left.
    """
    if isinstance(deal, Agree):
        rest = [content for number, content in enumerate(_split(deal.content)) if number != index]
        return Agree(deal.agents, both(rest), deal.time) if rest else None
    kept: list[Commit] = []
    number = 0
    for commit in deal.items:
        contents = []
        for content in _split(commit.content):
            if number != index:
                contents.append(content)
            number += 1
        if contents:
            kept.append(Commit(commit.agent, commit.to, both(contents), commit.time))
    return Commits(tuple(kept)) if kept else None


def merged(one: Deal, other: Deal) -> Commits | None:
    """Two exchanges of orders as one, each giver's promises together.

    None for agreements, and when a unit would have to do two things.
    """
    if not (isinstance(one, Commits) and isinstance(other, Commits)):
        return None
    contents: dict[tuple[str, tuple[str, ...]], dict[Formula, None]] = {}
    for commit in (*one.items, *other.items):
        contents.setdefault((commit.agent, commit.to), {}).update(dict.fromkeys(_split(commit.content)))
    found = [content for each in contents.values() for content in each]
    busy = Counter(getattr(content.action, "unit", None) for content in found if isinstance(content, Do))
    if any(count > 1 for count in busy.values()):
        return None
    return Commits(tuple(Commit(agent, to, both(each)) for (agent, to), each in contents.items()))


def kind_of(deal: Deal) -> Kind:
    """Kind of a deal."""
    if isinstance(deal, Commits):
        return "orders" if all(isinstance(part.content, _ORDERS) for part in parts_of(deal)) else "other"
    contents = tuple(_split(deal.content))
    for known, kind in _KINDS.items():
        if all(isinstance(content, known) for content in contents):
            return kind
    return "other"


_ORDERS: Final = (Do, Hlp, Ent)
_KINDS: Final[Mapping[type | tuple[type, ...], Kind]] = {
    Pce: "peace",
    Aly: "alliance",
    Dmz: "zone",
    Scd: "division",
    _ORDERS: "orders",
}


def asks_no_more(offer: DealOption) -> bool:
    """True if a deal binds the power no more than its partner.

    A pact against others binds both more than it says."""
    parts = parts_of(offer.deal)
    if any(isinstance(part.content, Aly | Drw | Slo) for part in parts):
        return False
    if any(part.time is not None and isinstance(part.content, _ORDERS) for part in parts):  # later it may be dear
        return False
    helps = [bound_by(part) for part in parts if _is_help(part.content)]
    bound = [bound_by(part) for part in parts]
    return all(each.count(offer.me) <= each.count(offer.partner) for each in (helps, bound))


def _is_help(content: Formula) -> bool:
    """True if a unit helps one of another power."""
    if isinstance(content, Hlp):
        return True
    action = content.action if isinstance(content, Do) else None
    helped = action.army if isinstance(action, Cvy) else action.action.unit if isinstance(action, Sup) else None
    return helped is not None and helped.power != doer_of(content)


def bound_by(part: Part) -> Power | None:
    """Power that a part binds; None if it binds both."""
    if part.agent is not None:
        return part.agent
    content = part.content.item if isinstance(part.content, Not) else part.content
    if isinstance(content, Scd):  # the others leave it to him
        powers = tuple(power for power in part.to if power != content.power)
    else:
        doer = doer_of(content)
        powers = content.powers if isinstance(content, Dmz) else (doer,) if doer is not None else ()
    return powers[0] if len(powers) == 1 else None


def bounced(deal: Deal) -> Province | None:
    """Place where a deal lets two powers bounce, and no more."""
    moves = [content.action for part in parts_of(deal) if isinstance(content := part.content, Do)]
    goals = {move.region.province for move in moves if isinstance(move, Mto)}
    powers = {move.unit.power for move in moves if isinstance(move, Mto)}
    both_go = len(goals) == 1 and len(powers) == len(moves) == len(parts_of(deal)) > 1
    return next(iter(goals)) if both_go else None


def _split(content: Formula) -> Iterator[Formula]:
    items: Iterable[Formula] = content.items if isinstance(content, And) else (content,)
    yield from items
