from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.db.models.signals import post_delete, post_save


class GamesConfig(AppConfig):
    """Games."""

    name = "dipgame.games"
    label = "games"

    def ready(self) -> None:
        from django.contrib.sessions.models import Session

        post_delete.connect(_signed_out, sender=Session)
        post_save.connect(_changed, sender=settings.AUTH_USER_MODEL)


def _signed_out(instance: Any, **_: object) -> None:
    """Sockets that were opened under the session hear of it at once, by a few seconds before they would find it."""
    from dipgame.games.events import person_changed

    person = instance.get_decoded().get(SESSION_KEY)
    if person is not None:
        person_changed(int(person))


def _changed(instance: Any, created: bool, **_: object) -> None:
    """Another password, suspended, or only another name: sockets look."""
    from dipgame.games.events import person_changed

    if not created:
        person_changed(instance.pk)
