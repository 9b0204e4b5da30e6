"""Somebody gives up a seat."""

from typing import TYPE_CHECKING

from django.urls import reverse

from adjudication.powers import POWER_NAMES, as_power
from dipgame.games import clock, events
from dipgame.games.errors import NotRunning, NotSeated
from dipgame.games.locks import lock_game
from dipgame.games.models import Absence, Game, Notification
from dipgame.games.players import hides_names
from dipgame.games.services.close_game import abandon_if_alone
from dipgame.games.services.hand_over_seat import hand_over_seat
from dipgame.games.services.note import note
from dipgame.games.services.notify import Button, When, notify
from dipgame.games.services.vacate_seat import person_of, vacate_seat
from dipgame.transactions import atomic

if TYPE_CHECKING:
    from dipgame.accounts.models import User

__all__ = ["leave_game"]


def leave_game(user: "User", game: Game) -> None:
    """Before the game begins the seat is free again, and the game is called off when nobody is left in it.

    In a running game a bot plays on; when no other person is left on the board the game ends. A player who plays with
    bots alone keeps the game by `resign_game`.
    Raises NotSeated, or NotRunning when the game is over.
    """
    with atomic():
        game = lock_game(game.pk)
        seat = game.seats.filter(user=user).first()
        if seat is None:
            raise NotSeated("You hold no seat in this game.")
        if game.status == Game.Status.OPEN:
            hand_over_seat(seat, joined_at=None)
            _pass_on(game, user)
        elif game.status == Game.Status.RUNNING:
            vacate_seat(game, seat, Absence.Kind.LEFT)
            name = POWER_NAMES[as_power(seat.power)]
            note(game, f"{name} has left; a bot plays on, and anybody may take the seat over.", user, tell=When.INBOX)
            abandon_if_alone(game)
        else:
            raise NotRunning("This game is over; there is nothing to leave.")
        events.game_changed(game, "seats")


def _pass_on(game: Game, user: "User") -> None:
    """Pass an open game on, or call it off; tell those who stay.

    Whoever sits there longest follows the host, people with accounts first. Without anybody it is called off, unless it
    has a game master.
    """
    heir = game.seats.filter(user__isnull=False).order_by("user__is_guest", "joined_at").first()
    is_new_host = heir is not None and game.host_id == user.pk
    if heir is None and game.promoted:
        game.fill_at = None
    elif heir is None and game.master_id is None:
        game.status, game.finished_at = Game.Status.CANCELLED, clock.now()
        events.game_changed(game, "status")
        events.lobby_changed(game)
    elif heir is not None and is_new_host:
        game.host = heir.user
    game.save(update_fields=["status", "finished_at", "host", "fill_at"])
    if heir is not None or game.master_id is not None:
        who = "Somebody" if hides_names(game) else user.name
        words = f"{who[:1].upper()}{who[1:]} has left; the seat is free again."
        note(game, words, user, for_players=True, tell=When.INBOX)
    if heir is not None and is_new_host:
        told = {person_of(heir).pk: "The host has left. You host the game now."}
        key, button = f"host:{clock.now().timestamp():.0f}", Button("Look", reverse("waiting_room", args=[game.slug]))
        notify(game, told, Notification.Kind.ROOM, key, when=When.UNLESS_SEEN, button=button)
