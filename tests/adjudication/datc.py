"""Cases of the DATC, version 3.0, and further ones, as phases."""

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from adjudication.notation import parse_order
from adjudication.orders import Order
from adjudication.position import Position
from adjudication.powers import Power, as_power
from tests.adjudication.build import place

__all__ = ["CASES", "phase_of"]

CASES: Final[list[dict[str, Any]]] = json.loads((Path(__file__).parent / "cases" / "datc.json").read_text())["cases"]
_PHASES: Final = {"movement": "F1902M", "retreat": "F1902R", "adjustment": "W1902A"}


def phase_of(case: Mapping[str, Any]) -> tuple[Position, Mapping[Power, Sequence[Order]]]:
    """A case's position and orders."""
    beaten = case["dislodged"] if case["phase"] == "retreat" else []
    position = place(
        _PHASES[case["phase"]],
        case["units"],
        case.get("centers"),
        [(each["unit"], each["by"], each["retreats"]) for each in beaten],
    )
    orders = defaultdict(list)
    for each in case["orders"]:
        orders[as_power(each["power"])].append(parse_order(each["order"], position.phase.kind, position))
    return position, orders
