"""Press in L and L in press, as far as possible.

`readings_of` tells what a press message may mean in L, the likeliest first; `press_of` says an utterance of L as
press. What neither can say raises Unsayable. Insisting (INS) is proposing in L; the rest of level 10 to 60, times,
suggestions and apologies go both ways, what hangs on a condition, favors and forwarding do not.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Final, cast

from adjudication.board import STANDARD, province_of
from adjudication.orders import Move
from adjudication.position import Position
from adjudication.powers import Power
from daide.orders import sea_way
from daide.positions import phase_in, place_in, place_tree, unit_in, unit_tree
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
    actor_of,
    board_region,
    board_unit,
    region_of,
    turn_of,
    unit_of,
)
from negotiation.terms import (
    Accept,
    Agree,
    And,
    Answer,
    Belief,
    Commit,
    Commits,
    Courtesy,
    Deal,
    Desire,
    Do,
    Formula,
    Group,
    Inform,
    Manner,
    Not,
    Propose,
    Query,
    Reject,
    Unknown,
    Utterance,
    Variable,
    Which,
    Withdraw,
    both,
    group,
)

__all__ = ["UNDERSTOOD", "Unsayable", "press_of", "readings_of"]

UNDERSTOOD: Final = (
    *("PRP", "PCE", "ALY", "VSS", "DRW", "SLO", "NOT", "YES", "REJ", "BWX", "CCL", "FCT", "XDO", "DMZ", "AND", "ORR"),
    *("SCD", "OCC", "INS", "QRY", "THK", "IDK", "SUG", "WHT", "SRY", "FOR"),
)
"""Tokens of press that can be said in L: what TRY tells."""


class Unsayable(ValueError):  # noqa: N818 - named after what was given
    """Something that the other language has no words for.

    `token`: the first one that cannot be said, or "".
    """

    def __init__(self, token: str = "") -> None:
        super().__init__(f"'{token}' cannot be said" if token else "this cannot be said")
        self.token = token


# ── from press to L ─────────────────────────────────────────────────────────────────────────────


def readings_of(press: Sequence[Tree], speaker: Power, hearers: Iterable[Power]) -> list[Utterance]:
    """Readings of a press message in L, the likeliest first.

    The answer to a proposal has one for each power that may have made it. The message must be one by the grammar.
    Raises Unsayable.
    """
    to = group(hearers)
    match press:
        case ("PRP" | "INS", tuple(arrangement)):
            return [Propose(speaker, to, _deal(arrangement, speaker, to))]
        case ("QRY", tuple(arrangement)):
            return [Query(speaker, to, _formula(arrangement))]
        case ("SUG", tuple(arrangement)):
            return [Inform(speaker, to, Desire(speaker, _formula(arrangement)))]
        case ("WHT", tuple(unit)):
            where = cast(Region, Variable("?r"))
            return [Query(speaker, to, Which(Variable("?r"), Do(Mto(_unit(unit), where))))]
        case ("CCL", ("PRP" | "INS", _)):
            return [Withdraw(speaker, to)]
        case ("FCT", ("QRY", tuple(asked))):
            return [Answer(speaker, to, _formula(asked))]
        case ("FCT", ("NAR" | "NOT", ("QRY", tuple(asked)))):
            return [Answer(speaker, to, Not(_formula(asked)))]
        case ("THK", ("QRY", tuple(asked))):
            return [Answer(speaker, to, Belief(speaker, _formula(asked)))]
        case ("THK", ("NAR" | "NOT", ("QRY", tuple(asked)))):
            return [Answer(speaker, to, Belief(speaker, Not(_formula(asked))))]
        case ("FCT", tuple(arrangement)):
            return [Inform(speaker, to, _formula(arrangement))]
        case ("THK", tuple(arrangement)):
            return [Inform(speaker, to, Belief(speaker, _formula(arrangement)))]
        case ("YES" | "REJ" | "BWX" | "IDK" | "SRY" as answer, tuple(statement)):
            return _answers(answer, statement, speaker, to)
        case (str(token), *_):
            raise Unsayable(token)
        case _:
            raise Unsayable


def _answers(answer: str, statement: Sequence[Tree], speaker: Power, to: Group) -> list[Utterance]:
    """The readings of an answer to a statement."""
    if answer == "BWX":
        return [Courtesy(speaker, to, Manner.EVADE)]
    if answer == "SRY":
        return [Courtesy(speaker, to, Manner.APOLOGISE)]
    match answer, statement:
        case "YES" | "REJ", ("PRP" | "INS", tuple(arrangement)):
            everybody = {speaker, *to}
            kind = Accept if answer == "YES" else Reject
            deals = [_deal(arrangement, cast(Power, proposer), group(everybody - {proposer})) for proposer in to]
            return [kind(speaker, to, deal) for deal in dict.fromkeys(deals)]
        case "YES", ("QRY", tuple(asked)):
            return [Answer(speaker, to, _formula(asked))]
        case "REJ", ("QRY", tuple(asked)):
            return [Answer(speaker, to, Not(_formula(asked)))]
        case "IDK", ("QRY", tuple(asked)):
            return [Answer(speaker, to, Unknown(speaker, _formula(asked)))]
        case "YES", ("SUG", tuple(wished)):
            return [Inform(speaker, to, Desire(speaker, _formula(wished)))]
        case "REJ", ("SUG", tuple(wished)):
            return [Inform(speaker, to, Not(Desire(speaker, _formula(wished))))]
        case _, (str(token), *_):
            raise Unsayable(token)
        case _:
            raise Unsayable(answer)


def _deal(arrangement: Sequence[Tree], speaker: Power, to: Group) -> Deal:
    """A proposal's deal.

    Commitments to orders of those who talk, or else an agreement on all of it.
    """
    everybody = {speaker, *to}
    time: Turn | None = None
    if arrangement[:1] == ("FOR",):
        time, arrangement = _time(arrangement[1]), cast(Sequence[Tree], arrangement[2])
    formula = _formula(arrangement)
    parts = formula.items if isinstance(formula, And) else (formula,)
    by_actor: dict[Power, list[Formula]] = {}
    for part in parts:
        actor = _actor(part)
        if actor is None or actor not in everybody:
            return Agree(group(everybody), formula, time)
        by_actor.setdefault(actor, []).append(part)
    return Commits(
        tuple(
            Commit(actor, to if actor == speaker else (speaker,), both(promised), time)
            for actor, promised in by_actor.items()
        )
    )


def _actor(part: Formula) -> Power | None:
    """The power whose order a part is; None for anything else."""
    match part:
        case Do(action):
            return actor_of(action)
        case Not(Do(action)):
            return actor_of(action)
        case _:
            return None


def _formula(arrangement: Sequence[Tree]) -> Formula:
    match arrangement:
        case ("PCE", tuple(powers)):
            return Pce(_powers(powers))
        case ("ALY", tuple(allies), "VSS", tuple(enemies)):
            return Aly(_powers(allies), _powers(enemies))
        case ("DRW",):
            return Drw()
        case ("DRW", tuple(powers)):
            return Drw(_powers(powers))
        case ("SLO", (str(power),)):
            return Slo(cast(Power, power))
        case ("DMZ", tuple(powers), tuple(provinces)):
            return Dmz(_powers(powers), cast(tuple[str, ...], provinces))
        case ("XDO", tuple(order)):
            return Do(_action(order))
        case ("FOR", turns, ("XDO", tuple(order))):
            return Do(_action(order), _time(turns))
        case ("NOT", tuple(inner)):
            return Not(_formula(inner))
        case ("AND", *parts):
            return And(tuple(_formula(cast(Sequence[Tree], part)) for part in parts))
        case ("ORR", *parts):
            return Not(And(tuple(Not(_formula(cast(Sequence[Tree], part))) for part in parts)))
        case ("SCD", *shares):
            return both(_share(each) for each in cast(list[tuple[str, ...]], shares))
        case ("OCC", *units):
            if any(isinstance(each, tuple) and "UNT" in each for each in units):
                raise Unsayable("UNT")
            return both(map(_unit, units))
        case (str(token), *_):
            raise Unsayable(token)
        case _:
            raise Unsayable


def _unit(tree: Tree) -> Unit:
    """A unit named in full. Raises Unsayable where no such unit can stand."""
    try:
        unit = unit_in(tree)
    except ValueError:
        raise Unsayable from None
    facts = STANDARD.provinces[province_of(unit.region)]
    places = (province_of(unit.region),) if facts.kind != "sea" else ()
    if unit.region not in (places if unit.kind == "A" else STANDARD.fleet_regions(province_of(unit.region))):
        raise Unsayable(province_of(unit.region))
    return unit_of(unit)


def _share(owner: tuple[str, ...]) -> Scd:
    """A power and its centers. Raises Unsayable for UNO, and for a province that is none."""
    power, *provinces = owner
    if power == "UNO":
        raise Unsayable(power)
    for province in provinces:
        if not STANDARD.provinces[province].is_center:
            raise Unsayable(province)
    return Scd(cast(Power, power), tuple(provinces))


def _powers(names: tuple[Tree, ...]) -> tuple[Power, ...]:
    return tuple(cast(Power, name) for name in names)


def _time(tree: Tree) -> Turn:
    """The turn that is meant; of a span its last one."""
    match tree:
        case (tuple(), tuple(last)):
            return turn_of(phase_in(last))
        case _:
            return turn_of(phase_in(tree))


def _action(order: Sequence[Tree]) -> Action:
    """An order of the strict grammar as an action of L.

    Raises Unsayable for a coast that no unit can be on.
    """
    if order[-1] == "WVE":
        return Wve(cast(Power, order[0]))
    try:
        return _action_of(_unit(order[0]), order)
    except (KeyError, ValueError):
        raise Unsayable("XDO") from None


def _action_of(unit: Unit, order: Sequence[Tree]) -> Action:
    kind = "A" if unit.region.type == "amy" else "F"
    match order[1:]:
        case ("HLD",):
            return Hld(unit)
        case ("MTO", to) | ("CTO", to, "VIA", _):
            return Mto(unit, region_of(kind, place_in(to)))
        case ("SUP", helped):
            return Sup(unit, Hld(_unit(helped)))
        case ("SUP", helped, "MTO", to):
            other = _unit(helped)
            return Sup(unit, Mto(other, region_of(board_unit(other).kind, place_in(to))))
        case ("CVY", army, "CTO", to):
            return Cvy(unit, _unit(army), Region(province_of(place_in(to)), "amy"))
        case ("RTO", to):
            return Rto(unit, region_of(kind, place_in(to)))
        case ("DSB",):
            return Dsb(unit)
        case ("BLD",):
            return Bld(unit)
        case ("REM",):
            return Rem(unit)
        case _:
            raise ValueError(f"{order} is no order")


# ── from L to press ─────────────────────────────────────────────────────────────────────────────


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
