"""Classes of words that a candidate leaves unread, as places and powers."""

import re
from collections.abc import Collection, Iterator
from typing import Any, Final

from adjudication.powers import POWERS, Power
from negotiation.diplomacy import Aly, Dmz, Drw, Ent, Hlp, Opn, Pce, Scd
from negotiation.judge.candidates import Proposed
from negotiation.judge.clues import LIMITS, NEGATES, Clues, Terms
from negotiation.judge.naming import CAPITALS
from negotiation.terms import Accept, Agree, Commits, Desire, Do, Implies, Inform, Not, Propose, Reject, Withdraw
from negotiation.words.entities import Place, UnitRef, When
from negotiation.words.spotting import spot

__all__ = ["BYSTANDER", "NUMBER", "lacking"]

BYSTANDER: Final = "bystander"
"""The class of a power that a reading of the whole text does not speak of."""
NUMBER: Final = re.compile(r"\b\d+(?![\d%])(?!\s+%)")
"""A figure that may count or date something: neither `100 %` nor `m8`."""


def lacking(one: Proposed, terms: Terms, clues: Clues) -> list[str]:
    """The classes of what a candidate leaves unread: place, power, time, number, negation, condition.

    A reading of the whole text by the grammar passes over no time, number, negation and condition but in the parts that
    it left out; places are looked for in every reading. A power that it does not speak of is a bystander, as in `since
    nobody trusts Russia`: that counts against it, and forbids nothing.
    """
    if not one.said:
        return []
    named = clues.text.named
    unread = [each for part in one.unread for each in _named_in(part, named.present)]
    found: list[str] = []
    places, powers = set[str](), set[str]()
    for term in terms:
        _collect(term, places, powers)
    if any(place not in places and CAPITALS.get(place) not in powers for place in named.provinces):
        found.append("place")
    whole = "read 0" in one.sources
    if any(power not in powers for power in named.others):
        found.append(BYSTANDER if whole else "power")
    if whole:
        return list(dict.fromkeys((*found, *(BYSTANDER if each == "power" else each for each in unread))))
    timed = any(getattr(term, "time", None) is not None for term in terms)
    if any(map(_tells_when, named.times)) and not timed:
        found.append("time")
    denies = any(isinstance(term, Not | Dmz | Pce | Reject | Withdraw) for term in (*terms, *one.said))
    if clues.negates and not denies:
        found.append("negation")
    tied = any(isinstance(term, Implies) for term in terms) or any(
        isinstance(said, Propose) and isinstance(said.deal, Commits) and len({x.agent for x in said.deal.items}) > 1
        for said in one.said
    )
    if clues.limits and not tied:
        found.append("condition")
    return list(dict.fromkeys((*found, *unread)))


def _tells_when(time: When) -> bool:
    """True for any time but `now`."""
    return time.limit or time.turn is not None or time.later


def _named_in(part: str, present: Collection[Power]) -> Iterator[str]:
    """Name the classes of words in a part of a text.

    present: powers whose names only call them.
    """
    if NUMBER.search(part):
        yield "number"
    if NEGATES.search(part):
        yield "negation"
    if LIMITS.search(part):
        yield "condition"
    for value in spot(part, None).entities.values():
        if isinstance(value, When):
            if _tells_when(value):
                yield "time"
        elif isinstance(value, Place) or (isinstance(value, UnitRef) and value.place is not None):
            yield "place"
        else:
            power = value.owner if isinstance(value, UnitRef) else value
            if power in POWERS and power not in present:
                yield "power"


def _collect(x: Any, places: set[str], powers: set[str]) -> None:
    match x:
        case Pce() | Drw():
            powers |= set(x.powers)
        case Aly():
            powers |= {*x.powers, *x.against}
        case Dmz():
            powers |= set(x.powers)
            places |= set(x.provinces)
        case Scd():
            powers.add(x.power)
            places |= set(x.centers)
        case Ent():
            powers.add(x.power)
            places.add(x.province)
        case Hlp():
            powers |= {x.power, x.helped}
            places |= {x.province} | ({x.origin} if x.origin else set())
        case Opn():
            powers.add(x.power)
        case Do():
            _collect(x.action, places, powers)
        case Desire() | Agree() | Inform() | Propose() | Accept() | Reject():
            powers |= set(getattr(x, "agents", ()))
            powers |= {each for each in (getattr(x, "agent", ""), getattr(x, "speaker", "")) if each}
        case str() if len(x) == 3 and x.isupper():
            places.add(x)
        case _:
            for name in ("unit", "army", "region", "action"):
                inner = getattr(x, name, None)
                if inner is not None:
                    _collect(inner, places, powers)
            if hasattr(x, "province"):
                places.add(x.province)
            if isinstance(getattr(x, "power", None), str):
                powers.add(x.power)
