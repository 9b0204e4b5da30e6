"""A program talks in L and in English."""

import pytest

from dipgame.games.models import Agreement, Message

pytestmark = pytest.mark.django_db


@pytest.fixture
def alice(story, cast, program):
    story.begins()
    return program(cast.alice)


@pytest.fixture
def bob(story, cast, program, alice):
    return program(cast.bob)


def at(story, path):
    return f"/game/{story.game.slug}/{path}"


def peace(story):
    """The canonical L of France's proposal of peace to England."""
    return story.says("FRA", "ENG", "I propose peace").term


def test_english_is_read_and_comes_back_with_its_reading(story, alice):
    answer = alice.post(at(story, "talk"), {"to": ["ENG"], "text": "shall we make peace?"})
    said = answer.body["message"]
    assert answer.status == 200
    assert (said["speaker"], said["hearers"], said["mine"]) == ("FRA", ["ENG"], True)
    assert said["l"][0].startswith("propose(fra, eng")
    assert said["readback"] == "You propose peace with England."
    assert said["card"]["state"] == "open"
    assert said["n"] == said["id"]


def test_l_is_said_in_plain_english(story, alice, bob):
    term = peace(story)
    story.answers("ENG", Message.objects.get(), "reject")
    said = alice.post(at(story, "talk"), {"to": ["ENG"], "l": term}).body["message"]
    assert said["l"] == [term]
    assert "peace" in said["text"].lower()
    heard = bob.get(at(story, "talk")).body["messages"]
    assert heard[-1]["l"] == [term]
    assert not heard[-1]["mine"]


def test_a_text_with_several_readings_is_refused_with_them(story, alice):
    answer = alice.post(at(story, "read"), {"to": ["ENG"], "text": "I will move to the north sea"})
    assert answer.body["reading"]["verdict"] in ("clear", "choose", "none")
    unread = alice.post(at(story, "talk"), {"to": ["ENG"], "text": "propose blorp in Burgundy to florp"})
    if unread.status != 200:
        assert unread.code in ("unclear", "choose")
        assert "reading" in unread.body
    assert not Message.objects.filter(term__gt="").exists()


def test_a_message_is_not_said_twice_under_one_key(story, alice):
    body = {"to": ["ENG"], "text": "hello there", "plain": True}
    first = alice.post(at(story, "talk"), body, **{"Idempotency-Key": "k-1"})
    again = alice.post(at(story, "talk"), body, **{"Idempotency-Key": "k-1"})
    assert first.body == again.body
    assert Message.objects.count() == 1
    assert alice.post(at(story, "talk"), body, **{"Idempotency-Key": "not a key"}).code == "malformed"


def test_open_proposals_are_answered_in_one_call(story, alice, bob):
    story.says("FRA", "ENG", "I propose peace")
    found = bob.get(at(story, "proposals")).body
    asked = [each["id"] for each in found]
    assert all("accept" in each["card"]["can"] for each in found)
    answers = [{"message": number, "act": "accept"} for number in asked] + [{"message": 7, "act": "reject"}]
    verdicts = bob.post(at(story, "proposals"), {"answers": answers}).body["verdicts"]
    assert [each["said"] is not None for each in verdicts] == [True] * len(asked) + [False]
    assert verdicts[-1]["code"] == "gone"
    assert Agreement.objects.count() == len(asked)
    again = bob.post(at(story, "proposals"), {"answers": answers[:1]}).body["verdicts"]
    assert again[0]["code"] == "gone"
    assert alice.get(at(story, "proposals")).body == []


def test_the_ledger_shows_promises_and_their_fate(story, alice):
    story.says("FRA", "ENG", "I propose peace")
    story.answers("ENG", Message.objects.get(), "accept")
    ledger = alice.get(at(story, "ledger")).body
    assert {row["by"] for row in ledger["promises"]} == {"FRA", "ENG"}
    assert ledger["partners"] == [{"power": "ENG", "kept": 0, "broken": 0, "void": 0, "open": 1}]
    story.deadline_passes()
    ledger = alice.get(at(story, "ledger")).body
    assert ledger["partners"][0]["kept"] == 1


def test_talk_is_read_on_from_a_number(story, alice, bob):
    story.says("FRA", "ENG", "hello", plain=True)
    first = bob.get(at(story, "talk")).body["messages"]
    story.says("FRA", "ENG", "hello again", plain=True)
    later = bob.get(at(story, "talk"), since=first[-1]["n"]).body
    assert [each["text"] for each in later["messages"]] == ["hello again"]
    assert not later["more"]
    newest = later["messages"][-1]["n"]
    assert bob.get(at(story, "talk"), since=newest).body["messages"] == []


def test_an_answered_proposal_comes_again_with_a_new_number(story, alice, bob):
    asked = story.says("FRA", "ENG", "I propose peace")
    known = bob.get(at(story, "talk")).body["messages"][-1]["n"]
    story.answers("ENG", asked, "accept")
    changed = {each["id"]: each for each in bob.get(at(story, "talk"), since=known).body["messages"]}
    assert changed[asked.pk]["card"]["state"] == "accepted"
    assert changed[asked.pk]["n"] > known


def test_nobody_reads_what_others_say(story, alice, cast, program):
    story.says("ENG", "GER", "a secret", plain=True)
    assert "a secret" not in str(alice.get(at(story, "talk")).body)
    assert "a secret" not in str(program(cast.charlie).get(at(story, "talk")).body)


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"to": ["FRA"], "text": "hello"}, "malformed"),
        ({"to": ["ENG"]}, "malformed"),
        ({"to": ["ENG"], "l": "propose(eng, fra, commit(eng, fra, peace))"}, "malformed"),
        ({"to": ["ENG"], "l": "nonsense("}, "malformed"),
        ({"to": ["ENG"], "text": "x" * 1001, "plain": True}, "too_long"),
        ({"to": ["TUR"], "text": "hello", "plain": True}, "no_press"),
    ],
)
def test_what_cannot_be_said_is_refused(story, alice, body, code):
    answer = alice.post(at(story, "talk"), body)
    assert answer.code == code
    assert not Message.objects.exists()


def test_what_was_meant_for_another_phase_is_not_said(story, alice):
    term = peace(story)
    story.deadline_passes()
    answer = alice.post(at(story, "talk"), {"to": ["ENG"], "l": term, "phase": "S1901M"})
    assert (answer.status, answer.code) == (409, "late")
    assert Message.objects.count() == 1


def test_in_a_silent_game_nobody_talks(story, cast, program):
    story.begins(press_level=0)
    answer = program(cast.alice).post(at(story, "talk"), {"to": ["ENG"], "text": "hello", "plain": True})
    assert (answer.status, answer.code) == (403, "no_press")


def test_english_of_a_phase_that_is_over_is_not_said(story, alice):
    story.deadline_passes()
    body = {"to": ["ENG"], "text": "shall we make peace?", "phase": "S1901M"}
    answer = alice.post(at(story, "talk"), body)
    assert (answer.status, answer.code) == (409, "late")
    assert not Message.objects.filter(speaker__power="FRA").exists()
    assert alice.post(at(story, "talk"), body | {"phase": story.phase}).status == 200
