"""Time in a game. The database holds every deadline; nothing here remembers anything."""

from datetime import datetime, timedelta
from random import Random
from typing import Final

from django.conf import settings
from django.utils import timezone

from adjudication.phase import FIRST_PHASE, Phase
from dipgame.games.models import Game

__all__ = [
    "ASK_AGAIN",
    "A_MINUTE",
    "CLAIM_LEASE",
    "PATIENCE_WITH_BOTS",
    "bot_pause",
    "bot_seconds",
    "deadline_of",
    "now",
    "phase_length",
    "thinking_limit",
]

CLAIM_LEASE: Final = timedelta(seconds=60)
"""A phase claimed for longer belongs to a worker that died; another may take it up."""

ASK_AGAIN: Final = timedelta(seconds=15)
"""A bot still not started after this is asked again: the first message may have been lost with Redis."""

PATIENCE_WITH_BOTS: Final = timedelta(minutes=2)
"""A bot that nobody started after this (no worker runs) counts as late once it alone is waited for."""

A_MINUTE: Final = timedelta(minutes=1)

_LIVE: Final = 3600
"""Where movement phases last no longer than this, people sit in front of the game. So does who plays against bots
alone, however long the phases."""


def now() -> datetime:
    """The time, in UTC."""
    return timezone.now()


def phase_length(game: Game, phase: Phase) -> timedelta:
    """How long a phase of this game lasts."""
    if phase == FIRST_PHASE and game.first_seconds is not None:
        return timedelta(seconds=game.first_seconds)
    seconds = {"M": game.movement_seconds, "R": game.retreat_seconds, "A": game.adjustment_seconds}[phase.kind]
    return timedelta(seconds=seconds)


def deadline_of(game: Game, phase: Phase, opened_at: datetime) -> datetime:
    """When a phase that opens now must be resolved at the latest."""
    return opened_at + phase_length(game, phase)


def bot_seconds() -> float:
    """How long a bot may think about a phase."""
    return float(settings.BOT_SECONDS)


def bot_pause(game: Game, people: int, rng: Random, earlier: int = 0) -> timedelta:
    """How long a bot takes to type something, after `earlier` other things it has to say: seconds in a quick game, up
    to a minute in a slow one. people: how many play in it."""
    is_live = game.movement_seconds <= _LIVE or people == 1
    least, most = (2, 7) if is_live else (4, 30)
    return timedelta(seconds=rng.uniform(least, most) + 2 * earlier)


def thinking_limit() -> timedelta:
    """How long we wait for a bot that has begun to think: twice what it may take, and some for the machine."""
    return timedelta(seconds=2 * bot_seconds() + 2)
