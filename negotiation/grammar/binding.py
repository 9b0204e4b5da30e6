"""`it` and `there` in what was said, put in their places: from the text, from what was said before."""

from collections.abc import Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeAlias

from adjudication.powers import POWERS
from negotiation.diplomacy import Cvy, Mto, Sup
from negotiation.english.context import Context
from negotiation.grammar.reading import Item, Sentence
from negotiation.grammar.saying import IT, THERE, Clause, Deal
from negotiation.grounding.bodies import Centers, Orders
from negotiation.grounding.ground import Convoy, Move, Support
from negotiation.words.entities import Place, Spotted, UnitRef

__all__ = ["resolved"]

_IS_DONE = repr(Move(IT, THERE))

_Moved: TypeAlias = tuple[UnitRef, Place]
"""A unit and its goal."""


def resolved(item: Item, sentence: Sentence, seen: Spotted, context: Context, before: Sequence[Any] = ()) -> Any:
    """Resolve `it`, `there` and `them`; None if their reference is unknown.

    before: what was said earlier in the same message.
    """
    shown = repr(item.value)
    if context.open_deals and _IS_DONE in shown and _said(before) is None:
        return None  # `I will do that` is a yes.
    value = _peopled(item.value, seen, context) if "'they'" in shown else item.value
    if "there" not in shown:
        return value
    begin, end = sentence.tokens[item.start].start, sentence.tokens[item.end - 1].end
    said = _said(before) or (_said([item.value]) if isinstance(item.value, Deal) else None)
    place = (
        (said[1] if said is not None else None)
        or _last_place(seen, 0, begin)
        or (Place(context.place) if context.place else None)
        or _last_place(seen, begin, end)
    )
    spoken = (_moved(action) for action in context.spoken)
    move = said or next((one for one in spoken if one is not None), None)
    found = _replaced(value, place, move)
    return None if "'there'" in repr(found) else found


def _said(before: Sequence[Any]) -> _Moved | None:
    """The move that was said last."""
    for value in reversed(before):
        clauses = [*value.first, *value.then] if isinstance(value, Deal) else [value]
        for clause in reversed(clauses):
            for deed in reversed(clause.deeds if isinstance(clause, Clause) else ()):
                sketch = deed.body.sketch if isinstance(deed.body, Orders) else None
                if isinstance(sketch, Support) and sketch.target not in (None, THERE) and sketch.helped != IT:
                    return sketch.helped, sketch.target
                if isinstance(sketch, Move) and sketch.target != THERE:
                    owner = clause.subject if clause.subject in ("me", "you") else ""
                    return sketch.unit or UnitRef(owner), sketch.target
                if isinstance(deed.body, Centers) and clause.subject in ("me", "you"):
                    shares = deed.body.shares
                    if len(shares) == 1 and shares[0][0] == "" and len(shares[0][1]) == 1 and shares[0][1][0] != THERE:
                        return UnitRef(clause.subject), shares[0][1][0]
    return None


def _peopled(value: Any, seen: Spotted, context: Context) -> Any:
    """The value with several powers for `them`, where the text names several."""
    present = {context.speaker, *context.hearers}
    named = tuple(dict.fromkeys(one for one in seen.entities.values() if one in POWERS and one not in present))
    return _for_them(value, named) if len(named) > 1 else value


def _for_them(value: Any, named: tuple[Any, ...]) -> Any:
    if value == ("they",):
        return named
    if isinstance(value, tuple):
        return tuple(_for_them(one, named) for one in value)
    if is_dataclass(value) and not isinstance(value, type):
        return type(value)(**{one.name: _for_them(getattr(value, one.name), named) for one in fields(value)})
    return value


def _last_place(seen: Spotted, begin: int, end: int) -> Place | None:
    """The place named last between two offsets of the text."""
    named = [seen.entities.get(token.sym) for token in seen.tokens if begin <= token.start < end]
    places = [one.place if isinstance(one, UnitRef) else one for one in named]
    return next((one for one in reversed(places) if isinstance(one, Place)), None)


def _moved(action: object) -> _Moved | None:
    """Unit an order moves, and its destination."""
    if isinstance(action, Sup):
        return _moved(action.action)
    if isinstance(action, Cvy):
        return UnitRef("", "", Place(action.army.region.province)), Place(action.region.province)
    if isinstance(action, Mto):
        return UnitRef("", "", Place(action.unit.region.province)), Place(action.region.province)
    return None


def _replaced(value: Any, place: Place | None, move: _Moved | None) -> Any:
    """The value with `THERE` as the place and `IT` as what moves; None where these are not known."""
    if value == THERE:
        return place
    if isinstance(value, Orders):
        bound = _bound(value, move, place)
        if bound is not value:
            return bound
    if isinstance(value, tuple):
        made = tuple(_replaced(one, place, move) for one in value)
        return None if any(one is None and old is not None for one, old in zip(made, value, strict=True)) else made
    if is_dataclass(value) and not isinstance(value, type):
        changes = {}
        for one in fields(value):
            old = getattr(value, one.name)
            new = _replaced(old, place, move)
            if new is None and old is not None:
                return None
            changes[one.name] = new
        return type(value)(**changes)
    return value


def _bound(orders: Orders, move: _Moved | None, place: Place | None) -> Orders | None:
    """Orders about `it`, as those about the unit that moves; None where none does; others as they are."""
    sketch = orders.sketch
    supports = isinstance(sketch, Support) and sketch.helped == IT and sketch.target is None
    carries = isinstance(sketch, Convoy) and sketch.army == IT and sketch.target == THERE
    repeats = isinstance(sketch, Move) and sketch.target == THERE and sketch.unit in (None, IT)
    if not (supports or carries or repeats):
        return orders
    if isinstance(sketch, Support) and supports and place is not None and (sketch.held or move is None):
        stays = [
            replace(one, helped=UnitRef("", "", place)) for one in (sketch, *orders.extra) if isinstance(one, Support)
        ]
        return Orders(stays[0], tuple(stays[1:]))
    if move is None:
        return orders if repeats else None
    unit, target = move
    match sketch:
        case Support():
            made = [Support(getattr(one, "helper", None), unit, target) for one in (sketch, *orders.extra)]
            return Orders(made[0], tuple(made[1:]))
        case Convoy():
            return Orders(Convoy(sketch.fleet, unit, target))
        case _:
            return Orders(Move(unit, target))
