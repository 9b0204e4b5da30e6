"""The page that shows the API and tries it."""

from dataclasses import dataclass
from typing import Any, Final

import msgspec
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from dipgame.accounts.tokens import SCOPES
from dipgame.problems import API
from frontend.api.operations import Operation
from frontend.api.schema import schema
from frontend.api.streams import KEEP_ALIVE
from frontend.api.table import OPERATIONS, STREAMS

__all__ = ["EXAMPLES", "show_page"]

_GROUPS: Final = {
    "Streams": ("stream_events", "stream_game"),
    "Games": ("account", "list_games", "list_tables", "offer", "join", "decline", "leave", "start"),
    "The board": ("read_game", "read_position", "read_options", "read_phases", "read_view", "read_map"),
    "Orders": ("read_orders", "replace_orders", "add_orders", "take_order_back", "say_ready"),
    "Messages": ("read_talk", "say", "read_text", "read_proposals", "answer_proposals", "read_ledger"),
    "Votes": ("read_votes", "vote"),
}
EXAMPLES: Final[dict[str, dict[str, Any]]] = {
    "replace_orders": {"phase": "S1901M", "orders": ["A PAR - BUR", "F BRE - MAO", "A MAR - SPA"], "ready": True},
    "add_orders": {"phase": "S1901M", "orders": ["A PAR - BUR"]},
    "say_ready": {"phase": "S1901M", "ready": True},
    "say": {"to": ["ENG"], "text": "Shall we make peace?"},
    "read_text": {"to": ["ENG"], "text": "Shall we make peace?"},
    "answer_proposals": {"answers": [{"message": 0, "act": "accept"}]},
    "vote": {"phase": "S1901M", "vote": "end", "choice": "AUS ENG FRA GER ITA RUS TUR", "answer": "yes"},
    "join": {},
    "start": {"wants": True},
    "decline": {"reason": "later"},
    "offer": {"name": "My bot and I", "fill_bot": "dumbbot", "fill_seconds": 0},
}
"""A body for each operation that has one; the page shows it and the tests send it."""


@dataclass(frozen=True, slots=True)
class Shown:
    """An operation on the page.

    parts: names in its address; queries: of its query; example: a body as JSON.
    """

    name: str
    method: str
    address: str
    scope: str
    summary: SafeString
    about: SafeString
    parts: tuple[str, ...]
    queries: tuple[str, ...]
    example: str
    is_stream: bool


@require_safe
def show_page(request: HttpRequest) -> HttpResponse:
    """Show all operations, each with a form that sends it."""
    by_name = {each.name: each for each in OPERATIONS}
    context = {
        "groups": [(title, [_shown(by_name[name]) for name in names]) for title, names in _GROUPS.items()],
        "scopes": list(SCOPES.items()),
        "version": schema()["info"]["version"],
        "keep_alive": int(KEEP_ALIVE),
    }
    return render(request, "api/api.html", context)


def _shown(each: Operation) -> Shown:
    example = EXAMPLES.get(each.name)
    pieces = each.path.split("/")
    return Shown(
        name=each.name,
        method=each.method,
        address=f"{API.rstrip('/')}{each.path}",
        scope=each.scope or "",
        summary=_with_code(each.summary),
        about=_with_code(each.about),
        parts=tuple(piece[1:-1] for piece in pieces if piece.startswith("{")),
        queries=() if each.query is None else tuple(one.name for one in msgspec.structs.fields(each.query)),
        example="" if example is None else msgspec.json.format(msgspec.json.encode(example)).decode(),
        is_stream=each in STREAMS,
    )


def _with_code(text: str) -> SafeString:
    """Show what the schema writes between backticks as code."""
    pieces = enumerate(text.split("`"))
    return format_html_join(
        "", "<{0}>{1}</{0}>", (("code" if at % 2 else "span", piece) for at, piece in pieces if piece)
    )
