"""Texts of the console: boards, results, messages, names of powers."""

from collections.abc import Iterable, Iterator

from adjudication.board import STANDARD
from adjudication.names.table import POWER_WORDS
from adjudication.notation import format_order
from adjudication.outcomes import Outcome
from adjudication.position import Position
from adjudication.position_text import format_position
from adjudication.powers import POWER_NAMES, POWERS, Power, as_power
from negotiation.diplomacy import DIPLOMACY
from negotiation.english.writer import write
from negotiation.ledger import Agreement
from negotiation.printer import format_term
from negotiation.terms import Inform, Utterance

__all__ = [
    "UnknownPowerError",
    "board_lines",
    "center_line",
    "deal_line",
    "indented",
    "listed",
    "message_line",
    "power_named",
    "result_lines",
    "sentence_of",
]


class UnknownPowerError(LookupError):
    """No power has that name; the message says which there are."""


def power_named(text: str) -> Power:
    """The power of a code or a name, as people write it.

    Raises UnknownPowerError.
    """
    power = POWER_WORDS.get(text.strip().lower())
    if power is None:
        known = ", ".join(f"{name} ({code})" for code, name in POWER_NAMES.items())
        raise UnknownPowerError(f"There is no power called '{text.strip()}'. The powers are {known}.")
    return power


def board_lines(position: Position) -> list[str]:
    """The board by power, with units and centers.

    The first line is the phase.
    """
    _, *lines = format_position(position).splitlines()
    free = ", ".join(sorted(center for center in STANDARD.centers if center not in position.centers))
    return [position.phase.title, *indented([*lines, *([f"Centers of nobody: {free}"] if free else [])])]


def center_line(position: Position) -> str:
    """Centers of every power in one line, those of nobody last."""
    counts = [f"{power} {len(position.centers_of(power))}" for power in POWERS]
    return ", ".join([*counts, f"nobody {len(STANDARD.centers) - len(position.centers)}"])


def result_lines(outcomes: Iterable[Outcome]) -> Iterator[str]:
    """Orders by power, each with its result.

    Where it did not go as ordered, a sentence says why.
    """
    by_power: dict[Power, list[Outcome]] = {}
    for outcome in outcomes:
        by_power.setdefault(outcome.power, []).append(outcome)
    for power in POWERS:
        for index, outcome in enumerate(by_power.get(power, ())):
            name = POWER_NAMES[power] if index == 0 else ""
            fate = outcome.result if outcome.result == "ok" else f"{outcome.result}: {outcome.text}"
            yield f"{name:<8} {format_order(outcome.order):<24} {fate}"


def sentence_of(utterance: Utterance) -> str:
    """The utterance in English, or in L if it cannot be said."""
    try:
        return write(utterance)
    except ValueError:
        return format_term(utterance, DIPLOMACY)


def message_line(utterance: Utterance) -> str:
    """A message with its speaker and hearers."""
    return f"{POWER_NAMES[as_power(utterance.speaker)]} to {listed(utterance.hearers)}: {sentence_of(utterance)}"


def deal_line(me: Power, agreement: Agreement) -> str:
    """A deal in force, as its party tells it to the others."""
    others = tuple(power for power in agreement.powers if power != me)
    return f"With {listed(others)}, {agreement.phase}: {sentence_of(Inform(me, others, agreement.deal))}"


def listed(powers: Iterable[str]) -> str:
    """Names of powers: `England, France and Turkey`."""
    *names, last = (POWER_NAMES[as_power(power)] for power in powers)
    return f"{', '.join(names)} and {last}" if names else last


def indented(lines: Iterable[str]) -> list[str]:
    """Lines under a heading."""
    return [f"  {line}" for line in lines]
