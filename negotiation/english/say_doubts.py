"""One pointed question about what a message means, from what its likeliest readings differ in."""

from collections.abc import Sequence

from negotiation.diplomacy import Mto, Region, Sup, Unit
from negotiation.english.understanding import Candidate
from negotiation.levels import subterms
from negotiation.terms import Accept, Commit, Do, Inform, Propose, Query, Reject

__all__ = ["question_between"]


def question_between(readings: Sequence[Candidate]) -> str:
    """The question whose answers tell the readings apart."""
    kinds = {type(said[-1]) for said in readings}
    if len(readings) == 1:
        return "Is this what you mean?"
    if kinds <= {Accept, Reject} and len(kinds) > 1:
        return "Is that a yes or a no?"
    if kinds == {Query}:
        return "What are you asking?"
    if kinds & {Accept, Reject} and len(kinds) > 1:
        return "Do you answer what was proposed, or say something else?"
    if len(kinds) > 1 and kinds <= {Propose, Inform, Query}:
        return "Do you propose this, tell it, or ask about it?"
    if len({_shape(said, keep="time") for said in readings}) == 1:
        return "Who would do that?" if len({_agents(said) for said in readings}) > 1 else "Which place do you mean?"
    if len({_agents(said) for said in readings}) > 1:
        return "Who would do what?"
    if len({_units(said) for said in readings}) > 1:
        return "Which unit do you mean?"
    if len({_times(said) for said in readings}) > 1:
        return "Until when?"
    return "Which of these do you mean?"


def _shape(said: Candidate, keep: str) -> str:
    """The classes of all that is said."""
    return " ".join(type(term).__name__ for one in said for term in subterms(one)) + keep


def _agents(said: Candidate) -> frozenset[str]:
    return frozenset(term.agent for one in said for term in subterms(one) if isinstance(term, Commit))


def _units(said: Candidate) -> frozenset[Unit | Region]:
    actions = [term.action for one in said for term in subterms(one) if isinstance(term, Do)]
    return frozenset(action.unit for action in actions if isinstance(action, Mto | Sup))


def _times(said: Candidate) -> frozenset[object]:
    return frozenset(getattr(term, "time", None) for one in said for term in subterms(one))
