"""Sessions in the database, with a prepared query."""

from datetime import datetime
from typing import Final

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.db.models import QuerySet
from django.utils import timezone

from dipgame.prepared import Prepared

__all__ = ["SessionStore"]


def _live(key: str, now: datetime) -> QuerySet[Session]:
    return Session.objects.filter(session_key=key, expire_date__gt=now)


_under: Final = Prepared(_live, key=str, now=datetime)


class SessionStore(db.SessionStore):
    """Django's session; the name is part of its signature."""

    def _get_session_from_db(self) -> Session | None:
        key = self.session_key
        found = _under.rows(key=key, now=timezone.now()) if key is not None else []
        if not found:
            self._session_key = None
            return None
        return found[0]
