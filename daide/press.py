"""L in press, as far as press has words for it.

The other way: `daide.readings`.
"""

from collections.abc import Sequence
from typing import Any, Final, cast

from adjudication.board import STANDARD
from adjudication.orders import Move
from adjudication.position import Position
from daide.orders import sea_way
from daide.positions import place_tree, unit_tree
from daide.tokens import Tree
from negotiation.diplomacy import (
    Action,
    Aly,
    Bld,
    Cvy,
    Dmz,
    Drw,
    Dsb,
    Hld,
    Mto,
    Pce,
    Region,
    Rem,
    Rto,
    Scd,
    Slo,
    Sup,
    Turn,
    Unit,
    Wve,
    board_region,
    board_unit,
)
from negotiation.terms import (
    Accept,
    Agree,
    And,
    Answer,
    Belief,
    Commit,
    Commits,
    Deal,
    Desire,
    Do,
    Formula,
    Inform,
    Not,
    Propose,
    Query,
    Reject,
    Unknown,
    Utterance,
    Variable,
    Which,
    both,
)

__all__ = ["Unsayable", "press_of"]


class Unsayable(ValueError):  # noqa: N818 - named after what was given
    """Something that the other language has no words for.

    `token`: the first one that cannot be said, or "".
    """

    def __init__(self, token: str = "") -> None:
        super().__init__(f"'{token}' cannot be said" if token else "this cannot be said")
        self.token = token


def press_of(said: Utterance, position: Position) -> tuple[Tree, ...]:
    """An utterance as press. Raises Unsayable.

    position: the board on which it is said, for the ways of convoys.
    """
    words = _Words(position)
    match said:
        case Propose(deal=deal):
            return ("PRP", words.deal(deal))
        case Accept(deal=deal):
            return ("YES", ("PRP", words.deal(deal)))
        case Reject(deal=deal):
            return ("REJ", ("PRP", words.deal(deal)))
        case Query(content=Which(_, Do(Mto(unit, Variable())))):
            return ("WHT", unit_tree(board_unit(unit)))
        case Query(content=content):
            return ("QRY", words.formula(content))
        case Answer(content=Belief(_, Not(content))):
            return ("THK", ("NAR", ("QRY", words.formula(content))))
        case Answer(content=Belief(_, content)):
            return ("THK", ("QRY", words.formula(content)))
        case Answer(content=Unknown(_, content)):
            return ("IDK", ("QRY", words.formula(content)))
        case Answer(content=Not(content)):
            return ("FCT", ("NAR", ("QRY", words.formula(content))))
        case Answer(content=content):
            return ("FCT", ("QRY", words.formula(content)))
        case Inform(content=Belief(_, content)):
            return ("THK", words.formula(content))
        case Inform(content=Desire(_, content)):
            return ("SUG", words.formula(content))
        case Inform(content=Not(Desire(_, content))):
            return ("REJ", ("SUG", words.formula(content)))
        case Inform(content=Commit(content=content) | Agree(content=content)):
            return ("FCT", words.formula(content))
        case Inform(content=Commits(items)):
            return ("FCT", words.several([item.content for item in items]))
        case Inform(content=content):
            return ("FCT", words.formula(content))
        case _:
            raise Unsayable(type(said).__name__)


class _Words:
    """Press words for terms of L.

    position: where convoys find their way.
    """

    def __init__(self, position: Position) -> None:
        self.position = position

    def deal(self, deal: Deal) -> tuple[Tree, ...]:
        times = {deal.time} if isinstance(deal, Agree) else {item.time for item in deal.items}
        contents = [deal.content] if isinstance(deal, Agree) else [item.content for item in deal.items]
        said = self.several(contents)
        if times == {None}:
            return said
        if len(times) > 1:
            raise Unsayable("FOR")
        return ("FOR", _turn(times.pop()), said)

    def several(self, formulas: Sequence[Formula]) -> tuple[Tree, ...]:
        return self.formula(both(formulas))

    def formula(self, formula: Formula) -> tuple[Tree, ...]:
        match formula:
            case Pce(powers):
                return ("PCE", powers)
            case Aly(powers, against) if against:
                return ("ALY", powers, "VSS", against)
            case Drw(()):
                return ("DRW",)
            case Drw(powers) if len(powers) > 1:
                return ("DRW", powers)
            case Slo(power):
                return ("SLO", (power,))
            case Dmz(powers, provinces):
                return ("DMZ", powers, provinces)
            case Scd(power, centers):
                return ("SCD", (power, *centers))
            case Unit():
                return ("OCC", unit_tree(board_unit(formula)))
            case Do(action, time):
                said: tuple[Tree, ...] = ("XDO", self.action(action))
                return said if time is None else ("FOR", _turn(time), said)
            case Not(And(items)) if all(isinstance(item, Not) for item in items):
                return ("ORR", *(self.formula(cast(Not, item).item) for item in items))
            case Not(item):
                return ("NOT", self.formula(item))
            case And(items) if all(isinstance(item, Scd) for item in items):
                return ("SCD", *((item.power, *item.centers) for item in cast(tuple[Scd, ...], items)))
            case And(items) if all(isinstance(item, Unit) for item in items):
                return ("OCC", *(unit_tree(board_unit(item)) for item in cast(tuple[Unit, ...], items)))
            case And(items):
                return ("AND", *map(self.formula, items))
            case Commit(_, _, content, None) | Agree(_, content, None):
                return self.formula(content)
            case _:
                raise Unsayable(type(formula).__name__)

    def action(self, action: Action | Any) -> tuple[Tree, ...]:
        """An action as an order; raises Unsayable without a named unit."""
        if isinstance(action, Wve):
            return (action.power, "WVE")
        if not hasattr(action, "unit") or isinstance(action.unit, Variable):
            raise Unsayable(type(action).__name__)
        unit = unit_tree(board_unit(action.unit))
        match action:
            case Hld():
                return (unit, "HLD")
            case Mto(mover, target):
                return self._move(mover, target)
            case Sup(_, Hld(helped)):
                return (unit, "SUP", unit_tree(board_unit(helped)))
            case Sup(_, Mto(helped, target)):
                return (unit, "SUP", unit_tree(board_unit(helped)), "MTO", target.province)
            case Cvy(_, army, target):
                return (unit, "CVY", unit_tree(board_unit(army)), "CTO", target.province)
            case Rto(_, target):
                return (unit, "RTO", place_tree(board_region(target)))
            case Dsb():
                return (unit, "DSB")
            case Bld():
                return (unit, "BLD")
            case Rem():
                return (unit, "REM")
            case _:
                raise Unsayable(type(action).__name__)

    def _move(self, mover: Unit, target: Region) -> tuple[Tree, ...]:
        unit, to = board_unit(mover), board_region(target)
        if unit.kind == "F" or to in STANDARD.army_borders.get(unit.region, ()):
            return (unit_tree(unit), "MTO", place_tree(to))
        way = sea_way(Move(unit.kind, unit.region, to), self.position)
        return (unit_tree(unit), "CTO", to, "VIA", way) if way else (unit_tree(unit), "MTO", to)


_TURNS: Final = {"spr": "SPR", "sum": "SUM", "fal": "FAL", "aut": "AUT", "win": "WIN"}


def _turn(time: object) -> Tree:
    if not isinstance(time, Turn):
        raise Unsayable("FOR")
    return (_TURNS[time.season], time.year)
