"""The queues: `default` for the game's clockwork, `bots` for thinking, so that neither waits for the other."""

import os
from typing import Any

from celery import Celery
from celery.signals import celeryd_after_setup

__all__ = ["app"]

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dipgame.settings")

app = Celery("dipgame")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["dipgame.games"])


@celeryd_after_setup.connect
def make_bots_ready(instance: Any, **_: object) -> None:
    """Before a worker for bots forks: import and compile what bots need, so that no first decision is late for it."""
    if "bots" in instance.app.amqp.queues.consume_from:
        from bots.registry import BOTS

        for bot in BOTS.values():
            bot.make()
