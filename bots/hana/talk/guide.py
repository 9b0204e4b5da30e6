"""The guide: a HANA that shows one neighbour through the first year.

It writes first: which units want orders, a safe opening, a deal that it keeps whether or not it is accepted, and whom
else to write to. In fall it shows the centers in reach and offers support. Afterwards it plays like any gentle HANA and
still answers what to do and why.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from adjudication.board import STANDARD, province_of
from adjudication.options import legal_orders, needed_adjustments
from adjudication.orders import Move, Order, Support
from adjudication.phase import FIRST_PHASE
from adjudication.powers import Power
from bots.agent import Decision, Memory
from bots.hana.judge.counsel import is_contested
from bots.hana.judge.guiding import GUIDES, Lesson, goals_for
from bots.hana.remember.personality import PERSONALITIES, Personality
from bots.hana.talk.guarding import says
from bots.hana.talk.one_mind import counsel_in, is_of_one_mind
from bots.hana.talk.talker import TalkingHana
from bots.hana.talk.tutoring import advice, taught, what_to_build
from bots.talker import Talk
from bots.talking import MAX_UTTERANCES
from bots.view import Agreement, Said, SeatView
from negotiation.diplomacy import DIPLOMACY, action_of
from negotiation.levels import FREE, level
from negotiation.printer import format_term
from negotiation.terms import Commit, Commits, Do, Formula, Propose, Query, Utterance, Which
from negotiation.unnamed import doer_of

__all__ = ["GUIDE_PERSONALITY", "Guide"]


GUIDE_PERSONALITY: Final[Personality] = replace(
    PERSONALITIES["classicist"], aggressiveness=0.0, greed=0.2, patience=0.2
)
"""Keeps its word, wants little."""


@dataclass(frozen=True, slots=True)
class Guide:
    """A talking HANA with a pupil, known by its own power.

    What it says to the pupil comes from one counsel within a phase (`bots.hana.talk.one_mind`).
    """

    hana: TalkingHana

    def decide(self, view: SeatView, memory: Memory, rng: Random, seconds: float) -> Decision:
        """Orders that leave the pupil alone in the first year."""
        return self.hana.decide(_promised(view), memory, rng, seconds)

    def open_talk(self, view: SeatView, memory: Memory, rng: Random, seconds: float) -> Talk:
        """Messages to the pupil first, then those of any HANA."""
        pupil = GUIDES[view.power].pupil
        own = tuple(_guidance(view))
        if view.position.phase.kind != "M":
            return Talk(own, memory)
        talk = self.hana.open_talk(_promised(view), memory, rng, seconds)
        if not own:
            return _of_one_mind(view, talk)
        others = tuple(each for each in talk.utterances if pupil not in each.hearers)
        kept = dict(talk.memory.get("talk") or {})
        deals = [format_term(each, DIPLOMACY) for each in own if isinstance(each, Propose)]
        kept["said"] = [*kept.get("said", []), *deals]
        return Talk((*own, *others)[:MAX_UTTERANCES], {**talk.memory, "talk": kept})

    def hear(self, view: SeatView, memory: Memory, message: Said, rng: Random, seconds: float) -> Talk:
        """Lessons for the pupil's questions, else answers of any HANA."""
        heard = message.utterance
        if heard.speaker != GUIDES[view.power].pupil:
            return self.hana.hear(_promised(view), memory, message, rng, seconds)
        if view.power in heard.hearers and view.level >= FREE and view.position.units_of(view.power):
            lesson = taught(view, heard)
            if lesson:
                return Talk(tuple(lesson)[:MAX_UTTERANCES], memory)
        known = _promised(view) if _asks_for_plans(view.power, heard) else view
        talk = self.hana.hear(known, memory, message, rng, seconds)
        return _of_one_mind(view, talk, answers=heard)


def _promised(view: SeatView) -> SeatView:
    """View of the first year with deal and advice as agreed."""
    lesson, phase = GUIDES[view.power], view.position.phase
    if phase.year != FIRST_PHASE.year:
        return view
    powers = tuple(sorted((lesson.pupil, lesson.guide)))
    own = [Agreement(FIRST_PHASE, powers, lesson.deal)]
    if phase.kind == "M" and view.position.units_of(lesson.pupil):
        orders = (Do(action_of(lesson.pupil, each, view.position)) for each in counsel_in(view).orders)
        followed = Commits(tuple(Commit(lesson.pupil, (lesson.guide,), each) for each in orders))
        own.append(Agreement(phase, powers, followed))
    return replace(view, agreements=(*view.agreements, *own))


def _asks_for_plans(me: Power, heard: Utterance) -> bool:
    """True if the pupil asks what the guide itself orders."""
    content = heard.content if isinstance(heard, Query) else None
    if isinstance(content, Which):
        return content.variable in {"?o", "?r"}
    return doer_of(getattr(content, "content", content)) == me


def _of_one_mind(view: SeatView, talk: Talk, answers: Utterance | None = None) -> Talk:
    """Drop words that contradict the advice of the phase.

    Where an answer is due and none is left, the advice stands for it.
    """
    pupil = GUIDES[view.power].pupil
    if not talk.utterances or not view.position.units_of(pupil):
        return talk
    counsel = counsel_in(view)
    kept = tuple(each for each in talk.utterances if is_of_one_mind(view, counsel, each))
    if not kept and answers is not None:
        kept = tuple(advice(counsel, GUIDES[view.power]))
    return replace(talk, utterances=kept)


# ── what it says unasked ────────────────────────────────────────────────────────────────────────


def _guidance(view: SeatView) -> Iterator[Utterance]:
    """Messages to the pupil as a phase opens, to spring 1902."""
    lesson, phase = GUIDES[view.power], view.position.phase
    alive = bool(view.position.units_of(lesson.pupil)) and bool(view.position.units_of(view.power))
    if view.level < FREE or not alive:
        return
    if phase.kind == "A" and phase.year == FIRST_PHASE.year and needed_adjustments(view.position, lesson.pupil):
        yield from what_to_build(view, lesson)
    if phase.kind != "M":
        return
    counsel = counsel_in(view)
    if phase == FIRST_PHASE:
        yield says(lesson, "guidehello", lesson.pupil)
        yield from advice(counsel, lesson)
        yield Propose(lesson.guide, (lesson.pupil,), lesson.deal)
        yield says(lesson, "guidewrite", *lesson.write)
    elif phase.year == FIRST_PHASE.year:
        yield says(lesson, "guidefall")
        yield from advice(counsel, lesson)
        yield from _help(view, lesson, counsel.orders)
    elif phase.year == FIRST_PHASE.year + 1 and phase.season == FIRST_PHASE.season:
        yield says(lesson, "guidebye")


def _help(view: SeatView, lesson: Lesson, orders: Sequence[Order]) -> Iterator[Utterance]:
    """Offer a free unit's support into a center that others can reach."""
    position = view.position
    legal = legal_orders(position, lesson.guide, view.rulebook)
    goals = {province_of(goal) for goal in goals_for(position, lesson.guide, lesson.pupil)}
    friends = {lesson.pupil, lesson.guide}
    for move in orders:
        if not isinstance(move, Move) or province_of(move.target) not in STANDARD.centers:
            continue
        if not is_contested(position, province_of(move.target), friends):
            continue
        for options in legal.values():
            elsewhere = goals - {province_of(move.target)}
            busy = any(isinstance(each, Move) and province_of(each.target) in elsewhere for each in options)
            support = next((each for each in options if isinstance(each, Support) and _supports(each, move)), None)
            if support is None or busy:
                continue
            given: Formula = Do(action_of(lesson.guide, support, position))
            asked: Formula = Do(action_of(lesson.pupil, move, position))
            promises = (
                Commit(lesson.guide, (lesson.pupil,), given),
                Commit(lesson.pupil, (lesson.guide,), asked),
            )
            said = Propose(lesson.guide, (lesson.pupil,), Commits(promises))
            if level(said) <= view.level:
                yield said
            return


def _supports(support: Support, move: Move) -> bool:
    return (
        province_of(support.supported) == province_of(move.region)
        and support.target is not None
        and province_of(support.target) == province_of(move.target)
    )
