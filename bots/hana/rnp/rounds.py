"""A negotiation round (thesis, sections 3.2 and 5.4): agents with strategies talk in pairs until t_max, then act.

Agents take their turns one after another; each carries out its strongest basic intention. Dialogues with different
agents go on in parallel; what is open at t_max is cancelled.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Generic, TypeVar

from bots.hana.judge.negotiation_state import MEASURES, State
from bots.hana.judge.strategy import (
    STRATEGIES,
    Strategy,
    acceptable,
    aspiration,
    basic_intentions,
    best_proposal,
)
from bots.hana.rnp.dialogue import Utterance, awaiting, feasible

__all__ = ["Negotiator", "hold_round"]

Option = TypeVar("Option", bound=Hashable)


@dataclass(frozen=True, eq=False)
class Negotiator(Generic[Option]):
    """Participant of a round: its state and strategy.

    options: what it could propose in a state, by receiver. measure: the evaluation function f of O(δ) = f(next(s, δ)).
    refuses: agents with whom it has the intention not to negotiate.
    """

    agent: str
    state: State[Option]
    options: Callable[[State[Option]], Mapping[str, Sequence[Option]]]
    strategy: Strategy = STRATEGIES["conservative"]
    tau: float = 1.0
    measure: str = "independence"
    refuses: frozenset[str] = field(default_factory=frozenset)

    def level(self, left: float) -> float:
        """A(s, t)."""
        return aspiration(self.strategy, self.state, left, self.tau)

    def reply(self, proposal: Utterance[Option], left: float) -> Utterance[Option]:
        """The intention *reply δ*: yes if the state expected then is better than it aspires to, else no."""
        yes = proposal.source not in self.refuses and acceptable(
            self.state, proposal.option, self.level(left), MEASURES[self.measure]
        )
        return Utterance("accept" if yes else "reject", self.agent, proposal.source, proposal.option)

    def propose(self, free: Sequence[str], left: float) -> Utterance[Option] | None:
        """The intention *propose*: the best option, if it is better than it aspires to. free: who may be asked now."""
        offered = [
            (option, receiver)
            for receiver, options in self.options(self.state).items()
            if receiver in free and receiver not in self.refuses
            for option in options
        ]
        receivers = dict(reversed(offered))
        best = best_proposal(self.state, receivers, self.level(left), MEASURES[self.measure])
        return Utterance("propose", self.agent, receivers[best[1]], best[1]) if best else None


def hold_round(
    negotiators: Sequence[Negotiator[Option]], t_max: int
) -> tuple[dict[frozenset[str], list[Utterance[Option]]], dict[str, State[Option]]]:
    """Let everybody talk, in turn, until `t_max` turns each have passed.

    Gives the dialogues by pair of agents, and the states in which the agents are then: what was accepted is in them.

    What was settled between two is not proposed again.
    """
    current = {each.agent: each for each in negotiators}
    dialogues: dict[frozenset[str], list[Utterance[Option]]] = {}
    for turn in range(t_max):
        left = (t_max - turn) / t_max
        for negotiator in negotiators:
            said = _turn(current[negotiator.agent], current, dialogues, left)
            if said is None:
                continue
            dialogue = dialogues.setdefault(frozenset({said.source, said.receiver}), [])
            if not feasible(dialogue, said):
                raise ValueError(f"{said.source} may not say this now")
            dialogue.append(said)
            if said.act == "accept":
                for party in (said.source, said.receiver):
                    current[party] = replace(current[party], state=current[party].state.after(said.option))
    return dialogues, {agent: each.state for agent, each in current.items()}


def _turn(
    negotiator: Negotiator[Option],
    everybody: Mapping[str, Negotiator[Option]],
    dialogues: Mapping[frozenset[str], Sequence[Utterance[Option]]],
    left: float,
) -> Utterance[Option] | None:
    """Utterance of the strongest basic intention."""
    waiting = [
        asked
        for dialogue in dialogues.values()
        if (asked := awaiting(dialogue)) is not None and asked.receiver == negotiator.agent
    ]
    intentions = basic_intentions(bool(waiting), left)
    match max(intentions, key=lambda each: intentions[each]):
        case "reply":
            return negotiator.reply(waiting[0], left)
        case "propose":
            return _proposal(negotiator, everybody, dialogues, left)
        case _:
            return None


def _proposal(
    negotiator: Negotiator[Option],
    everybody: Mapping[str, Negotiator[Option]],
    dialogues: Mapping[frozenset[str], Sequence[Utterance[Option]]],
    left: float,
) -> Utterance[Option] | None:
    free = [
        other
        for other in everybody
        if other != negotiator.agent and awaiting(dialogues.get(frozenset({negotiator.agent, other}), ())) is None
    ]
    done = {
        (said.receiver if said.source == negotiator.agent else said.source, said.option)
        for pair, dialogue in dialogues.items()
        if negotiator.agent in pair
        for said in dialogue
        if said.act != "propose"
    }

    def fresh(state: State[Option]) -> dict[str, list[Option]]:
        return {
            other: [option for option in options if (other, option) not in done]
            for other, options in negotiator.options(state).items()
        }

    return replace(negotiator, options=fresh).propose(free, left)
