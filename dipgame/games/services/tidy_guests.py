"""Guests who do not come back are let go, and the games they played with bots alone."""

from django.db.models import Exists, OuterRef, Q

from dipgame.accounts.guests import GUEST_STAYS
from dipgame.accounts.locks import lock_person
from dipgame.accounts.models import User
from dipgame.games import clock
from dipgame.games.events import game_topic, seat_topic
from dipgame.games.locks import lock_games
from dipgame.games.models import Game, News, Receipt, Seat
from dipgame.games.services.leave_game import leave_game
from dipgame.transactions import atomic

__all__ = ["tidy_guests"]

_AT_ONCE = 200


def tidy_guests() -> int:
    """Take away guests who neither came nor gave a command within `GUEST_STAYS`; returns how many.

    An account made in time keeps everything: its person is no guest any more.
    """
    before = clock.now() - GUEST_STAYS
    lately = Receipt.objects.filter(seat__user=OuterRef("pk"), at__gte=before)
    gone = User.objects.filter(~Exists(lately), is_guest=True, date_joined__lt=before).order_by("pk")
    gone = gone.filter(Q(programs=None) | Q(seats=None)).distinct()  # programs give no receipts
    return sum(_let_go(guest) for guest in list(gone[:_AT_ONCE]))


def _let_go(guest: User) -> bool:
    with atomic():
        # Locked: an account that is being made out of this guest is made first, or not at all.
        try:
            guest = lock_person(guest.pk, whole=True)
        except User.DoesNotExist:
            return False
        if not guest.is_guest:
            return False
        for game in lock_games(Game.objects.filter(seats__user=guest).values_list("pk", flat=True)):
            if not Seat.objects.filter(game=game, user__isnull=False).exclude(user=guest).exists():
                _delete(game)
            elif game.status in (Game.Status.OPEN, Game.Status.RUNNING):
                leave_game(guest, game)
        guest.delete()
    return True


def _delete(game: Game) -> None:
    """The game with all that is counted of it."""
    topics = [game_topic(game.slug), *map(seat_topic, game.seats.values_list("pk", flat=True))]
    game.delete()
    News.objects.filter(topic__in=topics).delete()
