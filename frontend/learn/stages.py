"""A lesson as a pure fold over its data and the answers.

An answer is what a browser or a session keeps as JSON: order texts, the number of a choice, or a line with its L.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

from adjudication.engine import adjudicate
from adjudication.notation import parse_order
from adjudication.orders import Order
from adjudication.outcomes import Outcome
from adjudication.phase import Phase
from adjudication.position import Position
from adjudication.powers import Power
from bots.hana.remember.personality import NEUTRAL
from bots.hana.remember.trust import trusts_in
from bots.view import LedgerLine
from frontend.learn.lessons import Lesson, Step
from negotiation.compliance import State
from negotiation.diplomacy import DIPLOMACY
from negotiation.english.context import Context, Words, context_of
from negotiation.ledger import Promise, judged, promises_of
from negotiation.parser import parse
from negotiation.printer import format_term
from negotiation.terms import Accept, Deal, Propose, Utterance

__all__ = [
    "LONGEST",
    "Answer",
    "Bond",
    "Line",
    "Stage",
    "after_step",
    "answer_of",
    "before_step",
    "context_at",
    "orders_of",
    "resolve",
    "trust_at",
]

Answer: TypeAlias = Any
"""JSON: a list of order texts, the number of a choice, or `{"text": ..., "l": [...]}`."""


@dataclass(frozen=True, slots=True)
class Line:
    """A message of one power to another, with its reading."""

    speaker: Power
    to: Power
    text: str
    said: tuple[Utterance, ...] = ()


@dataclass(frozen=True, slots=True)
class Bond:
    """A deal that was made, with what became of its promises."""

    made: Phase
    between: tuple[Power, ...]
    deal: Deal
    promises: tuple[Promise, ...]


@dataclass(frozen=True, slots=True)
class Stage:
    """Board, talk and ledger at one point of a lesson.

    talk: of this step. outcomes: of the orders opened last. opened: the board they were written on.
    """

    position: Position
    talk: tuple[Line, ...] = ()
    bonds: tuple[Bond, ...] = ()
    opened: Position | None = None
    outcomes: tuple[Outcome, ...] = ()


def before_step(lesson: Lesson, answers: Sequence[Answer]) -> Stage:
    """The stage at the step after these answers.

    Raises ValueError for answers that are none.
    """
    if len(answers) >= len(lesson.steps):
        raise ValueError("The lesson is over.")
    stage: Stage | None = None
    for step, answer in zip(lesson.steps, answers, strict=False):
        stage = after_step(lesson, step, _entered(lesson, step, stage), answer)
    return _entered(lesson, lesson.steps[len(answers)], stage)


def after_step(lesson: Lesson, step: Step, stage: Stage, answer: Answer) -> Stage:
    """The stage once this step is answered."""
    if step.kind == "orders":
        return resolve(lesson, step, stage, orders_of(answer, stage.position, lesson.power))
    if step.kind == "talk":
        return _said(lesson, step, stage, answer)
    return stage


def orders_of(texts: Iterable[str], position: Position, power: Power) -> list[Order]:
    """Read written orders. Raises NotationError, a ValueError, for what is none."""
    return [parse_order(text, position.phase.kind, position, power) for text in texts]


def resolve(lesson: Lesson, step: Step, stage: Stage, mine: Sequence[Order]) -> Stage:
    """The stage after the engine's verdict, with all promises judged."""
    position = stage.position
    orders: dict[Power, list[Order]] = {lesson.power: list(mine)}
    for power, order in step.others:
        orders.setdefault(power, []).append(order)
    resolution = adjudicate(position, orders)
    bonds = tuple(
        replace(bond, promises=judged(bond.deal, bond.promises, position, resolution.outcomes)) for bond in stage.bonds
    )
    return Stage(resolution.next, stage.talk, bonds, position, resolution.outcomes)


def context_at(stage: Stage, speaker: Power, to: Power) -> Context:
    """Context for the reader of the next line."""
    said: list[Utterance | Words] = []
    for line in stage.talk:
        said += line.said or [Words(line.speaker)]
    return context_of(speaker, (to,), stage.position, said)


def trust_at(stage: Stage, power: Power, by: Power) -> float:
    """HANA's trust in a power, if it played `by`.

    The chance in [0, 1] that the power keeps a promise.
    """
    ledger = [
        LedgerLine(
            bond.made, each.judged, each.agent, bond.between, each.content, each.state, each.reason, each.lasting
        )
        for bond in stage.bonds
        for each in bond.promises
        if by in bond.between and each.judged is not None and each.state is not State.OPEN
    ]
    return trusts_in(ledger, stage.position.phase, NEUTRAL)[power]


def _entered(lesson: Lesson, step: Step, stage: Stage | None) -> Stage:
    """The stage a step begins on: its own board or the last."""
    if step.position is None and stage is None:
        raise ValueError("The first step needs a position.")
    before = stage or Stage(step.position)  # type: ignore[arg-type]
    position = step.position or before.position
    # A new board leaves what was agreed on another one behind, unless the game goes on.
    goes_on = before.position.phase.sort_key <= position.phase.sort_key
    entered = replace(
        before,
        position=position,
        talk=(),  # each step is a talk of its own
        bonds=before.bonds if goes_on else (),
        opened=None if step.position else before.opened,
        outcomes=() if step.position else before.outcomes,
    )
    if step.played:
        orders: dict[Power, list[Order]] = {}
        for power, order in step.played:
            orders.setdefault(power, []).append(order)
        entered = replace(entered, opened=position, outcomes=adjudicate(position, orders).outcomes)
    if step.opens is not None and step.to is not None:
        text, meant = step.opens
        entered = replace(
            entered,
            talk=(*entered.talk, Line(step.to, lesson.power, text, (parse(meant, DIPLOMACY),) if meant else ())),
        )
    return _bound(entered, step.agreed, lesson.power, step.to) if step.agreed and step.kind != "talk" else entered


def _said(lesson: Lesson, step: Step, stage: Stage, answer: Mapping[str, Any]) -> Stage:
    """The stage after the learner's line and the partner's answer."""
    if step.to is None:
        raise ValueError("A line needs somebody to hear it.")
    me, other = lesson.power, step.to
    said = tuple(parse(each, DIPLOMACY) for each in answer["l"])
    talk = (*stage.talk, Line(me, other, str(answer["text"]), said))
    made: Deal | None = None
    reply: tuple[Utterance, ...] = ()
    for one in said:
        if isinstance(one, Propose):
            made = one.deal
            reply = (Accept(other, (me,), one.deal),)
        elif isinstance(one, Accept):
            made = one.deal
    if step.reply:
        talk = (*talk, Line(other, me, step.reply, reply))
    return _bound(replace(stage, talk=talk), made, me, other)


def _bound(stage: Stage, deal: Deal | None, me: Power, other: Power | None) -> Stage:
    if deal is None or other is None or any(bond.deal == deal for bond in stage.bonds):
        return stage
    first, second = sorted((me, other))
    bond = Bond(stage.position.phase, (first, second), deal, promises_of(deal, stage.position))
    return replace(stage, bonds=(*stage.bonds, bond))


def answer_of(text: str, said: Sequence[Utterance]) -> dict[str, Any]:
    """A line as an answer to keep."""
    return {"text": text[:LONGEST], "l": [format_term(each, DIPLOMACY) for each in said]}


LONGEST: Final = 300
"""Characters of a line."""
