"""The staff bar a person from writing, or from playing, for a while, and may lift that again."""

from datetime import timedelta
from typing import TYPE_CHECKING, Final

from django.urls import reverse

from adjudication.powers import POWER_NAMES, as_power
from dipgame.accounts.locks import lock_person
from dipgame.games import clock, events
from dipgame.games.errors import Gone, Malformed, TooLong
from dipgame.games.locks import lock_games
from dipgame.games.models import Absence, Game, Notification, Report, Sanction, Seat
from dipgame.games.services.close_game import abandon_if_alone
from dipgame.games.services.leave_game import leave_game
from dipgame.games.services.note import note
from dipgame.games.services.notify import Button, When, notify
from dipgame.games.services.tell_players import LONGEST_WORDS
from dipgame.games.services.vacate_seat import vacate_seat
from dipgame.transactions import atomic

if TYPE_CHECKING:
    from dipgame.accounts.models import User

__all__ = ["LONGEST_SANCTION", "lift_sanction", "sanction_person"]

LONGEST_SANCTION: Final = timedelta(days=365)


def sanction_person(
    person: "User", kind: str, length: timedelta, reason: str, actor: "User", *, report: Report | None = None
) -> Sanction:
    """Mute or ban the person from now on; the reason is for them to read. Who is banned leaves every seat to a bot.

    Raises Malformed for what is no kind, no length up to a year, or no reason, and for the staff themselves; TooLong.
    """
    said = " ".join(reason.split())
    if kind not in Sanction.Kind.values:
        raise Malformed("Choose whether the person may not write, or may not play.")
    if not timedelta(0) < length <= LONGEST_SANCTION:
        raise Malformed("Choose a length of up to a year.")
    if not said:
        raise Malformed("Say why; the person reads it.")
    if len(said) > LONGEST_WORDS:
        raise TooLong(f"Say why in at most {LONGEST_WORDS} characters; these are {len(said)}.")
    if person.is_staff:
        raise Malformed("The staff are not muted or banned here; take their rights away first.")
    at = clock.now()
    with atomic():
        lock_person(person.pk)
        made = Sanction.objects.create(
            user=person, kind=kind, reason=said, at=at, until=at + length, by=actor, report=report
        )
        words = f"You {made.get_kind_display()} until {clock.mark(made.until)}: {made.reason}"
        _tell(made, words, "sanction")
        if kind == Sanction.Kind.BAN:
            for game in lock_games(_games_of(person)):
                _take_off(person, game, actor)
    return made


def _tell(made: Sanction, words: str, about: str) -> None:
    """Tell the person, in a line of a game that they know.

    The game it is about or, without one, the last that they play or were told of.
    """
    game = made.report.game if made.report else Game.objects.filter(seats__user=made.user).order_by("-pk").first()
    game = game or Game.objects.filter(notifications__user=made.user).order_by("-pk").first()
    if game is not None:
        button, key = Button("Read it", reverse("conduct")), f"{about}:{made.pk}"
        notify(game, {made.user_id: words}, Notification.Kind.ROOM, key, when=When.AT_ONCE, button=button)


def lift_sanction(sanction: Sanction, actor: "User") -> None:
    """End it now, and tell the person. Raises Gone where it is over already."""
    at = clock.now()
    rows = Sanction.objects.filter(pk=sanction.pk, lifted_at=None, until__gt=at)
    with atomic():
        if not rows.update(lifted_at=at, lifted_by=actor):
            raise Gone("This is over already.")
        may = "play" if sanction.kind == Sanction.Kind.BAN else "write to others"
        _tell(sanction, f"You may {may} again: the staff have ended it before its time.", "lifted")


def _games_of(person: "User") -> list[int]:
    live = (Game.Status.OPEN, Game.Status.RUNNING)
    held = Game.objects.filter(seats__user=person, status__in=live) | Game.objects.filter(
        seats__owner=person, status__in=live
    )
    return list(held.order_by("pk").distinct().values_list("pk", flat=True))


def _take_off(person: "User", game: Game, actor: "User") -> None:
    if game.status == Game.Status.OPEN:
        leave_game(person, game)
        return
    Seat.objects.filter(game=game, owner=person).update(owner=None)
    seat = game.seats.filter(user=person).first()
    if seat is not None and game.status == Game.Status.RUNNING:
        vacate_seat(game, seat, Absence.Kind.REMOVED)
        words = f"The player of {POWER_NAMES[as_power(seat.power)]} was banned; a bot plays on."
        note(game, words, actor, by_staff=True, for_players=True, tell=When.INBOX, but=[person.pk])
        abandon_if_alone(game)
    events.game_changed(game, "seats")
