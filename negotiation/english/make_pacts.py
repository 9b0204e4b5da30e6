"""Makers of what both sides agree on: zones, centers, peace, alliances and the end of the game."""

import re
from collections.abc import Mapping
from typing import Final

from adjudication.board import STANDARD
from negotiation.english.named import PLACE_NAME, PRONOUNS, Make, Values, places_of, powers_of, who_of
from negotiation.grounding.bodies import PARTNER, Alliance, Body, Centers, Draw, Peace, Solo, Zone
from negotiation.words.phrasebook import phrases
from negotiation.words.spotting import Place, UnitRef

__all__ = ["PACT_MAKERS", "whole_division"]


def _zone(m: re.Match[str], v: Values) -> Body | None:
    if _ONWARD.search(m["list"]):
        return None
    return Zone(places_of(m["list"], v), both="both" in m.groupdict() and bool(m["both"]))


_ONWARD: Final = re.compile(r" (?:into|to) ")
"""`out of P and into Q`: where somebody goes is no place to keep out of."""


def _home_zone(m: re.Match[str], v: Values) -> Body | None:
    return Zone((), home=who_of(m["whose"], v))


def _kept_zone(m: re.Match[str], v: Values) -> Body | None:
    return Zone(places_of(m["list"], v), both=True, kept=True)


def _both_zone(m: re.Match[str], v: Values) -> Body | None:
    places = places_of(m["list"], v)
    if m.groupdict().get("away") and all(place.province in STANDARD.home_of for place in places):
        return None  # `no fleet in London` is about what is built there.
    return Zone(places, both=True, who=_owner(m, v))


def _unit_zone(m: re.Match[str], v: Values) -> Body | None:
    return Zone(places_of(m["list"], v), who=_owner(m, v))


def _owner(m: re.Match[str], v: Values) -> str:
    """Whose units a text names, if they are all one side's: `no U1 or U2`, `U1 stay out`."""
    units = (v.get(name) for name in re.findall(r"U\d+", m[0]))
    owners = {unit.owner for unit in units if isinstance(unit, UnitRef)}
    return next(iter(owners)) if len(owners) == 1 else ""


def _units(text: str, v: Values) -> bool:
    """Whether a list names armies or fleets, which nobody can be given, or one of several things."""
    return " or " in text or any(
        isinstance(unit := v.get(name), UnitRef) and bool(unit.kind) for name in re.findall(PLACE_NAME, text)
    )


def _centers(m: re.Match[str], v: Values) -> Body | None:
    if _units(m["list"], v):
        return None
    return Centers((("", places_of(m["list"], v)),), taken=_TAKING.match(m[0]) is not None)


_TAKING: Final = re.compile(r"(?:take|grab|capture|conquer|retake|recapture)(?! over)(?= )")


def _given(m: re.Match[str], v: Values) -> Body | None:
    if _units(m["list"], v):
        return None
    who = m.groupdict().get("who")
    return Centers(((who_of(who, v) if who else PARTNER, places_of(m["list"], v)),), given=True)


def _traded(m: re.Match[str], v: Values) -> Body | None:
    """`trade P for Q`: whoever the sentence is about gives P and gets Q."""
    if _units(m["list"], v) or _units(m["back"], v):
        return None
    return Centers(((PARTNER, places_of(m["list"], v)), ("", places_of(m["back"], v))))


def _received(m: re.Match[str], v: Values) -> Body | None:
    """`have P in exchange for Q`: whoever the sentence is about gets P and gives Q."""
    if _units(m["list"], v) or _units(m["back"], v):
        return None
    return Centers((("", places_of(m["list"], v)), (PARTNER, places_of(m["back"], v))))


def _split(m: re.Match[str], v: Values) -> Body | None:
    """`split P and Q`: one for each side."""
    if _units(m[0], v):
        return None
    return Centers((("me", places_of(m["one"], v)), ("you", places_of(m["other"], v))), split=True)


_PATTERNS: Final = {section: pattern for section, key, pattern in phrases("bodies") if not key}
_SHARE: Final = re.compile(_PATTERNS["SHARE"])
_CLAIM: Final = re.compile(_PATTERNS["CLAIM"])


_HAVING: Final = re.compile(r"(?:you|i|(?:the )?W\d+) (?:(?:both|all|also) )*have ")


def _division(text: str, v: Values) -> Body | None:
    """`P1 for me , P2 for you`, `you P1 , me P2`."""
    shares: list[tuple[str, tuple[Place, ...]]] = []
    at, held = 0, True
    while at < len(text):
        match = _SHARE.match(text, at)
        if match is None:
            return None
        held = held and _HAVING.match(match[0]) is not None
        who, places = next(
            (match[f"who{at}"], match[f"places{at}"]) for at in ("", "2", "3", "4", "5") if match[f"who{at}"]
        )
        who = {"mine": "me", "yours": "you", "your": "you", "i": "me"}.get(who, who)
        shares.append((who_of(who, v), places_of(places, v)))
        at = match.end()
        glue = re.match(r"(?: ,| and| ;| while| &| \+| with| but| /| then| -)* ?", text[at:])
        at += glue.end() if glue else 0
        if glue and not glue[0] and at < len(text):
            return None
    return Centers(tuple(shares), held) if shares else None


def _unopposed(m: re.Match[str], v: Values) -> Body | None:
    """`not bounce you in P`: P is yours, or is left alone where nobody can own it."""
    places = places_of(m["list"], v)
    if all(place.province in STANDARD.centers for place in places):
        return Centers(((who_of(m["who"].removesuffix(" 's"), v), places),))
    return Zone(places)


def _peace(m: re.Match[str], v: Values) -> Body | None:
    partner = m.groupdict().get("with")
    return Peace(("they",) if partner in ("him", "them", "her") else powers_of(partner, v))


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
    against = powers_of(named.get("vs"), v)
    if named.get("vs") and not against:
        against = (PRONOUNS[named["vs"]],)
    return Alliance(against, powers_of(named.get("with"), v))


def _trio(m: re.Match[str], v: Values) -> Body | None:
    """`you , me and W1 work together`: an alliance of all who are named."""
    return Alliance(powers_of(m.groupdict().get("vs"), v), among=("me", "you", *powers_of(m["with"], v)))


def _each_attack(m: re.Match[str], v: Values) -> Body | None:
    """`I attack W1 and you attack W2`: an alliance against both."""
    if m["one"] == m["other"]:
        return None
    return Alliance((*powers_of(m["a"], v), *powers_of(m["b"], v)))


def _attack(m: re.Match[str], v: Values) -> Body | None:
    if " or " in m["vs"]:
        return None
    return Alliance(powers_of(m["vs"], v) or ("they",), (), hostile=True)


def _pair_alliance(m: re.Match[str], v: Values) -> Body | None:
    return Alliance(powers_of(m.groupdict().get("vs"), v), among=powers_of(m["pair"], v))


def _draw(m: re.Match[str], v: Values) -> Body | None:
    return Draw(powers_of(m.groupdict().get("with"), v))


def _solo(m: re.Match[str], v: Values) -> Body | None:
    return Solo(who_of(m["who"], v) if m.groupdict().get("who") else "")


def whole_division(text: str, values: Values) -> Body | None:
    """A division that is said as one: of two shares or more, or a single claim."""
    division = _division(text, values) if " " in text else None
    if not isinstance(division, Centers) or (len(division.shares) < 2 and not _claims(text)):
        return None
    return division


def _claims(text: str) -> bool:
    """Whether a single share is said as one: `P1 for me`, `P1 is yours`, not `you P1`."""
    return _CLAIM.fullmatch(text) is not None


PACT_MAKERS: Final[Mapping[str, Make]] = {
    "zone": _zone,
    "both_zone": _both_zone,
    "kept_zone": _kept_zone,
    "unit_zone": _unit_zone,
    "home_zone": _home_zone,
    "centers": _centers,
    "given": _given,
    "unopposed": _unopposed,
    "split": _split,
    "traded": _traded,
    "received": _received,
    "peace": _peace,
    "alliance": _alliance,
    "trio": _trio,
    "attack": _attack,
    "each_attack": _each_attack,
    "pair_alliance": _pair_alliance,
    "draw": _draw,
    "solo": _solo,
}
"""By the key of its patterns in `phrases/bodies.txt`."""
