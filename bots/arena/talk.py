"""The talk of a game between bots: a bounded number of rounds before each movement phase.

In the first round everybody opens, in the order of the powers; in each further round everybody hears
what was said to it in the round before, in the order in which it was said. What the protocol does
not allow when its turn comes (two who propose to each other at once) is not said.
"""

from collections.abc import Collection, Iterable, Mapping, MutableMapping, Sequence
from dataclasses import replace
from itertools import count
from math import inf
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
from bots.view import Agreement, LedgerLine, PastPhase, Said, SeatView
from bots.voting import centers_by_year, opinion
from negotiation.compliance import State
from negotiation.diplomacy import DIPLOMACY
from negotiation.ending import EndVote, end_contents, end_refusals, end_votes, powers_left, withdrawn_from
from negotiation.errors import ProtocolRefusedError
from negotiation.ledger import Promise
from negotiation.parley import Entry, Event, Judged, Opened, Parley, Unjudged, parley_of, present
from negotiation.printer import format_deal, format_formula, format_term
from negotiation.terms import Utterance

__all__ = ["ROUNDS", "Conference"]

ROUNDS: Final = 4
"""Opening, answers, and twice more: enough for every protocol to come to an end."""

Faults: TypeAlias = dict[Power, tuple[Fault, ...]]


class Conference:
    """Talk of one game, from its first phase to its last."""

    def __init__(
        self,
        agents: Mapping[Power, Agent],
        level: int,
        protocol: str,
        seed: tuple[int, int],
        seconds: float,
        *,
        rounds: int = ROUNDS,
        untimed: Collection[Power] = (),
    ) -> None:
        self.talkers: dict[Power, Talker] = {}
        for power in POWERS:
            agent = agents[power]
            if level > 0 and is_talker(agent):
                self.talkers[power] = agent
        self.level, self.protocol, self.seed, self.seconds, self.rounds = level, protocol, seed, seconds, rounds
        self.untimed = untimed
        self.talk: dict[Power, tuple[Said, ...]] = dict.fromkeys(POWERS, ())
        self.parley: Parley | None = None
        self.ledger: dict[Power, tuple[LedgerLine, ...]] = {}
        self.said_now: list[Utterance] = []
        self.votes: list[EndVote] = []
        self.offers: list[EndVote] = []
        self.refusals: list[EndVote] = []
        self.asked: set[tuple[Power, frozenset[Power]]] = set()
        self.agreed: frozenset[Power] = frozenset()
        """The powers that share the game, all on the board having agreed; one: all others conceded to it."""

    def view(self, power: Power, position: Position, rulebook: Rulebook, history: tuple[PastPhase, ...]) -> SeatView:
        """The power's view, with the talk it took part in."""
        return SeatView(
            power,
            position,
            rulebook,
            history,
            talk=self.talk[power],
            agreements=tuple(entry.agreement for entry in self._in_force() if power in entry.agreement.powers),
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
        """The talk before the orders of `position`, or until all have agreed how the game ends (`agreed`). Leaves in
        `memories` what the bots remember of it."""
        self.said_now, self.votes, self.offers, self.refusals, self.asked = [], [], [], [], set()
        faults: Faults = {}
        parley = self._at(position, rulebook)
        alive = powers_left(position)
        talkers = {power: bot for power, bot in self.talkers.items() if power in alive}
        heard: list[tuple[Power, Said | None]] = [(power, None) for power in talkers]
        turns = count()
        for _ in range(self.rounds):
            spoken: list[Said] = []
            for power, message in heard:
                view = self.view(power, position, rulebook, history)
                words = self._words(talkers[power], view, memories[power], message, next(turns))
                memories[power] = words.memory
                if words.faults:
                    faults[power] = faults.get(power, ()) + words.faults
                for utterance in words.utterances:
                    try:
                        parley, events = parley.said(utterance)
                    except ProtocolRefusedError:
                        continue
                    self.parley = parley
                    self._note(position.phase, utterance)
                    spoken.append(self.talk[power][-1])
                    self._vote(events, view)
                    if self.agreed:
                        return faults
            heard = [
                (as_power(hearer), said) for said in spoken for hearer in said.utterance.hearers if hearer in talkers
            ]
            if not heard:
                break
        if self.votes or self.offers:
            choices = (vote.sharers for vote in (*self.votes, *self.offers))
            self._count(choices, self.view(min(alive), position, rulebook, history), over=True)
        return faults

    def record(self, position: Position, outcomes: tuple[Outcome, ...], rulebook: Rulebook) -> dict[str, Any]:
        """Log entries for a finished phase: its talk, and judged promises.

        Empty without talk.
        """
        in_force = [_deal(entry.agreement) for entry in self._in_force()]
        self.parley, events = self._at(position, rulebook).judged(outcomes)
        promises: list[dict[str, Any]] = []
        for event in events:
            match event:
                case Judged(entry, before):
                    promises += [
                        _promise(entry.agreement, new)
                        for old, new in zip(before, entry.promises, strict=True)
                        if new.done and not old.done
                    ]
                case Unjudged(_, error):
                    raise error
        self.ledger = {power: self._ledger_of(power) for power in self.talkers}
        said, self.said_now = self.said_now, []
        return {
            **({"talk": [format_term(utterance, DIPLOMACY) for utterance in said]} if said else {}),
            **({"deals": in_force} if in_force else {}),
            **({"promises": promises} if promises else {}),
        }

    def standing(self) -> list[dict[str, Any]]:
        """Log entries at a game's end: unfinished promises, kept so far."""
        return [
            _promise(entry.agreement, promise)
            for entry in self._in_force()
            for promise in entry.promises
            if promise.state is State.KEPT and not promise.done
        ]

    def ending(self, position: Position) -> dict[str, Any]:
        """A log of the talk in which the game ended."""
        return {
            "phase": str(position.phase),
            "sharers": sorted(self.agreed),
            "talk": [format_term(utterance, DIPLOMACY) for utterance in self.said_now],
        }

    def _vote(self, events: Sequence[Event], view: SeatView) -> None:
        """Count the votes in what happened."""
        gone, new = withdrawn_from(events), end_votes(events, view.position)
        tables = [event.table for event in events if isinstance(event, Opened)]
        votes = [(table, *vote) for table in tables for vote in end_contents(table.proposal.deal, view.position)]
        self.votes = [vote for vote in self.votes if vote.proposal not in gone] + new
        self.offers = [vote for vote in self.offers if vote.proposal not in gone]
        for table, power, sharers in votes:
            if power == table.proposal.speaker:
                self.offers.append(EndVote(power, sharers, table.key))
            else:
                self.asked.add((power, sharers))
        self.refusals += end_refusals(events, view.power, view.position)
        self._count((vote.sharers for vote in new), view)

    def _count(self, choices: Iterable[frozenset[Power]], view: SeatView, *, over: bool = False) -> None:
        """End the game by the first choice all agree on.

        Bots that do not talk answer by what they expect, as on the site; talkers in words. over: nobody speaks any
        more; then a proposal is its speaker's vote, and talkers that were not asked answer like the others.
        """
        alive, goal = powers_left(view.position), view.rulebook.victory_centers
        years = centers_by_year((past.position for past in view.history), view.position)
        for sharers in dict.fromkeys(choices):
            votes = [*self.votes, *(self.offers if over else ())]
            voted = {vote.power for vote in votes if vote.sharers == sharers}
            silent = alive - voted - (sharers if len(sharers) == 1 else frozenset())
            if any(refusal.sharers == sharers and refusal.power not in voted for refusal in self.refusals):
                continue
            bound = {power for power in self.talkers if not over or (power, sharers) in self.asked}
            if (
                sharers <= alive
                and silent.isdisjoint(bound)
                and all(opinion(power, sharers, years, goal).agrees for power in silent)
            ):
                self.agreed = sharers
                return

    def _at(self, position: Position, rulebook: Rulebook) -> Parley:
        """The talk so far, in this phase."""
        if self.parley is None:
            return parley_of(self.protocol, position, rulebook)
        return replace(self.parley, position=position)

    def _in_force(self) -> list[Entry]:
        return [entry for entry in self.parley.entries if entry.in_force] if self.parley else []

    def _ledger_of(self, power: Power) -> tuple[LedgerLine, ...]:
        entries = self.parley.entries if self.parley else ()
        return tuple(
            _line(entry.agreement, promise)
            for entry in entries
            if power in entry.agreement.powers
            for promise in entry.promises
            if promise.state is not State.OPEN
        )

    def _words(self, bot: Talker, view: SeatView, memory: Memory, message: Said | None, turn: int) -> Words:
        rng = stream(*self.seed, view.power, view.position.phase, "talk", turn)
        seconds = inf if view.power in self.untimed else self.seconds
        if message is None:
            return open_talk_in_time(bot, view, memory, rng, seconds)
        return hear_in_time(bot, view, memory, message, rng=rng, seconds=seconds)

    def _note(self, phase: Phase, utterance: Utterance) -> None:
        """Note something said, for the log and its hearers."""
        said = Said(phase, utterance)
        for power in present(utterance):
            self.talk[power] += (said,)
        self.said_now.append(utterance)


def _line(deal: Agreement, promise: Promise) -> LedgerLine:
    return LedgerLine(
        made=deal.phase,
        judged=promise.judged or deal.phase,
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
