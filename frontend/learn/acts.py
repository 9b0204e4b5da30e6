"""Acts of a learner, carried out without keeping anything.

Each takes what the browser holds of the step and returns the reply."""

from collections.abc import Sequence
from typing import Literal, assert_never

import msgspec

from adjudication.orders import Order
from frontend.game import writing
from frontend.learn import judging
from frontend.learn.judging import NotPossible, Verdict
from frontend.learn.lessons import Lesson, Step
from frontend.learn.stages import LONGEST, Answer, Stage, after_step
from frontend.learn.state import opened, promises_shown, reply_for, sheet_of, talk_shown, trust_words
from frontend.wire.learn import LessonReply

__all__ = ["Done", "NotPossible", "carry_out"]


class Done(msgspec.Struct, frozen=True):
    """An act as sent.

    orders: those written so far. text: an order or a line. unit: whose order is taken back. pick: a choice by its
    number, or the reading of a line that was meant.
    """

    do: Literal["sheet", "order", "ask", "cancel", "ready", "choose", "say", "show"]
    orders: list[str] = []
    text: str = ""
    unit: str = ""
    pick: int | None = None


def carry_out(lesson: Lesson, step: Step, stage: Stage, done: Done) -> tuple[LessonReply, Answer | None]:
    """Carry out an act; return reply and solving answer, if any.

    Raises NotPossible.
    """
    if done.do == "choose":
        return _judged(lesson, step, stage, judging.choose(step, -1 if done.pick is None else done.pick))
    if done.do == "say":
        text = done.text.strip()[:LONGEST]
        if not text:
            raise NotPossible("Write something first.")
        return _judged(lesson, step, stage, judging.say(lesson, step, stage, text, done.pick))
    if done.do == "show":
        return _shown(lesson, step, stage), None
    return _ordered(lesson, step, stage, done)


def _ordered(lesson: Lesson, step: Step, stage: Stage, done: Done) -> tuple[LessonReply, Answer | None]:
    if step.kind != "orders":
        raise NotPossible("No orders are asked for here.")
    orders = _read_all(lesson, step, stage, done.orders)
    match done.do:
        case "order":
            order = judging.read_order(lesson, step, stage.position, done.text)
            if not writing.has_room(stage.position, lesson.power, orders, order):
                units = "1 unit" if len(orders) == 1 else f"{len(orders)} units"
                raise NotPossible(f"You have orders for {units} this winter, and no more are due. Take one back first.")
            orders = writing.keyed([*orders.values(), order])
            hint = judging.hint_at_order(step, order)
        case "cancel":
            orders = {key: each for key, each in orders.items() if key != done.unit}
            hint = ""
        case "ask":
            judging.read_order(lesson, step, stage.position, done.text)
            raise NotPossible("That is possible.")
        case "sheet":
            hint = ""
        case "ready":
            mine = list(orders.values())
            return _judged(lesson, step, stage, judging.open_orders(lesson, step, stage, mine), mine)
        case "choose" | "say" | "show":
            raise NotPossible("No orders are asked for here.")
        case _:
            assert_never(done.do)
    return reply_for(lesson, step, stage, hint=hint, sheet=sheet_of(lesson, stage, list(orders.values()))), None


def _read_all(lesson: Lesson, step: Step, stage: Stage, texts: Sequence[str]) -> dict[str, Order]:
    """Orders the browser holds, without those no longer possible."""
    found: dict[str, Order] = {}
    for text in texts[: writing.MOST_ORDERS]:
        try:
            order = judging.read_order(lesson, step, stage.position, text)
        except NotPossible:
            continue
        if writing.has_room(stage.position, lesson.power, found, order):
            found = writing.keyed([*found.values(), order])
    return found


def _judged(
    lesson: Lesson, step: Step, stage: Stage, verdict: Verdict, orders: Sequence[Order] = ()
) -> tuple[LessonReply, Answer | None]:
    """The reply to a verdict."""
    reply = reply_for(lesson, step, stage, solved=verdict.solved, hint=verdict.hint)
    reply["readings"] = list(verdict.readings)
    if not verdict.solved:
        if step.kind == "orders":
            reply["sheet"] = sheet_of(lesson, stage, orders)
        if verdict.stage is not None:
            reply.update(opened(lesson, verdict.stage, solved=False))  # type: ignore[typeddict-item]
        return reply, None
    after = verdict.stage or after_step(lesson, step, stage, verdict.answer)
    reply["after"] = step.after
    reply["talk"] = talk_shown(lesson, after.talk)
    reply["promises"] = promises_shown(lesson, step, after)
    reply["trust"] = _change(trust_words(lesson, step, stage), trust_words(lesson, step, after))
    if step.kind == "orders":
        reply.update(opened(lesson, after, solved=True))  # type: ignore[typeddict-item]
    return reply, verdict.answer


def _change(before: str, after: str) -> str:
    """Both, where it changed."""
    return after if before == after else f"Before: {before} Now: {after}"


def _shown(lesson: Lesson, step: Step, stage: Stage) -> LessonReply:
    """A solution: orders not opened yet, a line, or the answer."""
    if step.kind == "orders":
        texts = step.accept[0] if step.accept else step.show
        orders = [judging.read_order(lesson, step, stage.position, text) for text in texts]
        hint = "One way to do it stands on the board. Press “Open the orders” to see what comes of it."
        return reply_for(lesson, step, stage, hint=hint, sheet=sheet_of(lesson, stage, orders))
    if step.kind == "talk":
        reply = reply_for(lesson, step, stage, hint="One way to say it stands below. Send it, or change it.")
        reply["line"] = step.sample
        return reply
    right = next(each for each in step.choices if each.right)
    return reply_for(lesson, step, stage, hint=f"The answer is: “{right.text}” {right.say}")
