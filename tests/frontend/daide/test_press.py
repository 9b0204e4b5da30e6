"""Press between people, bots and programs over DAIDE."""

import pytest

from dipgame.games import services
from dipgame.games.models import Agreement, Message, Program, Seat
from tests.patience import until

pytestmark = [pytest.mark.django_db(transaction=True)]


def sit_down(story, connect, programs: int, bots: str = "holdbot", **terms):
    """Begin a game of Alice, so many programs, and bots."""
    with story.committed():
        story.waits(bob=False, programs=programs, fill_bot=bots, press_protocol="talk", **terms)
    clients = [connect() for _ in range(programs)]
    for client in clients:
        client.say("NME ('Talker') ('1')")
        client.upto("MAP")
        client.say("YES (MAP ('standard'))")
    with story.committed():
        services.fill_seats(story.game, bots)
    for client in clients:
        client.power = client.next()[5:8]
        client.upto("NOW")
    return clients


def test_a_person_and_a_program_make_peace(story, connect) -> None:
    (client,) = sit_down(story, connect, 1, press_level=9)
    me = client.power
    peace = f"PCE ({' '.join(sorted(('FRA', me)))})"
    sent = f"SND (FRA) (PRP ({peace}))"
    assert client.ask(sent) == f"YES ({sent})"
    message = Message.objects.get()
    assert message.text.lower().count("peace") == 1
    assert client.ask(sent) == f"YES ({sent})"  # said twice, sent once
    assert Message.objects.count() == 1
    story.answers("FRA", message, "accept")
    assert client.next() == f"FRM (FRA) ({me}) (YES (PRP ({peace})))"
    assert Agreement.objects.filter(game=story.game).count() == 1
    story.says("FRA", me, "Will you support me into Belgium?")
    story.says("FRA", me, "Let us keep out of Burgundy.")
    dmz = f"PRP (DMZ ({' '.join(sorted(('FRA', me)))}) (BUR))"
    assert client.upto(f"FRM (FRA) ({me}) (PRP (DMZ")[-1] == f"FRM (FRA) ({me}) ({dmz})"
    assert client.ask(f"SND (FRA) (REJ ({dmz}))") == f"YES (SND (FRA) (REJ ({dmz})))"
    assert client.ask("SND (FRA) (YES (PRP (DRW)))") == "REJ (SND (FRA) (YES (PRP (DRW))))"


def test_two_programs_say_more_than_l_can(story, connect) -> None:
    one, other = sit_down(story, connect, 2, press_level=9)
    favor = f"PRP (XOY ({one.power}) ({other.power}))"
    assert one.ask(f"SND ({other.power}) ({favor})") == f"YES (SND ({other.power}) ({favor}))"
    assert other.next() == f"FRM ({one.power}) ({other.power}) ({favor})"
    answer = f"HUH (PRP (ERR XOY ({one.power}) ({other.power})))"
    assert other.ask(f"SND ({one.power}) ({answer})").startswith("YES")
    assert one.next() == f"FRM ({other.power}) ({one.power}) ({answer})"
    assert one.ask("SND (FRA) (PRP (XOY (ENG) (FRA)))").startswith("YES")
    assert one.next() == f"FRM (FRA) ({one.power}) (HUH (PRP (ERR XOY (ENG) (FRA))))"
    assert one.next().startswith(f"FRM (FRA) ({one.power}) (TRY (PRP PCE")
    assert not Message.objects.filter(between__contains="FRA").exists()


def test_what_may_not_be_said_is_refused(story, connect) -> None:
    (client,) = sit_down(story, connect, 1, press_level=1)
    me = client.power
    assert client.ask("SND (FRA) (INS (DRW))") == "HUH (SND (FRA) (ERR INS (DRW)))"
    assert client.ask(f"SND ({me}) (PRP (DRW))") == f"REJ (SND ({me}) (PRP (DRW)))"
    assert client.ask("SND (FAL 1905) (FRA) (PRP (DRW))") == "REJ (SND (FAL 1905) (FRA) (PRP (DRW)))"
    seat = Seat.objects.get(game=story.game, power=me)
    assert Program.objects.get().user == seat.user


def test_a_game_without_talk_has_no_press(story, connect) -> None:
    (client,) = sit_down(story, connect, 1, press_level=0)
    assert client.ask("SND (FRA) (PRP (DRW))") == "HUH (ERR SND (FRA) (PRP (DRW)))"


def test_a_bot_answers_a_program(story, connect) -> None:
    (client,) = sit_down(story, connect, 1, bots="blabbot", press_level=9)
    bot = Seat.objects.filter(game=story.game, bot="blabbot").first()
    assert bot is not None
    pair = " ".join(sorted((bot.power, client.power)))
    sent = f"SND ({bot.power}) (PRP (PCE ({pair})))"
    client.say(sent)
    until(lambda: Message.objects.filter(speaker__power=client.power).exists())
    story.bots_speak()
    told = client.upto(f"FRM ({bot.power})")
    assert told[-1].startswith(f"FRM ({bot.power}) (")


def test_what_a_person_writes_like_press_is_text_and_stops_no_news(story, connect) -> None:
    (client,) = sit_down(story, connect, 1, press_level=9)
    for text in ("In DAIDE: (", "In DAIDE: #5E02", "In DAIDE: PRP (PCE (ENG FRA))"):
        story.says("FRA", client.power, text, plain=True)
    story.says("FRA", client.power, "Let us keep out of Burgundy.")
    assert client.next().startswith(f"FRM (FRA) ({client.power}) (PRP (DMZ")
