"""Marked lines put together from `bench/lines/several.toml`: lists, pronouns, convoys, bounces and times.

Deals are drawn on the boards of `bench.task_success` with a seed of their own, so that the lines are the same every
time. Retreats and builds stand in `bench.adjusted`.
"""

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any, Final

from adjudication.board import STANDARD, Province, province_of
from adjudication.position import Position, Unit, opening
from adjudication.powers import POWER_NAMES, POWERS, Power
from bench.made import Line
from bench.task_success.boards import boards
from negotiation.diplomacy import (
    Aly,
    Cvy,
    Dmz,
    Ent,
    Hld,
    Mto,
    Pce,
    Region,
    Scd,
    SeasonName,
    Sup,
    Turn,
    region_of,
    unit_of,
)
from negotiation.english.context import context_of
from negotiation.levels import FREE
from negotiation.terms import Agree, Commit, Commits, Deal, Do, Formula, Inform, Propose, Utterance, both

__all__ = ["Desk", "Part", "dealt", "drawn", "helper_of", "near", "several", "tables"]

_SEED: Final = 23
_EACH: Final[Mapping[str, int]] = {"list": 330, "told": 230, "convoy": 240, "bounce": 200, "timed": 300}
_SHORT: Final = (
    (r"\byou\b", "u"),
    (r"\byour\b", "ur"),
    (r"\bi will\b", "ill"),
    (r"\bi'll\b", "ill"),
    (r"\bplease\b", "pls"),
    (r"\bare\b", "r"),
    (r"\bi'm\b", "im"),
    (r"\bdon't\b", "dont"),
    (r"\blet's\b", "lets"),
    (r" and ", " n "),
)


def tables() -> Mapping[str, Mapping[str, Sequence[str]]]:
    """The wordings."""
    return tomllib.loads((Path(__file__).parent / "lines" / "several.toml").read_text("utf-8"))


@dataclass(frozen=True)
class Part:
    """Part of a deal.

    who: None where both do it; taken: the places it is about.
    """

    text: str
    who: Power | None
    content: Formula
    taken: frozenset[str]


class Desk:
    """Somebody who writes about a board.

    style: 0 careful, 1 lower case, 2 codes and short forms.
    """

    def __init__(self, rng: Random, position: Position) -> None:
        self.rng, self.position = rng, position
        alive = [power for power in POWERS if position.units_of(power)]
        self.me, self.you, self.him = rng.sample(alive, 3)
        self.pair: tuple[Power, ...] = tuple(sorted((self.me, self.you)))
        self.style = rng.choice((0, 0, 1, 2))

    def place(self, place: str) -> str:
        name = STANDARD.provinces[place].name
        if STANDARD.provinces[place].kind == "sea" and self.rng.random() < 0.6:
            name = f"the {name}"
        return (name, name.lower(), place.lower())[self.style]

    def power(self, power: Power) -> str:
        return (POWER_NAMES[power], POWER_NAMES[power].lower(), power.lower())[self.style]

    def kind(self, unit: Unit) -> str:
        return self.rng.choice(("army", "army", "unit") if unit.kind == "A" else ("fleet", "fleet", "boat", "unit"))

    def sides(self, power: Power) -> dict[str, str]:
        """Words for the power that does it.

        {s} does it, {S} begins with a capital, {D} whose it is, {r} and {o} the other one."""
        if power == self.me:
            return {"s": "I", "S": "I", "D": "my", "r": "you", "o": "me"}
        return {"s": "you", "S": "You", "D": "your", "r": "I", "o": "you"}

    def units(self, power: Power) -> list[Unit]:
        return list(self.position.units_of(power))

    def goals(self, unit: Unit) -> dict[str, str]:
        """Regions a unit may go to, by province, without its own side's."""
        regions = sorted(STANDARD.borders(unit.kind)[unit.region])
        own = {each.province for each in self.units(unit.power)}
        return {province_of(one): one for one in regions if province_of(one) not in own}

    def pick(self, table: Mapping[str, Sequence[str]], name: str) -> str:
        return self.rng.choice(table[name])

    def line(self, kind: str, text: str, said: Sequence[Utterance], *others: Sequence[Utterance]) -> Line:
        where = replace(context_of(self.me, (self.you,), self.position), level=FREE)
        return Line(kind, self.written(text), where, tuple(said), tuple(tuple(one) for one in others))

    def written(self, text: str) -> str:
        text = re.sub(r"([?!])[.,;:]", r"\1", text)
        text = re.sub(r"(^|[.?!] )([a-z])", lambda found: found[1] + found[2].upper(), text)
        if text[-1] not in ".?!" and self.rng.random() < 0.5 - 0.2 * self.style:
            text += "."
        if not self.style:
            return text
        text = text.lower()
        if self.style == 2 or self.rng.random() < 0.4:
            for long, short in _SHORT:
                if self.rng.random() < 0.6:
                    text = re.sub(long, short, text)
        return text

    def promised(self, *parts: tuple[Power, Formula]) -> Commits:
        return Commits(tuple(Commit(who, (self.you if who == self.me else self.me,), what) for who, what in parts))

    def said(self, *parts: tuple[Power, Formula]) -> list[tuple[Utterance, ...]]:
        """Utterances that the parts come to.

        Own promises are told rather than proposed."""
        deal = self.promised(*parts)
        proposed = (Propose(self.me, (self.you,), deal),)
        if all(who == self.me for who, _ in parts):
            return [(Inform(self.me, (self.you,), deal),), proposed]
        return [proposed]


def several() -> Iterator[Line]:
    """All of them."""
    wordings = tables()
    makers: Mapping[str, Callable[[Desk, Any], Line | None]] = {
        "list": _listed,
        "told": _told,
        "convoy": _convoyed,
        "bounce": _bounced,
        "timed": _timed,
    }
    rng = Random(_SEED)
    positions: tuple[Position, ...] = (opening(), *boards().values())
    for kind, count in _EACH.items():
        made = 0
        while made < count:
            line = makers[kind](Desk(rng, rng.choice(positions)), wordings)
            if line is not None:
                made += 1
                yield line


# ── lists and things told with pronouns ─────────────────────────────────────────────────────────


def _listed(desk: Desk, wordings: Any) -> Line | None:
    """Two to four things in a message."""
    rng, table = desk.rng, wordings["parts"]
    count = rng.choice((2, 2, 3, 3, 4))
    pact = rng.random() < 0.5
    kinds = ("peace", "zone", "mine", "yours", "ally", "zone", "mine", "yours")
    orders = ("hold", "move", "hold", "move", "support", "apart")
    things: list[Part] = []
    for _ in range(12):
        mixed = rng.random() < 0.2
        thing = drawn(desk, table, rng.choice(kinds if pact != mixed else orders))
        taken = frozenset().union(*(one.taken for one in things))
        if thing is not None and not taken & thing.taken:
            things.append(thing)
        if len(things) == count:
            break
    joint = rng.choice(wordings["frames"]["joints"])
    if len(things) < count:
        return None
    begun, *rest = [one.text for one in things]
    text = begun + "".join((joint if one is rest[-1] or joint != " and " else ", ") + one for one in rest)
    text = rng.choice(wordings["frames"]["whole"]).format(x=text)
    return desk.line("several list", text, *dealt(desk, things))


def dealt(desk: Desk, things: Sequence[Part]) -> list[tuple[Utterance, ...]]:
    """The deal that some things come to."""
    if any(one.who is None for one in things):
        deal: Deal = Agree(desk.pair, both(tuple(one.content for one in things)))
        return [(Propose(desk.me, (desk.you,), deal),)]
    return desk.said(*((one.who, one.content) for one in things if one.who is not None))


def drawn(desk: Desk, table: Mapping[str, Sequence[str]], kind: str) -> Part | None:
    """A part of a list."""
    rng = desk.rng
    if kind == "peace":
        return Part(desk.pick(table, kind), None, Pce(desk.pair), frozenset(["peace"]))
    if kind == "ally":
        text = desk.pick(table, kind).format(w=desk.power(desk.him))
        return Part(text, None, Aly(desk.pair, (desk.him,)), frozenset(["ally"]))
    power = rng.choice((desk.me, desk.you))
    around = near(desk)
    if kind in ("mine", "yours", "zone", "apart"):
        centers = [one for one in around if one in STANDARD.centers]
        place = rng.choice(around if kind in ("zone", "apart") else centers or ["BEL"])
        text = desk.pick(table, kind).format(p=desk.place(place), **desk.sides(power))
        if kind == "zone":
            return Part(text, None, Dmz(desk.pair, (place,)), frozenset([place]))
        if kind == "apart":
            return Part(text, power, Dmz((power,), (place,)), frozenset([place]))
        return Part(text, None, Scd(desk.me if kind == "mine" else desk.you, (place,)), frozenset([place]))
    unit = rng.choice(desk.units(power))
    names = {"u": desk.place(unit.province), "k": desk.kind(unit), **desk.sides(power)}
    if kind == "hold":
        return Part(desk.pick(table, kind).format(**names), power, Do(Hld(unit_of(unit))), frozenset([unit.province]))
    goals = desk.goals(unit)
    if not goals:
        return None
    place = rng.choice(sorted(goals))
    move = Mto(unit_of(unit), region_of(unit.kind, goals[place]))
    names["p"] = desk.place(place)
    if kind == "move":
        return Part(desk.pick(table, kind).format(**names), power, Do(move), frozenset([unit.province, place]))
    helper = helper_of(desk, power, unit, place)
    if helper is None:
        return None
    names["h"] = desk.place(helper.province)
    used = frozenset([unit.province, place, helper.province])
    return Part(desk.pick(table, kind).format(**names), power, Do(Sup(unit_of(helper), move)), used)


def near(desk: Desk) -> list[Province]:
    units = [*desk.units(desk.me), *desk.units(desk.you)]
    return sorted({province_of(one) for unit in units for one in STANDARD.borders(unit.kind)[unit.region]})


def helper_of(desk: Desk, power: Power, helped: Unit, place: str) -> Unit | None:
    able = [
        unit
        for unit in desk.units(power)
        if unit != helped
        and unit.province != place
        and place in {province_of(one) for one in STANDARD.borders(unit.kind)[unit.region]}
    ]
    return desk.rng.choice(able) if able else None


def _told(desk: Desk, wordings: Any) -> Line | None:
    """Places and units that are named first and pointed to afterwards."""
    rng, table = desk.rng, wordings["told"]
    form = rng.choice(("place", "place", "place", "units", "helped"))
    things: list[Part] = []
    if form == "helped":
        power = rng.choice((desk.me, desk.you))
        other = desk.you if power == desk.me else desk.me
        unit = rng.choice(desk.units(power))
        goals = desk.goals(unit)
        place = rng.choice(sorted(goals)) if goals else ""
        helper = helper_of(desk, other, unit, place) if place else None
        if helper is None:
            return None
        move = Mto(unit_of(unit), region_of(unit.kind, goals[place]))
        names = {"u": desk.place(unit.province), "p": desk.place(place), "h": desk.place(helper.province)}
        text = desk.pick(table, form).format(**names, **desk.sides(power))
        return desk.line("several told", text, *desk.said((power, Do(move)), (other, Do(Sup(unit_of(helper), move)))))
    for _ in range(rng.choice((1, 1, 2)) if form == "place" else 2):
        things += _pointed(desk, table) if form == "place" else _units_pointed(desk, table)
    places = [place for one in things for place in one.taken]
    if (
        len(things) < 2
        or (form == "units" and len(set(places)) < len(places))
        or len({one.content for one in things}) < len(things)
    ):
        return None
    text = "".join(one.text for one in things).strip(" ,")
    if any(one.who is None for one in things) and rng.random() < 0.2:
        things.append(Part("", None, Pce(desk.pair), frozenset()))
        text += rng.choice((". And peace", ". Peace otherwise", ", and we have peace", " + peace"))
    return desk.line("several told", text, *dealt(desk, things))


def _pointed(desk: Desk, table: Mapping[str, Sequence[str]]) -> list[Part]:
    """A place, and what each does about it."""
    rng = desk.rng
    holder = rng.choice((desk.me, desk.you))
    other = desk.you if holder == desk.me else desk.me
    form = rng.choice(("held", "held", "apart", "both", "gets"))
    unit = rng.choice(desk.units(holder))
    place = unit.province if form == "held" else rng.choice(near(desk))
    begun = desk.pick(table, "place").format(p=desk.place(place)) + " "
    joint = rng.choice((", ", ". ", " and ", ", and "))

    def said(kind: str, power: Power) -> str:
        return desk.pick(table, kind).format(**desk.sides(power))

    apart = {
        power: Part(said("apart", power), power, Dmz((power,), (place,)), frozenset([place])) for power in desk.pair
    }
    if form == "both":
        return [Part(f"{begun}{said('both', desk.me)}. ", None, Dmz(desk.pair, (place,)), frozenset([place]))]
    if form == "gets" and place in STANDARD.centers:
        kind = "mine" if holder == desk.me else "yours"
        return [Part(f"{begun}{said(kind, holder)}. ", None, Scd(holder, (place,)), frozenset([place]))]
    if form == "held":
        held = Part(begun + said("hold", holder) + joint, holder, Do(Hld(unit_of(unit))), frozenset([place]))
        return [held, replace(apart[other], text=apart[other].text + ". ")]
    first, second = apart[holder], apart[other]
    return [replace(first, text=begun + first.text + joint), replace(second, text=second.text + ". ")]


def _units_pointed(desk: Desk, table: Mapping[str, Sequence[str]]) -> list[Part]:
    """A unit that is named, and what it does."""
    power = desk.rng.choice((desk.me, desk.you))
    unit = desk.rng.choice(desk.units(power))
    names = {"u": desk.place(unit.province), "k": desk.kind(unit), **desk.sides(power)}
    goals = desk.goals(unit)
    if not goals or desk.rng.random() < 0.5:
        text = desk.pick(table, "kept").format(**names) + ". "
        return [Part(text, power, Do(Hld(unit_of(unit))), frozenset([unit.province]))]
    place = desk.rng.choice(sorted(goals))
    text = desk.pick(table, "moved").format(**names, p=desk.place(place)) + ". "
    move = Mto(unit_of(unit), region_of(unit.kind, goals[place]))
    return [Part(text, power, Do(move), frozenset([unit.province, place]))]


# ── convoys and bounces ─────────────────────────────────────────────────────────────────────────


def _convoyed(desk: Desk, wordings: Any) -> Line | None:
    """A convoy over one sea."""
    rng = desk.rng
    found = [
        (fleet, army, place)
        for fleet in (*desk.units(desk.me), *desk.units(desk.you))
        if fleet.kind == "F" and STANDARD.provinces[fleet.province].kind == "sea"
        for army in (*desk.units(desk.me), *desk.units(desk.you))
        if army.kind == "A" and _is_beside(fleet, army.province)
        for place in sorted({province_of(one) for one in STANDARD.fleet_borders[fleet.region]})
        if STANDARD.provinces[place].kind == "coast" and place != army.province
    ]
    if not found:
        return None
    fleet, army, place = rng.choice(found)
    doers = {desk.me: "me", desk.you: "you"}
    names = {"u": desk.place(army.province), "h": desk.place(fleet.province), "p": desk.place(place)}
    text = desk.pick(wordings["convoy"], f"{doers[fleet.power]}_{doers[army.power]}").format(**names)
    region = Region(place, "amy")
    carried = (fleet.power, Do(Cvy(unit_of(fleet), unit_of(army), region)))
    moved = (army.power, Do(Mto(unit_of(army), region)))
    alone, whole = desk.said(carried), desk.said(carried, moved)
    return desk.line("convoy", text, *alone, *whole)


def _is_beside(fleet: Unit, place: str) -> bool:
    return place in {province_of(one) for one in STANDARD.fleet_borders[fleet.region]}


def _bounced(desk: Desk, wordings: Any) -> Line | None:
    """A unit of each side into the same place."""
    mine, yours = (
        [(unit, place, region) for unit in desk.units(power) for place, region in desk.goals(unit).items()]
        for power in (desk.me, desk.you)
    )
    pairs = [(one, other) for one in mine for other in yours if one[1] == other[1]]
    pairs = [each for each in pairs if desk.position.unit_at(each[0][1]) is None]
    if not pairs:
        return None
    (unit, place, _), (other, _, _) = desk.rng.choice(pairs)
    names = {"u": desk.place(unit.province), "v": desk.place(other.province), "p": desk.place(place)}
    names |= {"k": desk.kind(unit), "l": desk.kind(other)}
    kind = desk.rng.choice(("units", "units", "bare"))
    text = desk.pick(wordings["bounce"], kind).format(**names)
    ways = [
        ((desk.me, _moving(one)), (desk.you, _moving(two)))
        for one, two in pairs
        if one[1] == place and (kind == "bare" or (one[0], two[0]) == (unit, other))
    ]
    entered = [((desk.me, Ent(desk.me, place)), (desk.you, Ent(desk.you, place)))] if kind == "bare" else []
    return desk.line("bounce", text, *(said for way in (*entered, *ways) for said in desk.said(*way)))


def _moving(step: tuple[Unit, str, str]) -> Do:
    unit, _, region = step
    return Do(Mto(unit_of(unit), region_of(unit.kind, region)))


# ── times in a sentence of their own ────────────────────────────────────────────────────────────


def _timed(desk: Desk, wordings: Any) -> Line | None:
    """A pact and, last, how long it holds."""
    rng, table = desk.rng, wordings["timed"]
    kind = rng.choice(("peace", "zone", "zone", "zones", "ally", "yours"))
    around = near(desk)
    p, q = rng.sample(around, 2)
    base = desk.pick(table, kind).format(p=desk.place(p), q=desk.place(q), w=desk.power(desk.him))
    contents: Mapping[str, Formula] = {
        "peace": Pce(desk.pair),
        "zone": Dmz(desk.pair, (p,)),
        "zones": Dmz(desk.pair, (p, q)),
        "ally": Aly(desk.pair, (desk.him,)),
    }
    begins = rng.random() < 0.15
    words, turns = _time(desk, ends=begins)
    template = desk.pick(table, "expires" if begins else "times")
    text = template.format(x=base, t=words, T=words[0].upper() + words[1:], e=words)
    ways: list[tuple[Utterance, ...]] = []
    for turn in turns:
        deal: Deal
        if kind == "yours":
            deal = Commits((Commit(desk.you, (desk.me,), Dmz((desk.you,), (p,)), turn),))
        else:
            deal = Agree(desk.pair, contents[kind], turn)
        ways.append((Propose(desk.me, (desk.you,), deal),))
    return desk.line(f"timed {kind}", text, *ways)


def _time(desk: Desk, *, ends: bool) -> tuple[str, list[Turn]]:
    """A time in words, and the last turns it may mean."""
    rng, phase = desk.rng, desk.position.phase
    year = phase.year + rng.choice((0, 1, 1, 2, 3))
    season: SeasonName = rng.choice(("spr", "fal"))
    if season == "spr" and year == phase.year:
        year += 1
    named = rng.choice(("spring",) if season == "spr" else ("fall", "autumn"))
    code = f"{'s' if season == 'spr' else 'f'}{year % 100:02}"
    written = rng.choice((f"{named} {year}", f"{named} of {year}", f"{named} {year % 100:02}", code))
    if ends:
        return rng.choice(((f"in {written}", [Turn(season, year)]), (f"with {year}", [Turn("win", year)])))
    until = rng.choice(("until", "until", "till", "til", "up to"))
    now: SeasonName = "spr" if phase.season == "S" else "fal"
    return rng.choice(
        (
            (f"{until} {written}", [Turn(season, year)]),
            (f"{until} {written}", [Turn(season, year)]),
            (f"{until} the end of {year}", [Turn("win", year)]),
            (f"through {year}", [Turn("win", year)]),
            (f"{until} {year + 1}", [Turn("win", year), Turn("win", year + 1)]),
            (f"{until} {year} is over", [Turn("win", year)]),
            ("for this year", [Turn("win", phase.year)]),
            ("this year", [Turn("win", phase.year)]),
            ("for this turn", [Turn(now, phase.year)]),
            (f"{until} the end of the year", [Turn("win", phase.year)]),
            (f"{until} the end of next year", [Turn("win", phase.year + 1)]),
            ("for two years", [Turn("win", phase.year + 1), Turn("win", phase.year + 2)]),
            ("for this year and next", [Turn("win", phase.year + 1)]),
        )
    )
