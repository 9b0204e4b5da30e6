"""A person takes a seat that a bot holds for somebody: its owner takes it back, or anybody takes it over."""

from typing import TYPE_CHECKING

from adjudication.powers import POWER_NAMES, POWERS, as_power
from dipgame.games import clock, events, queries
from dipgame.games.conduct import check_may_play, check_sees_no_other_hand
from dipgame.games.errors import AlreadySeated, Gone, NotOpen, NotSeated
from dipgame.games.locks import lock_game, lock_live_phase
from dipgame.games.models import Absence, BotSpeech, BotState, Game, Hearing, Notification, Seat, SeatPhase
from dipgame.games.players import hides_names
from dipgame.games.private_word import opens
from dipgame.games.services.hand_over_seat import hand_over_seat
from dipgame.games.services.join_game import check_open_to_programs
from dipgame.games.services.note import note
from dipgame.games.services.notify import When, notify, see_news, way_out
from dipgame.transactions import atomic

if TYPE_CHECKING:
    from dipgame.accounts.models import User

__all__ = ["take_seat_back", "take_seat_over"]


def take_seat_back(user: "User", game: Game) -> Seat:
    """Give the seat that a bot holds for this person back. Raises NotSeated where there is none any more, NotOpen
    or Banned."""
    with atomic():
        check_may_play(user)
        game = _running(game)
        seat = game.seats.filter(owner=user, user=None).first()
        if seat is None:
            raise NotSeated("No seat of yours waits here: you hold it again, or somebody has taken it over.")
        _sit(game, seat, user, excuses=0)
        see_news(user.pk, game)
        note(game, f"{POWER_NAMES[as_power(seat.power)]} is back.", user, tell=When.INBOX)
    return seat


def take_seat_over(user: "User", game: Game, power: str, word: str = "") -> Seat:
    """Give the person a seat that nobody holds, or a bot for somebody who is gone, with its orders and its talk.

    word: opens a private game. Raises NotOpen (the game is not played, or is closed to others), Gone (the seat is taken
    or never was free), AlreadySeated (also for who held another seat in it: they know what others do not), or Banned.
    """
    with atomic():
        check_may_play(user)
        game = _running(game)
        check_sees_no_other_hand(user, game)
        check_open_to_programs(user, game)
        if not opens(game, word) and (game.is_private or game.watching != "live"):
            raise NotOpen("This game is closed to others while it is played; its seats cannot be taken over.")
        seat = queries.substitutable(game).filter(power=power).first() if power in POWERS else None
        if seat is None:
            raise Gone("This seat is not free any more: its player is back, or somebody was quicker.")
        if seat.owner_id != user.pk and _was_in(user, game):
            raise AlreadySeated("You play, or have played, another seat of this game.")
        owner, is_owner = seat.owner_id, seat.owner_id == user.pk
        _sit(game, seat, user, excuses=0 if is_owner else 1)
        name = POWER_NAMES[as_power(seat.power)]
        who = "Somebody" if hides_names(game) else user.name
        note(game, f"{name} is back." if is_owner else f"{who} has taken over {name}.", user, tell=When.INBOX)
        if owner is not None and not is_owner:
            words = f"{who} has taken over {name}; the seat is not kept for you any more."
            key = f"taken:{seat.pk}:{clock.now().timestamp():.0f}"
            notify(game, {owner: words}, Notification.Kind.SEAT, key, when=When.UNLESS_SEEN, button=way_out(game))
    return seat


def _running(game: Game) -> Game:
    game = lock_game(game.pk)
    if game.status != Game.Status.RUNNING:
        raise NotOpen("This game is not being played; its seats stay as they are.")
    return game


def _was_in(user: "User", game: Game) -> bool:
    mine = game.seats.filter(user=user) | game.seats.filter(owner=user)
    return mine.exists() or Absence.objects.filter(game=game, user=user).exists()


def _sit(game: Game, seat: Seat, user: "User", excuses: int) -> None:
    """The person plays on from where the bot is: its orders stand until they are changed, and it says no more."""
    hand_over_seat(seat, user=user, excuses=excuses)
    BotSpeech.objects.filter(seat=seat).delete()
    Hearing.objects.filter(seat=seat).exclude(state=Hearing.State.DONE).update(
        state=Hearing.State.DONE, since=clock.now()
    )
    phase = lock_live_phase(game.pk)
    if phase is not None and phase.status == phase.Status.OPEN:
        mine = SeatPhase.objects.filter(phase=phase, seat=seat)
        mine.update(bot_state=BotState.NONE, bot_since=None, bot_error="")
        mine.filter(must_decide=True).update(ready=False)
    events.game_changed(game, "seats")
    events.person_seated(user.pk)
