"""Somebody at a table makes a link by which one other person may sit down, and that person follows it."""

from datetime import timedelta
from typing import TYPE_CHECKING, Final

from django.db import transaction

from dipgame.games import clock
from dipgame.games.conduct import check_may_play
from dipgame.games.errors import AlreadySeated, Gone, NotOpen, NotSeated, TooFast
from dipgame.games.locks import lock_game
from dipgame.games.models import Game, Invitation, Seat
from dipgame.games.services.join_game import sit_down

if TYPE_CHECKING:
    from dipgame.accounts.models import User

__all__ = ["accept_invitation", "check_invitation", "invite"]

_LASTS: Final = timedelta(days=14)
_MOST: Final = 12


def invite(user: "User", game: Game) -> Invitation:
    """Make a link for one person. Raises NotSeated for who neither sits there nor offers it, NotOpen, TooFast."""
    with transaction.atomic():
        game = lock_game(game.pk)
        if game.status != Game.Status.OPEN:
            raise NotOpen("This game has begun, or is over; nobody can be invited any more.")
        if game.host_id != user.pk and not game.seats.filter(user=user).exists():
            raise NotSeated("Who sits at the table, or offers it, may invite others.")
        at = clock.now()
        if Invitation.objects.filter(game=game, by=user, used_at=None, until__gt=at).count() >= _MOST:
            raise TooFast(f"{_MOST} of your links are not used yet; send those first.")
        return Invitation.objects.create(game=game, by=user, at=at, until=at + _LASTS)


def check_invitation(invitation: Invitation) -> None:
    """Raises Gone where the link was used or is too old, NotOpen where its game has begun or is over."""
    if invitation.used_at is not None:
        raise Gone("This link was used already: it is for one person. Ask for another.")
    if invitation.game.status != Game.Status.OPEN:
        raise NotOpen("The game of this link has begun, or was called off.")
    if invitation.until <= clock.now():
        raise Gone("This link is too old; ask for a new one.")


def accept_invitation(user: "User", invitation: Invitation) -> Seat:
    """Take a seat by the link, whatever the private word. Raises as `check_invitation`; Banned, AlreadySeated, Full."""
    check_may_play(user)
    with transaction.atomic():
        game = lock_game(invitation.game_id)
        invitation = Invitation.objects.select_related("game").get(pk=invitation.pk)
        check_invitation(invitation)
        if game.seats.filter(user=user).exists():
            raise AlreadySeated("You sit at this table already; give the link to somebody else.")
        seat = sit_down(user, game, "", ())
        Invitation.objects.filter(pk=invitation.pk).update(used_by=user, used_at=clock.now())
    return seat
