"""Bodies from text: `phrases/bodies.txt` says how each is said, a maker what it then is.

A body is matched as a whole or not at all: every name in it is used. Patterns see the tokens of
`spotting` with the verbs' forms left out (`support`, not `support~g`).
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Final, TypeAlias

from negotiation.english.bodies import (
    OWN,
    PARTNER,
    Alliance,
    Body,
    Bounce,
    Centers,
    Draw,
    Orders,
    Peace,
    Solo,
    Zone,
)
from negotiation.english.ground import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Retreat,
    Sketch,
    Support,
    Waive,
)
from negotiation.english.phrasebook import phrases
from negotiation.english.spotting import Entity, Place, UnitRef

__all__ = ["MAKERS", "Make", "bodies", "loosely"]

_P: Final = r"[PU]\d+"
_W: Final = r"[WJ]\d+"

Values: TypeAlias = Mapping[str, Entity]
Make: TypeAlias = Callable[[re.Match[str], Values], "Body | None"]


def _place(name: str | None, values: Values) -> Place | None:
    entity = values.get(name or "")
    if isinstance(entity, UnitRef):
        return entity.place
    return entity if isinstance(entity, Place) else None


def _sure_place(name: str | None, values: Values) -> Place:
    place = _place(name, values)
    if place is None:
        raise _NoPlaceError
    return place


class _NoPlaceError(Exception):
    """A unit without a place stood where a place was needed."""


def _unit(name: str | None, values: Values, owner: str = "") -> UnitRef | None:
    entity = values.get(name or "")
    if isinstance(entity, UnitRef):
        return entity if entity.owner or not owner else UnitRef(owner, entity.kind, entity.place)
    return UnitRef(owner, "", entity) if isinstance(entity, Place) else None


def _places(text: str, values: Values) -> tuple[Place, ...]:
    return tuple(_sure_place(name, values) for name in re.findall(_P, text))


def _powers(text: str | None, values: Values) -> tuple[str, ...]:
    return tuple(str(values[name]) for name in re.findall(_W, text or ""))


_PRONOUNS: Final = {
    "me": "me",
    "i": "me",
    "myself": "me",
    "us": "we",
    "we": "we",
    "you": "you",
    "yourself": "you",
    "him": "they",
    "them": "they",
    "he": "they",
    "they": "they",
    "my": "me",
    "your": "you",
    "his": "they",
    "their": "they",
    "our": "we",
    "mine": "me",
    "yours": "you",
}


def who_of(text: str, values: Values) -> str:
    """`me`, `you`, `they`, `we` or a power's code from a pronoun or a name."""
    names = re.findall(_W, text)
    return str(values[names[0]]) if names else _PRONOUNS.get(text.strip(), "")


# ── makers ──────────────────────────────────────────────────────────────────────────────────────


def _move(m: re.Match[str], v: Values) -> Body | None:
    named = m.groupdict()
    unit = _unit(named.get("u") or named.get("by"), v)
    return Orders(Move(unit, _sure_place(m["to"], v)))


def _moves(m: re.Match[str], v: Values) -> Body | None:
    """`go to P1 and P2`: a unit to each."""
    first, *others = _places(m["list"], v)
    return Orders(Move(None, first), tuple(Move(None, place) for place in others))


def _support_move(m: re.Match[str], v: Values) -> Body | None:
    named = m.groupdict()
    helped = _unit(named.get("u"), v)
    who = named.get("who")
    if helped is None:
        helped = _unit(named.get("from"), v, who_of(who, v) if who else "") or UnitRef(who_of(who or "", v))
    if not helped.owner and helped.place is None:
        return None
    return Orders(Support(_unit(named.get("by"), v), helped, _sure_place(m["to"], v)))


def _support_partner(m: re.Match[str], v: Values) -> Body | None:
    """`support into P`: whoever does not give it gets it."""
    return Orders(Support(_unit(m["by"], v), UnitRef(PARTNER), _sure_place(m["to"], v)))


def _support_from(m: re.Match[str], v: Values) -> Body | None:
    """`support from P to Q`: P is either the giver or the place of the move; the board tells."""
    unit = _unit(m["from"], v, PARTNER)
    return Orders(Support(None, unit, _sure_place(m["to"], v))) if unit is not None else None


def _support_hold(m: re.Match[str], v: Values) -> Body | None:
    named = m.groupdict()
    helped = _unit(named["u"], v, who_of(named.get("who") or "", v))
    if helped is None or helped.place is None:
        return None
    return Orders(Support(_unit(named.get("by"), v), helped, None))


def _support_into_or_hold(m: re.Match[str], v: Values) -> Body | None:
    """`support me in P`: whether it means holding or moving is the reader's business; see `interpret`."""
    return Orders(Support(_unit(m.groupdict().get("by"), v), UnitRef(who_of(m["who"], v)), _sure_place(m["to"], v)))


def _with_support(m: re.Match[str], v: Values) -> Body | None:
    mover = _unit(m["u"], v)
    target = _sure_place(m["to"], v)
    if mover is None or mover.place is None:
        return None
    helpers = [m["by"], *filter(None, [m.groupdict().get("by2")])]
    return Orders(Move(mover, target), tuple(Support(_unit(name, v), mover, target) for name in helpers))


def _with_their_support(m: re.Match[str], v: Values) -> Body | None:
    """`P to Q with your support`: of whichever unit can give it."""
    mover, target = _unit(m["u"], v), _sure_place(m["to"], v)
    if mover is None or mover.place is None:
        return None
    return Orders(Move(mover, target), (Support(UnitRef(who_of(m["whose"], v)), mover, target),))


def _helped_move(m: re.Match[str], v: Values) -> Body | None:
    """`take P with my support`: the move and the support."""
    target, who = _sure_place(m["to"], v), who_of(m["who"], v)
    helped = {"me": "you", "you": "me"}.get(who)
    if helped is None:
        return None
    helper = _unit(m["by"], v, who) or UnitRef(who)
    return Orders(Move(None, target), (Support(helper, UnitRef(helped), target),))


def _convoy(m: re.Match[str], v: Values) -> Body | None:
    named = m.groupdict()
    army = _unit(named.get("u"), v) or _unit(named.get("from"), v, who_of(named.get("who") or "", v))
    army = army or UnitRef(who_of(named.get("who") or "", v))
    return Orders(Convoy(_unit(named.get("by"), v), army, _sure_place(m["to"], v)))


def _own_convoy(m: re.Match[str], v: Values) -> Body | None:
    """`convoy to P`: an army of whoever has the fleet."""
    army = _unit(m["u"], v) or UnitRef()
    if army.place is not None or army.owner or army.kind == "F":
        return None
    return Orders(Convoy(_unit(m["by"], v), UnitRef(OWN), _sure_place(m["to"], v)))


def _convoy_with(m: re.Match[str], v: Values) -> Body | None:
    army, target = _unit(m["u"], v), _sure_place(m["to"], v)
    if army is None or army.place is None:
        return None
    return Orders(Convoy(None, army, target), (Support(_unit(m["helper"], v), army, target),))


def _kind_move(m: re.Match[str], v: Values) -> Body | None:
    """`put a fleet in P`: not the one that stands there, but one that goes there."""
    unit = _unit(m["u"], v)
    if unit is None or unit.place is None or not unit.kind or unit.owner:
        return None
    return Orders(Move(UnitRef("", unit.kind), unit.place))


def _kind_to(m: re.Match[str], v: Values) -> Body | None:
    return Orders(Move(UnitRef("", "A" if m["kind"] == "army" else "F"), _sure_place(m["to"], v)))


def _hold(m: re.Match[str], v: Values) -> Body | None:
    unit = _unit(m["u"], v)
    return Orders(Hold(unit)) if unit is not None and (unit.place is not None or unit.kind) else None


def _build(m: re.Match[str], v: Values) -> Body | None:
    named = m.groupdict()
    unit = v.get(named.get("u") or "")
    if isinstance(unit, UnitRef) and unit.place is not None and unit.kind:
        return Orders(Build(unit.kind, unit.place))
    kind = named.get("kind") or ""
    if not kind:
        return None
    return Orders(Build("F" if kind.startswith("f") else "A", _sure_place(m["to"], v)))


def _builds(m: re.Match[str], v: Values) -> Body | None:
    sketches: list[Sketch] = []
    for name in re.findall(_P, m["units"]):
        unit = v.get(name)
        if not isinstance(unit, UnitRef) or unit.place is None or not unit.kind:
            return None
        sketches.append(Build(unit.kind, unit.place))
    return Orders(sketches[0], tuple(sketches[1:]))


def _retreat(m: re.Match[str], v: Values) -> Body | None:
    return Orders(Retreat(_unit(m.groupdict().get("u"), v), _sure_place(m["to"], v)))


def _disband(m: re.Match[str], v: Values) -> Body | None:
    return Orders(Disband(_unit(m["u"], v)))


def _zone(m: re.Match[str], v: Values) -> Body | None:
    return Zone(_places(m["list"], v), both="both" in m.groupdict() and bool(m["both"]))


def _home_zone(m: re.Match[str], v: Values) -> Body | None:
    return Zone((), home=who_of(m["whose"], v))


def _kept_zone(m: re.Match[str], v: Values) -> Body | None:
    return Zone(_places(m["list"], v), both=True, kept=True)


def _both_zone(m: re.Match[str], v: Values) -> Body | None:
    return Zone(_places(m["list"], v), both=True)


def _units(text: str, v: Values) -> bool:
    """Whether a list names armies or fleets, which nobody can be given, or one of several things."""
    return " or " in text or any(
        isinstance(unit := v.get(name), UnitRef) and bool(unit.kind) for name in re.findall(_P, text)
    )


def _centers(m: re.Match[str], v: Values) -> Body | None:
    if _units(m["list"], v):
        return None
    return Centers((("", _places(m["list"], v)),))


def _given(m: re.Match[str], v: Values) -> Body | None:
    if _units(m["list"], v):
        return None
    who = m.groupdict().get("who")
    return Centers(((who_of(who, v) if who else PARTNER, _places(m["list"], v)),))


_PATTERNS: Final = {section: pattern for section, key, pattern in phrases("bodies") if not key}
_SHARE: Final = re.compile(_PATTERNS["SHARE"])
_CLAIM: Final = re.compile(_PATTERNS["CLAIM"])


def _division(text: str, v: Values) -> Body | None:
    """`P1 for me , P2 for you`, `you P1 , me P2`."""
    shares: list[tuple[str, tuple[Place, ...]]] = []
    at = 0
    while at < len(text):
        match = _SHARE.match(text, at)
        if match is None:
            return None
        who = match["who"] or match["who2"]
        who = {"mine": "me", "yours": "you", "your": "you", "i": "me"}.get(who, who)
        shares.append((who_of(who, v), _places(match["places"] or match["places2"], v)))
        at = match.end()
        glue = re.match(r"(?: ,| and| ;| while| &| \+| with| but)* ?", text[at:])
        at += glue.end() if glue else 0
        if glue and not glue[0] and at < len(text):
            return None
    return Centers(tuple(shares)) if shares else None


def _peace(m: re.Match[str], v: Values) -> Body | None:
    return Peace(_powers(m.groupdict().get("with"), v))


_TOO_LITTLE: Final = frozenset(
    {
        "work",
        "act",
        "join",
        "fight",
        "team",
        "plan together",
        "plan out",
        "get together",
        "coordinate",
        "unite",
        "combine",
        "pact",
    }
)
"""Too little to mean an alliance when nothing else is said."""


def _alliance(m: re.Match[str], v: Values) -> Body | None:
    if m[0] in _TOO_LITTLE:
        return None
    named = m.groupdict()
    if " or " in (named.get("vs") or ""):
        return None
    against = _powers(named.get("vs"), v)
    if named.get("vs") and not against:
        against = (_PRONOUNS[named["vs"]],)
    return Alliance(against, _powers(named.get("with"), v))


def _trio(m: re.Match[str], v: Values) -> Body | None:
    """`you , me and W1 work together`: an alliance of all who are named."""
    return Alliance(_powers(m.groupdict().get("vs"), v), among=("me", "you", *_powers(m["with"], v)))


def _each_attack(m: re.Match[str], v: Values) -> Body | None:
    """`I attack W1 and you attack W2`: an alliance against both."""
    if m["one"] == m["other"]:
        return None
    return Alliance((*_powers(m["a"], v), *_powers(m["b"], v)))


def _attack(m: re.Match[str], v: Values) -> Body | None:
    if " or " in m["vs"]:
        return None
    return Alliance(_powers(m["vs"], v) or ("they",), (), hostile=True)


def _pair_alliance(m: re.Match[str], v: Values) -> Body | None:
    return Alliance(_powers(m.groupdict().get("vs"), v), among=_powers(m["pair"], v))


def _draw(m: re.Match[str], v: Values) -> Body | None:
    return Draw(_powers(m.groupdict().get("with"), v))


def _solo(m: re.Match[str], v: Values) -> Body | None:
    return Solo(who_of(m["who"], v) if m.groupdict().get("who") else "")


def _bounce(m: re.Match[str], v: Values) -> Body | None:
    return Bounce(_sure_place(m["to"], v), _unit(m.groupdict().get("by"), v))


def _self_bounce(m: re.Match[str], v: Values) -> Body | None:
    """Two units of one side go to the same place, so that nobody gets in."""
    target = _sure_place(m["to"], v)
    return Orders(Move(_unit(m["u"], v), target), (Move(_unit(m["u2"], v), target),))


def _waive(m: re.Match[str], v: Values) -> Body | None:
    return Orders(Waive())


MAKERS: Final[Mapping[str, Make]] = {
    "move": _move,
    "moves": _moves,
    "support_move": _support_move,
    "support_hold": _support_hold,
    "support_partner": _support_partner,
    "support_from": _support_from,
    "with_support": _with_support,
    "with_their_support": _with_their_support,
    "helped_move": _helped_move,
    "convoy": _convoy,
    "own_convoy": _own_convoy,
    "convoy_with": _convoy_with,
    "kind_move": _kind_move,
    "kind_to": _kind_to,
    "hold": _hold,
    "build": _build,
    "builds": _builds,
    "retreat": _retreat,
    "disband": _disband,
    "waive": _waive,
    "zone": _zone,
    "both_zone": _both_zone,
    "kept_zone": _kept_zone,
    "home_zone": _home_zone,
    "bounce": _bounce,
    "self_bounce": _self_bounce,
    "centers": _centers,
    "given": _given,
    "peace": _peace,
    "alliance": _alliance,
    "trio": _trio,
    "attack": _attack,
    "each_attack": _each_attack,
    "pair_alliance": _pair_alliance,
    "draw": _draw,
    "solo": _solo,
}
_PLACELESS: Final = frozenset(
    ["peace", "alliance", "pair_alliance", "trio", "attack", "each_attack", "draw", "solo", "waive", "home_zone"]
)
"""What may be said without the name of a place or unit."""

_COMPILED: Final = tuple(
    (re.compile(pattern), MAKERS[key], key in _PLACELESS) for _, key, pattern in phrases("bodies") if key
)
_PLACED: Final = re.compile(r"(?<!\S)[PU]\d")


def bodies(text: str, values: Values) -> Iterator[Body]:
    """All readings of a body that use every word of it."""
    yield from dict.fromkeys(body for body in _made(text, values) if body is not None)


def _made(text: str, values: Values) -> Iterator[Body | None]:
    placed = _PLACED.search(text) is not None
    if placed:
        yield _or_none(lambda: _whole_division(text, values))
    for pattern, make, placeless in _COMPILED:
        match = pattern.fullmatch(text) if placed or placeless else None
        if match is not None:
            yield _or_none(partial(make, match, values))


def loosely(pattern: re.Pattern[str], make: Make, text: str, values: Values) -> tuple[int, Body] | None:
    """Where in a text a pattern finds a body first, and the body; None when it finds none."""
    match = pattern.search(text)
    body = _or_none(partial(make, match, values)) if match is not None else None
    return None if match is None or body is None else (match.start(), body)


def _or_none(made: Callable[[], Body | None]) -> Body | None:
    try:
        return made()
    except _NoPlaceError:
        return None


def _whole_division(text: str, values: Values) -> Body | None:
    """A division that is said as one: of two shares or more, or a single claim."""
    division = _division(text, values) if " " in text else None
    if not isinstance(division, Centers) or (len(division.shares) < 2 and not _claims(text)):
        return None
    return division


def _claims(text: str) -> bool:
    """Whether a single share is said as one: `P1 for me`, `P1 is yours`, not `you P1`."""
    return _CLAIM.fullmatch(text) is not None
