"""Views with talk, deals and a ledger, in L."""

from collections.abc import Iterable
from random import Random
from typing import Any

from adjudication.phase import parse_phase
from adjudication.position import Position
from adjudication.powers import Power, as_power
from adjudication.rulebook import STANDARD_RULES
from bots.contract import positions_of_a_game
from bots.talking import hear_in_time, open_talk_in_time
from bots.view import Agreement, LedgerLine, Said, SeatView
from negotiation.compliance import State
from negotiation.diplomacy import DIPLOMACY
from negotiation.parser import parse, parse_formula
from negotiation.printer import format_term

__all__ = ["BOARDS", "answers", "line", "opens", "peace", "view_of"]

BOARDS = [position for position, _ in positions_of_a_game() if position.phase.kind == "M"]


def view_of(
    power: Power,
    position: Position,
    *said: str,
    deals: Iterable[tuple[str, str]] = (),
    ledger: Iterable[LedgerLine] = (),
) -> SeatView:
    """A view at level 1.

    said: in this phase. deals: (its powers, the deal), made in this phase.
    """
    made = tuple(
        Agreement(position.phase, tuple(map(as_power, powers.split())), parse_formula(text, DIPLOMACY))  # type: ignore[arg-type]
        for powers, text in deals
    )
    talk = tuple(Said(position.phase, parse(text, DIPLOMACY)) for text in said)
    return SeatView(power, position, STANDARD_RULES, talk=talk, agreements=made, ledger=tuple(ledger), level=1)


def peace(one: Power, other: Power) -> str:
    """`Agree([eng fra], pce([eng fra]))`"""
    pair = " ".join(sorted((one.lower(), other.lower())))
    return f"Agree([{pair}], pce([{pair}]))"


def line(agent: Power, other: Power, content: str, state: str, made: str = "S1901M") -> LedgerLine:
    """A judged promise between two powers."""
    phase = parse_phase(made)
    powers = tuple(sorted((agent, other)))
    return LedgerLine(phase, phase, agent, powers, parse_formula(content, DIPLOMACY), State(state))


def answers(bot: Any, view: SeatView, memory: dict[str, Any] | None = None) -> list[str]:
    """Words after the newest message, which must be without fault."""
    words = hear_in_time(bot, view, memory or {}, view.talk[-1], rng=Random(1), seconds=60)
    assert words.faults == ()
    return [format_term(each, DIPLOMACY) for each in words.utterances]


def opens(bot: Any, view: SeatView, memory: dict[str, Any] | None = None) -> list[str]:
    """Words at the opening of the phase, which must be without fault."""
    words = open_talk_in_time(bot, view, memory or {}, Random(1), 60)
    assert words.faults == ()
    return [format_term(each, DIPLOMACY) for each in words.utterances]
