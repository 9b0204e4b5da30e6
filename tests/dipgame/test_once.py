"""A page whose line broke before the answer sends the same command again: it is done once."""

import pytest

from dipgame.games import clock
from dipgame.games.errors import Gone, Late, Refused
from dipgame.games.models import Message, Receipt
from dipgame.games.services import once, send_press, submit_order, sweep

pytestmark = pytest.mark.database


def test_the_same_mark_is_not_done_again(story):
    story.begins(at={"phase": "W1901A", "units": ["FRA A PAR"], "centers": {"FRA": ["PAR", "BRE", "MAR"]}})
    seat = story.seat("FRA")
    for _ in range(2):
        with story.committed():
            once(seat, "k-1", lambda: submit_order(seat, "W1901A", "WAIVE") and None)
    assert story.sheet("FRA").orders == {"WAIVE 1": "WAIVE"}


def test_what_came_between_is_not_undone_by_sending_again(story):
    story.begins()
    seat = story.seat("FRA")
    for mark, text in [("a", "A PAR - BUR"), ("b", "A PAR - PIC"), ("a", "A PAR - BUR")]:
        once(seat, mark, lambda text=text: submit_order(seat, "S1901M", text) and None)
    assert story.sheet("FRA").orders == {"PAR": "A PAR - PIC"}


def test_a_message_sent_twice_stands_there_once_also_when_its_phase_is_over(story):
    story.begins()
    seat = story.seat("FRA")
    said = once(seat, "m", lambda: send_press(seat, ["ENG"], "Hello there", plain=True))
    story.ready("FRA", "ENG")
    again = once(seat, "m", lambda: send_press(seat, ["ENG"], "Hello there", plain=True))
    assert again == said
    assert Message.objects.count() == 1


def test_a_refused_command_may_be_sent_again(story):
    story.begins()
    seat = story.seat("FRA")
    with pytest.raises(Refused):
        once(seat, "r", lambda: submit_order(seat, "S1901M", "A PAR - LON") and None)
    assert not Receipt.objects.exists()
    once(seat, "r", lambda: submit_order(seat, "S1901M", "A PAR - BUR") and None)
    assert story.sheet("FRA").orders == {"PAR": "A PAR - BUR"}


def test_two_seats_may_choose_the_same_mark(story):
    story.begins()
    for power, text in [("FRA", "A PAR - BUR"), ("ENG", "F LON - NTH")]:
        seat = story.seat(power)
        once(seat, "same", lambda seat=seat, text=text: submit_order(seat, "S1901M", text) and None)
        assert list(story.sheet(power).orders.values()) == [text]


def test_what_was_meant_for_a_phase_is_not_said_in_the_next(story):
    story.begins()
    seat = story.seat("FRA")
    story.ready("FRA", "ENG")
    with pytest.raises(Late, match="is over"):
        send_press(seat, ["ENG"], "I offer you peace", phase_name="S1901M")
    assert not Message.objects.exists()


def test_old_receipts_are_forgotten(story):
    story.begins()
    seat = story.seat("FRA")
    for mark in ("old", "new"):
        once(seat, mark, lambda: submit_order(seat, "S1901M", "A PAR - BUR") and None)
    Receipt.objects.filter(mark="old").update(at=clock.now() - clock.RECEIPTS_KEPT - clock.A_MINUTE)
    assert sweep().forgotten == 1
    assert Receipt.objects.get().mark == "new"


def test_of_two_that_come_at_once_the_second_hears_what_the_first_did(story):
    """The command itself is no longer possible."""
    story.begins()
    seat = story.seat("FRA")
    message = story.says("FRA", "ENG", "marmalade", plain=True)
    Receipt.objects.create(seat=seat, mark="m-1", message=message, at=clock.now())

    def act():
        raise Gone("You have answered this proposal.")

    assert once(seat, "m-1", act) == message
    with pytest.raises(Gone):
        once(seat, "m-2", act)
