"""A person takes another name."""

from datetime import timedelta
from typing import Final

from django.db import IntegrityError
from django.utils import timezone

from dipgame.accounts.locks import lock_person
from dipgame.accounts.models import User
from dipgame.accounts.queries import is_name_taken
from dipgame.transactions import atomic

__all__ = ["RENAMED_AGAIN_AFTER", "NameTakenError", "RenamedLatelyError", "rename"]

RENAMED_AGAIN_AFTER: Final = timedelta(days=30)
"""Least time between two changes of a name, so that others can recognise the person."""


class NameTakenError(Exception):
    """Somebody else has this name, or one that looks like it."""


class RenamedLatelyError(Exception):
    """The person has changed the name less than `RENAMED_AGAIN_AFTER` ago."""


def rename(person: User, name: str) -> None:
    """Rename a person; every game shows the new name.

    name: one that `NAME_VALIDATORS` accept.

    Another way to write the same name (capitals, dots) may be taken at any time. Raises NameTakenError or
    RenamedLatelyError; two people who take one name at the same instant do not both get it.
    """
    with atomic():
        person = lock_person(person.pk)
        if is_name_taken(name, but=person):
            raise NameTakenError
        before = person.look
        person.name = name
        try:
            with atomic():
                person.save(update_fields=["name"])
        except IntegrityError:
            raise NameTakenError from None
        if person.look != before:
            at = timezone.now()
            if person.renamed_at is not None and at < person.renamed_at + RENAMED_AGAIN_AFTER:
                raise RenamedLatelyError  # the transaction takes the name back
            person.renamed_at = at
            person.save(update_fields=["renamed_at"])
