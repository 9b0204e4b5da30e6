"""Marked lines of `bench/lines/asked.toml`: questions about the map, and why."""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, Final

from adjudication.board import STANDARD, province_of
from adjudication.position import Position, Unit, opening
from bench.made import Line
from bench.several import Desk
from bench.task_success.boards import boards
from negotiation.diplomacy import Aly, Dmz, Hld, Hlp, Mto, Pce, Sup, region_of, unit_of
from negotiation.english.context import context_of
from negotiation.levels import FREE
from negotiation.terms import (
    Agree,
    Answer,
    Commit,
    Commits,
    Deal,
    Desire,
    Do,
    Explain,
    Formula,
    Not,
    Propose,
    Query,
    Reject,
    Utterance,
)

__all__ = ["asked_about"]

_SEED: Final = 41
_EACH: Final = 3
"""Lines of each wording about the board."""
_WANTED: Final = 12
_SITE: Final = 3
"""The level of L of a usual game, in which no reasons are asked for."""
_TALKED: Final = 0.3
"""Share of questions about the map that are asked while a proposal is open."""


def asked_about() -> Iterator[Line]:
    """All of them."""
    tables = tomllib.loads((Path(__file__).parent / "lines" / "asked.toml").read_text("utf-8"))
    rng = Random(_SEED)
    positions: tuple[Position, ...] = (opening(), *boards().values())
    for kind, forms in tables["board"].items():
        for form in forms * _EACH:
            yield _about_the_board(Desk(rng, rng.choice(positions)), kind, form)
    for form in tables["wanted"]["move"] * _WANTED:
        yield _wanted(Desk(rng, rng.choice(positions)), form)
    for kind, forms in tables["why"].items():
        for form in forms:
            for level in (_SITE, FREE):
                yield _why(Desk(rng, rng.choice(positions)), kind, form, level)


# ── the board ───────────────────────────────────────────────────────────────────────────────────


def _about_the_board(desk: Desk, kind: str, form: str) -> Line:
    """A question about the map or the rules."""
    rng = desk.rng
    unit = rng.choice([one for power in (desk.me, desk.you, desk.him) for one in desk.units(power)])
    places = sorted({province_of(one) for one in STANDARD.borders(unit.kind)[unit.region]})
    if rng.random() < _TALKED:
        places = sorted(set(STANDARD.provinces) - {unit.province})
    text = form.format(**_names(desk, unit, rng.choice(places)))
    talk = (Propose(desk.you, (desk.me,), Agree(desk.pair, Pce(desk.pair))),) if rng.random() < _TALKED else ()
    where = replace(context_of(desk.me, (desk.you,), desk.position, talk), level=rng.choice((_SITE, FREE)))
    return Line(f"board {kind}", desk.written(text), where, ())


def _wanted(desk: Desk, form: str) -> Line:
    """A request for a move."""
    unit, move = _move(desk)
    names = _names(desk, unit, province_of(_goal(move)))
    return desk.line("board wanted", form.format(**names), *desk.said((desk.you, Do(move))))


def _names(desk: Desk, unit: Unit, place: str) -> Mapping[str, str]:
    kind = "army" if unit.kind == "A" else desk.rng.choice(("fleet", "fleet", "boat", "ship"))
    article = "an" if kind == "army" else "a"
    return {"u": desk.place(unit.province), "p": desk.place(place), "k": kind, "a": f"{article} {kind}"}


def _move(desk: Desk) -> tuple[Unit, Mto]:
    """One of the other's units, and where it may go."""
    unit = desk.rng.choice(desk.units(desk.you))
    region = desk.rng.choice(sorted(STANDARD.borders(unit.kind)[unit.region]))
    return unit, Mto(unit_of(unit), region_of(unit.kind, region))


def _goal(move: Mto) -> str:
    return move.region.province


# ── why ─────────────────────────────────────────────────────────────────────────────────────────


def _why(desk: Desk, kind: str, form: str, level: int) -> Line:
    """A question why: after a refusal or two, or an offer."""
    me, you = desk.me, desk.you
    deals = [(deal, content) for deal, content in _deals(desk) if kind != "offered" or isinstance(deal, Commits)]
    (first, thought), (second, next_one) = desk.rng.sample(deals, 2)
    talk: list[Utterance]
    if kind == "offered":
        talk, meant, wish = [Propose(you, (me,), first)], thought, thought
    else:
        talk, meant = [Propose(me, (you,), first), Reject(you, (me,), first)], thought
        if kind == "again":
            if desk.rng.random() < 0.6:
                reason: Formula = Desire(you, _deals(desk)[0][1])
                talk += [Query(me, (you,), Desire(you, thought)), Answer(you, (me,), reason)]
            talk += [Propose(me, (you,), second), Reject(you, (me,), second)]
            meant = next_one
        elif desk.rng.random() < 0.25:
            talk.append(Query(me, (you,), _asking(you, meant, Not(meant), level)))
        wish = Not(meant)
    where = replace(context_of(me, (you,), desk.position, talk), level=level)
    said = (Query(me, (you,), _asking(you, meant, wish, level)),)
    return Line(f"why {kind}", form, where, said)


def _asking(you: Any, meant: Formula, wish: Formula, level: int) -> Any:
    return Desire(you, meant) if level == _SITE else Explain(Desire(you, wish))


def _deals(desk: Desk) -> Sequence[tuple[Deal, Formula]]:
    """Deals of one part, orders mostly, with what they come to."""
    rng, me, you, pair = desk.rng, desk.me, desk.you, desk.pair
    unit, move = _move(desk)
    mine = rng.choice(desk.units(me))
    place = rng.choice(sorted(desk.goals(mine)) or ["BEL"])
    contents: list[Formula] = [
        Do(move),
        Do(_move(desk)[1]),
        Do(Hld(unit_of(unit))),
        Do(Sup(unit_of(unit), Hld(unit_of(mine)))),
    ]
    contents += [Not(Do(move)), Hlp(you, me, place), Dmz((you,), (place,))]
    found: list[tuple[Deal, Formula]] = [(Commits((Commit(you, (me,), one),)), one) for one in contents]
    pacts: list[Formula] = [Pce(pair), Aly(pair, (desk.him,)), Dmz(pair, (place,))]
    return [*found, *((Agree(pair, one), one) for one in pacts)]
