"""Parts of readings, and the utterances that state them."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from adjudication.powers import Power
from negotiation.diplomacy import Aly, Cvy, Dmz, Ent, Hld, Mto, Sup
from negotiation.grounding.ground import Ground
from negotiation.levels import subterms
from negotiation.terms import Agree, Commit, Commits, Deal, Do, Formula, Inform, Not, Propose, Time, Utterance, both

__all__ = [
    "Common",
    "Duty",
    "Part",
    "Reading",
    "Said",
    "contradictory",
    "deal_of",
    "merged",
    "once",
    "soft",
    "specific",
    "spoken",
]


@dataclass(frozen=True, slots=True)
class Duty:
    """Somebody is to do something. firm: it stands whatever the other says, so it is told, not proposed."""

    agent: Power
    content: Formula
    time: Time | None = None
    firm: bool = False


@dataclass(frozen=True, slots=True)
class Common:
    """Something to agree on together. firm: the speaker means to have it anyway, so that it is told, not proposed.

    taken: a center that was to be taken, which next to orders is an order too.
    """

    content: Formula
    agents: tuple[Power, ...]
    time: Time | None = None
    firm: bool = field(default=False, compare=False)
    taken: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class Said:
    """A whole utterance."""

    utterance: Utterance


Part: TypeAlias = Duty | Common | Said
Reading: TypeAlias = tuple[Part, ...]
"""One way to take a sentence: all its parts together."""


# ── what a part is like ───────────────────────────────────────────────────────────────────────────


def once(reading: Reading) -> Reading:
    """The reading without alliances against some of those whom another of the same powers is against."""
    pacts = [part.content for part in reading if isinstance(part, Common) and isinstance(part.content, Aly)]
    return tuple(
        part
        for part in reading
        if not (isinstance(part, Common) and isinstance(part.content, Aly) and part.content.against)
        or not any(one.powers == part.content.powers and set(part.content.against) < set(one.against) for one in pacts)
    )


def specific(reading: Reading) -> Reading:
    """The reading without an alliance against nobody where the same powers are allied against somebody as well."""
    pacts = [part.content for part in reading if isinstance(part, Common) and isinstance(part.content, Aly)]
    named = {one.powers for one in pacts if one.against}
    return tuple(
        part
        for part in reading
        if not (isinstance(part, Common) and isinstance(part.content, Aly))
        or part.content.against
        or part.content.powers not in named
    )


def merged(reading: Reading) -> Reading:
    """The reading with alliances of the same powers as one, against all that any of them is against."""
    enemies: dict[tuple[str, ...], dict[Power, None]] = {}
    for part in reading:
        if isinstance(part, Common) and isinstance(part.content, Aly):
            enemies.setdefault(part.content.powers, {}).update(dict.fromkeys(part.content.against))
    parts: dict[Part, None] = {}
    for part in reading:
        if isinstance(part, Common) and isinstance(part.content, Aly):
            members = part.content.powers
            parts[replace(part, content=Aly(members, tuple(sorted(enemies[members]))))] = None
        else:
            parts[part] = None
    return tuple(parts)


def soft(part: Part) -> Part:
    """The part as something to agree on, not told as settled."""
    return part if isinstance(part, Said) else replace(part, firm=False)


# ── parts to utterances ───────────────────────────────────────────────────────────────────────────


def spoken(parts: Sequence[Part], ground: Ground) -> tuple[Utterance, ...]:
    """The utterances that say the parts: what hangs together becomes one deal."""
    proposals = [part for part in parts if isinstance(part, Duty | Common)]
    others = [part.utterance for part in parts if isinstance(part, Said)]
    speaker, hearers = ground.speaker, ground.hearers
    if not proposals:
        return tuple(others)
    if all(part.firm for part in proposals):
        return (*others, Inform(speaker, hearers, Commits(tuple(_commit(part, ground) for part in proposals))))
    return tuple(dict.fromkeys((*others, Propose(speaker, hearers, deal_of(proposals, ground)))))


def deal_of(parts: Sequence[Duty | Common], ground: Ground) -> Deal:
    """One deal of all parts: commitments if there are only promises, else an agreement on everything."""
    promises = [part for part in parts if isinstance(part, Duty)]
    if len(promises) == len(parts):
        return Commits(tuple(_commit(part, ground) for part in promises))
    times = {part.time for part in parts}
    time = times.pop() if len(times) == 1 else None
    agents = {ground.speaker, *ground.hearers}
    for part in parts:
        if isinstance(part, Common):
            agents |= set(part.agents)
    return Agree(tuple(sorted(agents)), both(tuple(dict.fromkeys(part.content for part in parts))), time)


def contradictory(utterance: Utterance) -> bool:
    """True if the utterance contradicts itself within a turn.

    Somebody is to go where it keeps out of, or a unit to do two things.
    """
    terms = list(subterms(utterance))
    actions = [term.action for term in terms if isinstance(term, Do)]
    moves = {(action.unit.power, action.region.province) for action in actions if isinstance(action, Mto)}
    staying = {
        (action.unit.power, action.unit.region.province) for action in actions if isinstance(action, Hld | Sup | Cvy)
    }
    if moves & staying:
        return True
    moves |= {(term.power, term.province) for term in terms if isinstance(term, Ent)}
    closed = {
        (power, code) for term in terms if isinstance(term, Dmz) for power in term.powers for code in term.provinces
    }
    return bool(moves & closed) or _at_odds(terms)


def _at_odds(terms: Sequence[object]) -> bool:
    """True if two orders conflict.

    A unit is to do two things at a time, or moves where another of its power is to be supported into.
    """
    due: set[tuple[object, Time | None]] = set()
    for term in terms:
        if isinstance(term, Commit | Agree):
            inside = list(subterms(term.content))
            denied = {inner for one in inside if isinstance(one, Not) for inner in subterms(one)}
            due |= {(one.action, term.time) for one in inside if isinstance(one, Do) and one not in denied}
    units = [(action.unit, time) for action, time in due if isinstance(action, Mto | Hld | Sup | Cvy)]
    gone = {
        (action.unit.power, action.region.province, time): action.unit
        for action, time in due
        if isinstance(action, Mto)
    }
    helped = [
        (action.action, time) for action, time in due if isinstance(action, Sup) and isinstance(action.action, Mto)
    ]
    apart = any(gone.get((one.unit.power, one.region.province, time), one.unit) != one.unit for one, time in helped)
    return apart or len(set(units)) < len(units)


def _commit(part: Duty | Common, ground: Ground) -> Commit:
    agent = part.agent if isinstance(part, Duty) else ground.speaker
    to = ground.hearers if agent == ground.speaker else (ground.speaker,)
    return Commit(agent, to, part.content, part.time)
