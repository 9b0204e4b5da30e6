"""Lessons as data: steps with position, task, solutions and hints.

Read once from `data/*.toml`, whose names begin with the lesson's number. LessonError is raised for data that cannot be
played.
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

from adjudication.notation import format_order, parse_order
from adjudication.orders import Move, Order
from adjudication.position import Position, position_from_dict
from adjudication.powers import Power, as_power
from negotiation.diplomacy import DIPLOMACY
from negotiation.parser import parse
from negotiation.terms import Deal, Propose

__all__ = ["Choice", "Hint", "Lesson", "LessonError", "Step", "Wanted", "all_lessons", "lesson_called", "plain_text"]

Kind: TypeAlias = Literal["orders", "ask", "talk"]


class LessonError(ValueError):
    """A lesson's file says something that cannot be played."""


@dataclass(frozen=True, slots=True)
class Hint:
    """Words for one kind of mistake.

    order: a pattern of the written order it is about (`A PAR - *`), or of the kind of act a line was heard as
    (`propose:pact`; `propose:orders:mine` where only the learner would do something, `:yours` where only the partner
    would). words: instead, a regular expression found in a line in which nothing was understood. refused: True if it is
    about orders that the rules refuse, and about no others.
    """

    order: str
    say: str
    words: str = ""
    refused: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """An answer to a question.

    say: why it is right, or a hint where it is wrong.
    """

    text: str
    say: str
    right: bool = False


@dataclass(frozen=True, slots=True)
class Wanted:
    """Contents wanted of a written line.

    deals: one of them has to be in what is proposed. acts: or one of these acts. accept: or a yes to an open proposal.
    words: or a regular expression found in the line, for remarks that bind nobody.
    """

    deals: tuple[Deal, ...] = ()
    acts: tuple[str, ...] = ()
    accept: bool = False
    words: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to do.

    position: the board, None where the step before leads to it. others: the orders of all other powers. accept: sets of
    orders, any one of which solves it. reach: units that have to stand there afterwards, in place of `accept`. show: a
    solution. nudge: a hint where none fits better. after: what is said once it is solved. played: orders that were
    opened on the board of a question. opens: what the partner says first, in words and L. reply: the partner's answer.
    sample: a line that would do.
    """

    kind: Kind
    title: str
    say: tuple[str, ...]
    task: str
    nudge: str
    after: str
    position: Position | None = None
    others: tuple[tuple[Power, Order], ...] = ()
    accept: tuple[tuple[str, ...], ...] = ()
    reach: tuple[str, ...] = ()
    show: tuple[str, ...] = ()
    hints: tuple[Hint, ...] = ()
    choices: tuple[Choice, ...] = ()
    played: tuple[tuple[Power, Order], ...] = ()
    to: Power | None = None
    opens: tuple[str, str] | None = None
    agreed: Deal | None = None
    wanted: Wanted = Wanted()
    reply: str = ""
    sample: str = ""
    trust: Power | None = None


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson of a few minutes, played as one power."""

    slug: str
    number: int
    title: str
    about: str
    minutes: int
    power: Power
    steps: tuple[Step, ...]


@cache
def all_lessons() -> tuple[Lesson, ...]:
    """All lessons in their order."""
    return tuple(_lesson(path) for path in sorted(_FOLDER.glob("*.toml")))


def lesson_called(slug: str) -> Lesson:
    """The lesson of this name. Raises LookupError where there is none."""
    for lesson in all_lessons():
        if lesson.slug == slug:
            return lesson
    raise LookupError(f"There is no lesson called {slug}.")


def plain_text(order: Order) -> str:
    """The written order without its mark for going by sea."""
    text = format_order(order)
    return text.removesuffix(" VIA") if isinstance(order, Move) else text


def _lesson(path: Path) -> Lesson:
    number, _, slug = path.stem.partition("-")
    try:
        data = tomllib.loads(path.read_text("utf-8"))
        power = as_power(data["power"])
        steps = tuple(_step(each, power) for each in data["step"])
        return Lesson(slug, int(number), data["title"], data["about"], data["minutes"], power, steps)
    except (KeyError, ValueError, TypeError) as error:
        raise LessonError(f"{path.name}: {error}") from error


def _step(data: Mapping[str, Any], me: Power) -> Step:
    position = position_from_dict(data["position"]) if "position" in data else None
    kind: Kind = data.get("kind", "orders")
    to = as_power(data["to"]) if "to" in data else None
    wants = data.get("wants", {})
    opens = data.get("opens")
    return Step(
        kind=kind,
        title=data["title"],
        say=tuple(data["say"]),
        task=data["task"],
        nudge=data.get("nudge", ""),
        after=data["after"],
        position=position,
        others=_orders(data.get("others", ())),
        accept=tuple(_texts(each) for each in data.get("accept", ())),
        reach=tuple(data.get("reach", ())),
        show=_texts(data["show"]) if "show" in data else (),
        hints=tuple(
            Hint(each.get("order", ""), each["say"], each.get("words", ""), each.get("refused", False))
            for each in data.get("hints", ())
        ),
        choices=tuple(Choice(each["text"], each["say"], each.get("right", False)) for each in data.get("choices", ())),
        played=_orders(data.get("played", ())),
        to=to,
        opens=(opens["text"], opens["l"]) if opens else None,
        agreed=_deal(data["agreed"], me) if "agreed" in data else None,
        wanted=Wanted(
            tuple(_deal(each, me) for each in wants.get("deals", ())),
            tuple(wants.get("acts", ())),
            wants.get("accept", False),
            wants.get("words", ""),
        ),
        reply=data.get("reply", ""),
        sample=data.get("sample", ""),
        trust=as_power(data["trust"]) if "trust" in data else None,
    )


def _texts(line: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in line.split(";"))


def _orders(lines: Sequence[str]) -> tuple[tuple[Power, Order], ...]:
    """Read lines such as `GER A MUN - BUR`."""
    return tuple((as_power(line[:3]), parse_order(line[4:], _phase_of(line[4:]))) for line in lines)


def _phase_of(text: str) -> Literal["M", "R", "A"]:
    return "A" if text.startswith(("BUILD", "REMOVE", "WAIVE")) else "R" if text.startswith("DISBAND") else "M"


def _deal(text: str, me: Power) -> Deal:
    """Read a deal of L: `Agree([fra, ger], dmz([fra, ger], bur))`."""
    other = "eng" if me != "ENG" else "fra"
    said = parse(f"propose({me.lower()}, {other}, {text})", DIPLOMACY)
    if not isinstance(said, Propose):
        raise LessonError(f"This is no deal: {text}")
    return said.deal


_FOLDER: Final = Path(__file__).with_name("data")
