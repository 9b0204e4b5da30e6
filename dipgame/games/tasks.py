"""Celery tasks: a row's id in, one service call."""

import time
from typing import Final

from django.conf import settings

from dipgame.busy import left_for_later
from dipgame.celery import app
from dipgame.games import services
from dipgame.games.queue import PROMOTE, RESOLVE_PHASE, SPEAK, SWEEP, TELL, THINK, TIDY

__all__ = ["promote", "resolve_phase", "speak", "sweep", "tell", "think", "tidy"]

_BOT_KILLED_AFTER: Final = 4 * settings.BOT_SECONDS + 30
"""A bot that does not even hear the alarm (it hangs in foreign code) is ended with its worker process."""

_A_MOMENT: Final = 2.0
"""Seconds after which a worker takes the next message, so that it can be told to stop."""


@app.task(name=RESOLVE_PHASE, time_limit=120)
def resolve_phase(phase_id: int) -> None:
    """Resolve the phase if it is due."""
    with left_for_later(f"phase {phase_id}, to be resolved,"):
        services.resolve_phase(phase_id)


@app.task(name=THINK, time_limit=_BOT_KILLED_AFTER)
def think() -> None:
    """Have bots think about what waits for them, the most urgent first, until nothing does or a moment is over."""
    end = time.monotonic() + _A_MOMENT
    while services.think() and time.monotonic() < end:
        pass


@app.task(name=SPEAK, time_limit=60)
def speak(speech_id: int) -> None:
    """Say what a bot has to say, if it is due."""
    with left_for_later(f"a bot's message {speech_id}"):
        services.speak(speech_id)


@app.task(name=SWEEP, time_limit=60)
def sweep() -> None:
    """Find what is due."""
    services.sweep()


@app.task(name=TELL, time_limit=120)
def tell() -> None:
    """Tell people what is due, and what they have not seen in their browsers and by mail."""
    services.remind()
    services.tell_letters()
    services.push_news()
    services.mail_news()


@app.task(name=TIDY, time_limit=600)
def tidy() -> None:
    """Let go of what nobody comes back for."""
    services.tidy_guests()
    services.forget_talk()
    services.forget_news()


@app.task(name=PROMOTE, time_limit=60)
def promote() -> None:
    """Keep a game of each pace open."""
    services.promote_games()
