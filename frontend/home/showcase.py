"""The picture on the home page: a message and its answer over a board of a game that is over."""

import re
from dataclasses import dataclass
from typing import Final

from django.core.cache import caches

from adjudication.outcomes import Outcome
from adjudication.position import Position, opening
from adjudication.powers import POWER_NAMES, Power, as_power
from dipgame.games import convert, queries
from dipgame.games.models import Game, Message
from frontend.board import Scene, render_board
from frontend.words import listed

__all__ = ["Letter", "Picture", "picture"]


@dataclass(frozen=True, slots=True)
class Letter:
    """A message of one power to another."""

    power: Power
    name: str
    to: str
    text: str


@dataclass(frozen=True, slots=True)
class Picture:
    """A board with the orders just opened, and a message and its answer. Before any game is over it is the first board,
    without orders, messages and game."""

    svg: str
    turn: str
    letters: tuple[Letter, ...]
    game: Game | None


def picture() -> Picture:
    """Show the last finished game in which one bot answered another; where there is none, the first board.

    Nothing of a running game, whose talk is private, and nothing that people wrote. Drawn once in a few minutes."""
    return caches["process"].get_or_set("home-picture", _picture, _KEPT) or _picture()


def _picture() -> Picture:
    for game in queries.finished_games()[:_GAMES_LOOKED_AT]:
        answer = queries.last_exchange(game, _LONGEST_LETTER)
        if answer is not None and answer.reply_to is not None:
            phase = answer.phase
            letters = (_letter(answer.reply_to), _letter(answer))
            return _draw(convert.position_of(phase), convert.outcomes_of(phase), letters, game)
    return _draw(opening(), (), (), None)


def _letter(message: Message) -> Letter:
    speaker = convert.power_of(message.speaker)
    to = [POWER_NAMES[as_power(power)] for power in message.powers if power != speaker]
    return Letter(
        speaker, POWER_NAMES[speaker], listed(to) if len(to) < len(POWER_NAMES) - 1 else "everybody", message.text
    )


def _draw(position: Position, outcomes: tuple[Outcome, ...], letters: tuple[Letter, ...], game: Game | None) -> Picture:
    scene = Scene(
        position,
        outcomes=outcomes,
        title=f"Orders of {position.phase.turn}, opened" if outcomes else position.phase.turn,
    )
    svg = re.sub(
        r'viewBox="[^"]*"', f'viewBox="{_CROP}" preserveAspectRatio="xMidYMid slice"', render_board(scene), count=1
    )
    return Picture(svg, position.phase.turn, letters, game)


_KEPT: Final = 300
"""Seconds."""

_GAMES_LOOKED_AT: Final = 5
_LONGEST_LETTER: Final = 140
"""Letters; more would cover the board."""

_CROP: Final = "318 420 1010 832"
"""The middle of the map, in its own units: from Ireland to the Bosporus."""
