"""Friends, by a link that one sends to another; and people of whom one wants to read nothing."""

from typing import Final

from django.db.models import Q
from django.utils import timezone

from dipgame.accounts.models import Block, FriendLink, Friendship, User, new_link_key
from dipgame.accounts.queries import friends_of
from dipgame.transactions import atomic

__all__ = ["MOST_FRIENDS", "FriendsRefusedError", "befriend", "block", "new_friend_link", "part", "unblock"]

MOST_FRIENDS: Final = 500


class FriendsRefusedError(Exception):
    """These two do not become friends; says why in a sentence."""


def new_friend_link(person: User) -> FriendLink:
    """A link by which others become this person's friends; the one before it does not work any more."""
    link, _ = FriendLink.objects.update_or_create(
        user=person, defaults={"key": new_link_key(), "made_at": timezone.now()}
    )
    return link


def befriend(person: User, host: User) -> None:
    """Make the person who came by a link, and the one whose link it is, friends. Twice is once.

    Raises FriendsRefusedError: it is the person's own link, one of them blocked the other (who is told no more than
    that the link is of no use), or somebody has `MOST_FRIENDS` already.
    """
    if person == host:
        raise FriendsRefusedError("This is your own link. Send it to somebody else.")
    first, second = sorted((person, host), key=lambda each: each.pk)
    with atomic():
        if Block.objects.filter(Q(by=first, of=second) | Q(by=second, of=first)).exists():
            raise FriendsRefusedError("This link does not work any more. Ask for another one.")
        if any(friends_of(each).count() >= MOST_FRIENDS for each in (person, host)):
            raise FriendsRefusedError(f"One of you has {MOST_FRIENDS} friends already, and that is the most.")
        Friendship.objects.get_or_create(one=first, other=second)


def part(person: User, other: User) -> None:
    """They are friends no more; without effect where they were not."""
    first, second = sorted((person.pk, other.pk))
    Friendship.objects.filter(one=first, other=second).delete()


def block(person: User, other: User) -> None:
    """The person reads nothing of the other any more, in no game; friends they are not either. Twice is once.

    Raises ValueError for oneself.
    """
    if person == other:
        raise ValueError("nobody blocks themselves")
    with atomic():
        Block.objects.get_or_create(by=person, of=other)
        part(person, other)


def unblock(person: User, other: User) -> None:
    """Unblock a person: their messages, old and new, can be read again."""
    Block.objects.filter(by=person, of=other).delete()
