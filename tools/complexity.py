"""Count orders in games, and draw them for `docs/complexity.md`.

    python -m tools.complexity

DumbBots play games by one seed; in each movement phase all legal orders of all units are counted, with and without
convoys. The numbers are printed, the pictures written to `docs/pictures/`.
"""

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import Final

from adjudication.board import STANDARD
from adjudication.options import legal_orders
from adjudication.orders import Convoy, Hold, Move, Order, Support
from adjudication.position import Position
from adjudication.powers import POWERS
from bots.arena.game import GamePlan, play

__all__ = ["main"]

_PICTURES: Final = Path(__file__).resolve().parents[1] / "docs" / "pictures"
_GAMES: Final = 40
_UNTIL: Final = 1920
_SEED: Final = 2012
_NO_HURRY: Final = 600.0
_INK: Final = "#2a2a38"
_GREY: Final = "#56536a"
_LINE: Final = "#e8dece"
_BAR: Final = "#34396b"


def main() -> None:
    """Play, count, print and draw."""
    orders: dict[int, list[float]] = defaultdict(list)
    units, kinds = [], defaultdict[str, list[float]](list)
    for number in range(_GAMES):
        for position in _movement_phases(number):
            found = _by_unit(position)
            units.append(len(found))
            orders[position.phase.year].append(sum(math.log10(len(each)) for each in found))
            for name, count in _kinds(found).items():
                kinds[name].append(count / len(found))
    every = [each for year in orders.values() for each in year]
    print(f"{len(every)} movement phases of {_GAMES} games")
    print(f"units {fmean(units):.1f}, most {max(units)}")
    print("orders a unit:", {name: round(fmean(each), 2) for name, each in kinds.items()})
    print(f"joint orders: 10^{fmean(every):.1f} on average, at most 10^{max(every):.1f}")
    by_year = {year: fmean(each) for year, each in sorted(orders.items())}
    (_PICTURES / "complexity-games.svg").write_text(_compared(fmean(every)), encoding="utf-8")
    (_PICTURES / "complexity-years.svg").write_text(_over_years(by_year), encoding="utf-8")
    (_PICTURES / "complexity-supports.svg").write_text(_supports(), encoding="utf-8")


def _movement_phases(number: int) -> list[Position]:
    seen: list[Position] = []
    plan = GamePlan(number, _SEED, dict.fromkeys(POWERS, "dumbbot"), _UNTIL, _NO_HURRY, level=0)
    play(plan, seen.append)
    return [each for each in seen if each.phase.kind == "M"]


def _by_unit(position: Position) -> list[tuple[Order, ...]]:
    return [each for power in POWERS for each in legal_orders(position, power).values()]


def _kinds(found: Sequence[Sequence[Order]]) -> dict[str, int]:
    counts = {"hold": 0, "move": 0, "by convoy": 0, "support to hold": 0, "support to move": 0, "convoy": 0}
    for order in (order for each in found for order in each):
        match order:
            case Hold():
                counts["hold"] += 1
            case Move(via=True):
                counts["by convoy"] += 1
            case Move(kind, region, target):
                counts["move" if target in STANDARD.borders(kind)[region] else "by convoy"] += 1
            case Support(target=None):
                counts["support to hold"] += 1
            case Support():
                counts["support to move"] += 1
            case Convoy():
                counts["convoy"] += 1
    return counts


def _compared(mean: float) -> str:
    """Bars of the branching factors of four games, as powers of ten."""
    rows = (
        ("Chess", math.log10(35), "35"),
        ("Go", math.log10(200), "200"),
        ("Diplomacy, estimated", 30 * math.log10(15), "15³⁰, about 10³⁵"),
        ("Diplomacy, counted", mean, f"about 10^{mean:.0f}"),
    )
    parts, scale = [], 330 / max(mean, rows[2][1])
    for at, (name, tens, words) in enumerate(rows):
        y = 20 + 40 * at
        parts.append(_text(200, y + 18, name, "end", _INK))
        parts.append(f'<rect x="210" y="{y}" width="{tens * scale:.1f}" height="26" rx="4" fill="{_BAR}"/>')
        parts.append(_text(218 + tens * scale, y + 18, words, "start", _GREY))
    return _sheet(720, 190, "Ways a turn can go, as powers of ten", parts)


def _over_years(years: Mapping[int, float]) -> str:
    """Mean joint orders over the years, as powers of ten."""
    left, right, foot, high = 60, 700, 230, 200
    top = math.ceil(max(years.values()) / 10) * 10
    first, last = min(years), max(years)
    at = {year: left + (right - left) * (year - first) / (last - first) for year in years}
    parts = []
    for tens in range(0, top + 1, 10):
        y = foot - high * tens / top
        parts.append(f'<line x1="{left}" y1="{y:.1f}" x2="{right}" y2="{y:.1f}" stroke="{_LINE}"/>')
        parts.append(_text(left - 8, y + 4, f"10^{tens}", "end", _GREY))
    points = " ".join(f"{at[year]:.1f},{foot - high * value / top:.1f}" for year, value in years.items())
    parts.append(f'<polyline points="{points}" fill="none" stroke="{_BAR}" stroke-width="2.5"/>')
    parts += [_text(at[year], foot + 20, str(year), "middle", _GREY) for year in years if (year - first) % 3 == 0]
    return _sheet(720, 260, "Joint orders of a movement phase by year", parts)


def _supports() -> str:
    """The abstract map of the estimate, with whom x can support."""
    ring, outer = ("N", "E", "S", "W"), ("NN", "EE", "SS", "WW")
    places = {"": (140, 135), "N": (140, 80), "E": (195, 135), "S": (140, 190), "W": (85, 135)}
    places |= {"NN": (140, 25), "EE": (250, 135), "SS": (140, 245), "WW": (30, 135)}
    borders = [("", each) for each in ring] + list(zip(ring, (*ring[1:], ring[0]), strict=True))
    borders += list(zip(ring, outer, strict=True))
    units = {"": "x", "N": "y", "S": "y", "EE": "z", "WW": "z"}
    parts = []
    for here, there in borders:
        (x1, y1), (x2, y2) = places[here], places[there]
        parts.append(f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="{_GREY}"/>')
    for name, (x, y) in places.items():
        fill = "#f3d9de" if name in ("", *ring) else "#ffffff"
        parts.append(f'<circle cx="{x}" cy="{y}" r="15" fill="{fill}" stroke="{_INK}"/>')
        if name in units:
            parts.append(_text(x, y + 5, units[name], "middle", _INK))
    words = (
        "x is the unit that may support.",
        "Into the shaded regions it can support.",
        "Units y stand next to it:",
        "each can be supported to hold (2 orders)",
        "and to move into 3 regions (6 orders).",
        "Units z stand further off: each can be",
        "supported into 1 region (2 orders).",
    )
    parts += [_text(310, 56 + 26 * at, line, "start", _INK) for at, line in enumerate(words)]
    return _sheet(720, 270, "How many supports a unit can order, on an abstract map", parts)


def _text(x: float, y: float, words: str, anchor: str, colour: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{colour}">{words}</text>'


def _sheet(width: int, height: int, title: str, parts: Sequence[str]) -> str:
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    about = f'role="img" font-family="Source Sans 3, system-ui, sans-serif" font-size="14"><title>{title}</title>'
    return "\n".join([f"{head} {about}", *parts, "</svg>", ""])


if __name__ == "__main__":
    main()
