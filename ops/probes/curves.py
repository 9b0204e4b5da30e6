"""Draw the probes' figures as curves in one SVG."""

from collections.abc import Mapping, Sequence
from typing import Any, Final
from xml.sax.saxutils import escape

__all__ = ["draw"]

_INKS: Final = ("#8a4b2d", "#2f5d7c", "#5a7a3a", "#7a5a8a")
_WIDTH, _HEIGHT, _LEFT, _TOP = 400, 250, 52, 40
_ACROSS, _DOWN = 320, 160

Series = Mapping[str, Sequence[tuple[float, float]]]


def draw(known: Mapping[str, Any]) -> dict[str, str]:
    """Pictures by file name. known: figures of each probe, by command."""
    charts = [
        _chart("Pages of a game a second", "web processes", "", _growth(known, "pages", "page of a game")),
        _chart("100 deadlines in a second: pages with the board", "seconds", "%", _shares(known, "deadlines")),
        _chart("50 messages a second: heard by the partner", "seconds", "%", _shares(known, "chat")),
        _chart("Bots that were asked, all due at once", "seconds", "%", _shares(known, "bots")),
    ]
    width, height = 2 * _WIDTH, 2 * _HEIGHT
    placed = [
        f'<g transform="translate({at % 2 * _WIDTH} {at // 2 * _HEIGHT})">{chart}</g>'
        for at, chart in enumerate(charts)
    ]
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'font-family="sans-serif" font-size="11" fill="#33302a">'
        f'<rect width="{width}" height="{height}" fill="#fbf6ee"/>'
    )
    return {"load.svg": head + "".join(placed) + "</svg>\n"}


def _growth(known: Mapping[str, Any], probe: str, what: str) -> Series:
    points = [
        (float(told["numbers"]["web"]), float(told["numbers"][what]))
        for name, told in known.items()
        if name.split()[0] == probe and what in told["numbers"]
    ]
    return {"measured": points} if points else {}


def _shares(known: Mapping[str, Any], probe: str) -> Series:
    found: dict[str, list[tuple[float, float]]] = {}
    for name, told in known.items():
        if name.split()[0] != probe:
            continue
        for label, values in told["delays"].items():
            steps = [(value, 100 * (at + 1) / len(values)) for at, value in enumerate(values)]
            found[label] = [(0.0, 0.0), *steps]
    return found


def _chart(title: str, across: str, unit: str, series: Series) -> str:
    points = [point for line in series.values() for point in line]
    parts = [f'<text x="{_LEFT}" y="22" font-size="13" font-weight="bold">{escape(title)}</text>']
    if not points:
        return "".join([*parts, f'<text x="{_LEFT}" y="{_TOP + 20}">not measured yet</text>'])
    right = _round(max(x for x, _ in points))
    top = 100.0 if unit == "%" else _round(max(y for _, y in points))
    for step in range(5):
        y = _TOP + _DOWN * (1 - step / 4)
        x = _LEFT + _ACROSS * step / 4
        parts.append(f'<path d="M{_LEFT} {y:g}h{_ACROSS}" stroke="#d8cdb8" stroke-width="1"/>')
        parts.append(f'<text x="{_LEFT - 6}" y="{y + 4:g}" text-anchor="end">{top * step / 4:g}{unit}</text>')
        parts.append(f'<text x="{x:g}" y="{_TOP + _DOWN + 16}" text-anchor="middle">{right * step / 4:g}</text>')
    middle = _LEFT + _ACROSS / 2
    parts.append(f'<text x="{middle:g}" y="{_TOP + _DOWN + 32}" text-anchor="middle">{escape(across)}</text>')
    for at, (label, line) in enumerate(series.items()):
        ink = _INKS[at % len(_INKS)]
        places = [(_LEFT + _ACROSS * x / right, _TOP + _DOWN * (1 - y / top)) for x, y in line]
        data = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in places)
        parts.append(f'<path d="{data}" fill="none" stroke="{ink}" stroke-width="2"/>')
        if unit != "%":
            parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{ink}"/>' for x, y in places]
        if len(series) > 1:
            y = _TOP + _DOWN - 12 - 15 * (len(series) - 1 - at)
            x = _LEFT + _ACROSS - 110
            parts.append(f'<path d="M{x} {y - 4}h16" stroke="{ink}" stroke-width="2"/>')
            parts.append(f'<text x="{x + 21}" y="{y}">{escape(label)}</text>')
    return "".join(parts)


def _round(most: float) -> float:
    """A number a little above, which four steps divide well."""
    size = 1e-3
    while True:
        for each in (1.0, 1.2, 1.6, 2.0, 3.0, 4.0, 6.0, 8.0):
            if each * size >= most:
                return each * size
        size *= 10
