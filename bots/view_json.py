"""Views as JSON and back.

So the site tells other people's programs, and so their bots are shown.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from adjudication.outcomes import outcome_as_dict, outcome_from_dict
from adjudication.phase import parse_phase
from adjudication.position import position_as_dict, position_from_dict
from adjudication.powers import as_power
from adjudication.rulebook import EDITIONS
from bots.view import Agreement, LedgerLine, PastPhase, Said, SeatView
from negotiation.compliance import State
from negotiation.diplomacy import DIPLOMACY
from negotiation.parser import parse, parse_formula
from negotiation.printer import format_formula, format_term

__all__ = [
    "past_phase_as_dict",
    "past_phase_from_dict",
    "said_as_dict",
    "said_from_dict",
    "view_as_dict",
    "view_from_dict",
]


def view_as_dict(view: SeatView) -> dict[str, Any]:
    """JSON that `view_from_dict` reads."""
    return {
        "power": view.power,
        "position": position_as_dict(view.position),
        "rulebook": {"edition": view.rulebook.name, "end_year": view.rulebook.draw_year},
        "history": [past_phase_as_dict(each) for each in view.history],
        "talk": [said_as_dict(each) for each in view.talk],
        "agreements": [
            {
                "phase": str(each.phase),
                "powers": list(each.powers),
                "deal": format_formula(each.deal, DIPLOMACY),
            }
            for each in view.agreements
        ],
        "ledger": [
            {
                "made": str(line.made),
                "judged": str(line.judged),
                "agent": line.agent,
                "powers": list(line.powers),
                "content": format_formula(line.content, DIPLOMACY),
                "state": line.state.value,
                "reason": line.reason,
                "lasting": line.lasting,
            }
            for line in view.ledger
        ],
        "level": view.level,
        "protocol": view.protocol,
        "draws": view.draws,
    }


def view_from_dict(data: Mapping[str, Any]) -> SeatView:
    """Read what `view_as_dict` wrote.

    Raises KeyError or ValueError for anything else.
    """
    rules = data["rulebook"]
    return SeatView(
        power=as_power(data["power"]),
        position=position_from_dict(data["position"]),
        rulebook=replace(EDITIONS[rules["edition"]], draw_year=rules["end_year"]),
        history=tuple(map(past_phase_from_dict, data["history"])),
        talk=tuple(map(said_from_dict, data["talk"])),
        agreements=tuple(
            Agreement(
                parse_phase(each["phase"]),
                tuple(map(as_power, each["powers"])),
                parse_formula(each["deal"], DIPLOMACY),  # type: ignore[arg-type]
            )
            for each in data["agreements"]
        ),
        ledger=tuple(
            LedgerLine(
                made=parse_phase(each["made"]),
                judged=parse_phase(each["judged"]),
                agent=as_power(each["agent"]),
                powers=tuple(map(as_power, each["powers"])),
                content=parse_formula(each["content"], DIPLOMACY),
                state=State(each["state"]),
                reason=each["reason"],
                lasting=each["lasting"],
            )
            for each in data["ledger"]
        ),
        level=data["level"],
        protocol=data["protocol"],
        draws=data["draws"],
    )


def past_phase_as_dict(past: PastPhase) -> dict[str, Any]:
    """Return the position and the outcomes of a phase that is over."""
    return {
        "position": position_as_dict(past.position),
        "outcomes": [outcome_as_dict(each) for each in past.outcomes],
    }


def past_phase_from_dict(data: Mapping[str, Any]) -> PastPhase:
    """Read what `past_phase_as_dict` wrote."""
    position = position_from_dict(data["position"])
    outcomes = tuple(outcome_from_dict(each, position.phase.kind) for each in data["outcomes"])
    return PastPhase(position, outcomes)


def said_as_dict(said: Said) -> dict[str, Any]:
    """Return an utterance in L with its phase."""
    told = {"phase": str(said.phase), "l": format_term(said.utterance, DIPLOMACY)}
    return told if said.probability == 1 else {**told, "probability": said.probability}


def said_from_dict(data: Mapping[str, Any]) -> Said:
    """Read what `said_as_dict` wrote."""
    return Said(parse_phase(data["phase"]), parse(data["l"], DIPLOMACY), data.get("probability", 1.0))
