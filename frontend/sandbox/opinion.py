"""HANA's answer to a question about a position, in words."""

from typing import Final

from adjudication.position import position_from_dict
from adjudication.powers import as_power
from adjudication.sentences import order_sentence
from dipgame.games import clock
from dipgame.sandbox.asking import SECONDS
from dipgame.sandbox.models import Question
from frontend.minds.records import MindPage, Stance, page_from
from frontend.wire.sandbox import SandboxExpected, SandboxOpinion

__all__ = ["opinion_of"]

_MOST_UNITS: Final = 6
"""Units of a power of which is told what they are expected to do."""


def opinion_of(question: Question) -> SandboxOpinion:
    """The answer as it stands now."""
    power, position = as_power(question.power), position_from_dict(question.position)
    page = page_from(question.journal, power, position)
    done = question.state == Question.State.DONE
    return {
        "type": "opinion",
        "key": question.key,
        "state": question.state,
        "power": power,
        "seconds": round((clock.now() - question.since).total_seconds(), 1),
        "most": SECONDS,
        "orders": list(question.orders) if done else [],
        "sentences": [order_sentence(order) for order in page.orders] if done else [],
        "why": _why(page) if done else [],
        "fears": [f"{each.place}: {each.percent} %, {each.who}" for each in page.fears],
        "expected": [_expected(each) for each in page.stances if each.foreseen],
    }


def _why(page: MindPage) -> list[str]:
    lines = []
    if page.worth is not None:
        lines.append(f"It puts the worth of these orders at {page.worth:.1f} centers.")
    if page.sure is not None:
        lines.append(f"It believes it foresees {page.sure} % of the orders of the others.")
    return lines


def _expected(stance: Stance) -> SandboxExpected:
    """The likeliest order of each unit, the surest first."""
    first = [(each.place, each.guesses[0]) for each in stance.foreseen]
    first.sort(key=lambda each: -each[1].percent)
    return {
        "power": stance.power,
        "units": [f"{place} {guess.text} ({guess.percent} %)" for place, guess in first[:_MOST_UNITS]],
    }
