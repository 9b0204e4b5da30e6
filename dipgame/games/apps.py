from collections.abc import Collection
from typing import Any, Final

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

        from dipgame.accounts.models import ApiToken

        post_delete.connect(_signed_out, sender=Session)
        post_delete.connect(_revoked, sender=ApiToken)
        post_save.connect(_changed, sender=settings.AUTH_USER_MODEL)


def _signed_out(instance: Any, **_: object) -> None:
    """Sockets that were opened under the session hear of it at once, by a few seconds before they would find it."""
    from dipgame.games.events import person_changed

    person = instance.get_decoded().get(SESSION_KEY)
    if person is not None:
        person_changed(int(person))


def _revoked(instance: Any, **_: object) -> None:
    """Streams that were opened by the token end at once."""
    from dipgame.games.events import person_changed

    person_changed(instance.user_id)


_STANDING: Final = {"password", "is_active", "is_staff", "is_superuser", "is_guest"}
"""Fields that decide who a socket's person is, and what they may see."""


def _changed(instance: Any, created: bool, update_fields: Collection[str] | None = None, **_: object) -> None:
    """Another password, suspended, or nobody knows what: sockets look. Signing in, a new zone or wish are nothing to
    them."""
    from dipgame.games.events import person_changed

    if not created and (update_fields is None or not _STANDING.isdisjoint(update_fields)):
        person_changed(instance.pk)
