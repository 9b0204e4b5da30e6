"""The experiment's chart (Fabregues 2012, figure 6.17) as SVG: games won by each kind, by the number of negotiators."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from svgwrite import Drawing
from svgwrite.container import Group, Style

from adjudication.powers import POWERS
from bots.experiment.design import SESSIONS
from bots.experiment.results import Session

__all__ = ["draw_chart"]

_WIDTH, _HEIGHT = 760, 500
_LEFT, _RIGHT, _TOP, _BOTTOM = 72, 24, 92, 432
_PLAYERS: Final = len(POWERS)
_BESIDE: Final = 5.0
"""How far the two kinds stand left and right of their session, so that their intervals can be told apart."""

_CSS: Final = """
svg { --ground: #fff; --ink: #1d2530; --faint: #d5dae1; --soft: #5d6877; --talk: #0b62c4; --mute: #b3450b; }
@media (prefers-color-scheme: dark) {
  svg { --ground: #14181e; --ink: #e8ecf1; --faint: #343c47; --soft: #a3adba; --talk: #6cb2ff; --mute: #ff9e64; }
}
text { font: 14px system-ui, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; fill: var(--ink); }
.ground { fill: var(--ground); }
.title { font-size: 18px; font-weight: 600; }
.soft { fill: var(--soft); font-size: 13px; }
.grid { stroke: var(--faint); }
.axis { stroke: var(--soft); }
.line { fill: none; stroke-width: 2.5; }
.expected { stroke-width: 1.5; stroke-dasharray: 2 4; }
.interval { stroke-width: 1.5; opacity: 0.75; }
.talk { stroke: var(--talk); } .mute { stroke: var(--mute); }
.dot.talk { fill: var(--talk); } .dot.mute { fill: var(--ground); stroke-width: 2; }
"""


@dataclass(frozen=True, slots=True)
class _Kind:
    """One of the two kinds of players. sessions: those it plays in."""

    name: str
    css: str
    beside: float
    won: Callable[[Session], float]
    interval: Callable[[Session], tuple[float, float]]
    expected: Callable[[int], float]


_KINDS: Final = (
    _Kind(
        "negotiators",
        "talk",
        -_BESIDE,
        lambda session: session.won,
        lambda session: session.interval,
        lambda number: number / _PLAYERS,
    ),
    _Kind(
        "mutes",
        "mute",
        _BESIDE,
        lambda session: 1 - session.won,
        lambda session: (1 - session.interval[1], 1 - session.interval[0]),
        lambda number: 1 - number / _PLAYERS,
    ),
)


def draw_chart(sessions: Sequence[Session], title: str, subtitle: str) -> str:
    """SVG text. sessions: one for each number of negotiators there are games of, in order."""
    drawing = Drawing(size=(_WIDTH, _HEIGHT), viewBox=f"0 0 {_WIDTH} {_HEIGHT}", debug=False, role="img")
    drawing.set_desc(title=title, desc=_in_words(sessions, subtitle))
    drawing.add(Style(_CSS))
    drawing.add(drawing.rect(size=(_WIDTH, _HEIGHT), class_="ground"))
    drawing.add(drawing.text(title, insert=(_LEFT, 30), class_="title"))
    drawing.add(drawing.text(subtitle, insert=(_LEFT, 51), class_="soft"))
    _add_axes(drawing)
    for index, kind in enumerate(_KINDS):
        _add_kind(drawing, kind, sessions)
        _add_key(drawing, kind, _LEFT + index * 340)
    return str(drawing.tostring())


def _x(number: float) -> float:
    return round(_LEFT + 24 + number * (_WIDTH - _RIGHT - _LEFT - 48) / (len(SESSIONS) - 1), 2)


def _y(share: float) -> float:
    return round(_BOTTOM - share * (_BOTTOM - _TOP), 2)


def _add_axes(drawing: Drawing) -> None:
    for percent in range(0, 101, 20):
        y = _y(percent / 100)
        drawing.add(drawing.line((_LEFT, y), (_WIDTH - _RIGHT, y), class_="grid" if percent else "axis"))
        _add_text(drawing, f"{percent} %", (_LEFT - 10, y + 5), "end")
    for number in SESSIONS:
        _add_text(drawing, str(number), (_x(number), _BOTTOM + 22), "middle")
    _add_text(drawing, "negotiators among the seven players", (_x(3.5), _BOTTOM + 48), "middle", "soft")
    middle = _y(0.5)
    _add_text(drawing, "games won", (20, middle), "middle", "soft", transform=f"rotate(-90 20 {middle:g})")


def _add_kind(drawing: Drawing, kind: _Kind, sessions: Sequence[Session]) -> None:
    ends = (_x(SESSIONS[0]), _y(kind.expected(SESSIONS[0]))), (_x(SESSIONS[-1]), _y(kind.expected(SESSIONS[-1])))
    drawing.add(drawing.line(*ends, class_=f"expected {kind.css}"))
    points = [((_x(session.negotiators) + kind.beside, _y(kind.won(session))), session) for session in sessions]
    if len(points) > 1:
        drawing.add(drawing.polyline([point for point, _ in points], class_=f"line {kind.css}"))
    for (x, y), session in points:
        low, high = kind.interval(session)
        mark: Group = drawing.add(drawing.g())
        mark.set_desc(
            title=f"{session.name} negotiators, {session.games} games: {kind.name} won {kind.won(session):.0%}, "
            f"95 % interval {low:.0%} to {high:.0%}, expected {kind.expected(int(session.negotiators)):.0%}"
        )
        mark.add(drawing.line((x, _y(low)), (x, _y(high)), class_=f"interval {kind.css}"))
        for end in (low, high):
            mark.add(drawing.line((x - 3, _y(end)), (x + 3, _y(end)), class_=f"interval {kind.css}"))
        mark.add(drawing.circle((x, y), 4.5, class_=f"dot {kind.css}"))


def _add_key(drawing: Drawing, kind: _Kind, x: float) -> None:
    y = 72
    drawing.add(drawing.line((x, y), (x + 30, y), class_=f"line {kind.css}"))
    drawing.add(drawing.circle((x + 15, y), 4.5, class_=f"dot {kind.css}"))
    _add_text(drawing, f"won by {kind.name}", (x + 38, y + 5), "start")
    drawing.add(drawing.line((x + 190, y), (x + 216, y), class_=f"expected {kind.css}"))
    _add_text(drawing, "if all were equal", (x + 222, y + 5), "start", "soft")


def _add_text(
    drawing: Drawing, text: str, at: tuple[float, float], anchor: str, css: str = "", **attributes: Any
) -> None:
    if css:
        attributes["class_"] = css
    drawing.add(drawing.text(text, insert=at, text_anchor=anchor, **attributes))


def _in_words(sessions: Sequence[Session], subtitle: str) -> str:
    rows = (
        f"{session.name} negotiators: {session.won:.0%} of {session.games} games won by them, "
        f"expected {session.expected:.0%}"
        for session in sessions
    )
    return f"{subtitle}. " + "; ".join(rows) + "."
