"""The small words of the frames: people, places, units and times, written and read."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from adjudication.board import STANDARD
from adjudication.powers import POWER_NAMES, POWERS, Power
from negotiation.diplomacy import Region, RegionType, Unit, unit_of
from negotiation.english.frames import Leaf, Voice
from negotiation.english.moments import TIMES
from negotiation.terms import ANYONE

__all__ = ["LEAVES"]

_SPLIT: Final = re.compile(r" +and +(?!that\b|after\b)|, +(?!and\b)", re.IGNORECASE | re.ASCII)
_NAMES: Final[Mapping[str, str]] = {name.lower(): power for power, name in POWER_NAMES.items()} | {"anyone": ANYONE}
_SUBJECTS: Final = re.compile(rf"(?:I|you|{'|'.join(_NAMES)})(?!\w)", re.IGNORECASE | re.ASCII)
_OBJECTS: Final = re.compile(rf"(?:me|you|{'|'.join(_NAMES)})(?!\w)", re.IGNORECASE | re.ASCII)
_ADJECTIVES: Final[Mapping[Power, str]] = {
    "AUS": "Austrian",
    "ENG": "English",
    "FRA": "French",
    "GER": "German",
    "ITA": "Italian",
    "RUS": "Russian",
    "TUR": "Turkish",
}
_PROVINCES: Final[Mapping[str, str]] = {facts.name.lower(): code for code, facts in STANDARD.provinces.items()}
_PLACE: Final = re.compile(
    rf"(?:the )?(?P<name>{'|'.join(sorted(map(re.escape, _PROVINCES), key=len, reverse=True))})(?!\w)",
    re.IGNORECASE | re.ASCII,
)
_COASTS: Final[Mapping[RegionType, str]] = {"ncs": "north", "ecs": "east", "scs": "south", "wcs": "west"}
_COAST: Final = re.compile(r"the (?P<coast>north|east|south|west) coast of ", re.IGNORECASE | re.ASCII)


def _place_text(code: str) -> str:
    facts = STANDARD.provinces[code]
    return f"the {facts.name}" if facts.kind == "sea" else facts.name


# ── people ──────────────────────────────────────────────────────────────────────────────────────


def _one(me: str) -> Callable[[Any, Voice], str | None]:
    def written(agent: str, voice: Voice) -> str | None:
        if agent == voice.speaker:
            return me
        if voice.hearers == (agent,):
            return "you"
        if me == "I" and agent == voice.doer:
            return "it"
        return "anyone" if agent == ANYONE else POWER_NAMES[agent]  # type: ignore[index]

    return written


def _agent(word: str, voice: Voice) -> str | None:
    low = word.lower()
    if low in ("i", "me"):
        return voice.speaker
    if low == "you":
        return voice.hearers[0] if len(voice.hearers) == 1 else None
    return _NAMES[low]


def _read_one(pattern: re.Pattern[str]) -> Callable[[str, int, Voice], Iterator[tuple[Any, int]]]:
    def read(text: str, start: int, voice: Voice) -> Iterator[tuple[Any, int]]:
        match = pattern.match(text, start)
        agent = _agent(match[0], voice) if match is not None else None
        if match is not None and agent is not None:
            yield agent, match.end()

    return read


def _many(me: str, we: str) -> Callable[[Any, Voice], str | None]:
    one = _one(me)

    def written(agents: tuple[str, ...], voice: Voice) -> str | None:
        if len(agents) > 1 and agents == voice.we:
            return we
        if len(agents) > 1 and agents == voice.hearers:
            return "all of you"
        ordered = sorted(agents, key=lambda agent: (agent == voice.speaker, agent not in voice.hearers, agent))
        each = voice if len(agents) == 1 else replace(voice, doer=None)
        return _listed([one(agent, each) or "" for agent in ordered])

    return written


def _read_many(pattern: re.Pattern[str], we: str) -> Callable[[str, int, Voice], Iterator[tuple[Any, int]]]:
    whole = re.compile(rf"(?:{we}|all of you)(?!\w)", re.IGNORECASE | re.ASCII)
    one = _read_one(pattern)

    def read(text: str, start: int, voice: Voice) -> Iterator[tuple[Any, int]]:
        match = whole.match(text, start)
        if match is not None:
            members = voice.hearers if match[0].lower() == "all of you" else voice.we
            if len(members) > 1:
                yield members, match.end()
            return
        yield from _read_list(text, start, lambda at: one(text, at, voice))

    return read


def _listed(items: list[str]) -> str:
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}"


def _read_list(
    text: str, start: int, item: Callable[[int], Iterator[tuple[Any, int]]]
) -> Iterator[tuple[tuple[Any, ...], int]]:
    """Every list that begins here: `a`, `a and b`, `a, b and c`; a list ends after its `and`."""
    members: list[Any] = []
    at, ended = start, False
    while True:
        found = next(item(at), None)
        if found is None:
            return
        members.append(found[0])
        at = found[1]
        if len(members) == 1 or ended:
            yield tuple(sorted(set(members))), at
        glue = None if ended else _SPLIT.match(text, at)
        if glue is None:
            return
        ended = "," not in glue[0]
        at = glue.end()


# ── places and units ────────────────────────────────────────────────────────────────────────────


def _read_place(text: str, start: int, voice: Voice) -> Iterator[tuple[Any, int]]:
    match = _PLACE.match(text, start)
    if match is not None:
        yield _PROVINCES[match["name"].lower()], match.end()


def _read_places(text: str, start: int, voice: Voice) -> Iterator[tuple[Any, int]]:
    yield from _read_list(text, start, lambda at: _read_place(text, at, voice))


def _target(value: tuple[Region, bool], voice: Voice) -> str:
    """(region, whether an army goes there).

    The kind is said only where it is not the unit's own.
    """
    region, army = value
    if region.type in _COASTS:
        text = f"the {_COASTS[region.type]} coast of {_place_text(region.province)}"
        return f"{text} as a fleet" if army else text
    text = _place_text(region.province)
    if (region.type == "amy") == army:
        return text
    return f"{text} as {'an army' if region.type == 'amy' else 'a fleet'}"


def _read_target(text: str, start: int, voice: Voice) -> Iterator[tuple[Any, int]]:
    """Yields (region, army) for either kind of unit: the frame knows which."""
    coast = _COAST.match(text, start)
    match = _PLACE.match(text, coast.end() if coast else start)
    if match is None:
        return
    province, end = _PROVINCES[match["name"].lower()], match.end()
    changed = re.compile(r" as an? (army|fleet)(?!\w)", re.IGNORECASE | re.ASCII).match(text, end)
    if coast is not None:
        named = next(code for code, word in _COASTS.items() if word == coast["coast"].lower())
        if changed is not None:
            yield (Region(province, named), True), changed.end()
        yield (Region(province, named), False), end
        return
    if changed is not None:
        army = changed[1].lower() == "army"
        yield (Region(province, "amy" if army else "sea"), not army), changed.end()
    yield (Region(province, "amy"), True), end
    yield (Region(province, "sea"), False), end


def _standing(region: Region) -> str:
    if region.type == "amy":
        return f"army in {_place_text(region.province)}"
    if region.type == "sea":
        return f"fleet in {_place_text(region.province)}"
    return f"fleet on the {_COASTS[region.type]} coast of {_place_text(region.province)}"


def _unit(unit: Unit, voice: Voice) -> str:
    if voice.naming != "full" and _unit_at(unit.region.province, voice) == unit:
        at_sea = STANDARD.provinces[unit.region.province].kind == "sea"
        if voice.naming == "brief" and not at_sea:
            return _place_text(unit.region.province)
        kind = "army" if unit.region.type == "amy" else "fleet"
        return f"{kind} {STANDARD.provinces[unit.region.province].name}"
    if unit.power == voice.speaker:
        owner = "my"
    elif voice.hearers == (unit.power,):
        owner = "your"
    elif unit.power == voice.doer:
        owner = "its"
    else:
        owner = f"the {_ADJECTIVES[unit.power]}"
    return f"{owner} {_standing(unit.region)}"


def _new_unit(unit: Unit, voice: Voice) -> str:
    adjective = _ADJECTIVES[unit.power]
    return f"{'an' if adjective[0] in 'AEI' else 'a'} {adjective} {_standing(unit.region)}"


_OWNED: Final = re.compile(
    rf"(?P<owner>my|your|the (?:{'|'.join(_ADJECTIVES.values())})|an? (?:{'|'.join(_ADJECTIVES.values())})) "
    r"(?P<kind>army|fleet) (?:in |at |(?P<on>on the (?P<coast>north|east|south|west) coast of ))",
    re.IGNORECASE | re.ASCII,
)


def _read_owned(text: str, start: int, voice: Voice, new: bool) -> Iterator[tuple[Any, int]]:
    match = _OWNED.match(text, start)
    place = _PLACE.match(text, match.end()) if match is not None else None
    if match is None or place is None:
        return
    owner = match["owner"].lower()
    if owner.startswith(("a ", "an ")) is not new:
        return
    power: Power | None
    if owner == "my":
        power = voice.speaker
    elif owner == "your":
        power = voice.hearers[0] if len(voice.hearers) == 1 else None
    else:
        power = next(code for code, word in _ADJECTIVES.items() if word.lower() == owner.split()[1])
    kind: RegionType = "amy" if match["kind"].lower() == "army" else "sea"
    if match["on"]:
        if kind == "amy":
            return
        kind = next(code for code, word in _COASTS.items() if word == match["coast"].lower())
    if power is not None:
        yield Unit(power, Region(_PROVINCES[place["name"].lower()], kind)), place.end()


def _read_unit(text: str, start: int, voice: Voice) -> Iterator[tuple[Any, int]]:
    yield from _read_owned(text, start, voice, new=False)
    yield from _read_short(text, start, voice)


_KIND: Final = re.compile(r"(?P<kind>A|F|(?i:army|fleet)) ", re.ASCII)


def _read_short(text: str, start: int, voice: Voice) -> Iterator[tuple[Any, int]]:
    """A unit named by where it stands: `army Galicia`, `A Galicia`, `Galicia`."""
    kind = _KIND.match(text, start)
    place = _PLACE.match(text, kind.end() if kind is not None else start)
    unit = _unit_at(_PROVINCES[place["name"].lower()], voice) if place is not None else None
    if place is None or unit is None:
        return
    if kind is None or (kind["kind"][0] in "Aa") == (unit.region.type == "amy"):
        yield unit, place.end()


def _unit_at(province: str, voice: Voice) -> Unit | None:
    """The unit that stands there, as far as is known; none where a second one is about to retreat."""
    position = voice.position
    if position is None or any(one.unit.province == province for one in position.dislodged):
        return None
    unit = position.unit_at(province)
    return None if unit is None else unit_of(unit)


def _read_new(text: str, start: int, voice: Voice) -> Iterator[tuple[Any, int]]:
    yield from _read_owned(text, start, voice, new=True)


def _adjective(power: Power, voice: Voice) -> str:
    return _ADJECTIVES[power]


def _read_adjective(text: str, start: int, voice: Voice) -> Iterator[tuple[Any, int]]:
    match = re.compile(r"\w+").match(text, start)
    for power in POWERS:
        if match is not None and _ADJECTIVES[power].lower() == match[0].lower():
            yield power, match.end()


def _listed_places(codes: tuple[str, ...], voice: Voice) -> str:
    return _listed([_place_text(code) for code in codes])


LEAVES: Final[Mapping[str, Leaf]] = {
    "who": (_one("I"), _read_one(_SUBJECTS)),
    "whom": (_one("me"), _read_one(_OBJECTS)),
    "whos": (_many("I", "we"), _read_many(_SUBJECTS, "we")),
    "whoms": (_many("me", "us"), _read_many(_OBJECTS, "us")),
    "place": (lambda code, voice: _place_text(code), _read_place),
    "places": (_listed_places, _read_places),
    "target": (_target, _read_target),
    "unit": (_unit, _read_unit),
    "newunit": (_new_unit, _read_new),
    "adjective": (_adjective, _read_adjective),
    **TIMES,
}
"""Category -> how it is written and read."""
