"""The guide: a HANA that shows one neighbour through the first year.

It writes first: which units want orders, a safe opening, a deal that it keeps whether or not it is accepted, and whom
else to write to. In fall it shows the centers in reach and offers support. Afterwards it plays like any gentle HANA.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from adjudication.board import Province, province_of
from adjudication.options import legal_orders
from adjudication.orders import Move, Order, Support
from adjudication.phase import FIRST_PHASE
from adjudication.position import Position
from adjudication.powers import Power
from bots.agent import Decision, Memory
from bots.hana.judge.guiding import GUIDES, Lesson, goals_for, way_to_centers
from bots.hana.judge.reach import reach_of
from bots.hana.remember.personality import PERSONALITIES, Personality
from bots.hana.talk.talker import TalkingHana
from bots.talker import Talk
from bots.talking import MAX_UTTERANCES
from bots.view import Agreement, Said, SeatView
from negotiation.diplomacy import DIPLOMACY, Tpc, action_of
from negotiation.levels import FREE, level
from negotiation.printer import format_term
from negotiation.terms import Commit, Commits, Courtesy, Do, Formula, Manner, Propose, Utterance, both

__all__ = ["GUIDE_PERSONALITY", "Guide"]


GUIDE_PERSONALITY: Final[Personality] = replace(
    PERSONALITIES["classicist"], aggressiveness=0.0, greed=0.2, patience=0.2
)
"""Keeps its word, wants little."""


@dataclass(frozen=True, slots=True)
class Guide:
    """A talking HANA with a pupil, known by its own power."""

    hana: TalkingHana

    def decide(self, view: SeatView, memory: Memory, rng: Random, seconds: float) -> Decision:
        """Orders that leave the pupil alone in the first year."""
        return self.hana.decide(_promised(view), memory, rng, seconds)

    def open_talk(self, view: SeatView, memory: Memory, rng: Random, seconds: float) -> Talk:
        """Messages to the pupil first, then those of any HANA."""
        pupil = GUIDES[view.power].pupil
        own = tuple(_guidance(view))
        talk = self.hana.open_talk(_promised(view), memory, rng, seconds)
        if not own:
            return talk
        others = tuple(each for each in talk.utterances if pupil not in each.hearers)
        kept = dict(talk.memory.get("talk") or {})
        deals = [format_term(each, DIPLOMACY) for each in own if isinstance(each, Propose)]
        kept["said"] = [*kept.get("said", []), *deals]
        return Talk((*own, *others)[:MAX_UTTERANCES], {**talk.memory, "talk": kept})

    def hear(self, view: SeatView, memory: Memory, message: Said, rng: Random, seconds: float) -> Talk:
        """Answers of any HANA; others meet a friend of the pupil."""
        from_pupil = message.utterance.speaker == GUIDES[view.power].pupil
        return self.hana.hear(view if from_pupil else _promised(view), memory, message, rng, seconds)


def _promised(view: SeatView) -> SeatView:
    """View in which the deal holds through the first year."""
    lesson = GUIDES[view.power]
    if view.position.phase.year != FIRST_PHASE.year:
        return view
    powers = tuple(sorted((lesson.pupil, lesson.guide)))
    own = Agreement(FIRST_PHASE, powers, lesson.deal)
    return replace(view, agreements=(*view.agreements, own))


# ── what it says ────────────────────────────────────────────────────────────────────────────────


def _guidance(view: SeatView) -> Iterator[Utterance]:
    """Messages to the pupil as a phase opens, to spring 1902."""
    lesson, phase = GUIDES[view.power], view.position.phase
    alive = bool(view.position.units_of(lesson.pupil)) and bool(view.position.units_of(view.power))
    if view.level < FREE or phase.kind != "M" or not alive:
        return
    if phase == FIRST_PHASE:
        yield _says(lesson, "guidehello", lesson.pupil)
        yield _advises(lesson, view.position, lesson.spring)
        yield Propose(lesson.guide, (lesson.pupil,), lesson.deal)
        yield _says(lesson, "guidewrite", *lesson.write)
    elif phase.year == FIRST_PHASE.year:
        yield _says(lesson, "guidefall")
        orders = way_to_centers(view.position, lesson.pupil, spared=lesson.guide)
        if orders:
            yield _advises(lesson, view.position, orders)
        yield from _help(view, lesson, orders)
    elif phase.year == FIRST_PHASE.year + 1 and phase.season == FIRST_PHASE.season:
        yield _says(lesson, "guidebye")


def _says(lesson: Lesson, topic: str, *named: Power) -> Courtesy:
    return Courtesy(lesson.guide, (lesson.pupil,), Manner.ADVICE, Tpc(topic, named))


def _advises(lesson: Lesson, position: Position, orders: list[Order]) -> Courtesy:
    told = both(Do(action_of(lesson.pupil, order, position)) for order in orders)
    return Courtesy(lesson.guide, (lesson.pupil,), Manner.ADVICE, told)


def _help(view: SeatView, lesson: Lesson, orders: list[Order]) -> Iterator[Utterance]:
    """Offer a free unit's support into a center that others can reach."""
    position = view.position
    legal = legal_orders(position, lesson.guide, view.rulebook)
    goals = {province_of(goal) for goal in goals_for(position, lesson.guide, lesson.pupil)}
    for move in orders:
        if not isinstance(move, Move) or not _is_contested(position, province_of(move.target), lesson):
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


def _is_contested(position: Position, place: Province, lesson: Lesson) -> bool:
    """True if a third power could go there now."""
    others = {unit.power for unit in position.units} - {lesson.pupil, lesson.guide}
    return any(place in reach_of(position, power) for power in others)
