"""Dialogues of level 0 with the server, message by message."""

import socket
import time
from datetime import timedelta
from typing import Any

import pytest
from django.db import OperationalError, transaction
from psycopg.errors import LockNotAvailable

from adjudication.powers import POWERS
from daide.framing import Connection, Initial
from daide.positions import map_definition
from daide.tokens import BRA, BY_NAME, KET, text_of, words_of
from dipgame.accounts.models import User
from dipgame.games import clock, services
from dipgame.games.locks import lock_game, lock_live_phase
from dipgame.games.models import Game, GamePhase, Program, Seat
from dipgame.games.services.close_game import agree
from frontend.daide import line
from tests.patience import until

pytestmark = [pytest.mark.django_db(transaction=True)]


@pytest.fixture
def begun(story, connect):
    """A game of Alice, a program and bots that hold."""
    with story.committed():
        story.waits(bob=False, programs=1, fill_bot="holdbot", press_level=9)
    client = connect()
    assert client.ask("NME ('Tester') ('0.1')") == "YES (NME ('Tester') ('0.1'))"
    assert client.next() == "MAP ('standard')"
    client.say("YES (MAP ('standard'))")
    with story.committed():
        services.fill_seats(story.game, "holdbot")
    client.hello = client.next()
    client.power = client.hello[5:8]
    assert client.next().startswith("SCO (AUS BUD TRI VIE)")
    assert client.next().startswith("NOW (SPR 1901) (AUS AMY BUD)")
    return client


def units_of(power: str) -> list[str]:
    from adjudication.position import opening
    from daide.positions import unit_tree
    from daide.tokens import flat

    return [text_of(flat((unit_tree(unit),))) for unit in opening().units_of(power)]  # type: ignore[arg-type]


def test_the_game_begins(begun, story) -> None:
    program = Program.objects.get()
    assert begun.hello == f"HLO ({begun.power}) ({program.passcode}) ((LVL 130))"
    assert begun.ask("HLO") == begun.hello
    assert program.user.name == "Guest Tester by DAIDE"
    assert Seat.objects.get(game=story.game, user=program.user).power == begun.power
    assert begun.ask("MDF") == text_of(map_definition())
    assert begun.ask("MAP") == "MAP ('standard')"
    assert begun.ask("NOW").startswith("NOW (SPR 1901)")
    assert begun.ask("SCO").startswith("SCO (AUS")
    assert begun.ask("HST").startswith("SCO (AUS")
    assert begun.next().startswith("NOW (SPR 1901)")
    assert begun.ask("ORD") == "REJ (ORD)"
    assert begun.ask("SMR") == "REJ (SMR)"
    assert begun.ask("HST (SPR 1901)") == "REJ (HST (SPR 1901))"
    assert begun.ask("NME ('Again') ('1')") == "REJ (NME ('Again') ('1'))"


def test_orders_notes_and_a_turn(begun, story) -> None:
    units = units_of(begun.power)
    for place, unit in enumerate(units):
        assert begun.ask(f"SUB ({unit} HLD)") == f"THX ({unit} HLD) (MBV)"
        if place < len(units) - 1:
            assert begun.next() == "MIS " + " ".join(units[place + 1 :])
    assert begun.ask("MIS") == "MIS"
    story.work()
    assert story.sheet(begun.power).ready
    other = units_of("FRA")[0]
    assert begun.ask(f"SUB ({other} HLD)") == f"THX ({other} HLD) (NYU)"
    assert begun.ask(f"SUB (FAL 1901) ({units[0]} HLD)") == f"REJ (SUB (FAL 1901) ({units[0]} HLD))"
    assert begun.ask("NOT (GOF)") == "YES (NOT (GOF))"
    assert not story.sheet(begun.power).ready
    assert begun.ask("GOF") == "YES (GOF)"
    assert story.sheet(begun.power).ready
    assert begun.ask(f"NOT (SUB ({units[0]} HLD))") == f"YES (NOT (SUB ({units[0]} HLD)))"
    assert begun.ask(f"NOT (SUB ({units[0]} HLD))") == f"REJ (NOT (SUB ({units[0]} HLD)))"
    assert begun.ask("GOF") == "YES (GOF)"
    assert begun.next() == f"MIS {units[0]}"
    assert begun.ask(f"SUB ({units[0]} HLD)") == f"THX ({units[0]} HLD) (MBV)"
    story.ready("FRA")
    told = begun.upto("NOW")
    assert [message[:4] for message in told] == ["ORD "] * 22 + ["NOW "]
    assert told[-1].startswith("NOW (FAL 1901)")
    assert f"ORD (SPR 1901) ({units[0]} HLD) (SUC)" in told
    assert begun.ask("ORD").startswith("ORD (SPR 1901)")
    begun.came.clear()
    history = [begun.ask("HST (SPR 1901)"), *begun.upto("NOW")]
    assert [message[:4] for message in history[-24:]] == ["ORD "] * 22 + ["SCO ", "NOW "]


def test_time_is_told_to_who_asks(begun, story) -> None:
    assert begun.ask("TME") == "REJ (TME)"  # a day has more seconds than a number of DAIDE
    assert begun.ask("TME (-5)") == "REJ (TME (-5))"
    assert begun.ask("TME (8000)") == "YES (TME (8000))"
    assert begun.ask("NOT (TME (7000))") == "REJ (NOT (TME (7000)))"
    GamePhase.objects.update(deadline=clock.now() + timedelta(seconds=7990))
    begun.say("SCO")
    assert sorted(message[:10] for message in (begun.next(), begun.next())) == ["SCO (AUS B", "TME (8000)"]
    assert begun.ask("TME").startswith("TME (79")
    assert begun.ask("NOT (TME)") == "YES (NOT (TME))"


def test_a_program_comes_back_with_its_passcode(begun, story, connect) -> None:
    passcode = Program.objects.get().passcode
    watcher = connect()
    assert watcher.ask("OBS") == "YES (OBS)"
    assert watcher.next() == "MAP ('standard')"
    watcher.say("YES (MAP ('standard'))")
    assert watcher.next() == "HLO (UNO) (0) ((LVL 130))"
    assert [watcher.next()[:3], watcher.next()[:3]] == ["SCO", "NOW"]
    assert watcher.ask(f"IAM ({begun.power}) ({passcode})").startswith("REJ (IAM")
    assert watcher.ask("SUB (LON HLD)") == "REJ (SUB (LON HLD))"
    thief = connect()
    wrong = passcode % 8191 + 1
    assert thief.ask(f"IAM ({begun.power}) ({wrong})") == f"REJ (IAM ({begun.power}) ({wrong}))"
    assert thief.ask(f"IAM (FRA) ({passcode})") == f"REJ (IAM (FRA) ({passcode}))"
    begun.wire.close()
    assert watcher.next() == f"CCD ({begun.power})"
    again = connect()
    assert again.ask(f"IAM ({begun.power}) ({passcode})") == f"YES (IAM ({begun.power}) ({passcode}))"
    assert watcher.next() == f"NOT (CCD ({begun.power}))"
    unit = units_of(begun.power)[0]
    assert again.ask(f"SUB ({unit} HLD)") == f"THX ({unit} HLD) (MBV)"
    for number in range(20):
        thief.ask(f"IAM ({begun.power}) ({number + 1})")
    assert thief.ask(f"IAM ({begun.power}) ({passcode})").startswith("REJ")
    story.game.refresh_from_db()
    assert story.game.status == Game.Status.RUNNING


def test_a_seat_is_free_again_when_its_program_leaves(story, connect) -> None:
    with story.committed():
        story.waits(bob=False, programs=1)
    first, second = connect(), connect()
    assert first.ask("NME ('One') ('1')").startswith("YES")
    assert second.ask("NME ('Two') ('1')") == "REJ (NME ('Two') ('1'))"
    assert second.ask("SUB (LON HLD)") == "REJ (SUB (LON HLD))"
    assert second.ask("NOW").startswith("NOW (SPR 1901)")
    assert second.ask("HLO") == "REJ (HLO)"
    first.leave()
    until(lambda: not Seat.objects.filter(user__programs__isnull=False).exists())
    assert second.ask("NME ('Two') ('1')").startswith("YES")
    assert second.next() == "MAP ('standard')"
    assert second.ask("REJ (MAP ('standard'))") == "OFF"
    until(lambda: not Seat.objects.filter(user__programs__isnull=False).exists())


def test_a_private_game_is_found_by_its_address_and_opened_by_its_word(story, connect) -> None:
    with story.committed():
        story.waits(bob=False, programs=1, word="amber quill")
    client, slug = connect(), story.game.slug
    for name in ("One", f"One@{slug}", f"One@{slug}:amber", "One@:amber quill"):
        assert client.ask(f"NME ('{name}') ('1')") == f"REJ (NME ('{name}') ('1'))"
    assert client.ask(f"NME ('One@{slug}:amber quill') ('1')").startswith("YES")


def test_a_name_that_cannot_be_kept_leaves_no_guest(story, connect) -> None:
    with story.committed():
        story.waits(bob=False, programs=1)
    before = User.objects.count()
    client = connect()
    client.say((BY_NAME["NME"], BRA, 0x4B00, KET, BRA, 0x4B31, KET))
    assert client.next().startswith("REJ (NME")
    assert User.objects.count() == before


def test_brackets_that_stand_too_deep_are_not_read(begun) -> None:
    deep = "PRP (" + "NOT (" * 70 + "PCE (ENG FRA)" + ")" * 71
    assert " ERR (" in begun.ask(f"SND (ENG) ({deep})")
    assert begun.ask("HLO") == begun.hello


def test_a_draw(begun, story) -> None:
    assert begun.ask("DRW") == "YES (DRW)"
    assert begun.ask("NOT (DRW)") == "YES (NOT (DRW))"
    assert begun.ask("DRW (ENG FRA)") == "HUH (DRW ERR (ENG FRA))"
    story.game.refresh_from_db()
    assert story.game.status == Game.Status.RUNNING


def test_after_the_end_the_silent_are_sent_away(begun, story, monkeypatch) -> None:
    """C++ and Java clients wait for OFF; who asks is answered."""
    monkeypatch.setattr(line, "_SILENT_SECONDS", 1.5)
    with story.committed(), transaction.atomic():
        phase = lock_live_phase(story.game.pk)
        assert phase is not None
        agree(lock_game(story.game.pk), phase, POWERS)
    assert begun.next() == "DRW"
    assert begun.next().startswith("SMR (SPR 1901)")
    for _ in range(4):
        time.sleep(0.5)
        assert begun.ask("NOW").startswith("NOW (SPR 1901)")
    assert begun.next() == "OFF"
    assert begun.next() == "Last"


def test_orders_are_tried_again_while_the_site_is_busy(begun, story, monkeypatch) -> None:
    """Refused half done, the orders would stand and the turn never be ready."""
    fails = [busy(), busy()]

    def held_up(*given: Any, **named: Any) -> None:
        if fails:
            raise fails.pop()
        set_ready(*given, **named)

    set_ready = services.set_ready
    monkeypatch.setattr(services, "set_ready", held_up)
    monkeypatch.setattr(line, "_PAUSES", (0.01, 0.01))
    orders = [f"({unit} HLD)" for unit in units_of(begun.power)]
    begun.say(f"SUB {' '.join(orders)}")
    assert [begun.next() for _ in orders] == [f"THX {order} (MBV)" for order in orders]
    assert not fails
    assert story.sheet(begun.power).ready


def busy() -> OperationalError:
    """A lock that PostgreSQL did not get in time."""
    error = OperationalError("canceling statement due to lock timeout")
    error.__cause__ = LockNotAvailable()
    return error


def test_words_about_the_game_reach_all_clients(begun, connect) -> None:
    watcher = connect()
    watcher.say("OBS")
    watcher.upto("MAP")
    watcher.say("YES (MAP ('standard'))")
    watcher.upto("NOW")
    begun.say("ADM ('Tester') ('I must leave soon.')")
    assert begun.next() == "ADM ('Tester') ('I must leave soon.')"
    assert watcher.next() == "ADM ('Tester') ('I must leave soon.')"


def test_bad_messages_get_huh_and_prn(begun) -> None:
    assert begun.ask("MAP GOF") == "HUH (MAP ERR GOF)"
    assert begun.ask("#4E02") == "HUH (ERR #4E02)"
    assert begun.ask("SUB (LON HLD") == "PRN (SUB (LON HLD)"
    assert begun.ask(")") == "PRN ())"
    begun.say("HUH (ERR MAP)")
    begun.say("HUH MAP")
    begun.say("PRN (()")
    assert begun.ask("MAP") == "MAP ('standard')"
    begun.say(words_of("(") * 3000 + words_of(")") * 3000)
    assert begun.next() == "HUH (ERR)"
    begun.say(words_of("NOT (") * 300 + words_of("DRW") + words_of(")") * 300)
    assert begun.next().startswith("HUH (NOT (ERR NOT (")


@pytest.mark.parametrize(
    ("octets", "code"),
    [
        ("0000 0004 0002 DA10", 5),
        ("0000 0004 0001 DA11", 4),
        ("0000 0400 0100 10DA", 3),
        ("0200 0002 4809", 2),
        ("4745 5420 2F20 4854", 8),
        ("0000 0004 0001 DA10 0000 0004 0001 DA10", 6),
    ],
)
def test_a_bad_beginning_ends_with_its_error(connect, octets: str, code: int) -> None:
    client = connect(greet=False)
    client.line.send(Initial())
    client.wire.sendall(bytes.fromhex(octets))
    assert client.upto("EM")[-1] == f"EM {code}"
    assert client.next() == "closed"


def test_a_client_that_does_not_wait_is_answered_after_the_representation(connect) -> None:
    """C++ clients send their name with the initial message."""
    client = connect(greet=False)
    client.wire.sendall(client.line.send(Initial()) + bytes.fromhex("0200 0002 4809"))
    assert [client.next(), client.next()] == ["Representation", "MAP ('standard')"]


def test_faults_of_one_end_its_own_connection(begun, connect) -> None:
    for octets, code in [("0500 0000", 8), ("0200 0003 4809 48", 9), ("0100 0000", 13), ("0200 0002 5800", 14)]:
        client = connect()
        client.wire.sendall(bytes.fromhex(octets))
        assert client.next() == f"EM {code}"
        assert client.next() == "closed"
    cut = connect()
    cut.wire.sendall(bytes.fromhex("0200 00FF 4809"))
    cut.wire.close()
    polite = connect()
    polite.leave()
    assert begun.ask("MAP") == "MAP ('standard')"


def test_who_says_nothing_is_sent_away(server, monkeypatch) -> None:
    monkeypatch.setattr(line, "INITIAL_SECONDS", 0.2)
    wire = socket.create_connection(("127.0.0.1", server.port), timeout=20)
    connection = Connection("client")
    connection.send(Initial())
    assert [event.code for event in connection.receive(wire.recv(100))] == [1]  # type: ignore[union-attr]
    assert wire.recv(100) == b""
    wire.close()
