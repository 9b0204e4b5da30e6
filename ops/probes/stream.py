"""A stream of messages and orders through whatever happens: what was answered must stand in the database, once."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any

from ops.probes.report import percentile

__all__ = ["check", "pairs_of", "stream_while"]


def pairs_of(site: Any, count: int, **terms: Any) -> list[tuple[Any, Any]]:
    """Games of two people and five bots; the people's connections."""
    from ops.probes.people import Line, a_game, cookie_of, people

    pairs: list[tuple[Any, Any]] = []
    for _ in range(count):
        players = people(2)
        game = a_game(players, press_plain=True, **terms)
        one, other = (Line(site.ports[0], game.slug, cookie_of(person)) for person in players)
        pairs.append((one, other))
    return pairs


async def stream_while(
    pairs: list[tuple[Any, Any]], happens: Callable[[], Awaitable[None]], *, every: float = 2.1, patience: float = 120
) -> dict[str, Any]:
    """Say something in each game every so often while `happens` goes on, each as a page does: until it is answered."""
    from ops.probes.people import open_lines

    await open_lines([line for pair in pairs for line in pair])
    over = asyncio.Event()
    said: dict[str, Any] = {}
    refused: list[str] = []
    took: list[float] = []

    async def talk(at: int, speaker: Any, hearer: Any) -> None:
        number = 0
        while not over.is_set():
            text, number = f"game {at} message {number}", number + 1
            command = {"type": "say", "text": text, "to": ["ENG"], "l": "", "plain": True, "mark": f"s-{at}-{number}"}
            begun = time.monotonic()
            try:
                reply = await speaker.ask_until_answered(command, patience)
            except (ConnectionError, TimeoutError):
                refused.append("no answer")
                continue
            took.append(time.monotonic() - begun)
            if reply["type"] == "said":
                said[text] = hearer
            else:
                refused.append(reply.get("code", reply["type"]))
            await asyncio.sleep(every)

    talkers = [asyncio.create_task(talk(at, *pair)) for at, pair in enumerate(pairs)]
    await happens()
    await asyncio.sleep(2 * every)
    over.set()
    await asyncio.gather(*talkers)
    end = time.monotonic() + 30
    while time.monotonic() < end and any(text not in hearer.heard for text, hearer in said.items()):
        await asyncio.sleep(0.1)
    unseen = sum(text not in hearer.heard for text, hearer in said.items())
    for pair in pairs:
        for line in pair:
            await line.close()
    return {"said": list(said), "refused": refused, "unseen": unseen, "slowest": percentile(took, 1)}


def check(found: dict[str, Any]) -> tuple[list[tuple[str, object]], list[str]]:
    """Rows of the table, and what did not hold."""
    from collections import Counter

    from django.db import connection

    from dipgame.games.models import Message

    connection.close()  # it may be from before the database was begun anew
    stands = Counter(Message.objects.filter(text__startswith="game ").values_list("text", flat=True))
    lost = sum(text not in stands for text in found["said"])
    doubled = sum(count > 1 for count in stands.values())
    rows: list[tuple[str, object]] = [
        ("messages acknowledged", len(found["said"])),
        ("of them lost", lost),
        ("doubled", doubled),
        ("acknowledged and not shown", found["unseen"]),
        ("refused or never answered", f"{len(found['refused'])} {sorted(set(found['refused'])) or ''}"),
        ("slowest answer, with all tries, seconds", found["slowest"]),
    ]
    names = {"lost": lost, "doubled": doubled, "not shown": found["unseen"]}
    return rows, [f"{count} messages {name}" for name, count in names.items() if count]
