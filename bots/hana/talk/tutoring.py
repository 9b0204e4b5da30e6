"""Answers of a guide: what to do, why, who can help.

All of it comes from one counsel (`bots.hana.judge.counsel`), which also says what else may be said in the phase.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from adjudication.board import STANDARD, Province, province_of
from adjudication.options import needed_adjustments
from adjudication.orders import Move, Order, Support
from adjudication.phase import FIRST_PHASE
from adjudication.powers import Power
from bots.hana.judge.counsel import Counsel, best_build, is_contested
from bots.hana.judge.guiding import GUIDES, Lesson
from bots.hana.judge.proposals import contents_of
from bots.hana.judge.reach import places_of, reach_of, steps_between
from bots.hana.talk.guarding import OF_SAFETY, guards, says
from bots.hana.talk.one_mind import counsel_in, items_of, orders_of
from bots.view import SeatView
from negotiation.diplomacy import Aly, Dmz, Pce, Tpc, action_of, order_of
from negotiation.levels import subterms
from negotiation.terms import (
    Courtesy,
    Desire,
    Do,
    Explain,
    Formula,
    Manner,
    Propose,
    Query,
    Utterance,
    both,
)
from negotiation.unnamed import doer_of

__all__ = ["advice", "taught", "what_to_build"]

_HELPERS: Final = 2
"""Units that are named as possible helpers."""
_NEIGHBOURS: Final = 2


def advice(counsel: Counsel, lesson: Lesson, orders: Iterable[Order] | None = None) -> list[Courtesy]:
    """The orders of its counsel, or some of them, as one message."""
    told = [Do(action_of(lesson.pupil, each, counsel.position)) for each in orders or counsel.orders]
    return [Courtesy(lesson.guide, (lesson.pupil,), Manner.ADVICE, both(told))] if told else []


# ── questions ───────────────────────────────────────────────────────────────────────────────────


def taught(view: SeatView, heard: Utterance) -> list[Utterance]:
    """Answers to a pupil's question; none for other talk."""
    lesson = GUIDES[view.power]
    match heard:
        case Courtesy(manner=Manner.ADVICE, about=None | Tpc(topic="opening" | "unit")):
            return [*_what_to_do(view, lesson, heard)]
        case Courtesy(manner=Manner.ADVICE, about=Tpc("defend", named)):
            return [*guards(view.position, lesson, named)]
        case Courtesy(manner=Manner.ADVICE, about=Tpc(topic="build")):
            return [*what_to_build(view, lesson)]
        case Courtesy(manner=Manner.ADVICE, about=Tpc(topic="ally")):
            return [*_who_helps(view, lesson)]
        case Courtesy(manner=Manner.RULES, about=Tpc(topic="dmz")):
            meaning = Courtesy(lesson.guide, (lesson.pupil,), Manner.RULES, Tpc("dmz"))
            first = view.position.phase.year == FIRST_PHASE.year and view.position.phase.kind == "M"
            return [meaning, *((says(lesson, "guideours", *lesson.empty),) if first else ())]
        case Courtesy(manner=Manner.WONDER) | Query(content=Explain()):
            return [*_why(view, lesson, heard)]
        case _:
            return []


def _what_to_do(view: SeatView, lesson: Lesson, heard: Courtesy) -> Iterator[Utterance]:
    counsel, position = counsel_in(view), view.position
    named = heard.about.named if isinstance(heard.about, Tpc) else ()
    meant = [order for place in named if (order := counsel.order_in(province_of(place))) is not None]
    if meant:
        yield from advice(counsel, lesson, meant)
        yield from (_reason(counsel, lesson, each) for each in meant)
        return
    lost = _lost(view, lesson.pupil)
    if lost:
        yield says(lesson, "guidelost", *lost)
    yield _moment(view, lesson)
    yield from advice(counsel, lesson)
    write = says(lesson, "guidewrite", *lesson.write)
    said = (each.utterance for each in view.talk if each.phase == position.phase)
    if position.phase == FIRST_PHASE and write not in said:
        yield write


def what_to_build(view: SeatView, lesson: Lesson) -> Iterator[Utterance]:
    """Builds with place and reason; before winter the best place."""
    counsel, position = counsel_in(view), view.position
    if position.phase.kind == "A":
        yield _moment(view, lesson)
        yield from advice(counsel, lesson)
        yield from (_reason(counsel, lesson, each) for each in counsel.orders)
        return
    build = best_build(position, lesson, counsel.closed)
    goal = counsel.reason(build).named[1:] if build is not None else ()
    if build is not None and goal:
        yield says(lesson, "guidebuildlater", province_of(build.region), *goal)
    else:
        yield says(lesson, "guidecounts")


def _moment(view: SeatView, lesson: Lesson) -> Courtesy:
    """The sentence about the purpose of this phase."""
    position = view.position
    match position.phase.kind:
        case "M" if position.phase == FIRST_PHASE:
            return says(lesson, "guidehow")
        case "M":
            return says(lesson, "guidefall" if position.phase.season == "F" else "guidespring")
        case "R":
            beaten = any(each.unit.power == lesson.pupil for each in position.dislodged)
            return says(lesson, "guideretreat" if beaten else "guideretreatnone")
        case _:
            due = needed_adjustments(position, lesson.pupil)
            if not due:
                return says(lesson, "guidebuildnone")
            return says(lesson, "guidebuild" if due > 0 else "guideremove", lesson.pupil)


def _lost(view: SeatView, pupil: Power) -> list[Province]:
    """Centers that the pupil lost in the last turn."""
    moves = [past.position for past in view.history if past.position.phase.kind == "M"]
    return sorted(set(moves[-1].centers_of(pupil)) - set(view.position.centers_of(pupil))) if moves else []


def _who_helps(view: SeatView, lesson: Lesson) -> Iterator[Utterance]:
    position, pupil = view.position, lesson.pupil
    others = sorted({unit.power for unit in position.units} - {pupil})
    near = sorted(others, key=lambda power: (power == lesson.guide, steps_between(position, pupil, power)))[
        :_NEIGHBOURS
    ]
    if position.phase.kind != "M":
        yield says(lesson, "guidehelplater", *sorted(near))
        return
    moves = [each for each in counsel_in(view).orders if isinstance(each, Move)]
    goals = [province_of(each.target) for each in moves if province_of(each.target) in STANDARD.centers]
    goals = [goal for goal in goals if position.centers.get(goal) != pupil]
    found: dict[Power, Courtesy] = {}
    for goal in sorted(goals, key=lambda each: not is_contested(position, each, {pupil})):
        for unit in sorted(position.units, key=lambda each: each.power != lesson.guide):
            near_goal = {province_of(each) for each in STANDARD.borders(unit.kind).get(unit.region, ())}
            if unit.power != pupil and goal in near_goal and position.centers.get(goal) != unit.power:
                found.setdefault(unit.power, says(lesson, "guidehelps", unit.power, unit.province, goal))
    yield from list(found.values())[:_HELPERS] or [says(lesson, "guidenohelp", *sorted(near))]


# ── why ─────────────────────────────────────────────────────────────────────────────────────────


def _why(view: SeatView, lesson: Lesson, heard: Utterance) -> Iterator[Utterance]:
    """Reasons for the named thing, else for the last one said."""
    counsel = counsel_in(view)
    asked = heard.about if isinstance(heard, Courtesy) else heard.content.content  # type: ignore[union-attr]
    asked = asked.content if isinstance(asked, Desire) else asked
    deal = [part for part in items_of(asked) if isinstance(part, Pce | Dmz | Aly | Do)]
    places = [each for each in _names(asked) if each in STANDARD.provinces]
    mine = [each.utterance for each in view.talk if _is_said_to(each.utterance, lesson)]
    if deal and any(isinstance(each, Propose) for each in mine):
        yield from _of_contents(counsel, lesson, deal)
        return
    if places:
        yield from _of_place(view, counsel, lesson, places[-1])
        return
    for at, last in reversed([*enumerate(mine)]):
        reasons = list(_of_said(view, counsel, lesson, last))
        new = [each for each in reasons if each not in mine[at + 1 :]]
        if new:
            yield from new
            return
        if not reasons and not _is_reason(last):
            return


def _of_said(view: SeatView, counsel: Counsel, lesson: Lesson, last: Utterance) -> Iterator[Courtesy]:
    """Reasons for one thing the guide said."""
    match last:
        case Propose():
            yield from _of_contents(counsel, lesson, contents_of(last.deal))
        case Courtesy(manner=Manner.ADVICE, about=Tpc("guidewrite" | "guidenohelp" | "guidehelplater", named)):
            yield from (each for power in named for each in _of_power(view, lesson, power))
        case Courtesy(manner=Manner.ADVICE, about=Tpc("guidehello" | "guidehow")):
            yield says(lesson, "guidemoves")
        case Courtesy(manner=Manner.ADVICE, about=Tpc("guidebye")):
            yield says(lesson, "guidealone")
        case Courtesy(manner=Manner.ADVICE, about=Tpc("guideours")):
            yield from (says(lesson, "guidezone", place) for place in lesson.empty)
        case Courtesy(manner=Manner.ADVICE, about=Tpc("guidehelps", (_, _, goal))):
            yield says(lesson, "guideboth", goal)
        case Courtesy(manner=Manner.ADVICE, about=Tpc(topic)):
            yield says(lesson, "guidehomes" if topic in OF_SAFETY else "guidecounts")
        case Courtesy(manner=Manner.ADVICE):
            orders = orders_of(lesson.pupil, items_of(last.about))
            yield from (_reason(counsel, lesson, order) for place, order in orders.items() if _is_of(counsel, place))
        case _:
            pass


def _is_of(counsel: Counsel, place: Province) -> bool:
    return counsel.order_in(place) is not None


def _is_said_to(said: Utterance, lesson: Lesson) -> bool:
    return said.speaker == lesson.guide and lesson.pupil in said.hearers


def _is_reason(said: Utterance) -> bool:
    about = getattr(said, "about", None)
    return isinstance(said, Courtesy) and isinstance(about, Tpc) and about.topic.startswith("guide")


def _reason(counsel: Counsel, lesson: Lesson, order: Order) -> Courtesy:
    why = counsel.reason(order)
    return says(lesson, why.topic, *why.named)


def _of_place(view: SeatView, counsel: Counsel, lesson: Lesson, place: Province) -> Iterator[Courtesy]:
    """Reasons about a place: its order, its zone, or the better move."""
    order = counsel.into(place) or counsel.order_in(place)
    if order is not None:
        yield _reason(counsel, lesson, order)
        return
    if place in lesson.empty and view.position.phase.year == FIRST_PHASE.year:
        yield says(lesson, "guidezone", place)
        return
    unit = view.position.unit_at(place)
    if unit is not None and unit.power == lesson.guide:  # a question about the guide's own unit
        return
    for each in view.position.units_of(lesson.pupil):
        near = {province_of(region) for region in STANDARD.borders(each.kind).get(each.region, ())}
        instead = counsel.order_in(each.province)
        if place in near and instead is not None:
            yield _reason(counsel, lesson, instead)
            return


def _of_contents(counsel: Counsel, lesson: Lesson, contents: Sequence[Formula]) -> Iterator[Courtesy]:
    """Reasons for a deal, part by part; each place once."""
    told: set[Province | None] = set()
    for part in contents:
        match part:
            case Pce():
                yield says(lesson, "guidepeace")
            case Dmz(_, places):
                yield from (says(lesson, "guidezone", place) for place in places)
            case Aly(_, enemies):
                yield from (says(lesson, "guideagainst", enemy) for enemy in enemies)
            case Do():
                order = order_of(part.action)[1]
                goal = getattr(order, "target", None)
                place = None if goal is None else province_of(goal)
                if place in told or place is None:
                    continue
                told.add(place)
                own = doer_of(part) == lesson.guide
                if isinstance(order, Support):
                    yield says(lesson, "guidemine" if own else "guidewish", place)
                elif not own:
                    yield _reason(counsel, lesson, order)
            case _:
                pass


def _of_power(view: SeatView, lesson: Lesson, power: str) -> Iterator[Courtesy]:
    """Reasons to write to a power."""
    position = view.position
    reach = {each: reach_of(position, each) for each in (lesson.pupil, power)}
    own = places_of(position, lesson.pupil)
    near = sorted(reach[power] & own) or sorted(reach[power] & reach[lesson.pupil])
    if near:
        yield says(lesson, "guidewhom", power, near[0])
    else:
        yield says(lesson, "guidelater", power)


def _names(content: Formula | None) -> list[str]:
    """Places and powers that a content names, in order."""
    found: list[str] = []
    for part in items_of(content):
        for each in (part, *subterms(part)) if not isinstance(part, str) else (part,):
            if isinstance(each, str):
                found.append(each)
            else:
                for name in ("province", "provinces", "centers", "region", "named"):
                    value = getattr(each, name, ())
                    value = getattr(value, "province", value)
                    found += [value] if isinstance(value, str) else [each for each in value if isinstance(each, str)]
    return found
