"""Marked lines about centers for either side (`bench/lines/shares.toml`).

Listed, tied to a condition, or changed when they are on the table; with a seed of their own.
"""

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Final

from adjudication.board import STANDARD, province_of
from adjudication.position import Position, Unit, opening
from adjudication.powers import POWERS
from bench.acts import Act, Tables, Writer
from bench.made import Line
from bench.several import Desk
from bench.several import tables as lists
from bench.task_success.boards import boards
from bench.task_success.scene import NothingFitsError, Scene
from negotiation.diplomacy import Aly, Dmz, Hld, Mto, Pce, Scd
from negotiation.terms import Agree, And, Do, Formula, Propose, both

__all__ = ["shares"]

_HERE: Final = Path(__file__).parent / "lines"
_SEED: Final = 53
_EACH: Final[Mapping[str, int]] = {"grouped": 240, "sharing": 360, "sides": 260}


def shares() -> Iterator[Line]:
    """All of them."""
    acts = tomllib.loads((_HERE / "bargains.toml").read_text("utf-8"))
    tables: Tables = {**acts, **lists(), **tomllib.loads((_HERE / "shares.toml").read_text("utf-8"))}
    makers: Mapping[str, Callable[[Random, Position, Tables], Line | None]] = {
        "grouped": _grouped,
        "sharing": _sharing,
        "sides": _sides,
    }
    rng = Random(_SEED)
    positions: tuple[Position, ...] = (opening(), *boards().values())
    for kind, count in _EACH.items():
        made = 0
        while made < count:
            try:
                line = makers[kind](rng, rng.choice(positions), tables)
            except NothingFitsError:
                continue
            if line is not None:
                made += 1
                yield line


def _grouped(rng: Random, position: Position, wordings: Tables) -> Line | None:
    """Several centers for each side, with a zone or a pact beside."""
    desk, table = Desk(rng, position), wordings["grouped"]
    near = list(
        dict.fromkeys(province_of(to) for power in desk.pair for unit in desk.units(power) for to in _beside(unit))
    )
    rng.shuffle(near)
    centers = [place for place in near if place in STANDARD.centers]
    counts = {"mine": rng.choice((1, 2, 2, 3)), "yours": rng.choice((1, 2, 2, 3)), "zone": rng.choice((0, 0, 1, 2))}
    groups: dict[str, tuple[str, ...]] = {}
    for kind, count in counts.items():
        taken = {place for places in groups.values() for place in places}
        free = [place for place in (near if kind == "zone" else centers) if place not in taken][:count]
        if len(free) < count:
            return None
        groups[kind] = tuple(free)
    contents: Mapping[str, Formula] = {
        "mine": Scd(desk.me, groups["mine"]),
        "yours": Scd(desk.you, groups["yours"]),
        "zone": Dmz(desk.pair, groups["zone"]),
    }
    inner = desk.pick(table, "inner")
    texts: list[str] = []
    parts = [contents["mine"], contents["yours"], *([contents["zone"]] if groups["zone"] else [])]
    for kind in rng.sample(["mine", "yours"], 2) + (["zone"] if groups["zone"] else []):
        *firsts, last = map(desk.place, groups[kind])
        named = ", ".join(firsts) + (inner if firsts else "") + last
        texts.append(desk.pick(table, kind).format(x=named))
    if rng.random() < 0.35:
        text = desk.pick(table, "pact")
        texts.insert(rng.choice((0, len(texts))), text)
        parts.append(Aly(desk.pair) if "all" in text else Pce(desk.pair))
    text = desk.pick(wordings["frames"], "whole").format(x=desk.pick(table, "joints").join(texts))
    return desk.line("grouped", text, (Propose(desk.me, (desk.you,), Agree(desk.pair, And(tuple(parts)))),))


def _beside(unit: Unit) -> Sequence[str]:
    return sorted(STANDARD.borders(unit.kind)[unit.region])


def _writer(rng: Random, position: Position, tables: Tables) -> Writer:
    alive = [power for power in POWERS if position.units_of(power)]
    if len(alive) < 4:
        raise NothingFitsError
    return Writer(Scene(rng, position, *rng.sample(alive, 4)), tables)


def _near(scene: Scene) -> list[str]:
    """Centers that either side may hope for."""
    return sorted({*scene.to_gain(scene.me, ()), *scene.to_gain(scene.you, ())})


def _sharing(rng: Random, position: Position, tables: Tables) -> Line:
    """Centers, zones and pacts on a condition."""
    writer = _writer(rng, position, tables)
    scene = writer.scene
    pair = tuple(sorted((scene.me, scene.you)))
    form = rng.choice(("shares", "shares", "zoned", "mine_zoned", "zones", "zones", "pact", "pact", "ally"))
    if form in ("pact", "ally"):
        act = writer.act(scene.you, "apart", "apart", "hold", "notmove", "help")
        pact: Formula = Pce(pair) if form == "pact" else Aly(pair, (scene.him,))
        text = writer.pick("sharing", form).format(b=writer.verb_phrase(act), w=writer.power(scene.him))
        return writer.line(f"sharing {form}", text, writer.proposed(Agree(pair, And((pact, act.content)))))
    if form == "zones":
        yours, mine = writer.act(scene.you, "apart"), writer.act(scene.me, "apart")
        if mine.names == yours.names:
            raise NothingFitsError
        spelt = {"p": writer.place(yours.names["p"]), "q": writer.place(mine.names["p"])}
        text = writer.pick("sharing", form).format(**spelt)
        return writer.line("sharing zones", text, writer.proposed(writer.promised(yours, mine)))
    p, q = scene.some(_near(scene), 2)
    z = scene.pick(place for place in scene.between(scene.me, scene.you) if place not in (p, q))
    parts: Mapping[str, tuple[Formula, Formula]] = {
        "shares": (Scd(scene.me, (p,)), Scd(scene.you, (q,))),
        "zoned": (Scd(scene.you, (q,)), Dmz(pair, (z,))),
        "mine_zoned": (Scd(scene.me, (p,)), Dmz(pair, (z,))),
    }
    text = writer.pick("sharing", form).format(p=writer.place(p), q=writer.place(q), z=writer.place(z))
    return writer.line(f"sharing {form}", text, writer.proposed(Agree(pair, And(parts[form]))))


def _sides(rng: Random, position: Position, tables: Tables) -> Line:
    """A changed division of centers, or two moves undone."""
    writer = _writer(rng, position, tables)
    me, you = writer.scene.me, writer.scene.you
    how = rng.choice(("mine", "mine", "mine", "yours", "drop", "drop", "more_mine", "more_yours", "stay"))
    if how == "stay":
        return _stay(writer)
    a, b, c, d, e = writer.scene.some(_near(writer.scene), 5)
    mine, yours = (a, b)[: rng.choice((1, 2))], (c, d)[: rng.choice((1, 2))]
    changed: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
        "mine": ((*mine, c), yours[1:]),
        "yours": (mine[1:], (*yours, a)),
        "drop": (mine, yours[1:]),
        "more_mine": ((*mine, e), yours),
        "more_yours": (mine, (*yours, e)),
    }

    def shared(*sides: tuple[str, ...]) -> Agree:
        parts = [Scd(power, places) for power, places in zip((me, you), sides, strict=True) if places]
        return Agree(tuple(sorted((me, you))), both(tuple(parts)))

    text = writer.pick("sides", how).format(a=writer.place(a), c=writer.place(c), e=writer.place(e))
    talk = (writer.asked(shared(mine, yours)),)
    return writer.line(f"sides {how}", text, writer.proposed(shared(*changed[how])), talk)


def _stay(writer: Writer) -> Line:
    """Two open moves, and both units are to hold instead."""
    scene = writer.scene
    moves = [scene.move(power) for power in (scene.me, scene.you)]
    held = [Do(Hld(move.action.unit)) for move in moves if isinstance(move.action, Mto)]
    before, after = (
        writer.promised(*(Act(power, "", one, {}) for power, one in zip((scene.me, scene.you), parts, strict=True)))
        for parts in (moves, held)
    )
    text = writer.pick("sides", "stay")
    return writer.line("sides stay", text, writer.proposed(after), (writer.asked(before),))
