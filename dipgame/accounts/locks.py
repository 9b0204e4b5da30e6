"""Lock a person's row while their acts are counted.

Things that one may do once, or so many times, are counted one by one.
"""

from dipgame.accounts.models import User
from dipgame.transactions import Step, lock

__all__ = ["lock_person"]


def lock_person(pk: int, *, whole: bool = False) -> User:
    """Lock the person's row until the end of the transaction.

    Call this before any game is locked. whole: no row may begin to point to it meanwhile, because it is going to be
    deleted. Raises User.DoesNotExist.
    """
    return lock(User.objects.all(), Step.PERSON, pk, whole=whole).get(pk=pk)
