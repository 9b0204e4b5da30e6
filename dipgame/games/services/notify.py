"""People are told of what happened in their games: rows of their inbox, written with what happened."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from enum import Enum
from typing import Final, TypeAlias

from django.urls import reverse

from adjudication.phase import parse_phase
from adjudication.powers import POWER_NAMES, as_power
from dipgame.accounts.models import User
from dipgame.games import clock
from dipgame.games.models import Game, GamePhase, Notification, SeatPhase

__all__ = [
    "Button",
    "When",
    "hours_of",
    "notify",
    "see_news",
    "send_out",
    "tell_game_over",
    "tell_phase_again",
    "tell_phase_begun",
    "way_out",
]

_MAY_BE_HERE: Final = timedelta(minutes=5)
"""Time within which a look at the game makes a mail unnecessary."""

_MAY_LOOK: Final = timedelta(minutes=1)
"""Time within which a look makes a push message unnecessary; shorter, since people step away for a moment."""

Hours: TypeAlias = tuple[tuple[str, str], ...]
"""Quiet hours, each with the zone whose clock they go by."""


class When(Enum):
    """Delivery of a notification besides the inbox."""

    INBOX = "not at all"
    AT_ONCE = "at once"
    UNLESS_SEEN = "where they do not see it within minutes"


@dataclass(frozen=True, slots=True)
class Button:
    """Action offered with a notification. address: of a page of ours."""

    words: str
    address: str


def way_out(game: Game) -> Button | None:
    """Button for a person without a seat in the game any more.

    A private game has no page for them.
    """
    return Button("Other games", reverse("lobby")) if game.is_private else None


_OF_A_PHASE: Final = (Notification.Kind.PHASE, Notification.Kind.DEADLINE, Notification.Kind.PROMISE)


def notify(
    game: Game,
    words: Mapping[int, str],
    kind: Notification.Kind,
    key: str,
    *,
    when: When = When.INBOX,
    button: Button | None = None,
) -> None:
    """Tell people, by their numbers, each a sentence. Who was told of this key before is not told again."""
    hours = dict[int, Hours]() if when is When.INBOX else hours_of(words, game)
    rows = []
    for person, each in words.items():
        row = Notification(user_id=person, game=game, kind=kind, key=key, words=each, at=clock.now())
        if button is not None:
            row.button, row.address = button.words, button.address
        if when is not When.INBOX:
            send_out(row, hours[person], when)
        rows.append(row)
    Notification.objects.bulk_create(rows, ignore_conflicts=True)


def hours_of(people: Iterable[int], game: Game) -> dict[int, Hours]:
    """The hours in which each of these people is not disturbed: those they chose and, by their own clock, the game's.
    Whose clock is not known has the game's."""
    found = User.objects.filter(pk__in=list(people)).values_list("pk", "quiet", "zone")
    return {person: ((quiet, zone or "UTC"), (game.quiet, zone or game.quiet_zone)) for person, quiet, zone in found}


def send_out(row: Notification, hours: Hours, when: When) -> None:
    """Have this go out as a mail and to browsers, once nobody is woken by it."""
    waits = when is When.UNLESS_SEEN
    row.mail_at = clock.undisturbed(clock.now() + waits * _MAY_BE_HERE, *hours)
    row.push_at = clock.undisturbed(clock.now() + waits * _MAY_LOOK, *hours)


def tell_phase_begun(game: Game, phase: GamePhase, sheets: Iterable[SeatPhase]) -> None:
    """A phase begins: tell who has something to decide, inside the caller's transaction. What was told of the phase
    before, and not seen, is of no use any more. Who plays with bots alone sits in front of the game."""
    people = [sheet for sheet in sheets if sheet.seat.user_id is not None]
    Notification.objects.filter(game=game, kind__in=_OF_A_PHASE, seen_at=None).delete()
    if len(people) < 2:
        return
    words = {
        sheet.seat.user_id: _begun(phase, sheet)
        for sheet in people
        if sheet.must_decide and sheet.seat.user_id is not None
    }
    when = When.INBOX if clock.is_live(game) and phase.index else When.UNLESS_SEEN
    notify(game, words, Notification.Kind.PHASE, f"phase:{phase.pk}", when=when)


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


def tell_game_over(game: Game, why: str = "") -> None:
    """A game ended or was called off: tell its players and its game master, inside the caller's transaction. why: the
    reason for which it was called off, if one was given."""
    is_off = game.status == Game.Status.CANCELLED
    words = f"The game was called off{why and ': '}{why}." if is_off else f"The game is over: {_ended(game)}."
    seats = [*game.seats.values_list("user_id", "owner_id"), (game.master_id,)]
    people = {person for pair in seats for person in pair if person is not None}
    over = (*_OF_A_PHASE, Notification.Kind.VOTE)
    Notification.objects.filter(game=game, kind__in=over, seen_at=None).delete()
    notify(game, dict.fromkeys(people, words), Notification.Kind.OVER, "over", when=When.UNLESS_SEEN)


def _ended(game: Game) -> str:
    match game.result:
        case Game.Result.SOLO | Game.Result.CONCEDED:
            return f"{POWER_NAMES[as_power(game.winner)]} has won"
        case Game.Result.DRAW if game.sharers:
            *names, last = (POWER_NAMES[as_power(power)] for power in game.sharers.split())
            return f"a draw between {', '.join(names)} and {last}"
        case Game.Result.DRAW:
            return "a draw between all who survived"
        case Game.Result.RESIGNED:
            return "its player has ended it"
        case _:
            return "all its players are out or have left"


def see_news(person: int, game: Game | None = None, *, read: bool = True) -> int:
    """The person has seen what they were told of this game, or of all; returns how much of it was new. read: whether
    they say so; who only looks at the game has not read yet that they stayed away."""
    rows = Notification.objects.filter(user=person, seen_at=None)
    rows = rows if game is None else rows.filter(game=game)
    if not read:
        rows = rows.exclude(kind=Notification.Kind.SEAT)
    return rows.update(seen_at=clock.now(), mail_at=None, push_at=None)
