"""Locks a person's row, so that what one may do once, or so many times, is counted one by one."""

from dipgame.accounts.models import User
from dipgame.transactions import Step, lock

__all__ = ["lock_person"]


def lock_person(pk: int, *, whole: bool = False) -> User:
    """Lock the person's row until the end of the transaction; before any game. whole: nothing may begin to point to it
    meanwhile, for it is going to be deleted. Raises User.DoesNotExist."""
    return lock(User.objects.all(), Step.PERSON, pk, whole=whole).get(pk=pk)
