"""The view of one seat: all that a bot is ever shown."""

from dataclasses import dataclass

from adjudication.outcomes import Outcome
from adjudication.phase import Phase
from adjudication.position import Position
from adjudication.powers import Power
from adjudication.rulebook import Rulebook
from negotiation.compliance import State
from negotiation.ledger import Agreement
from negotiation.terms import Formula, Utterance

__all__ = ["Agreement", "LedgerLine", "PastPhase", "Said", "SeatView"]


@dataclass(frozen=True, slots=True)
class PastPhase:
    """A phase that is over: the position it began with and what became of every order. Public."""

    position: Position
    outcomes: tuple[Outcome, ...]


@dataclass(frozen=True, slots=True)
class Said:
    """Something that was said, in L.

    The speaker and the hearers are in the utterance. probability: of the reading; below 1 where its writer did not
    choose it, so that it settles nothing.
    """

    phase: Phase
    utterance: Utterance
    probability: float = 1.0


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """A promise of `agent` that was judged: how it stood after the phase in which it was last judged.

    made: when it was promised. powers: those of its deal, in alphabetical order. content: what was promised. state:
    kept, broken, or void: it could not be kept. reason: a sentence for people. lasting: it is judged in every phase
    until it is broken, and stands as kept so far.
    """

    made: Phase
    judged: Phase
    agent: Power
    powers: tuple[Power, ...]
    content: Formula
    state: State
    reason: str = ""
    lasting: bool = False


@dataclass(frozen=True, slots=True)
class SeatView:
    """The game as `power` may see it now.

    `history`, `talk`, `agreements` and `ledger` are oldest first.

    talk: what the power said or heard. ledger: what became of the promises of its deals, its own and others', a line
    for each; those not judged yet are not in it. level: the highest level of L that may be spoken, 0 for a game
    without talk. protocol: the name of the table in `negotiation.protocols` that rules it. draws: who may share a
    draw: `all` who are left, also `some` of them, or `none`.
    """

    power: Power
    position: Position
    rulebook: Rulebook
    history: tuple[PastPhase, ...] = ()
    talk: tuple[Said, ...] = ()
    agreements: tuple[Agreement, ...] = ()
    ledger: tuple[LedgerLine, ...] = ()
    level: int = 0
    protocol: str = "l3"
    draws: str = "some"
