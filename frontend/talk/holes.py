"""Find gaps in a text: which unit helps, which army is meant.

Only fillings that make the text one clear reading are offered.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from adjudication.board import STANDARD, province_of
from adjudication.position import Position, Unit
from adjudication.powers import as_power
from adjudication.rulebook import Rulebook
from frontend.wire.talk import Filler, Hole
from negotiation.diplomacy import Ent, Hlp, order_of
from negotiation.english.context import Context
from negotiation.heard import Heard
from negotiation.levels import subterms
from negotiation.understanding import understand
from negotiation.unnamed import keeping_actions
from negotiation.words.entities import Place, Spotted, Token, UnitRef
from negotiation.words.spotting import spot

__all__ = ["holes_in"]

_MOST: Final = 5
_KINDS: Final = {"A": "army", "F": "fleet"}


def holes_in(heard: Heard, context: Context, rulebook: Rulebook) -> list[Hole]:
    """The holes of a text, the first of each kind, each with two fillers or more."""
    text, position = heard.text, context.position
    if position is None:
        return []
    seen = spot(text, position.phase)
    found: list[Hole] = []
    for question, ways_to_fill in (
        ("With which unit?", _helping(seen, heard, position, rulebook)),
        ("Which unit?", _meant(text, seen, context, position)),
    ):
        fillers = [_filler(unit, filled) for unit, filled in ways_to_fill if understand(filled, context).said]
        if len(fillers) > 1:
            found.append({"question": question, "fillers": fillers})
    return found


def _filler(unit: Unit, text: str) -> Filler:
    name = STANDARD.provinces[unit.province].name
    return {"label": name, "text": text, "place": unit.province, "power": unit.power}


def _helping(seen: Spotted, heard: Heard, position: Position, rulebook: Rulebook) -> Iterator[tuple[Unit, str]]:
    """The units that could do what is promised or asked without naming one: said after the place."""
    best = heard.readings[0].said if heard.readings else ()
    for part in (part for said in best for part in subterms(said)):
        if isinstance(part, Hlp | Ent):
            places = [token for token in seen.tokens if _province(seen, token) == part.province]
            orders = [order_of(action)[1] for action in keeping_actions(part, position, rulebook)]
            units = dict.fromkeys(province_of(getattr(order, "region", "")) for order in orders)
            if len(places) == 1 and 1 < len(units) <= _MOST:
                yield from _after(heard.text, places[0], [position.unit_at(province) for province in units])
            return


def _after(text: str, token: Token, units: Sequence[Unit | None]) -> Iterator[tuple[Unit, str]]:
    for unit in units:
        if unit is not None:
            name = STANDARD.provinces[unit.province].name
            yield unit, f"{text[: token.end]} from {name}{text[token.end :]}"


def _meant(text: str, seen: Spotted, context: Context, position: Position) -> Iterator[tuple[Unit, str]]:
    """The units that `your army` may be, where it may be several."""
    for token in seen.tokens:
        value = seen.entities.get(token.sym)
        if isinstance(value, UnitRef) and value.place is None and value.kind:
            owners = {"me": (context.speaker,), "you": context.hearers}.get(value.owner, ())
            units = [unit for unit in position.units if unit.power in map(as_power, owners) and unit.kind == value.kind]
            if 1 < len(units) <= _MOST:
                for unit in units:
                    name = STANDARD.provinces[unit.province].name
                    yield unit, f"{text[: token.end]} in {name}{text[token.end :]}"
            return


def _province(seen: Spotted, token: Token) -> str:
    value = seen.entities.get(token.sym)
    return value.province if isinstance(value, Place) else ""
