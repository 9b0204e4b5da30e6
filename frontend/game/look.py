"""Looks at a game for an open page, as frames to send."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from dipgame.games import clock, talk
from frontend.access import Access, access_to
from frontend.display import DisplayOptions
from frontend.game.phases import board_to_send
from frontend.game.shared import shared
from frontend.game.state import numbers_for, state_of
from frontend.talk.state import press_of
from frontend.wire.replies import Reply, press_reply, state_reply
from frontend.wire.state import NewsNumbers

__all__ = ["Look", "Shown", "look_at", "upto", "written"]


@dataclass(frozen=True, slots=True)
class Look:
    """Access as it stands, and frames to send.

    played: the phase, and how often phases were taken back. frame: the state as it is sent.
    """

    access: Access
    state: Reply | None
    press: Reply | None
    news: NewsNumbers
    played: tuple[str, int] | None = None
    frame: str = ""


@dataclass(frozen=True, slots=True)
class Shown:
    """The page before a look.

    talked: True if talk is new. talk: the newest number it was told, None for nothing. played: as in `Look`.
    """

    talked: bool
    talk: int | None
    played: tuple[str, int] | None
    display: DisplayOptions


def look_at(
    scope: Mapping[str, Any] | None, before: Access, shown: Shown, if_only_words: NewsNumbers | None
) -> Look | None:
    """Look again and make what is to be sent.

    There is no state before the game begins, and talk only where there is news of it: all of it at another seat
    than before, or once the talk is open to all. if_only_words: where just so much has happened, somebody said
    something and nothing else is new. scope: None right after `before` was read.
    """
    now = before if scope is None else access_to(scope, before.person)
    if now is None:
        return None
    talked, since = shown.talked, shown.talk
    if numbers_for(now) == if_only_words and now.seat == before.seat:
        press = press_of(now, since)
        return Look(now, None, None if press is None else press_reply(press, if_only_words), if_only_words)
    if now.seat != before.seat or talk.is_open(now.game, now.seat) != talk.is_open(before.game, before.seat):
        talked, since = True, None
    try:
        sight = now.look()
        state = shared(now, "state", lambda: state_of(now, sight))
        state["game"]["now"] = clock.now().isoformat()
    except LookupError:
        return Look(now, None, None, numbers_for(now))
    played = state["game"]["phase"], state["game"]["undone"]
    is_new = shown.played is not None and played != shown.played
    board = board_to_send(now, played[0], shown.display, sight) if is_new else None
    press = press_of(now, since, sight=sight) if talked else None
    told = None if press is None else press_reply(press, state["news"])
    reply = state_reply(state, board, shown.display.key)
    return Look(now, reply, told, state["news"], played, written(reply))


def upto(reply: Reply) -> int:
    """Newest number of the talk in a reply; 0 without talk."""
    return reply["press"]["upto"] if reply["type"] == "press" and reply["press"] is not None else 0


def written(reply: Reply) -> str:
    """Reply as it is sent."""
    return msgspec.json.encode(reply).decode()
