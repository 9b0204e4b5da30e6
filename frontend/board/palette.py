"""Colours of the board, and the stylesheet made of them.

Everything drawn carries classes and no colours; one stylesheet colours it, light or dark, in the page and
in a picture that stands alone. The page links `static/board.css`, which `python -m frontend.board`
writes from this file; a test holds the two together.
"""

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final, Literal, TypeAlias

from adjudication.powers import POWERS, Power

__all__ = ["DARK", "LIGHT", "TOKENS", "Theme", "stylesheet", "written_out"]

Theme: TypeAlias = Literal["light", "dark", "auto"]

TOKENS: Final[Mapping[Power, str]] = {
    "AUS": "#b4310a",
    "ENG": "#0007bd",
    "FRA": "#36e1ff",
    "GER": "#2e2024",
    "ITA": "#358882",
    "RUS": "#fefee6",
    "TUR": "#f1a304",
}
"""Fill of each power's units and arrows, the same in light and dark; chosen to stay apart for
colour-blind eyes (`tests/frontend/board/test_colours.py` computes how far)."""

EMBLEMS: Final[Mapping[Power, str]] = dict.fromkeys(POWERS, "#ffffff") | dict.fromkeys(("FRA", "RUS", "TUR"), "#2a2a38")
"""Colour of the emblem on a token: white, or ink on the pale ones."""

_TINTS_LIGHT: Final[Mapping[Power, str]] = {
    "AUS": "#efc9b8",
    "ENG": "#c6cbec",
    "FRA": "#abdaeb",
    "GER": "#cbc5be",
    "ITA": "#bbdcc4",
    "RUS": "#e6dcef",
    "TUR": "#f4dc93",
}
_TINTS_DARK: Final[Mapping[Power, str]] = {
    "AUS": "#74473b",
    "ENG": "#454b87",
    "FRA": "#316378",
    "GER": "#5c5853",
    "ITA": "#3b6251",
    "RUS": "#625878",
    "TUR": "#705c2a",
}

LIGHT: Final[Mapping[str, str]] = {
    "sea-0": "#d7e5e4",
    "sea-1": "#d1e0e1",
    "sea-2": "#dde9e6",
    "sea-line": "#9db7bb",
    "sea-label": "#3c626c",
    "shore": "#fbfdf8",
    "land": "#f5ecd9",
    "barren": "#ebe0cb",
    "barren-line": "#d3c4a8",
    "border": "#9a8a73",
    "coast": "#7a6852",
    "land-label": "#332b26",
    "casing": "#fffdf7",
    "ink": "#2a2a38",
    "quiet": "#6b6778",
    "fail": "#ae4059",
    "lit": "#ffffff",
    "lit-edge": "#80550c",
    "select": "#5a66c9",
    **{f"tint-{power.lower()}": colour for power, colour in _TINTS_LIGHT.items()},
}
DARK: Final[Mapping[str, str]] = {
    "sea-0": "#1d2a33",
    "sea-1": "#1a2730",
    "sea-2": "#202e37",
    "sea-line": "#3d525d",
    "sea-label": "#93b4be",
    "shore": "#3c525d",
    "land": "#4a443a",
    "barren": "#38332b",
    "barren-line": "#4d463b",
    "border": "#8a7d6b",
    "coast": "#a3947e",
    "land-label": "#f4ecdd",
    "casing": "#15161d",
    "ink": "#f4ecdd",
    "quiet": "#a5a1a6",
    "fail": "#f2a0ac",
    "lit": "#ffffff",
    "lit-edge": "#efcb80",
    "select": "#98a2f5",
    **{f"tint-{power.lower()}": colour for power, colour in _TINTS_DARK.items()},
}

_VARIABLE: Final = re.compile(r"var\(--board-([a-z0-9-]+)\)")
_SCALED: Final = re.compile(r"calc\(([0-9.]+)px \* var\(--token-scale, 1\)\)")
_SCALE: Final = re.compile(r"var\(--token-scale, 1\)")


@cache
def stylesheet(theme: Theme = "auto", scale: float = 1.0) -> str:
    """The board's CSS.

    "auto" follows the reader: custom properties for light and dark, switched by the system's preference or by
    `data-theme` on the page's root. "light" and "dark" have every value written out, for programs that know
    no custom properties; there `scale` enlarges tokens, labels and strokes (in the page the custom property
    `--token-scale` on the SVG does).
    """
    rules = files("frontend.board").joinpath("board.css").read_text(encoding="utf-8")
    for marker, template in _PER_POWER.items():
        rules = rules.replace(marker, "\n".join(template(power) for power in POWERS))
    if theme == "auto":
        return f"{_themes()}\n{rules}"
    return written_out(rules, theme, scale)


def written_out(rules: str, theme: Literal["light", "dark"], scale: float = 1.0) -> str:
    """Replace the board's custom properties in CSS by their values in a theme."""
    values = LIGHT if theme == "light" else DARK
    rules = _VARIABLE.sub(lambda match: values[match[1]], rules)
    rules = _SCALED.sub(lambda match: f"{float(match[1]) * scale:.4g}px", rules)
    return _SCALE.sub(f"{scale:g}", rules)


def _themes() -> str:
    light, dark = (_declarations(values) for values in (LIGHT, DARK))
    return (
        f".board {{ {light} }}\n"
        "@media (prefers-color-scheme: dark) { "
        f':root:not([data-theme="light"]) .board, svg.board:root {{ {dark} }} }}\n'
        f':root[data-theme="dark"] .board {{ {dark} }}\n'
    )


def _declarations(values: Mapping[str, str]) -> str:
    return " ".join(f"--board-{name}: {value};" for name, value in values.items())


def _power_rules(power: Power) -> str:
    name = power.lower()
    return (
        f".board .tint.{name} {{ fill: var(--board-tint-{name}); }}\n"
        f".board .{name} .body, .board .{name} .tip {{ fill: {TOKENS[power]}; }}\n"
        f".board .{name} .emblem {{ fill: {EMBLEMS[power]}; }}\n"
        f".board .{name} .line {{ stroke: {TOKENS[power]}; }}"
    )


_PER_POWER: Final = {"/* rules for each power */": _power_rules}
