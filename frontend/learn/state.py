"""A step of a lesson as its page shows it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal

from adjudication.board import Province, province_of
from adjudication.orders import Hold, Move, Order
from adjudication.powers import POWER_NAMES, Power
from adjudication.rulebook import STANDARD_RULES
from frontend.board import LAYERS, Scene, render_layers
from frontend.game import writing
from frontend.game.options import no_options, options_of
from frontend.game.phases import arrivals_of, fate_of
from frontend.learn.lessons import Lesson, Step
from frontend.learn.stages import Bond, Line, Stage, trust_at
from frontend.talk.briefly import kind_of_promise
from frontend.wire.learn import LessonPromise, LessonReply, LessonSaid
from frontend.wire.page import Options
from frontend.wire.state import Sheet
from negotiation.compliance import State
from negotiation.english.reported_speech import pledge, report
from negotiation.foresight import Given, Standing, breaks

__all__ = ["opened", "options_at", "promises_shown", "reply_for", "scene_at", "sheet_of", "talk_shown", "trust_words"]


def options_at(lesson: Lesson, step: Step, stage: Stage) -> Options:
    """Legal orders of the learner, if the step asks for orders."""
    if step.kind != "orders":
        return no_options(stage.position)
    return options_of(stage.position, lesson.power, STANDARD_RULES)


def scene_at(lesson: Lesson, step: Step, stage: Stage, orders: Sequence[Order] = ()) -> Scene:
    """The board of a step.

    With the orders opened, where it asks about them, else with those of the turn before.
    """
    title = f"{lesson.title}: {stage.position.phase.title}"
    if step.played and stage.opened is not None:
        return Scene(stage.opened, outcomes=stage.outcomes, viewer=lesson.power, labels="long", title=title)
    return Scene(
        stage.position,
        orders={lesson.power: orders},
        memory=stage.outcomes,
        viewer=lesson.power,
        labels="long",
        title=title,
    )


def sheet_of(lesson: Lesson, stage: Stage, orders: Sequence[Order]) -> Sheet:
    """The learner's orders as a game's page shows them, with warnings."""
    position, me = stage.position, lesson.power
    drawing = render_layers(Scene(position, orders={me: orders}, viewer=me), [_ORDERS])[_ORDERS]
    written = writing.keyed(orders)
    return writing.sheet_of(position, me, written, drawing=drawing, breaches=_breaches(stage, me, orders, written))


def talk_shown(lesson: Lesson, lines: Iterable[Line]) -> list[LessonSaid]:
    """Messages as bubbles."""
    return [
        {
            "power": line.speaker,
            "name": POWER_NAMES[line.speaker],
            "mine": line.speaker == lesson.power,
            "text": line.text,
            "heard": " ".join(report(each, lesson.power) for each in line.said),
        }
        for line in lines
    ]


def promises_shown(lesson: Lesson, step: Step, stage: Stage) -> list[LessonPromise]:
    """The ledger between the learner and whom the step is about."""
    return [
        {
            "power": promise.agent,
            "words": f"{pledge(promise.agent, promise.content, lesson.power)}.",
            "word": _word(promise.state, lasting=promise.lasting),
            "tone": _TONES.get(promise.state, "info"),
            "reason": promise.reason if promise.state is State.BROKEN else "",
        }
        for bond in _bonds(lesson, step, stage)
        for promise in bond.promises
    ]


def trust_words(lesson: Lesson, step: Step, stage: Stage) -> str:
    """Trust of the partner's bot in words; empty in most steps."""
    if step.trust is None:
        return ""
    share = round(100 * trust_at(stage, lesson.power, step.trust))
    return f"{POWER_NAMES[step.trust]} trusts your word: {share} of 100."


def reply_for(
    lesson: Lesson, step: Step, before: Stage, *, solved: bool = False, hint: str = "", sheet: Sheet | None = None
) -> LessonReply:
    """A reply with talk and promises as they stood before."""
    return {
        "type": "lesson",
        "solved": solved,
        "hint": hint,
        "sheet": sheet,
        "layers": {},
        "later": {},
        "arrivals": [],
        "happened": [],
        "talk": talk_shown(lesson, before.talk),
        "promises": promises_shown(lesson, step, before),
        "trust": trust_words(lesson, step, before),
        "after": "",
        "next": "",
        "readings": [],
        "line": "",
    }


def opened(lesson: Lesson, stage: Stage, *, solved: bool) -> dict[str, object]:
    """Fields of a reply that show opened orders.

    A try shows its fates alone, and the board stays as it is.
    """
    if stage.opened is None:
        return {}
    over = Scene(stage.opened, outcomes=stage.outcomes, viewer=lesson.power, labels="long")
    if not solved:
        return {"layers": render_layers(over, [_ORDERS]), "happened": _happened(stage)}
    after = Scene(stage.position, viewer=lesson.power, labels="long")
    names = [name for name in LAYERS if name not in (_BROWSERS_OWN, _ORDERS)]
    return {
        "layers": render_layers(over, [name for name in LAYERS if name != _BROWSERS_OWN]),
        "later": render_layers(after, names),
        "arrivals": arrivals_of(stage.outcomes, stage.position),
        "happened": _happened(stage),
    }


def _happened(stage: Stage) -> list[object]:
    return [fate_of(outcome) for outcome in sorted(stage.outcomes, key=lambda each: each.power)]


def _bonds(lesson: Lesson, step: Step, stage: Stage) -> list[Bond]:
    others = (power for bond in reversed(stage.bonds) for power in bond.between if power != lesson.power)
    other = step.to or next(others, None)
    return [bond for bond in stage.bonds if other in bond.between]


def _word(state: State, *, lasting: bool) -> str:
    if state is State.KEPT:
        return "kept so far" if lasting else "kept"
    void = "still there" if lasting else "could not be kept"
    return {State.BROKEN: "broken", State.VOID: void}.get(state, "due")


def _breaches(stage: Stage, me: Power, orders: Sequence[Order], written: Mapping[str, Order]) -> dict[Province, str]:
    """Orders that break a promise of mine, by province, in words."""
    position = stage.position
    if position.phase.kind != "M":
        return {}
    idle = [unit for unit in position.units_of(me) if unit.province not in written]
    given = [Given(me, order) for order in orders]
    given += [Given(me, Hold(unit.kind, unit.region), written=False) for unit in idle]
    found: dict[Province, str] = {}
    for bond in stage.bonds:
        done = frozenset(index for index, each in enumerate(bond.promises) if each.done)
        for order, check in breaks(Standing(bond.deal, done), me, given, position).items():
            other = next(power for power in bond.between if power != me)
            words = f"breaks your word to {POWER_NAMES[other]} ({kind_of_promise(check.content)})"
            if isinstance(order, Move | Hold):
                found[province_of(order.region)] = words
    return found


_ORDERS: Final = "layer-orders"
_BROWSERS_OWN: Final = "layer-targets"
_TONES: Final[Mapping[State, Literal["ok", "rose", "info"]]] = {State.KEPT: "ok", State.BROKEN: "rose"}
