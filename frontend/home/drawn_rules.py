"""Pictures of rules: positions decided by the engine and drawn."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from typing import Any, Final

from adjudication.board import province_of
from adjudication.engine import adjudicate
from adjudication.notation import parse_order
from adjudication.orders import Order
from adjudication.position import Position, position_from_dict
from adjudication.powers import Power, as_power
from frontend.board import GEOMETRY, Scene, render_board, stylesheet

__all__ = ["RULES", "Rule", "draw_rule", "sentences_of"]


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule to draw.

    orders: as `FRA A PAR - BUR`. around: provinces in the middle of the picture. caption: one sentence below it.
    """

    position: Mapping[str, Any]
    orders: tuple[str, ...]
    around: tuple[str, ...]
    caption: str


def draw_rule(name: str) -> str:
    """The picture of a rule as SVG.

    Light or dark as the page it stands in. Raises KeyError for no rule.
    """
    return _drawn(name)


def sentences_of(name: str) -> tuple[str, ...]:
    """Fates of the picture's orders, as its text."""
    position, orders = _read(RULES[name])
    return tuple(each.text for each in adjudicate(position, orders).outcomes)


@cache
def _drawn(name: str) -> str:
    rule = RULES[name]
    position, orders = _read(rule)
    outcomes = adjudicate(position, orders).outcomes
    scene = Scene(position, outcomes=outcomes, labels="long", title=rule.caption)
    left, top, width, height = _box(rule.around)
    markup = render_board(scene, stylesheet() + "\n.board { --token-scale: 1.5; }")
    markup = re.sub(r'viewBox="[^"]*"', f'viewBox="{left:g} {top:g} {width:g} {height:g}"', markup, count=1)
    ground, found, above = markup.partition(_FIRST_ABOVE)
    seen = _OUTLINE.sub(lambda each: f' d="{_near(each[1], left, top, width, height)}"', ground)
    return _EMPTY.sub("", seen) + found + above


def _read(rule: Rule) -> tuple[Position, dict[Power, list[Order]]]:
    position = position_from_dict(rule.position)
    orders: dict[Power, list[Order]] = {}
    for line in rule.orders:
        power = as_power(line[:3])
        orders.setdefault(power, []).append(parse_order(line[4:], position.phase.kind, position, power))
    return position, orders


def _box(around: Sequence[str]) -> tuple[float, float, float, float]:
    """A part of the board, 16 to 10, around these provinces."""
    points = [GEOMETRY.provinces[province_of(place)].unit for place in around]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    width = max(max(xs) - min(xs) + _MARGIN, (max(ys) - min(ys) + _MARGIN * _SHAPE) / _SHAPE)
    return (
        round((max(xs) + min(xs) - width) / 2),
        round((max(ys) + min(ys) - width * _SHAPE) / 2),
        round(width),
        round(width * _SHAPE),
    )


def _near(outline: str, left: float, top: float, width: float, height: float) -> str:
    """The visible parts of an outline; others make the file large."""

    def is_seen(part: str) -> bool:
        xs, ys = _reach(part)
        return max(xs) > left and min(xs) < left + width and max(ys) > top and min(ys) < top + height

    return "".join(f"M{part}" for part in outline.split("M")[1:] if is_seen(part))


@cache
def _reach(part: str) -> tuple[list[float], list[float]]:
    """Coordinates of a line's points, each given from the one before."""
    numbers = [float(each) for each in _NUMBER.findall(part)]
    return list(accumulate(numbers[::2])), list(accumulate(numbers[1::2]))


_SHAPE: Final = 0.625
_MARGIN: Final = 240.0
"""Board units left free around the provinces."""
_NUMBER: Final = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")
_FIRST_ABOVE: Final = '<g class="layer centers"'
_OUTLINE: Final = re.compile(r' d="(M[-\d. Mlz]*)"')
_EMPTY: Final = re.compile(r'<path [^>]*class="province[^>]* d=""[^>]*>.*?</path>')

RULES: Final[Mapping[str, Rule]] = {
    "move": Rule(
        {"phase": "S1901M", "units": ["FRA A PAR", "FRA F BRE"], "centers": {"FRA": ["PAR", "BRE", "MAR"]}},
        ("FRA A PAR - BUR", "FRA F BRE - ECH"),
        ("PAR", "BUR", "BRE", "ECH"),
        "An army moves over land, a fleet over water and along coasts: one step to a neighbour.",
    ),
    "bounce": Rule(
        {"phase": "F1901M", "units": ["FRA A BUR", "GER A RUH"], "centers": {"FRA": ["PAR"], "GER": ["MUN"]}},
        ("FRA A BUR - BEL", "GER A RUH - BEL"),
        ("BUR", "RUH", "BEL"),
        "Two want Belgium with equal strength: both bounce, and it stays empty.",
    ),
    "support": Rule(
        {
            "phase": "S1902M",
            "units": ["FRA A BUR", "FRA A TYR", "GER A MUN"],
            "centers": {"FRA": ["PAR"], "GER": ["MUN"]},
        },
        ("FRA A BUR - MUN", "FRA A TYR S A BUR - MUN", "GER A MUN H"),
        ("BUR", "TYR", "MUN"),
        "Tyrolia supports the attack: two against one, and Munich must retreat.",
    ),
    "cut": Rule(
        {
            "phase": "S1902M",
            "units": ["FRA A MUN", "FRA A BEL", "GER A BER", "GER A RUH"],
            "centers": {"FRA": ["MUN", "BEL"], "GER": ["BER", "KIE"]},
        },
        ("FRA A BEL - RUH", "FRA A MUN H", "GER A BER - MUN", "GER A RUH S A BER - MUN"),
        ("BEL", "RUH", "MUN", "BER"),
        "Ruhr is attacked, so its support is cut: one against one, and Munich holds.",
    ),
    "convoy": Rule(
        {"phase": "F1901M", "units": ["ENG A YOR", "ENG F NTH"], "centers": {"ENG": ["LON", "EDI", "LVP"]}},
        ("ENG A YOR - NWY", "ENG F NTH C A YOR - NWY"),
        ("YOR", "NTH", "NWY"),
        "The fleet in the North Sea carries the army from Yorkshire to Norway.",
    ),
    "winter": Rule(
        {
            "phase": "W1901A",
            "units": ["AUS A SER", "AUS A VIE"],
            "centers": {"AUS": ["VIE", "BUD", "TRI", "SER"]},
        },
        ("AUS BUILD F TRI", "AUS BUILD A BUD"),
        ("TRI", "BUD", "SER", "VIE"),
        "Four centers and two units: Austria builds two, at home and where nobody stands.",
    ),
}
"""The rules that are drawn, by the name of their picture."""
