"""Somebody wrote to a person who is away: they are told, once a phase by mail."""

from collections import defaultdict
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final

from adjudication.powers import POWER_NAMES, as_power
from dipgame.accounts.models import Block
from dipgame.games import clock
from dipgame.games.models import Game, Message, Notification, Seat, SeenMark
from dipgame.games.services.notify import When, hours_of, send_out

__all__ = ["tell_letters"]

_AWAY: Final = timedelta(minutes=10)
"""Time without reading a message after which a person counts as away."""
_LOOKED_BACK: Final = timedelta(hours=1)
"""So long the workers may rest without a letter being forgotten here; in the game it waits in any case."""


def tell_letters() -> int:
    """Tell of letters that nobody has read; returns how many people of how many games were told something new.

    One line for each phase of a game: more letters renew it, and what was seen is new again. In quick games people sit
    in front of the talk. Nobody is told of what a person wrote whom they blocked.
    """
    now = clock.now()
    letters = Message.objects.filter(
        at__gt=now - _LOOKED_BACK - _AWAY,
        at__lte=now - _AWAY,
        game__status=Game.Status.RUNNING,
        game__movement_seconds__gt=clock.LIVE_SECONDS,
    )
    rows = list(letters.select_related("speaker").order_by("id"))
    seats = Seat.objects.filter(game__in={row.game_id for row in rows}, user__isnull=False)
    by_power = {(seat.game_id, seat.power): seat for seat in seats}
    marks = {
        (seat, between): upto
        for seat, between, upto in SeenMark.objects.filter(seat__in=by_power.values()).values_list(
            "seat", "between", "upto"
        )
    }
    blocks = set(Block.objects.filter(by__in={seat.user_id for seat in by_power.values()}).values_list("by", "of"))
    waiting: dict[tuple[int, int, int], dict[str, datetime]] = defaultdict(dict)
    for row in rows:
        for power in row.powers:
            seat = by_power.get((row.game_id, power))
            if seat is None or seat.user_id is None or seat.pk == row.speaker_id:
                continue
            is_read = marks.get((seat.pk, row.between), 0) >= row.pk
            came_before = seat.joined_at is not None and row.at < seat.joined_at
            if is_read or came_before or (seat.user_id, row.speaker.user_id) in blocks:
                continue
            waiting[seat.user_id, row.game_id, row.phase_id][row.speaker.power] = row.at
    return sum(_tell(*about, speakers) for about, speakers in waiting.items())


def _tell(person: int, game_id: int, phase_id: int, speakers: Mapping[str, datetime]) -> bool:
    newest = max(speakers.values())
    names = [POWER_NAMES[as_power(power)] for power in speakers]
    words = f"{' and '.join(filter(None, (', '.join(names[:-1]), names[-1])))} wrote to you."
    key = f"letter:{phase_id}"
    hours = hours_of([person], Game.objects.get(pk=game_id))[person]
    fresh = Notification(user_id=person, game_id=game_id, key=key, kind=Notification.Kind.LETTER)
    fresh.words, fresh.at = words, newest
    send_out(fresh, hours, When.AT_ONCE)
    row, is_new = Notification.objects.get_or_create(
        user_id=person,
        game_id=game_id,
        key=key,
        defaults={name: getattr(fresh, name) for name in ("kind", "words", "at", "mail_at", "push_at")},
    )
    if is_new:
        return True
    again = Notification.objects.filter(pk=row.pk, at__lt=newest)
    # By mail and in browsers once a phase.
    mail_at = None if row.mailed_at is not None else fresh.mail_at
    push_at = None if row.pushed_at is not None else fresh.push_at
    return bool(again.update(words=words, at=newest, seen_at=None, mail_at=mail_at, push_at=push_at))
