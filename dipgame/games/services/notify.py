"""People are told of what happened in their games: rows of their inbox, written with what happened."""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Final

from adjudication.phase import parse_phase
from adjudication.powers import POWER_NAMES, as_power
from dipgame.games import clock
from dipgame.games.models import Game, GamePhase, Notification, SeatPhase

__all__ = ["notify", "see_news", "tell_game_over", "tell_phase_again", "tell_phase_begun"]

_MAY_BE_HERE: Final = timedelta(minutes=5)
"""Who looks at the game within this time gets no mail about what happened in it."""

_OF_A_PHASE: Final = (Notification.Kind.PHASE, Notification.Kind.DEADLINE, Notification.Kind.PROMISE)


def notify(
    game: Game, words: Mapping[int, str], kind: Notification.Kind, key: str, *, mail_at: datetime | None = None
) -> None:
    """Tell people, by their numbers, each a sentence. Who was told of this key before is not told again."""
    Notification.objects.bulk_create(
        (
            Notification(user_id=person, game=game, kind=kind, key=key, words=each, at=clock.now(), mail_at=mail_at)
            for person, each in words.items()
        ),
        ignore_conflicts=True,
    )


def tell_phase_begun(game: Game, phase: GamePhase, sheets: Iterable[SeatPhase]) -> None:
    """A phase begins: tell who has something to decide, inside the caller's transaction. What was told of the phase
    before, and not seen, is of no use any more. Who plays with bots alone sits in front of the game."""
    people = [sheet for sheet in sheets if sheet.seat.user_id is not None]
    if len(people) < 2:
        return
    Notification.objects.filter(game=game, kind__in=_OF_A_PHASE, seen_at=None).delete()
    words = {
        sheet.seat.user_id: _begun(phase, sheet)
        for sheet in people
        if sheet.must_decide and sheet.seat.user_id is not None
    }
    morning = clock.awake(game.quiet, game.quiet_zone, clock.now() + _MAY_BE_HERE)
    mail_at = None if clock.is_live(game) and phase.index else morning
    notify(game, words, Notification.Kind.PHASE, f"phase:{phase.pk}", mail_at=mail_at)


def tell_phase_again(game: Game, phase: GamePhase) -> None:
    """A phase is played anew: tell who has something to decide, once more."""
    Notification.objects.filter(game=game, key=f"phase:{phase.pk}").delete()
    tell_phase_begun(game, phase, SeatPhase.objects.filter(phase=phase).select_related("seat"))


def _begun(phase: GamePhase, sheet: SeatPhase) -> str:
    if phase.index == 0:
        return f"The game has begun; you are {POWER_NAMES[as_power(sheet.seat.power)]}."
    now = parse_phase(phase.name)
    return {
        "M": f"{now.turn} has begun.",
        "R": f"{now.turn}: a unit of yours was beaten and has to retreat.",
        "A": f"{now.turn}: you have units to build or to remove.",
    }[now.kind]


def tell_game_over(game: Game) -> None:
    """A game ended or was called off: tell everybody who plays in it, inside the caller's transaction."""
    if game.status == Game.Status.CANCELLED:
        words = "The game was called off."
    elif game.winner:
        words = f"The game is over: {POWER_NAMES[as_power(game.winner)]} has won."
    else:
        words = "The game is over."
    seats = game.seats.values_list("user_id", "owner_id")
    people = {person for pair in seats for person in pair if person is not None}
    Notification.objects.filter(game=game, kind__in=_OF_A_PHASE, seen_at=None).delete()
    mail_at = clock.now() + _MAY_BE_HERE
    notify(game, dict.fromkeys(people, words), Notification.Kind.OVER, "over", mail_at=mail_at)


def see_news(person: int, game: Game | None = None) -> int:
    """The person has seen what they were told of this game, or of all; returns how much of it was new."""
    rows = Notification.objects.filter(user=person, seen_at=None)
    rows = rows if game is None else rows.filter(game=game)
    return rows.update(seen_at=clock.now(), mail_at=None)
