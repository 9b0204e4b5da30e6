"""The talk of a game between bots: a bounded number of rounds before each movement phase.

In the first round everybody opens, in the order of the powers; in each further round everybody hears
what was said to it in the round before, in the order in which it was said. What the protocol does
not allow when its turn comes (two who propose to each other at once) is not said.
"""

from collections.abc import Mapping, MutableMapping
from itertools import count
from typing import Any, Final, TypeAlias

from adjudication.outcomes import Outcome
from adjudication.phase import Phase
from adjudication.position import Position
from adjudication.powers import POWERS, Power, as_power
from adjudication.rulebook import Rulebook
from bots.agent import Agent, Memory
from bots.asking import Fault
from bots.chance import stream
from bots.talker import Talker, is_talker
from bots.talking import Words, hear_in_time, open_talk_in_time
from bots.view import Agreement, PastPhase, Said, SeatView, Settled
from negotiation.compliance import State
from negotiation.diplomacy import DIPLOMACY
from negotiation.errors import ProtocolRefusedError
from negotiation.floor import Floor, floor_of, given_promise
from negotiation.ledger import Promise, judged, promises_of
from negotiation.printer import format_deal, format_formula, format_term
from negotiation.terms import Deal, Utterance

__all__ = ["ROUNDS", "Conference"]

ROUNDS: Final = 4
"""Opening, answers, and twice more: enough for every protocol to come to an end."""

Faults: TypeAlias = dict[Power, tuple[Fault, ...]]


class Conference:
    """The talk of one game from its first phase to its last; lives as long as the game is played."""

    def __init__(
        self, agents: Mapping[Power, Agent], level: int, protocol: str, seed: tuple[int, int], seconds: float
    ) -> None:
        self.talkers: dict[Power, Talker] = {}
        for power in POWERS:
            agent = agents[power]
            if level > 0 and is_talker(agent):
                self.talkers[power] = agent
        self.level, self.protocol, self.seed, self.seconds = level, protocol, seed, seconds
        self.talk: dict[Power, tuple[Said, ...]] = dict.fromkeys(POWERS, ())
        self.deals: dict[int, tuple[Agreement, tuple[Promise, ...]]] = {}
        self.made = count()
        self.settled: dict[int, tuple[Settled, ...]] = {}
        self.ledger: dict[Power, tuple[Settled, ...]] = {}
        self.said_now: list[Utterance] = []

    def view(self, power: Power, position: Position, rulebook: Rulebook, history: tuple[PastPhase, ...]) -> SeatView:
        """The game as the power may see it, with the talk it took part in."""
        return SeatView(
            power,
            position,
            rulebook,
            history,
            talk=self.talk[power],
            agreements=tuple(
                deal
                for deal, promises in self.deals.values()
                if power in deal.powers and not all(promise.done for promise in promises)
            ),
            ledger=self.ledger.get(power, ()),
            level=self.level,
            protocol=self.protocol,
        )

    def meet(
        self,
        position: Position,
        rulebook: Rulebook,
        history: tuple[PastPhase, ...],
        memories: MutableMapping[Power, Memory],
    ) -> Faults:
        """The talk before the orders of `position`. Leaves in `memories` what the bots remember of it."""
        self.said_now = []
        faults: Faults = {}
        floor = floor_of(self.protocol)
        alive = {unit.power for unit in position.units} | set(position.centers.values())
        talkers = {power: bot for power, bot in self.talkers.items() if power in alive}
        heard: list[tuple[Power, Said | None]] = [(power, None) for power in talkers]
        turns = count()
        for _ in range(ROUNDS):
            spoken: list[Said] = []
            for power, message in heard:
                view = self.view(power, position, rulebook, history)
                words = self._words(talkers[power], view, memories[power], message, next(turns))
                memories[power] = words.memory
                if words.faults:
                    faults[power] = faults.get(power, ()) + words.faults
                for utterance in words.utterances:
                    try:
                        floor = self._say(floor, utterance, position, rulebook)
                    except ProtocolRefusedError:
                        continue
                    spoken.append(self.talk[power][-1])
            heard = [
                (as_power(hearer), said) for said in spoken for hearer in said.utterance.hearers if hearer in talkers
            ]
            if not heard:
                break
        return faults

    def record(self, position: Position, outcomes: tuple[Outcome, ...], rulebook: Rulebook) -> dict[str, Any]:
        """What to log of the talk of a phase now carried out, and what became of promises. Empty without talk."""
        promises: list[dict[str, Any]] = []
        in_force = [_deal(deal) for deal, _ in self.deals.values()]
        for number, (deal, standing) in list(self.deals.items()):
            after = judged(deal.deal, standing, position, outcomes, rulebook)
            promises += [
                _promise(deal, new) for old, new in zip(standing, after, strict=True) if new.done and not old.done
            ]
            earlier = {(each.agent, each.content): each for each in self.settled.get(number, ())}
            self.settled[number] = tuple(
                earlier[new.agent, new.content] if old.done else _settled(deal, new, position.phase)
                for old, new in zip(standing, after, strict=True)
                if new.state is not State.OPEN
            )
            self.deals[number] = deal, after
            if all(promise.done for promise in after):
                del self.deals[number]
        self.ledger = {power: self._ledger_of(power) for power in self.talkers} if self.settled else {}
        said, self.said_now = self.said_now, []
        return {
            **({"talk": [format_term(utterance, DIPLOMACY) for utterance in said]} if said else {}),
            **({"deals": in_force} if in_force else {}),
            **({"promises": promises} if promises else {}),
        }

    def standing(self) -> list[dict[str, Any]]:
        """What to log when the game is over: the promises that still stand and were kept so far."""
        return [
            _promise(deal, promise)
            for deal, promises in self.deals.values()
            for promise in promises
            if promise.state is State.KEPT and not promise.done
        ]

    def _ledger_of(self, power: Power) -> tuple[Settled, ...]:
        lines = (line for number in sorted(self.settled) for line in self.settled[number])
        return tuple(line for line in lines if power in line.powers)

    def _words(self, bot: Talker, view: SeatView, memory: Memory, message: Said | None, turn: int) -> Words:
        rng = stream(*self.seed, view.power, view.position.phase, "talk", turn)
        if message is None:
            return open_talk_in_time(bot, view, memory, rng, self.seconds)
        return hear_in_time(bot, view, memory, message, rng=rng, seconds=self.seconds)

    def _say(self, floor: Floor, utterance: Utterance, position: Position, rulebook: Rulebook) -> Floor:
        floor, settled = floor.said(utterance)
        said = Said(position.phase, utterance)
        for power in map(as_power, _present(utterance)):
            self.talk[power] += (said,)
        self.said_now.append(utterance)
        made: list[tuple[tuple[str, ...], Deal]] = [
            (_present(each.table.proposal), each.table.proposal.deal) for each in settled if each.fate == "accepted"
        ]
        promise = given_promise(utterance)
        if promise is not None:
            made.append((_present(utterance), promise))
        for powers, deal in made:
            agreement = Agreement(position.phase, tuple(as_power(power) for power in powers), deal)
            self.deals[next(self.made)] = agreement, promises_of(deal, position, rulebook)
        return floor


def _present(utterance: Utterance) -> tuple[str, ...]:
    return tuple(sorted({utterance.speaker, *utterance.hearers}))


def _settled(deal: Agreement, promise: Promise, judged_in: Phase) -> Settled:
    return Settled(
        made=deal.phase,
        judged=judged_in,
        agent=promise.agent,
        powers=deal.powers,
        content=promise.content,
        state=promise.state,
        reason=promise.reason,
        lasting=promise.lasting,
    )


def _deal(deal: Agreement) -> dict[str, Any]:
    return {
        "made": str(deal.phase),
        "powers": list(deal.powers),
        "deal": format_deal(deal.deal, DIPLOMACY),
    }


def _promise(deal: Agreement, promise: Promise) -> dict[str, Any]:
    return {
        "power": promise.agent,
        "powers": list(deal.powers),
        "content": format_formula(promise.content, DIPLOMACY),
        "state": promise.state.value,
        "reason": promise.reason,
    }
