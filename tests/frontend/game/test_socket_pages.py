"""A socket as a page: frames sent, and frames that come back."""

import asyncio
import json
from collections.abc import Iterable
from typing import Any

import pytest

from tests.frontend.game.lines import Line, opened
from tests.playbook import Playbook

pytestmark = pytest.mark.django_db(transaction=True)

_AFTER = {"type": "ping", "ref": 99}


class Screen:
    """An open page of a game, played by frames.

    Tells as many frames as are awaited, and any that come besides.
    """

    def __init__(self, line: Line) -> None:
        self.line = line

    async def __call__(self, frame: Any, awaited: int) -> Iterable[str]:
        await self.line.say(frame)
        heard = [_told(await self.line.hear()) for _ in range(awaited)]
        await self.line.say(_AFTER)
        while (late := await self.line.hear()).get("ref") != _AFTER["ref"]:
            heard.append(_told(late))
        return heard


def _told(frame: dict[str, Any]) -> str:
    ref = f" {frame['ref']}" if "ref" in frame else ""
    match frame["type"]:
        case "sheet":
            orders = ", ".join(order["text"] for order in frame["sheet"]["orders"])
            return f"sheet{ref}: {orders or 'no orders'}{', ready' if frame['sheet']['ready'] else ''}"
        case "refused":
            return f"refused{ref} ({frame['code']}): {frame['message']}"
        case "answer":
            return f"answer{ref}: {frame['message'] or 'legal'}"
        case "reading":
            return f"reading{ref}: {frame['reading']['verdict']}"
        case "said":
            return f"said{ref}: {frame['message']['text']}"
        case "state":
            ready = [seat["power"] for seat in frame["state"]["seats"] if seat["ready"] and not seat["is_bot"]]
            return f"state, ready: {' '.join(ready) or 'nobody'}"
        case kind:
            return f"{kind}{ref}"


def _order(text: str, ref: int) -> dict[str, Any]:
    return {"type": "order", "phase": "S1901M", "text": text, "ref": ref}


def test_what_a_page_sends_is_answered_by_its_number(story: Any, cast: Any, line: Any) -> None:
    story.begins()
    page = line(cast.alice)

    async def scene() -> None:
        await opened(page)
        await (
            Playbook(Screen(page))
            >> {"type": "ping", "ref": 1}
            << "pong 1"
            >> {"type": "ask", "phase": "S1901M", "text": "A PAR - LON", "ref": 2}
            << "answer 2: ..."
            >> _order("A PAR - BUR", 3)
            << "sheet 3: A PAR - BUR"
            >> _order("A PAR - LON", 4)
            << "refused 4 (..."
            >> {"type": "cancel", "phase": "S1901M", "unit": "PAR", "ref": 5}
            << "sheet 5: no orders"
            >> {"type": "read", "text": "peace?", "to": ["ENG"], "ref": 6}
            << "reading 6: ..."
        ).played()
        await page.close()

    asyncio.run(scene())


@pytest.mark.parametrize(
    "frame",
    ["{", "[]", json.dumps({"type": "no such thing", "ref": 7}), json.dumps({"type": "order", "ref": 7})],
    ids=["no JSON", "no object", "no such command", "half a command"],
)
def test_what_is_no_command_is_refused_and_the_line_stays_open(story: Any, cast: Any, line: Any, frame: str) -> None:
    story.begins()
    page = line(cast.alice)

    async def scene() -> None:
        await opened(page)
        await (Playbook(Screen(page)) >> frame << "refused..." >> {"type": "ping", "ref": 8} << "pong 8").played()
        await page.close()

    asyncio.run(scene())


def test_who_only_watches_may_ask_nothing_of_a_seat(story: Any, line: Any) -> None:
    story.begins()
    page = line()

    async def scene() -> None:
        await opened(page)
        await (
            Playbook(Screen(page))
            >> _order("A PAR - BUR", 1)
            << "refused 1 (..."
            >> {"type": "ping", "ref": 2}
            << "pong 2"
        ).played()
        await page.close()

    asyncio.run(scene())
