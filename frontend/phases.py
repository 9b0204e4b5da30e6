"""One phase of a game for the browser: its layers, everybody's orders with their fates, and what I may order now."""

from dataclasses import dataclass
from typing import Any, Final

from django.http import HttpRequest

from adjudication.board import Region, province_of
from adjudication.notation import format_order
from adjudication.orders import Move, Retreat, Waive
from adjudication.outcomes import Outcome
from adjudication.phase import parse_phase
from adjudication.position import Position
from dipgame.games import convert, queries
from dipgame.games.models import GamePhase
from frontend.access import Access
from frontend.boardview import LAYERS, Scene, render_layers
from frontend.options import options_of
from frontend.rows import row_words
from frontend.state import title_of

__all__ = ["LABELS", "Taste", "phase_json", "scene_of", "taste_of"]

LABELS: Final = ("short", "long", "none")
_BROWSERS_OWN: Final = "layer-targets"
_LONGEST_TURN: Final = 3
"""Fall moves, fall retreats, winter builds: no more lies between one spring and the moves before it."""


@dataclass(frozen=True, slots=True)
class Taste:
    """How this browser wants boards drawn."""

    labels: str = "short"
    hatching: bool = False


def taste_of(request: HttpRequest) -> Taste:
    """From the cookies that the page's settings write; anything odd there counts as nothing."""
    labels = request.COOKIES.get("board_labels", "short")
    return Taste(labels=labels if labels in LABELS else "short", hatching=request.COOKIES.get("board_hatching") == "1")


def scene_of(access: Access, row: GamePhase, taste: Taste = Taste()) -> Scene:
    """The picture of a phase. Orders not decided yet are drawn for nobody but their writer."""
    position = convert.position_of(row)
    power = access.power
    before = _last_turn(row) if _shows_memory(row) else []
    return Scene(
        position=position,
        orders={power: _own_orders(access, row)} if power is not None and row.is_live else {},
        outcomes=convert.outcomes_of(row),
        memory=[outcome for each in before for outcome in convert.outcomes_of(each)],
        viewer=power,
        labels=taste.labels,  # type: ignore[arg-type]
        hatching=taste.hatching,
        title=f"{access.game.name}, {title_of(position.phase, row.status)}",
    )


def phase_json(access: Access, row: GamePhase, taste: Taste = Taste(), *, layers: bool = True) -> dict[str, Any]:
    """Everything the page needs to show the phase. Without `layers` for a page that has them already.

    arrivals: [from region, to region] of every unit that moved into this position. report: what
    became of the viewer's own orders since the last moves, with the phase they were written for: a
    page that saw a retreat go by has read of the moves before it already.
    """
    scene = scene_of(access, row, taste)
    before = {each.name: convert.outcomes_of(each) for each in _last_turn(row)}
    past = next(reversed(before.values()), ())
    names = [name for name in LAYERS if name != _BROWSERS_OWN] if layers else []
    shown: dict[str, Any] = {
        "name": row.name,
        "title": title_of(scene.position.phase, row.status),
        "kind": scene.position.phase.kind,
        "status": row.status,
        "layers": render_layers(scene, names),
        "orders": [_fate(outcome) for outcome in sorted(scene.outcomes, key=_sort_key)],
        "arrivals": _arrivals(past, scene.position),
        "report": [
            {"phase": name, "text": outcome.text, "result": outcome.result}
            for name, outcomes in before.items()
            for outcome in outcomes
            if outcome.power == access.power
        ],
    }
    if row.is_live and access.power is not None:
        shown["options"] = options_of(scene.position, access.power, convert.rulebook_of(access.game))
    return shown


def _last_turn(row: GamePhase) -> list[GamePhase]:
    """The phases before this one from the last moves on, oldest first; none before the first."""
    found: list[GamePhase] = []
    for each in GamePhase.objects.filter(game=row.game_id, index__lt=row.index).order_by("-index")[:_LONGEST_TURN]:
        found.insert(0, each)
        if parse_phase(each.name).kind == "M":
            break
    return found


def _shows_memory(row: GamePhase) -> bool:
    """A phase whose own arrows are drawn needs no others beneath them."""
    return row.status != GamePhase.Status.RESOLVED


def _own_orders(access: Access, row: GamePhase) -> list[Any]:
    sheet = None if access.seat is None else queries.order_sheet(access.seat)
    if sheet is None or str(sheet.phase) != row.name:
        return []
    return [each.order for each in sheet.orders]


def _sort_key(outcome: Outcome) -> tuple[str, str]:
    return outcome.power, format_order(outcome.order)


def _fate(outcome: Outcome) -> dict[str, Any]:
    order = outcome.order
    place, words = row_words(order)
    return {
        "power": outcome.power,
        "order": format_order(order),
        "kind": None if isinstance(order, Waive) else order.kind,
        "place": place,
        "words": words,
        "text": outcome.text,
        "result": outcome.result,
        "reason": outcome.reason.value,
    }


def _arrivals(past: tuple[Outcome, ...], position: Position) -> list[list[Region]]:
    found = []
    for outcome in past:
        if outcome.result != "ok" or not isinstance(outcome.order, Move | Retreat):
            continue
        unit = position.unit_at(province_of(outcome.order.target))
        if unit is not None and unit.power == outcome.power:
            found.append([outcome.order.region, unit.region])
    return found
