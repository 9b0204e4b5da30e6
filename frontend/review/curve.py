"""Chances over time as a chart."""

from collections.abc import Mapping, Sequence
from typing import Any

from adjudication.powers import POWERS
from frontend.result.chart import Line, draw_lines

__all__ = ["draw_curve"]


def draw_curve(phases: Sequence[Mapping[str, Any]], kind: str = "wide") -> str:
    """Draw the chances after each movement as SVG.

    phases: of a review. kind: one of `WIDTHS`.
    """
    if not phases:
        return ""
    points = [phases[0]["before"], *(phase["chances"] for phase in phases)]
    words = ["start", *(phase["name"][1:-1] if phase["name"].startswith("F") else "" for phase in phases)]
    values = [{power: 100.0 * point[power] for power in POWERS} for point in points]
    line = Line("Chance of each power to come in first; the table below has it", top=100, every=25, unit=" %")
    return draw_lines(values, words, line, kind)
