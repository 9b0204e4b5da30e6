"""Everything that decides what HANA says now: what is seen and felt, worked out once for each call and only when asked.

Thesis, figure 5.1: here the negotiation module takes its snapshot of world model and plan search (definition 24).
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from random import Random
from typing import Any, Final

from adjudication.board import Province
from adjudication.encoding import HOLD, VERB
from adjudication.powers import POWERS, Power
from bots.hana.attitude import Attitude, Attitudes, attitude_to
from bots.hana.foresee.pledges import pledges_of, standing
from bots.hana.judge.board_state import BEYOND, FAR, SPAN, BoardState, scaled
from bots.hana.judge.deals import DealOption, asks_no_more, fitting, target_of
from bots.hana.judge.phase_analysis import PhaseAnalysis
from bots.hana.judge.proposals import Options, at_peace_with, contents_of
from bots.hana.judge.reach import closeness, reach_of, soon_reach_of, steps_between
from bots.hana.judge.strategy import aspiration, strategy_of
from bots.hana.remember.mind import Mind
from bots.hana.remember.personality import Personality
from bots.hana.remember.rules import RULES, Rules
from bots.hana.talk.conversation import Conversation, deals_spoken_of, ever_asked, ever_spoke
from bots.view import Agreement, SeatView
from negotiation.diplomacy import DIPLOMACY, Aly
from negotiation.levels import FREE
from negotiation.printer import format_formula
from negotiation.sense import Fault, Flaw, faults, parts_of
from negotiation.terms import Deal, Propose, Utterance, group

__all__ = ["Note", "Situation", "Verdict"]

_NEARLY: Final = 1
"""Others whose reach is so many steps from its own are spoken to unasked,"""
_FEWEST: Final = 3
"""and so many in any case, the nearest."""
_NOTHING: Final = 0.01
"""Loss by a deal, in centers, that is within the error of the samples."""
_ASKED: Final = frozenset({Flaw.LONG, Flaw.BOUNCE, Flaw.UNTOLD, Flaw.OWNED})
"""Flaws tolerated in proposals of others, who know their own orders."""


@dataclass(frozen=True, slots=True)
class Note:
    """A decision of talk, for the journal. why: one sentence."""

    partner: Power
    did: str
    why: str
    deal: Deal | None = None

    def as_list(self) -> list[str]:
        """The JSON form."""
        return [self.partner, self.did, self.why, format_formula(self.deal, DIPLOMACY) if self.deal else ""]


@dataclass(frozen=True, slots=True)
class Verdict:
    """Judgement of a deal by a power. value: O(δ). level: A(s, t), which it has to exceed. gain, theirs: what it brings
    to the power itself and to the partner, in centers."""

    value: float
    level: float
    gain: float
    theirs: float

    @property
    def is_good(self) -> bool:
        """f(next(s, δ)) > A(s, t)."""
        return self.value > self.level


@dataclass(eq=False)
class Situation:
    """The snapshot of one call. memory: the talk's own part of the bot's memory; changed, and kept by the caller.
    stories: what it tells each power, made when first asked for (`bots.hana.talk.story`)."""

    view: SeatView
    personality: Personality
    mind: Mind
    attitudes: Attitudes
    think: Callable[[], PhaseAnalysis]
    rng: Random
    memory: dict[str, Any]
    rules: Rules = RULES
    notes: list[Note] = field(default_factory=list)
    stories: dict[Power, Any] = field(default_factory=dict)
    _talks: dict[Power, Conversation] = field(default_factory=dict)

    @cached_property
    def analysis(self) -> PhaseAnalysis:
        """The analysis of the phase."""
        return self.think()

    @cached_property
    def deals(self) -> tuple[Agreement, ...]:
        """The deals that bind it."""
        return standing(self.view)

    @cached_property
    def state(self) -> BoardState:
        """The negotiation state now: a deal made a moment ago is in it."""
        fairness = 0.6 * (1 - self.personality.greed)
        return BoardState.of(self.analysis, self.deals, self.attitudes, fairness, self.confidence_least)

    @cached_property
    def confidence_least(self) -> float:
        """The least confidence in a joint plan now.

        It rises with the dialogue that is nearest to its deadline.
        """
        left = min((self.talk_with(power).left for power in self.others), default=1.0)
        return self.personality.confidence * (1 - left)

    @cached_property
    def options(self) -> Options:
        """Deals it could propose."""
        return Options(
            self.analysis,
            self.deals,
            self.attitudes,
            self.target,
            self.analysis.strength.most // 2,
            self.personality.caution,
            self.confidence_least,
            self.personality.threshold,
        )

    def talk_with(self, partner: Power) -> Conversation:
        """Conversation with the partner in this phase."""
        # Kept by the situation itself, so that it goes when the call is over.
        if partner not in self._talks:
            self._talks[partner] = Conversation(self.view, partner)
        return self._talks[partner]

    def attitude(self, partner: Power) -> Attitude:
        """Attitude to the partner."""
        return attitude_to(self.attitudes, partner)

    # ── sense ───────────────────────────────────────────────────────────────────────────────────

    def faults(self, offer: DealOption, *, asked: bool = False) -> Iterator[Fault]:
        """Faults of a deal on its face, by the deals that bind it and those it spoke of itself; nothing where
        it makes sense. asked: the partner proposed it, who may say much at once, and some of it again."""
        agreement = offer.agreement(self.view.position.phase)
        known = (*self.deals, *self.spoken_of)
        found = [
            fault
            for fault in faults(offer.deal, agreement.powers, self.view.position, self.view.rulebook, known)
            # What it asked for itself is agreed when the other asks for it.
            if not (asked and fault.flaw is Flaw.AGREED and fault.against not in self.deals)
        ]
        new = {part.content for part in parts_of(offer.deal)} - {
            fault.content for fault in found if fault.flaw is Flaw.AGREED
        }
        lenient = _ASKED | ({Flaw.AGREED} if new else set())
        return (fault for fault in found if not (asked and fault.flaw in lenient))

    def would_propose(self, offer: DealOption) -> bool:
        """True if a deal makes sense and is good."""
        return not any(self.faults(offer)) and self.judge(offer).is_good

    @cached_property
    def spoken_of(self) -> list[Agreement]:
        """The deals that it proposed or agreed to in this phase and that may still come to be: on the table, or said
        and not yet heard. What is said now is added."""
        return deals_spoken_of(self.view, self.memory.get("said", ()))

    # ── judging deals ───────────────────────────────────────────────────────────────────────────

    def judge(self, offer: DealOption, *, asked: bool = False, conceding: bool = False) -> Verdict:
        """Judgement of a deal now, by its strategy and the time that is left (definition 25). asked: the partner
        proposed it. conceding: it comes with a refusal, which uses up time."""
        strategy = strategy_of(self.personality.strategy)
        talk = self.talk_with(offer.partner)
        left = talk.left_after_answer if conceding else talk.left
        if not self.moving:
            return self._judge_between_moves(offer, left)
        # Peace with the one it means to attack, or an alliance against a friend, is worth nothing beyond the phase.
        useless = offer.partner == self.target or not self.enemies_in(offer).isdisjoint(self.friends)
        option = replace(offer, kind="other") if useless else offer
        level = aspiration(strategy, self.state, left, self.personality.tau)
        if (asked or conceding) and asks_no_more(offer):  # there is nothing to haggle about
            level = scaled(-_NOTHING / SPAN)

        def verdict(after: BoardState) -> Verdict:
            # f is f_UC whatever the strategy: that says how much of it is enough.
            return Verdict(after.independence(), level, after.gain, after.theirs)

        if asked:
            # Whoever asks for something does not lose by it.
            found = verdict(self.state.contested(option).after(option, theirs=0.0))
            if found.is_good:
                return found
        return verdict(self.state.after(option))

    def _judge_between_moves(self, offer: DealOption, left: float) -> Verdict:
        """Judgement of a deal while there is nothing to search: what lasts is worth something with those it does
        not mean to attack; so are promises that only the other one makes. Everything else is not."""
        near = max(closeness(self.view.position, self.view.power, offer.partner), FAR)
        hostile = offer.partner == self.target or not self.enemies_in(offer).isdisjoint(self.friends)
        lasting = 0.0 if hostile or offer.kind == "orders" else BEYOND[offer.kind]
        given = SPAN if all(part.agent == offer.partner for part in parts_of(offer.deal)) else 0.0
        gain = max(lasting * near * self.attitude(offer.partner).trust, given)
        return Verdict(scaled(gain / SPAN), 0.5 + 0.5 * left**self.personality.tau if left else 0.5, gain, gain)

    @property
    def free(self) -> bool:
        """True if it may ask and answer openly, and be courteous."""
        return self.view.level >= FREE

    @property
    def moving(self) -> bool:
        """True in a movement phase, in which there is something to search."""
        return self.view.position.phase.kind == "M"

    def reach(self, power: Power) -> frozenset[Province]:
        """Provinces where a power is or could go."""
        return reach_of(self.view.position, power)

    @property
    def reach_soon(self) -> frozenset[Province]:
        """Provinces where it is or could go in two turns."""
        return soon_reach_of(self.view.position, self.view.power)

    def near(self, orders: Mapping[int, int], partner: Power) -> dict[int, int]:
        """Those of its orders (code by column) that are given or lead where the partner could come, without what it
        promised the partner already and what helps nobody."""
        reach, units = self.reach(partner), self.view.position.units
        known = pledges_of(self.analysis.phase, [deal for deal in self.deals if partner in deal.powers]).pinned
        return {
            column: code
            for column, code in fitting(self.analysis.phase, orders, partner).items()
            if known.get(column) != code
            and (units[column].province in reach or (code & VERB != HOLD and target_of(code) in reach))
        }

    # ── whom to talk to ─────────────────────────────────────────────────────────────────────────

    @cached_property
    def others(self) -> tuple[Power, ...]:
        """The other powers on the board, the nearest first."""
        alive = {unit.power for unit in self.view.position.units} | set(self.view.position.centers.values())
        found = [power for power in POWERS if power in alive and power != self.view.power]
        return tuple(sorted(found, key=lambda power: -closeness(self.view.position, self.view.power, power)))

    @cached_property
    def partners(self) -> tuple[Power, ...]:
        """Those it would speak to unasked, the nearest first: who ever said something, and who was never asked yet. Of
        them those in reach or nearly so, and where these are few the nearest others."""
        position, me = self.view.position, self.view.power
        steps = {
            power: steps_between(position, me, power)
            for power in self.others
            if power not in self.silent and self.attitude(power).talks
        }
        near = sorted(steps, key=lambda power: steps[power])
        return tuple(power for index, power in enumerate(near) if steps[power] <= _NEARLY or index < _FEWEST)

    @cached_property
    def silent(self) -> frozenset[Power]:
        """Those who were spoken to in an earlier phase and never said a word."""
        now = self.view.position.phase
        before = tuple(said for said in self.view.talk if said.phase != now)
        return ever_asked(replace(self.view, talk=before)) - ever_spoke(self.view)

    @cached_property
    def friends(self) -> tuple[Power, ...]:
        """Those it is at peace with."""
        return at_peace_with(self.view.power, self.deals)

    @staticmethod
    def enemies_in(offer: DealOption) -> frozenset[Power]:
        """Against whom a deal is."""
        contents = contents_of(offer.deal)
        return frozenset(power for content in contents if isinstance(content, Aly) for power in content.against)

    @cached_property
    def target(self) -> Power | None:
        """Powers that it would rather attack than have peace with.

        One against whom it is allied; else one that says nothing, if there is one in reach; else the one with the most
        to win and the least to fear, to which it holds as long as it lives and nobody better turns up.
        """
        near = [power for power in self.others if closeness(self.view.position, self.view.power, power) > 0]
        free = [power for power in near if power not in self.friends]
        sworn = {
            enemy
            for deal in self.deals
            for content in contents_of(deal.deal)
            if isinstance(content, Aly) and self.view.power in content.powers
            for enemy in content.against
        }
        silent = [power for power in free if power in self.silent]
        before = self.memory.get("target")
        candidates = [power for power in free if power in sworn] or silent or free
        if before in candidates:
            return before  # type: ignore[no-any-return]
        return max(candidates, key=self._appetite, default=None)

    def _appetite(self, power: Power) -> float:
        """Difference of what can be won from a power and what it can win."""
        position = self.view.position
        mine, theirs = reach_of(self.view.position, self.view.power), reach_of(self.view.position, power)
        to_win = len(mine & set(position.centers_of(power)))
        to_lose = len(theirs & set(position.centers_of(self.view.power)))
        attitude = self.attitude(power)
        return to_win - 0.5 * to_lose - 5 * attitude.regard - attitude.warmth

    def propose(self, offer: DealOption, why: str) -> list[Utterance]:
        """Put a deal on the table, with a note for the journal."""
        self.note(offer.partner, "proposed", why, offer.deal)
        self.spoken_of.append(offer.agreement(self.view.position.phase))
        return [Propose(offer.me, group(offer.among or (offer.partner,)), offer.deal)]

    # ── remembering ─────────────────────────────────────────────────────────────────────────────

    def note(self, partner: Power, did: str, why: str, deal: Deal | None = None) -> None:
        """Write down a decision and its reason."""
        self.notes.append(Note(partner, did, why, deal))
