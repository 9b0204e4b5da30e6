"""The level of a message: the lowest Lk whose grammar derives it (Fabregues 2012, figure 6.6).

Everything a term contains has a level of its own; the message's is the highest of them. Two things
are not in the thesis' grammar but in its examples: `x → y` is read as `¬(x ∧ ¬y)` and so costs
nothing, and an action or predicate told as it stands is a level-2 matter like a belief.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any, Final, TypeAlias

from negotiation.errors import LevelTooHighError
from negotiation.terms import (
    ANYONE,
    Accept,
    Agree,
    And,
    Answer,
    Attack,
    Belief,
    Commit,
    Commits,
    Compare,
    Courtesy,
    Desire,
    Do,
    Explain,
    Feel,
    Formula,
    Implies,
    Inform,
    Not,
    Obs,
    Propose,
    Query,
    Reject,
    Support,
    Then,
    Unknown,
    Utterance,
    Which,
    Withdraw,
)

__all__ = ["FREE", "LEVELS", "binds_anyone", "check_level", "children", "is_phi", "level", "subterms", "well_formed"]

LEVELS: Final[dict[int, str]] = {
    1: "Negotiating a deal",
    2: "Sharing information",
    3: "Asking for direct information",
    4: "Asking for indirect information",
    5: "Sharing feelings",
    6: "Taking into account the passage of time",
    7: "Explaining",
    8: "Arguing",
    9: "Talking freely",
}
FREE: Final = 9
"""The level of games in which people say whatever is read, bots ask and answer openly and are courteous: more than the
thesis has."""

_OWN_LEVEL: Final[dict[type, int]] = {
    Propose: 1,
    Accept: 1,
    Reject: 1,
    Withdraw: 1,
    Inform: 2,
    Query: 3,
    Answer: 3,
    Commits: 1,
    Commit: 1,
    Agree: 1,
    Do: 1,
    Not: 1,
    And: 1,
    Implies: 2,
    Obs: 2,
    Belief: 2,
    Desire: 2,
    Unknown: 3,
    Feel: 5,
    Then: 6,
    Compare: 6,
    Which: 3,
    Courtesy: 0,
    Explain: 7,
    Attack: 8,
    Support: 8,
}
_UTTERANCES: Final = (Propose, Accept, Reject, Withdraw, Inform, Query, Answer, Courtesy)
_WITHIN: Final = 4
"""From this level on, an utterance may speak of another."""
_TIMED: Final = 6
"""From this level on, things may carry a time."""


def children(term: Formula) -> tuple[Formula, ...]:
    """The terms of L directly inside a term, from left to right; values of the ontology have none, and neither have
    courtesies and open questions: what they speak of binds nobody, and a variable is no value."""
    inside = _INSIDE.get(type(term))
    return inside(term) if inside is not None else ()


_Inside: TypeAlias = Callable[[Any], tuple[Formula, ...]]
_INSIDE: Final[Mapping[type, _Inside]] = {
    **dict.fromkeys((Propose, Accept, Reject), lambda term: (term.deal,)),
    **dict.fromkeys((And, Then, Commits), lambda term: tuple(term.items)),
    Not: lambda term: (term.item,),
    Implies: lambda term: (term.premise, term.conclusion),
    Attack: lambda term: (term.argument, term.against),
    Support: lambda term: (term.argument, term.claim),
    **dict.fromkeys(
        (Commit, Agree, Obs, Belief, Desire, Unknown, Explain, Inform, Query, Answer), lambda term: (term.content,)
    ),
}


def subterms(term: Formula) -> Iterator[Formula]:
    """The term and everything inside it, outside in."""
    waiting: list[Any] = [term]
    while waiting:
        current = waiting.pop()
        yield current
        waiting.extend(reversed(children(current)))


def level(utterance: Utterance, *, timed: bool = True) -> int:
    """1 to 8, and 0 for a courtesy. timed: whether a word for time counts."""
    if isinstance(utterance, Courtesy):
        return 0
    highest = 1
    if isinstance(utterance, Query) and isinstance(utterance.content, Which):
        asked = utterance.content
        highest = level(replace(utterance, content=asked.content), timed=timed)
    for index, term in enumerate(subterms(utterance)):
        needed = _OWN_LEVEL.get(type(term), 1)
        if index and isinstance(term, _UTTERANCES):
            needed = max(needed, _WITHIN)
        if timed and getattr(term, "time", None) is not None:
            needed = max(needed, _TIMED)
        highest = max(highest, needed)
    return highest


def check_level(utterance: Utterance, allowed: int, *, timed: bool = True) -> None:
    """Raises LevelTooHighError when the game does not allow the message's level. timed: as for `level`."""
    needed = level(utterance, timed=timed)
    if needed > allowed:
        raise LevelTooHighError(needed, allowed)


def is_phi(term: Formula) -> bool:
    """True if a term is a ϕ: actions and predicates only.

    Only a ϕ can be committed to.
    """
    match term:
        case Not():
            return is_phi(term.item)
        case And() | Then():
            return all(is_phi(item) for item in term.items)
        case _:
            return type(term) is Do or type(term) not in _OWN_LEVEL


def binds_anyone(said: Formula) -> bool:
    """True for a proposal or acceptance whose promises name the agent variable."""
    if not isinstance(said, Propose | Accept):
        return False
    if isinstance(said.deal, Agree):
        return ANYONE in said.deal.agents
    return any(ANYONE in (each.agent, *each.to) for each in said.deal.items)


def well_formed(utterance: Utterance) -> bool:
    """True if deals hold only ϕ terms, and the agent variable stands only where L has it.

    A deal that is proposed or accepted binds named powers, and so do values of the ontology. Terms are built freely;
    only the parser would object.
    """
    if isinstance(utterance, Courtesy):
        return utterance.about is None or well_formed(Inform(utterance.speaker, utterance.hearers, utterance.about))
    if binds_anyone(utterance):
        return False
    for term in subterms(utterance):
        if isinstance(term, Commit | Agree) and not is_phi(term.content):
            return False
        if (type(term) is Do or type(term) not in _OWN_LEVEL) and _has_anyone(term):
            return False
    return True


def _has_anyone(value: Any) -> bool:
    """True if a value of the ontology has the agent variable for a power."""
    if isinstance(value, tuple):
        return any(map(_has_anyone, value))
    if is_dataclass(value):
        return any(_has_anyone(getattr(value, field.name)) for field in fields(value))
    return bool(value == ANYONE)
