"""States of a deal's promises, phase after phase.

A deal holds a fixed number of promises, one for every power and content in it; each is judged by
`negotiation.compliance` until it is done with. What lasts (peace, alliances, DMZs, divisions of
centers) stands as kept so far until it is broken, its time is over, or everybody else broke it: who is left
with it has kept it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from adjudication.outcomes import Outcome
from adjudication.phase import Phase
from adjudication.position import Position
from adjudication.powers import Power
from adjudication.rulebook import STANDARD_RULES, Rulebook
from negotiation.compliance import State, check_deal, is_due
from negotiation.diplomacy import Aly, Dmz, Drw, Pce, Slo
from negotiation.terms import Agree, Deal, Formula

__all__ = ["LAPSED", "Agreement", "Promise", "judged", "promises_of"]


LAPSED: Final = "The game went on: not everybody on the board voted for it."
"""Why a draw or a win that was agreed came to nothing."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """A deal that was made: a proposal that all accepted, or a promise that was given. powers: those it was made
    between, in alphabetical order. It goes out of force when every promise in it is kept for good, broken or void."""

    phase: Phase
    powers: tuple[Power, ...]
    deal: Deal


@dataclass(frozen=True, slots=True)
class Promise:
    """One promise of one power. done: its state will not change any more. judged: when it was last judged, if ever."""

    agent: Power
    content: Formula
    state: State = State.OPEN
    reason: str = ""
    lasting: bool = False
    done: bool = False
    judged: Phase | None = None


def promises_of(deal: Deal, position: Position, rulebook: Rulebook = STANDARD_RULES) -> tuple[Promise, ...]:
    """The promises of a deal just made, in its order; all open."""
    return tuple(
        Promise(check.agent, check.content, lasting=check.lasting) for check in check_deal(deal, position, (), rulebook)
    )


def judged(
    deal: Deal,
    promises: Sequence[Promise],
    position: Position,
    outcomes: Sequence[Outcome],
    rulebook: Rulebook = STANDARD_RULES,
) -> tuple[Promise, ...]:
    """The promises after the phase of `position`. promises: those of `promises_of(deal, …)`, judged so far."""
    phase = position.phase
    done = {index for index, promise in enumerate(promises) if promise.done}
    broken = {(promise.agent, promise.content) for promise in promises if promise.state is State.BROKEN}
    checks = check_deal(deal, position, outcomes, rulebook, done, broken=broken)
    after: list[Promise] = []
    later = _agreed_for_later(deal, position)
    for promise, check in zip(promises, checks, strict=True):
        if promise.done:
            after.append(promise)
        elif isinstance(promise.content, Drw | Slo) and not later:  # a vote, which is forgotten with its phase
            after.append(replace(promise, state=State.VOID, reason=LAPSED, done=True, judged=phase))
        elif promise.lasting and not check.lasting:  # its time is over: it stays as it stood
            after.append(replace(promise, reason=promise.reason or check.reason, done=True, judged=phase))
        else:
            final = check.state is State.BROKEN or (not promise.lasting and check.state in (State.KEPT, State.VOID))
            after.append(replace(promise, state=check.state, reason=check.reason, done=final, judged=phase))
    return tuple(replace(promise, done=promise.done or _is_left_alone(promise, after)) for promise in after)


def _agreed_for_later(deal: Deal, position: Position) -> bool:
    """True if anything in this deal is for a time after this phase."""
    times = [deal.time] if isinstance(deal, Agree) else [commit.time for commit in deal.items]
    return not all(is_due(time, position) for time in times)


def _is_left_alone(promise: Promise, promises: Sequence[Promise]) -> bool:
    """True if all others in the peace, alliance or DMZ broke it."""
    others = [each for each in promises if each.content == promise.content and each.agent != promise.agent]
    kind = isinstance(promise.content, Pce | Aly | Dmz)
    return kind and bool(others) and all(each.state is State.BROKEN for each in others)
