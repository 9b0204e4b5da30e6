"""Press in L, as far as L has words for it.

Insisting (INS) is proposing in L. Levels 10 to 60, times, suggestions and apologies can be said; conditions, favors and
forwarding cannot. The other way: `daide.press`.
"""

from collections.abc import Iterable, Sequence
from typing import Final, cast

from adjudication.board import STANDARD, province_of
from adjudication.powers import Power
from daide.positions import phase_in, place_in, unit_in
from daide.press import Unsayable
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

__all__ = ["UNDERSTOOD", "readings_of"]

UNDERSTOOD: Final = (
    *("PRP", "PCE", "ALY", "VSS", "DRW", "SLO", "NOT", "YES", "REJ", "BWX", "CCL", "FCT", "XDO", "DMZ", "AND", "ORR"),
    *("SCD", "OCC", "INS", "QRY", "THK", "IDK", "SUG", "WHT", "SRY", "FOR"),
)
"""Tokens of press that can be said in L: what TRY tells."""


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
    """A unit named in full.

    Raises Unsayable where no such unit can stand.
    """
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
    """A power and its centers.

    Raises Unsayable for UNO, and for a province that is no center.
    """
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
