"""Parts of documents that the site draws itself.

They stand where `docs/NAME.md` says `<!-- the living part -->`.
"""

from collections.abc import Callable
from datetime import date
from typing import Any, Final

from django.core.cache import cache
from django.utils.safestring import mark_safe

from bots.registry import BOTS
from bots.skills import NORMAL
from dipgame.games import queries
from frontend.research.bars import draw_bars
from frontend.research.bot_page import traits_of

__all__ = ["LIVING"]

_AN_HOUR: Final = 3600
_SHOWN: Final = 24
"""Months in a chart: two years. The table has them all."""

_COUNTED: Final = ("Registrations", "Games", "Messages")
_Row = tuple[str, int, int, int]


def _statistics() -> dict[str, Any]:
    """Charts and a table of monthly numbers, counted once an hour."""
    rows: list[_Row] = cache.get_or_set("months", _counted, _AN_HOUR) or []
    if not rows:
        return {"charts": []}
    days, *columns = zip(*rows[-_SHOWN:], strict=True)
    names = [f"{date.fromisoformat(day):%b %Y}" for day in days]
    charts = zip(_COUNTED, columns, strict=True)
    return {
        # Drawn by our own pen, which escapes what it is given.
        "charts": [(title, mark_safe(draw_bars(names, column, title))) for title, column in charts],  # noqa: S308
        "rows": [(f"{date.fromisoformat(day):%B %Y}", *numbers) for day, *numbers in reversed(rows)],
        "sums": [sum(each) for each in list(zip(*rows, strict=True))[1:]],
    }


def _counted() -> list[_Row]:
    return [(each.day.isoformat(), each.registrations, each.games, each.messages) for each in queries.months()]


def _painting() -> dict[str, Any]:
    """The painting example to play with, in the browser alone."""
    return {"holders": [("bep", "Bep"), ("joan", "Joan")], "script": "research/painting.js"}


def _gallery() -> dict[str, Any]:
    """All bots on offer at the usual skill, with their characters."""
    shown = [bot for bot in BOTS.values() if bot.skill in ("", NORMAL.name)]
    return {"bots": [(bot, traits_of(bot)) for bot in shown]}


LIVING: Final[dict[str, Callable[[], dict[str, Any]]]] = {
    "gallery": _gallery,
    "painting": _painting,
    "statistics": _statistics,
}
"""Context of the template `research/living/NAME.html`, by the document's name."""
