"""Marked lines about retreats, builds and removals, put together from `bench/lines/several.toml`.

The boards are those of `bench.task_success` with a unit thrown out, or with a winter in which homes are empty.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any, Final

from adjudication.board import STANDARD, Province, province_of
from adjudication.phase import Phase
from adjudication.position import Dislodged, Position, Unit, opening
from adjudication.powers import Power
from bench.made import Line
from bench.several import Desk, tables
from bench.task_success.boards import boards
from negotiation.diplomacy import Action, Bld, Dsb, Rem, Rto, Wve, region_of, unit_of
from negotiation.diplomacy import Unit as Piece
from negotiation.terms import Do, Formula, Not, Utterance

__all__ = ["adjusted"]

_SEED: Final = 29
_RETREATS: Final = 300
_BUILDS: Final = 330
_REMOVALS: Final = 130


def adjusted() -> Iterator[Line]:
    """All of them."""
    wordings = tables()["adjust"]
    rng = Random(_SEED)
    positions: tuple[Position, ...] = (opening(), *boards().values())
    for make, count in ((_retreat, _RETREATS), (_build, _BUILDS), (_removal, _REMOVALS)):
        made = 0
        while made < count:
            line = make(rng, rng.choice(positions), wordings)
            if line is not None:
                made += 1
                yield line


def _doer(desk: Desk) -> tuple[Power, str]:
    power = desk.rng.choice((desk.me, desk.you))
    return power, "me" if power == desk.me else "you"


def _told(desk: Desk, kind: str, text: str, parts: Sequence[tuple[Power, Formula]], *also: Any) -> Line:
    ways: list[tuple[Utterance, ...]] = desk.said(*parts)
    for other in also:
        ways += desk.said(*other)
    return desk.line(f"adjust {kind}", text, *ways)


# ── retreats ────────────────────────────────────────────────────────────────────────────────────


def _retreat(rng: Random, board: Position, wordings: Any) -> Line | None:
    """A unit that was thrown out retreats or is disbanded."""
    desk = Desk(rng, board)
    power, side = _doer(desk)
    unit = rng.choice(desk.units(power))
    after = _thrown_out(board, unit, rng)
    if after is None:
        return None
    desk.position = after
    names = {"u": desk.place(unit.province), "k": desk.kind(unit), **desk.sides(power)}
    (gone,) = after.dislodged
    retreats = gone.retreats
    action: Action
    if retreats and rng.random() < 0.7:
        region = rng.choice(retreats)
        names["p"] = desk.place(province_of(region))
        kind, action = "retreat", Rto(unit_of(unit), region_of(unit.kind, region))
    else:
        kind, action = "disband", Dsb(unit_of(unit))
    text = desk.pick(wordings, f"{kind}_{side}").format(**names)
    return _told(desk, kind, text, [(power, Do(action))])


def _thrown_out(board: Position, unit: Unit, rng: Random) -> Position | None:
    """The board after a neighbour's unit took the place of this one."""
    attackers = [
        one
        for one in board.units
        if one.power != unit.power
        and any(province_of(region) == unit.province for region in STANDARD.borders(one.kind)[one.region])
    ]
    if not attackers:
        return None
    attacker = rng.choice(attackers)
    regions = [one for one in STANDARD.borders(attacker.kind)[attacker.region] if province_of(one) == unit.province]
    moved = replace(attacker, region=regions[0])
    units = [one for one in board.units if one not in (unit, attacker)]
    taken = {one.province for one in (*units, moved, attacker)}
    around = STANDARD.borders(unit.kind)[unit.region]
    free = tuple(sorted(one for one in around if province_of(one) not in taken))
    phase = Phase(board.phase.season, board.phase.year, "R")
    gone = Dislodged(unit, attacker.province, free)
    return replace(board, phase=phase, units=(*units, moved), dislodged=(gone,))


# ── builds and removals ─────────────────────────────────────────────────────────────────────────


def _winter(board: Position, powers: Sequence[Power], rng: Random) -> Position:
    """The board in winter, most homes of these powers empty."""
    homes = {home: power for power in powers for home in STANDARD.homes[power]}
    emptied = {home for home in homes if rng.random() < 0.8}
    units = [
        one for one in board.units if one.province not in emptied and (one.province not in homes or one.power in powers)
    ]
    phase = Phase("W", board.phase.year, "A")
    return replace(board, phase=phase, units=tuple(units), centers={**board.centers, **homes})


def _build(rng: Random, board: Position, wordings: Any) -> Line | None:
    """Builds asked for, told, or asked not to be made."""
    desk = Desk(rng, board)
    power, side = _doer(desk)
    desk.position = _winter(board, (desk.me, desk.you), rng)
    free = [home for home in sorted(STANDARD.homes[power]) if desk.position.unit_at(home) is None]
    if rng.random() < 0.07:
        return _told(desk, "waive", desk.pick(wordings, f"waive_{side}"), [(power, Do(Wve(power)))])
    if not free:
        return None
    first, *rest = rng.sample(free, min(2, len(free)))
    one, names = _unit_in(desk, power, first, ("p", "k", "a"))
    form = rng.choice(("build", "build", "build", "nobuild", "nobuild", "builds", "instead"))
    other: Action | None = None
    if rest and form in ("builds", "instead"):
        other, more = _unit_in(desk, power, rest[0], ("q", "l", "b"))
        names |= more
    if form in ("nobuild", "instead") and side == "me":
        form = "builds" if other is not None else "build"
    if form in ("builds", "instead") and other is None:
        form = "build"
    text = desk.pick(wordings, f"{form}_{side}").format(**names)
    text = text.replace("no an ", "no ").replace("no a ", "no ")
    if form == "nobuild":
        return _told(desk, form, text, [(power, Not(Do(one)))])
    if form == "builds" and other is not None:
        return _told(desk, form, text, [(power, Do(one)), (power, Do(other))])
    if form == "instead" and other is not None:
        return _told(desk, form, text, [(power, Do(one))], [(power, Do(one)), (power, Not(Do(other)))])
    return _told(desk, form, text, [(power, Do(one))])


def _unit_in(desk: Desk, power: Power, home: Province, slots: tuple[str, str, str]) -> tuple[Action, dict[str, str]]:
    """A unit to build, with its names."""
    rng = desk.rng
    fleets = sorted(region for region in STANDARD.fleet_borders if province_of(region) == home)
    fleet = bool(fleets) and rng.random() < 0.5
    region = region_of("F", fleets[0]) if fleet else region_of("A", home)
    kind = rng.choice(("fleet", "fleet", "boat")) if fleet else "army"
    if desk.style == 2:
        kind = rng.choice((kind, "f" if fleet else "a"))
    article = "an" if kind == "army" else "a"
    place, short, long = slots
    named = f"{article} {kind}" if len(kind) > 1 else kind
    return Bld(Piece(power, region)), {place: desk.place(home), short: kind, long: named}


def _removal(rng: Random, board: Position, wordings: Any) -> Line | None:
    """A unit that its owner removes in winter."""
    desk = Desk(rng, board)
    power, side = _doer(desk)
    unit = rng.choice(desk.units(power))
    desk.position = replace(board, phase=Phase("W", board.phase.year, "A"))
    names = {"u": desk.place(unit.province), "k": desk.kind(unit), **desk.sides(power)}
    text = desk.pick(wordings, f"remove_{side}").format(**names)
    return _told(desk, "remove", text, [(power, Do(Rem(unit_of(unit))))])
