"""Decide who may keep a game going: its host, its game master and the staff.

Of the staff, who plays a game is a player there like others. A host who plays with other people may help a public
game along, and not turn it: its result counts in the ranking. A game with a private word does not count, nor does
one with a game master, who sees all and may take phases back; both are their host's own.
"""

from enum import StrEnum
from typing import TYPE_CHECKING, Final

from django.contrib.auth.models import AnonymousUser

from dipgame.games.models import Game, Seat
from dipgame.games.players import hides_bots

if TYPE_CHECKING:
    from dipgame.accounts.models import User

__all__ = ["Act", "acts_of", "is_staff", "is_staff_for", "may_keep"]


class Act(StrEnum):
    """Acts of the host or the staff on a game."""

    FILL = "fill"
    MESSAGE = "message"
    EXTEND = "extend"
    PAUSE = "pause"
    RESUME = "resume"
    REPLACE = "replace"
    UNDO = "undo"
    CANCEL = "cancel"
    RESOLVE = "resolve"
    CLOSE = "close"


_WHILE_OPEN: Final = frozenset({Act.FILL, Act.MESSAGE, Act.REPLACE, Act.CANCEL, Act.CLOSE})
_HELPFUL: Final = frozenset({Act.FILL, Act.MESSAGE, Act.EXTEND, Act.PAUSE, Act.RESUME})
_OF_A_HOST: Final = _HELPFUL | {Act.REPLACE, Act.UNDO, Act.CANCEL}
_OF_THE_STAFF: Final = frozenset(Act)


def acts_of(user: "User | AnonymousUser", game: Game) -> frozenset[Act]:
    """Acts this person may do now; none for strangers and finished games."""
    if not user.is_authenticated or game.status not in (Game.Status.OPEN, Game.Status.RUNNING):
        return frozenset()
    acts = frozenset[Act]()
    if is_staff_for(user, game):
        acts = _OF_THE_STAFF
    elif user.pk in (game.host_id, game.master_id) and not user.is_guest:
        others = Seat.objects.filter(game=game, user__isnull=False).exclude(user=user)
        plays = Seat.objects.filter(game=game, user=user).exists() and (hides_bots(game) or others.exists())
        acts = _HELPFUL if plays and game.status == Game.Status.RUNNING and not game.is_private else _OF_A_HOST
    return (acts | {Act.CLOSE}) & _WHILE_OPEN if acts and game.status == Game.Status.OPEN else acts


def is_staff_for(user: "User", game: Game) -> bool:
    """True for a member of staff who does not play here."""
    return is_staff(user) and not Seat.objects.filter(game=game, user=user).exists()


def is_staff(user: "User | AnonymousUser") -> bool:
    """True if this person is staff."""
    return bool(user.is_authenticated and user.is_staff and user.has_perm("games.change_game"))


def may_keep(user: "User | AnonymousUser", game: Game, *, sits: bool) -> bool:
    """True if this person may do anything with the game.

    sits: True if they play in it. Needs no query.
    """
    if not user.is_authenticated or game.status not in (Game.Status.OPEN, Game.Status.RUNNING):
        return False
    return (user.pk in (game.host_id, game.master_id) and not user.is_guest) or (not sits and is_staff(user))
