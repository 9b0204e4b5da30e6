"""Somebody has read a conversation."""

from collections.abc import Iterable

from adjudication.powers import POWERS
from dipgame.games import events, talk
from dipgame.games.errors import Malformed
from dipgame.games.models import Message, Seat
from dipgame.games.services.deliver import mark_seen
from dipgame.transactions import atomic

__all__ = ["see_press"]


def see_press(seat: Seat, powers: Iterable[str], upto: int) -> bool:
    """Everything up to this message is read in the conversation of these powers; says whether that is news.

    Raises Malformed when the seat is not in it.
    """
    there = set(powers)
    key = talk.between(there)
    if seat.power not in there or len(there) < 2 or not there <= set(POWERS):
        raise Malformed("This is not one of your conversations.")
    newest = Message.objects.filter(game_id=seat.game_id, between=key).order_by("-id").values_list("id", flat=True)
    last = newest.first()
    if last is None:
        return False
    with atomic():
        further = mark_seen(seat, key, min(upto, last))
        if further:
            events.press_changed([seat.pk], word=False)
    return further
