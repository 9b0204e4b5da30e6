"""Thoughts of bots that are due, most urgent first.

This is the real queue; the broker's only wakes workers.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, Literal

from django.db.models import Exists, OuterRef, Q, QuerySet

from dipgame.games import clock
from dipgame.games.models import BotState, GamePhase, Hearing, Seat, SeatPhase
from dipgame.prepared import PreparedValues

__all__ = ["Thought", "bots_waiting", "phases_due", "urgent_first", "waiting_thoughts"]


@dataclass(frozen=True, slots=True)
class Thought:
    """A bot's orders for a phase (`orders`, row_id: the sheet), or the next thing its seat is to hear (`talk`, row_id:
    the seat).

    by_person: whether a person waits for the answer, or at the table for the first letters. of_guests: no person with
    an account plays there; such games come after the others.
    """

    kind: Literal["orders", "talk"]
    row_id: int
    game_id: int
    since: datetime
    deadline: datetime
    by_person: bool = False
    of_guests: bool = False


def waiting_thoughts() -> list[Thought]:
    """All of them, most urgent first."""
    return urgent_first([*_orders(), *_talk()], clock.now())


def urgent_first(thoughts: Iterable[Thought], now: datetime) -> list[Thought]:
    """First orders whose deadline is near, the nearest first; then what people have said; then one thing of each game
    in turn, what has waited longest first. Games of guests alone come after the others each time."""
    near, people, by_game = [], [], defaultdict[int, list[Thought]](list)
    for each in sorted(thoughts, key=lambda each: each.since):
        if each.kind == "orders" and each.deadline <= now + clock.DEADLINE_IS_NEAR:
            near.append(each)
        elif each.by_person:
            people.append(each)
        else:
            by_game[each.game_id].append(each)
    near.sort(key=lambda each: each.deadline)
    people.sort(key=lambda each: each.of_guests)
    turns = [(turn, each) for game in by_game.values() for turn, each in enumerate(game)]
    turns.sort(key=lambda pair: (pair[1].of_guests, pair[0], pair[1].since))
    return [*near, *people, *(each for _, each in turns)]


def _orders() -> Iterable[Thought]:
    """A bot that opens its talk of a phase first is asked for orders after that, or when the deadline is near."""
    opens = Hearing.objects.filter(seat=OuterRef("seat"), phase=OuterRef("phase"), message=None).exclude(
        state=Hearing.State.DONE
    )
    sheets = SeatPhase.objects.filter(bot_state=BotState.WAITING, phase__status=GamePhase.Status.OPEN)
    sheets = sheets.filter(~Exists(opens) | Q(phase__deadline__lte=clock.now() + clock.DEADLINE_IS_NEAR))
    sheets = sheets.annotate(of_guests=_of_guests())
    for pk, game, since, deadline, of_guests in sheets.values_list(
        "pk", "phase__game_id", "bot_since", "phase__deadline", "of_guests"
    ):
        now = clock.now()
        yield Thought("orders", pk, game, since or now, deadline or now, of_guests=of_guests)


def _talk() -> Iterable[Thought]:
    """One thing for each bot that hears nothing just now."""
    thinks = Hearing.objects.filter(seat=OuterRef("seat"), state=Hearing.State.THINKING)
    rows = Hearing.objects.filter(state=Hearing.State.WAITING, phase__status=GamePhase.Status.OPEN)
    people = Seat.objects.filter(game=OuterRef("phase__game"), user__isnull=False)
    asked = Q(message__speaker__user__isnull=False) | Q(Exists(people), message=None)
    found: dict[int, Thought] = {}
    values = rows.filter(~Exists(thinks)).annotate(asked=asked, of_guests=_of_guests()).order_by("id")
    for seat, game, since, deadline, by_person, of_guests in values.values_list(
        "seat_id", "phase__game_id", "since", "phase__deadline", "asked", "of_guests"
    ):
        known = found.get(seat)
        if known is None or (by_person and not known.by_person):
            begun = known.since if known else since
            found[seat] = Thought("talk", seat, game, begun, deadline or since, by_person, of_guests)
    return found.values()


def phases_due(since: datetime) -> int:
    """Count unresolved phases that fell due since then."""
    return len(_due.rows(since=since, now=clock.now()))


def _phases_due(since: datetime, now: datetime) -> QuerySet[GamePhase, Any]:
    waiting = Q(status=GamePhase.Status.OPEN, deadline__lte=now, deadline__gt=since)
    at_work = Q(status=GamePhase.Status.CLAIMED, claimed_at__gt=since)
    return GamePhase.objects.filter(waiting | at_work).order_by().values_list("pk")


_due: Final = PreparedValues(_phases_due, since=datetime, now=datetime)


def bots_waiting() -> int:
    """The number of thoughts that wait for a worker."""
    sheets = SeatPhase.objects.filter(bot_state=BotState.WAITING, phase__status=GamePhase.Status.OPEN)
    return sheets.count() + Hearing.objects.filter(state=Hearing.State.WAITING).count()


def _of_guests() -> Q:
    """True of a game in which guests play, and no person with an account."""
    people: QuerySet[Seat] = Seat.objects.filter(game=OuterRef("phase__game"), user__isnull=False)
    return Q(Exists(people)) & ~Q(Exists(people.filter(user__is_guest=False)))
