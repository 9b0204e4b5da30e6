"""Those who sit at a table agree to begin at once, with bots on the free seats."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.urls import reverse

from adjudication.powers import Power
from bots.company import USUAL
from dipgame.games import events
from dipgame.games.errors import NotOpen, NotSeated
from dipgame.games.locks import lock_game
from dipgame.games.models import Game, Seat
from dipgame.games.players import SOMEBODY, hides_names
from dipgame.games.services.fill_seats import check_bot, fill_seats
from dipgame.games.services.note import note
from dipgame.games.services.notify import Button, When
from dipgame.games.services.quota import check_bots, check_new_game
from dipgame.transactions import atomic

if TYPE_CHECKING:
    from dipgame.accounts.models import User

__all__ = ["wish_start"]


def wish_start(
    user: "User", game: Game, wants: bool = True, bot: str = "", each: Mapping[Power, str] | None = None
) -> bool:
    """Say that one would begin now, or rather not; says whether the game begins. It does when all who sit there agree.

    bot: who is to take the free seats, and each: who instead, by power; what the host says counts, and is kept for when
    the last one agrees. Who begins alone at a table that the site offers has a new game. Raises UnknownBot, NotSeated,
    NotOpen where the game has begun, or TooManyGames.
    """
    for name in {bot, *(each or {}).values()} - {""}:
        check_bot(name)
    with atomic():
        game = lock_game(game.pk)
        if game.status != Game.Status.OPEN:
            raise NotOpen("This game has begun, or is over.")
        seat = game.seats.filter(user=user).first()
        if seat is None:
            raise NotSeated("Only players vote to begin; you have no seat here.")
        Seat.objects.filter(pk=seat.pk).update(start_wish=wants)
        if wants and not seat.start_wish:
            _ask_others(game, user)
        if wants and bot and game.host_id == user.pk:
            game.fill_bot, game.fill_each = bot, dict(each or {})
            game.save(update_fields=["fill_bot", "fill_each"])
        events.game_changed(game, "seats")
        if not wants or game.seats.filter(user__isnull=False, start_wish=False).exists():
            return False
        if game.host_id is None and not game.seats.filter(user__isnull=False).exclude(user=user).exists():
            check_new_game(user)
        fill_seats(game, game.fill_bot or USUAL, game.fill_each)
        check_bots(user)
    return True


def _ask_others(game: Game, user: "User") -> None:
    """Tell those who have not agreed yet what waits for them."""
    silent = game.seats.filter(user__isnull=False, start_wish=False)
    if not silent.exists():
        return
    agreed = list(game.seats.filter(start_wish=True).values_list("user_id", flat=True))
    who = SOMEBODY if hides_names(game) else user.name
    words = f"{who[:1].upper()}{who[1:]} would begin now, with bots on the free seats. The game begins when all agree."
    button = Button("Answer", reverse("waiting_room", args=[game.slug]))
    note(game, words, user, for_players=True, button=button, tell=When.UNLESS_SEEN, but=agreed)
