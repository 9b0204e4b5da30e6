"""Fit of strategies to suggestions, and the compilation of suggestions.

Source: Kraus, Lehmann, Ephrati (1989), section 6 and figure 6. A strategy fits if it has every Move, Hold, Support,
Convoy and Valid that is said, and none that is negated. For each Attack or Defend it has an order with that purpose, at
one of the places, of one of the powers, from one of the directions if there are any. Enter is treated as Attack. Leave
needs a Move or a Valid out of that place. Help needs an order of the helper that fits what it helps. What is said of
other turns, of agreements, or of characters needs no order.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from adjudication.board import STANDARD, Province, province_of
from adjudication.legality import refusal
from adjudication.options import legal_orders
from adjudication.orders import Convoy, Hold, Move, MovementOrder, Support
from adjudication.position import Position
from adjudication.powers import Power
from adjudication.rulebook import STANDARD_RULES, Rulebook
from bots.zoo.israeli.sentences import General, Help, Message, Negated, Ordered, Sentence
from bots.zoo.israeli.strategy import Act, Strategy, format_act, owner_of, purposed

__all__ = ["Compiled", "Hole", "compiled", "fits", "format_compiled"]


def fits(strategy: Strategy, sentences: Iterable[Sentence], position: Position) -> bool:
    """True if a strategy fits every sentence of a suggestion."""
    return all(_fits(strategy, sentence, position) for sentence in sentences)


def _fits(strategy: Strategy, sentence: Sentence, position: Position) -> bool:
    match sentence:
        case Ordered(_, order):
            return any(act.order == order for act in strategy.acts)
        case General():
            return any(_is_part(act, sentence, sentence.powers, position) for act in strategy.acts)
        case Help(power, General() as helped):
            return any(_is_part(act, helped, (power,), position, helps=True) for act in strategy.acts)
        case Negated(General("enter" | "attack", powers, places)):
            return not any(
                isinstance(act.order, Move)
                and province_of(act.order.target) in places
                and owner_of(act, position) in powers
                for act in strategy.acts
            )
        case Negated(Ordered() | General() | Help() as plain):
            return not _fits(strategy, plain, position)
        case _:
            return True


def _is_part(act: Act, said: General, powers: Sequence[Power], position: Position, *, helps: bool = False) -> bool:
    """True if an order does a part of an activity.

    helps: the directions are those of the helped units, not of this one.
    """
    if owner_of(act, position) not in powers:
        return False
    if said.activity == "leave":
        return isinstance(act.order, Move) and act.place in said.places
    purpose = "DEFEND" if said.activity == "defend" else "ATTACK"
    near = helps or not said.directions or act.place in said.directions
    return act.purpose == purpose and act.space in said.places and near


@dataclass(frozen=True, slots=True)
class Hole:
    """An activity that several orders could carry out.

    ways: sets of orders, each enough.
    """

    sentence: Sentence
    ways: tuple[tuple[MovementOrder, ...], ...]


@dataclass(frozen=True, slots=True)
class Compiled:
    """A suggestion in the format of a strategy.

    acts: orders that are certain, own ones first. holes: what is open. closed: places that a power is not to enter,
    from this suggestion and earlier agreements. possible: False if something in it cannot be ordered.
    """

    acts: tuple[Act, ...] = ()
    holes: tuple[Hole, ...] = ()
    closed: Mapping[Power, frozenset[Province]] = field(default_factory=dict)
    possible: bool = True

    def given(self, power: Power, position: Position) -> tuple[MovementOrder, ...]:
        """Certain orders of a power."""
        return tuple(act.order for act in self.acts if owner_of(act, position) == power)


def compiled(
    message: Message,
    position: Position,
    me: Power,
    closed: Mapping[Power, frozenset[Province]],
    rulebook: Rulebook = STANDARD_RULES,
) -> Compiled:
    """Compile a suggestion. closed: by earlier agreements."""
    allies = {message.speaker, *message.hearers}
    orders: list[MovementOrder] = []
    holes: list[Hole] = []
    shut = {power: set(places) for power, places in closed.items()}
    possible = True
    for sentence in message.sentences:
        match sentence:
            case Negated(General("enter" | "attack", powers, places)):
                for power in powers:
                    shut.setdefault(power, set()).update(places)
                continue
            case Ordered() | General() | Help():
                ways = tuple(dict.fromkeys(_ways(sentence, position, rulebook)))
            case _:
                continue
        if len(ways) == 1:
            orders += ways[0]
        elif ways:
            holes.append(Hole(sentence, ways))
        else:
            possible = False
    by_unit = {province_of(order.region): order for order in orders}
    possible = possible and all(by_unit[province_of(order.region)] == order for order in orders)
    acts = [purposed(order, position, allies) for order in by_unit.values()]
    acts.sort(key=lambda act: owner_of(act, position) != me)
    return Compiled(tuple(acts), tuple(holes), {power: frozenset(each) for power, each in shut.items()}, possible)


def format_compiled(found: Compiled) -> str:
    """Certain orders and places not to enter, as in figure 6."""
    places = sorted({STANDARD.provinces[place].name for each in found.closed.values() for place in each}, reverse=True)
    lines = [f"({' '.join(map(format_act, found.acts))})"]
    if places:
        lines.append(f"({', '.join(places)})")
    return "\n".join(lines)


def _ways(sentence: Sentence, position: Position, rulebook: Rulebook) -> Iterator[tuple[MovementOrder, ...]]:
    """Sets of orders that carry out a sentence.

    A help to enter has both the move and the support.
    """
    match sentence:
        case Ordered(power, (Hold() | Move() | Support() | Convoy()) as order):
            if refusal(position, power, order, rulebook) is None:
                yield (order,)
        case General("enter" | "attack", powers, places, directions):
            yield from ((move,) for move in _moves(powers, places, directions, position, rulebook))
        case General("leave", powers, places):
            for power in powers:
                for order in _legal(position, power, rulebook):
                    if isinstance(order, Move) and province_of(order.region) in places:
                        yield (order,)
        case General("defend", powers, places, directions):
            for power in powers:
                for order in _legal(position, power, rulebook):
                    stays = isinstance(order, Hold) or (isinstance(order, Support) and order.target is None)
                    act = purposed(order, position, (power,))
                    near = not directions or act.place in directions
                    if stays and near and act.space in places:
                        yield (order,)
        case Help(power, General("enter" | "attack", helped, places, directions)):
            moves = set(_moves(helped, places, directions, position, rulebook))
            for order in _legal(position, power, rulebook):
                if isinstance(order, Support) and order.target is not None:
                    move = Move(order.supported_kind, order.supported, order.target)
                    if move in moves:
                        yield (order, move)
        case Help(power, General("defend", helped, places)):
            for order in _legal(position, power, rulebook):
                if isinstance(order, Support) and order.target is None and province_of(order.supported) in places:
                    unit = position.unit_at(province_of(order.supported))
                    if unit is not None and unit.power in helped:
                        yield (order,)


def _moves(
    powers: Sequence[Power],
    places: Sequence[Province],
    directions: Sequence[Province],
    position: Position,
    rulebook: Rulebook,
) -> Iterator[Move]:
    """Steps of these powers into the places; none by sea."""
    for power in powers:
        for order in _legal(position, power, rulebook):
            if not isinstance(order, Move) or order.via or province_of(order.target) not in places:
                continue
            near = not directions or province_of(order.region) in directions
            if near and order.target in STANDARD.borders(order.kind)[order.region]:
                yield order


def _legal(position: Position, power: Power, rulebook: Rulebook) -> Iterator[MovementOrder]:
    for orders in legal_orders(position, power, rulebook).values():
        for order in orders:
            if isinstance(order, MovementOrder):
                yield order
