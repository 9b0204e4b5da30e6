"""The page of the ladder of bots."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_safe

from bots.ladder.entrants import TABLES, Table
from bots.ladder.standing import Standing
from bots.registry import BOTS
from frontend.ladder.heatmap import draw_heatmap
from frontend.ladder.places import measured

__all__ = ["ladder"]


@require_safe
def ladder(request: HttpRequest) -> HttpResponse:
    """Show both tables of the ladder."""
    tables = [
        (
            name,
            title,
            found,
            [(row, BOTS[row.bot], ahead) for row, ahead in zip(found.rows, found.shares_ahead, strict=True)],
            _drawn(found),
        )
        for name, title, found in _found()
    ]
    return render(request, "ladder/ladder.html", {"tables": tables})


def _found() -> list[tuple[Table, str, Standing]]:
    found = [(name, title, measured(name)) for name, title in TABLES.items()]
    return [(name, title, standing) for name, title, standing in found if standing is not None]


def _drawn(standing: Standing) -> str:
    # Drawn by our own pen, which escapes what it is given.
    return mark_safe(draw_heatmap(standing))  # noqa: S308
