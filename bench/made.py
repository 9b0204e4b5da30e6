"""Marked lines put together from `bench/lines/made.toml`: changes, corrections, reports and questions.

The deals, powers and places are drawn on the boards of `bench.task_success` and of the lines beside the table, with a
seed of their own, so that the lines are the same every time.
"""

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final, cast

from adjudication.board import STANDARD, Province, province_of
from adjudication.position import Position, opening
from adjudication.powers import POWER_NAMES, POWERS, Power
from bench.task_success.boards import boards
from negotiation.diplomacy import (
    Aly,
    Dmz,
    Drw,
    Ent,
    Hlp,
    Mto,
    Pce,
    Region,
    Scd,
    Turn,
    region_of,
    unit_of,
)
from negotiation.english.context import Context, context_of
from negotiation.grammar.opened import QUESTIONS, open_question
from negotiation.levels import FREE
from negotiation.terms import (
    Accept,
    Agree,
    And,
    Commit,
    Commits,
    Deal,
    Desire,
    Do,
    Explain,
    Formula,
    Inform,
    Not,
    Propose,
    Query,
    Reject,
    Utterance,
    Variable,
    Which,
)

__all__ = ["Line", "made"]

_HERE: Final = Path(__file__).parent / "lines"
_SEED: Final = 7
_EACH: Final[Mapping[str, int]] = {"change": 720, "correct": 240, "report": 300}
_ASKED: Final = 2
"""Lines of each wording of a question."""
_Said = tuple[Utterance, ...]


@dataclass(frozen=True)
class Line:
    """A text in its context, with what it means."""

    kind: str
    text: str
    where: Context
    said: _Said
    others: tuple[_Said, ...] = ()


def made() -> Iterator[Line]:
    """All of them."""
    tables = tomllib.loads((_HERE / "made.toml").read_text("utf-8"))
    rng = Random(_SEED)
    makers = {"change": _changed, "correct": _corrected, "report": _reported}
    for kind, count in _EACH.items():
        for _ in range(count):
            line = makers[kind](_Scene(rng), tables)
            if line is not None:
                yield line
    for kind, forms in tables["asked"].items():
        for form in forms * _ASKED:
            line = _asked(_Scene(rng), kind, form)
            if line is not None:
                yield line


@cache
def _positions() -> tuple[Position, ...]:
    return (opening(), *boards().values())


class _Scene:
    """Two powers on a board, and how they spell."""

    def __init__(self, rng: Random, position: Position | None = None) -> None:
        self.rng = rng
        self.position = position or rng.choice(_positions())
        alive = [power for power in POWERS if self.position.units_of(power)]
        self.me, self.you, *self.rest = rng.sample(alive, len(alive))
        self.pair: tuple[Power, ...] = tuple(sorted((self.me, self.you)))
        self.style = rng.randrange(3)

    def context(self, talk: Sequence[Utterance] = ()) -> Context:
        return replace(context_of(self.me, (self.you,), self.position, talk), level=FREE)

    def place(self, place: str) -> str:
        name = STANDARD.provinces[place].name
        return (name, name.lower(), place.lower())[self.style]

    def power(self, power: Power) -> str:
        name = POWER_NAMES[power]
        return (name, name.lower(), power.lower())[self.style]

    def near(self, count: int, *, centers: bool = False) -> list[Province]:
        """Places around the units of both."""
        units = [*self.position.units_of(self.me), *self.position.units_of(self.you)]
        around = {province_of(one) for unit in units for one in STANDARD.borders(unit.kind)[unit.region]}
        found = sorted(around & set(STANDARD.centers) if centers else around)
        return self.rng.sample(found, min(count, len(found)))

    def written(self, template: str, **names: str) -> str:
        text = template.format(**names)
        return text if self.style else text[0].upper() + text[1:]

    def proposing(self, deal: Deal) -> _Said:
        return (Propose(self.me, (self.you,), deal),)


# ── changes of what is open ─────────────────────────────────────────────────────────────────────


def _changed(scene: _Scene, tables: Mapping[str, Any]) -> Line | None:
    """A deal on the table with one part changed."""
    rng, table = scene.rng, tables["changes"]
    own = rng.random() < 0.4
    how = rng.choice(("swap", "swap", "drop", "add", "time", "pact"))
    kind = rng.choice(("zone", "foe", "share", "draw"))
    if how == "time":
        return _timed(scene, table, own)
    if how == "pact":
        return _pact(scene, table, own)
    found = _slots(scene, kind)
    if found is None:
        return None
    names, deal_of_names = found
    x, k, y = names
    old, new = {"swap": ((x, k), (y, k)), "drop": ((x, k), (k,)), "add": ((x,), (x, y))}[how]
    if how == "swap" and rng.random() < 0.5:
        old, new = (x,), (y,)
    before, after = deal_of_names(old), deal_of_names(new)
    spell = scene.power if kind in ("foe", "draw") else scene.place
    template = rng.choice(table["meant" if how == "swap" and own and rng.random() < 0.7 else how])
    text = scene.written(template, x=spell(cast(Any, x)), y=spell(cast(Any, y)), k=spell(cast(Any, k)))
    speaker, hearer = (scene.me, scene.you) if own else (scene.you, scene.me)
    talk = (Propose(speaker, (hearer,), before),)
    return Line(f"change {kind}", text, scene.context(talk), scene.proposing(after))


def _slots(scene: _Scene, kind: str) -> tuple[tuple[str, str, str], Callable[[Any], Deal]] | None:
    """Three names, and the deal that some of them make."""
    pair, me = scene.pair, scene.me
    deals: Mapping[str, Callable[[Any], Deal]] = {
        "foe": lambda some: Agree(pair, Aly(pair, tuple(sorted(some)))),
        "draw": lambda some: Agree(pair, Drw(tuple(sorted((*pair, *some))))),
        "zone": lambda some: Agree(pair, Dmz(pair, tuple(some))),
        "share": lambda some: Agree(pair, Scd(me, tuple(some))),
    }
    names: Sequence[str] = scene.rest[:3] if kind in ("foe", "draw") else scene.near(3, centers=kind == "share")
    if len(names) < 3:
        return None
    return (names[0], names[1], names[2]), deals[kind]


def _pact(scene: _Scene, table: Mapping[str, Sequence[str]], own: bool) -> Line:
    """Another pact than the open one, or something beside it."""
    rng, pair, foe = scene.rng, scene.pair, scene.rest[0]
    peace, ally, against = Pce(pair), Aly(pair), Aly(pair, (foe,))
    who = scene.power(foe)
    names: Mapping[Formula, Sequence[str]] = {
        peace: ("peace", "a truce", "a nap", "peace"),
        ally: ("an alliance", "ally", "being allies"),
        against: (f"an alliance against {who}", f"ally vs {who}", f"attacking {who}"),
    }
    old, new = rng.sample([peace, ally, against], 2)
    forms, extra, place = "pact_meant" if own and rng.random() < 0.7 else "pact", new, "BUR"
    beside = rng.random() < 0.55 and not own
    if beside:
        place = rng.choice(scene.near(1, centers=True) or ["BEL"])
        forms = rng.choice(("zone_too", "zone_yours", "mine_too"))
        zones: Mapping[str, Formula] = {"zone_too": Dmz(pair, (place,)), "zone_yours": Dmz((scene.you,), (place,))}
        extra = And((old, zones.get(forms, Scd(scene.me, (place,)))))
    called = {"x": rng.choice(names[old]), "y": rng.choice(names[new]), "p": scene.place(place)}
    speaker, hearer = (scene.me, scene.you) if own else (scene.you, scene.me)
    talk = (Propose(speaker, (hearer,), Agree(pair, old)),)
    return Line(
        "change pact",
        scene.written(rng.choice(table[forms]), **called),
        scene.context(talk),
        scene.proposing(Agree(pair, extra)),
    )


def _timed(scene: _Scene, table: Mapping[str, Sequence[str]], own: bool) -> Line:
    rng = scene.rng
    year = scene.position.phase.year
    first, second = rng.sample(range(year + 1, year + 6), 2)
    content: Formula = Pce(scene.pair) if rng.random() < 0.6 else Dmz(scene.pair, tuple(scene.near(1)))
    season = rng.choice(("fal", "spr"))
    named = f"{'fall' if season == 'fal' else 'spring'} {second}"
    short = f"{'f' if season == 'fal' else 's'}{second % 100:02}"
    before = Agree(scene.pair, content, Turn("fal", first))
    endless = rng.random() < 0.25
    after = Agree(scene.pair, content, None if endless else Turn(season, second))  # type: ignore[arg-type]
    text = rng.choice(table["endless"] if endless else table["until"]).format(
        t=rng.choice((named, named.title(), short))
    )
    speaker, hearer = (scene.me, scene.you) if own else (scene.you, scene.me)
    return Line("change time", text, scene.context((Propose(speaker, (hearer,), before),)), scene.proposing(after))


def _corrected(scene: _Scene, tables: Mapping[str, Any]) -> Line | None:
    """Something proposed and corrected in the same message."""
    rng, table = scene.rng, tables["corrected"]
    kind = rng.choice(("zone", "foe", "gain", "order", "help"))
    unit = ""
    names: list[str]
    if kind == "foe":
        names = list(scene.rest[:2])
    elif kind == "order":
        mover = rng.choice(scene.position.units_of(scene.you))
        goals = sorted({province_of(one) for one in STANDARD.borders(mover.kind)[mover.region]})
        unit, names = scene.place(mover.province), rng.sample(goals, min(2, len(goals)))
        regions = {province_of(one): one for one in STANDARD.borders(mover.kind)[mover.region]}
    else:
        names = list(scene.near(2, centers=kind == "gain"))
    if len(names) < 2:
        return None
    deals: Mapping[str, Any] = {
        "zone": lambda p: Agree(scene.pair, Dmz(scene.pair, (p,))),
        "foe": lambda p: Agree(scene.pair, Aly(scene.pair, (p,))),
        "gain": lambda p: Agree(scene.pair, Scd(scene.me, (p,))),
        "help": lambda p: Commits((Commit(scene.you, (scene.me,), Hlp(scene.you, scene.me, p)),)),
        "order": lambda p: Commits(
            (Commit(scene.you, (scene.me,), Do(Mto(unit_of(mover), region_of(mover.kind, regions[p])))),)
        ),
    }
    spell = scene.power if kind == "foe" else scene.place
    form = rng.choice(table[kind])
    first, second = (form.format(p=spell(cast(Any, name)), u=unit) for name in names)
    slot = spell(cast(Any, names[1]))
    small = {"foe": f"against {slot}", "order": f"to {slot}", "help": f"to {slot}"}.get(kind, slot)
    text = scene.written(rng.choice(table["joints"]), a=first, b=second, y=rng.choice((slot, small)))
    return Line(f"correct {kind}", text, scene.context(), scene.proposing(deals[kind](names[1])))


# ── reports ─────────────────────────────────────────────────────────────────────────────────────


def _reported(scene: _Scene, tables: Mapping[str, Any]) -> Line | None:
    """Wishes, words, promises and agreements of a third power."""
    rng, me = scene.rng, scene.me
    if len(scene.rest) < 2:
        return None
    who, other = scene.rest[:2]
    kind = rng.choice(list(tables["reports"]))
    place = rng.choice(scene.near(1, centers=True) or ["BEL"])
    pair, mine = tuple(sorted((who, other))), tuple(sorted((me, who)))
    name, content = rng.choice(
        (
            ("peace", Pce(mine)),
            ("an alliance", Aly(mine)),
            (f"an alliance against {scene.power(other)}", Aly(mine, (other,))),
            ("a draw", Drw()),
            (f"a dmz in {scene.place(place)}", Dmz(mine, (place,))),
        )
    )
    deal = Agree(mine, content)
    mover = rng.choice(scene.position.units_of(who))
    goal = rng.choice(sorted(STANDARD.borders(mover.kind)[mover.region]))
    names = {"w": scene.power(who), "v": scene.power(other), "p": scene.place(place), "d": name}
    told: tuple[object, ...]
    match kind:
        case "wants":
            told = (Desire(who, place), Desire(who, Ent(who, place)))
        case "peace":
            told = (Agree(pair, Pce(pair)),)
        case "allied":
            told = (Agree(pair, Aly(pair)), Aly(pair))
        case "apart":
            told = (Not(Agree(pair, Pce(pair))),)
        case "offered":
            told = (Propose(who, (me,), deal),)
        case "agreed":
            told = (deal, Accept(who, (me,), deal))
        case "refused":
            told = (Reject(who, (me,), deal),)
        case "sworn":
            told = tuple(Commits((Commit(who, (me,), each),)) for each in (Not(Ent(who, place)), Dmz((who,), (place,))))
        case "begged":
            told = (Propose(who, (me,), Commits((Commit(me, (who,), Hlp(me, who, place)),))),)
        case _:
            names |= {"u": scene.place(mover.province), "p": scene.place(province_of(goal))}
            told = (Inform(who, (me,), Do(Mto(unit_of(mover), region_of(mover.kind, goal)))),)
    text = scene.written(rng.choice(tables["reports"][kind]), **names)
    first, *others = [(Inform(me, (scene.you,), cast(Any, each)),) for each in told]
    return Line(f"report {kind}", text, scene.context(), first, tuple(others))


# ── questions ───────────────────────────────────────────────────────────────────────────────────


def _asked(scene: _Scene, kind: str, form: str) -> Line | None:
    """An open question in everyday words."""
    rng, me, you = scene.rng, scene.me, scene.you
    places = scene.near(2, centers=True)
    if not scene.rest or len(places) < 2:
        return None
    who, unit = scene.rest[0], rng.choice(scene.position.units_of(you))
    goals = {province_of(one): region_of(unit.kind, one) for one in STANDARD.borders(unit.kind)[unit.region]}
    ways = rng.sample(sorted(goals), min(2, len(goals)))
    kinds = ("army", "an army") if unit.kind == "A" else rng.choice((("fleet", "a fleet"), ("boat", "a boat")))
    names = {
        **{"w": scene.power(who), "u": scene.place(unit.province), "k": kinds[0], "a": kinds[1]},
        **{"p": scene.place(places[0]), "q": scene.place(places[1])},
        **{"t": scene.place(ways[0]), "s": scene.place(ways[-1])},
    }
    moves = [Do(Mto(unit_of(unit), goals[way])) for way in ways]
    contents: Sequence[object] = ()
    match kind:
        case "where":
            contents = (Which(Variable("?r"), Do(Mto(unit_of(unit), cast(Region, Variable("?r"))))),)
        case "why":
            contents = (Explain(unit_of(unit)),)
        case "place":
            contents = (Desire(you, places[0]), Desire(you, Ent(you, places[0])))
        case "moves":
            contents = (moves[0], Desire(you, moves[0]))
        case "reason":
            contents = (Explain(Desire(you, places[0])),)
        case "whose":
            contents = (Which(Variable("?p"), Desire(you, Scd(cast(Power, Variable("?p")), (places[0],)))),)
        case _ if kind in QUESTIONS:
            contents = (open_question(kind, me, you, who if "{w}" in form else None),)
    talk = (Propose(you, (me,), Agree(scene.pair, Pce(scene.pair))),) if rng.random() < 0.25 else ()
    said: list[_Said] = [(Query(me, (you,), cast(Any, each)),) for each in contents]
    both = moves if kind == "goals" else [Desire(you, place) for place in places]
    first, *others = said or [tuple(Query(me, (you,), each) for each in both)]
    return Line(f"ask {kind}", scene.written(form, **names), scene.context(talk), first, tuple(others))
