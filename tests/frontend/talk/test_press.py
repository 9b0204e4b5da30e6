"""The talk as a page asks for it: reading while typing, saying, answering, and who sees what."""

import json

import pytest
from django.test import Client

from dipgame.games.models import Game, Message
from frontend.access import access_for
from frontend.talk.state import press_of

SUPPORT = {"type": "offer", "asked": ["A MUN S A PAR - BUR"], "offered": ["A MAR - SPA"], "to": ["GER"]}


def talk(story, person):
    return press_of(access_for(person, story.game.slug))


def test_reading_while_typing_changes_nothing(story, cast, ask):
    story.begins()
    status, answer = ask(cast.alice, type="read", text="lets have peace", to=["ENG"], ref=7)
    assert (status, answer["type"], answer["ref"]) == (200, "reading", 7)
    (candidate,) = answer["reading"]["candidates"]
    assert answer["reading"]["verdict"] == "clear"
    assert candidate["english"] == "You propose peace with England."
    assert (candidate["act"], candidate["level"], candidate["blocked"]) == ("propose", 1, "")
    assert "propose" in answer["reading"]["allowed"]
    assert not Message.objects.exists()


def test_what_is_not_understood_names_the_words_and_what_comes_near(story, cast, ask):
    story.begins()
    _, answer = ask(cast.alice, type="read", text="my gran fiddles about in burgundy and yodels", to=["GER"])
    reading = answer["reading"]
    assert reading["verdict"] == "none"
    assert len(reading["nearest"]) == 3
    assert any("Burgundy" in sentence for sentence in reading["nearest"])
    for sentence in reading["nearest"]:
        _, again = ask(cast.alice, type="read", text=sentence, to=["GER"])
        assert again["reading"]["verdict"] == "clear", sentence


def test_saying_it_and_answering_it(story, cast, ask):
    story.begins()
    status, said = ask(cast.alice, type="say", text="lets have peace", to=["ENG"], l="", plain=False, ref=1)
    assert (status, said["type"]) == (200, "said")
    message = said["message"]
    assert (message["conversation"], message["mine"], message["understood"]) == ("ENG-FRA", True, True)
    assert message["card"]["can"] == ["withdraw"]
    theirs = talk(story, cast.bob)["messages"][0]
    assert theirs["card"]["can"] == ["accept", "reject", "counter"]
    assert theirs["readback"] == "France proposes peace with you."
    assert ask(cast.bob, type="read", text=theirs["card"]["edit"], to=["FRA"])[1]["reading"]["verdict"] == "clear"
    conversation = {each["key"]: each for each in talk(story, cast.bob)["conversations"]}["ENG-FRA"]
    assert (conversation["unread"], conversation["open"], conversation["title"]) == (1, 1, "France")
    status, answered = ask(cast.bob, type="answer", message=message["id"], act="accept")
    assert (status, answered["type"]) == (200, "said")
    after = talk(story, cast.alice)
    assert after["messages"][0]["card"]["state"] == "accepted"
    assert after["messages"][0]["card"]["answers"] == {"ENG": "accept"}
    assert [(row["by"], row["state"]) for row in after["promises"]] == [("ENG", "open"), ("FRA", "open")]
    assert after["partners"] == [{"power": "ENG", "kept": 0, "broken": 0, "void": 0, "open": 1}]


def test_nothing_is_said_to_bots_alone_that_do_not_talk(story, cast, ask):
    story.begins()
    story.game.seats.filter(power="ITA").update(bot="blabbot")
    say = {"type": "say", "text": "Hello there", "l": "", "plain": True}
    words = "Austria and Germany are played by bots that do not talk; write to somebody who does."
    status, answer = ask(cast.alice, **say, to=["GER", "AUS"])
    assert (status, answer["code"], answer["message"]) == (403, "no_press", words)
    status, answer = ask(cast.alice, **SUPPORT)
    assert (status, answer["code"]) == (403, "no_press")
    assert answer["message"].startswith("Germany is played by a bot that does not talk")
    assert not Message.objects.exists()
    for to in (["ENG"], ["ITA"], ["AUS", "ENG"]):
        assert ask(cast.alice, **say, to=to)[0] == 200


def test_orders_clicked_on_the_map_become_a_proposal_and_then_orders_at_a_click(story, cast, ask):
    story.begins()
    story.game.seats.filter(power="GER").update(bot="blabbot")
    _, answer = ask(cast.alice, **SUPPORT)
    (candidate,) = answer["reading"]["candidates"]
    assert "support" in candidate["english"]
    assert [order["power"] for order in candidate["orders"]] == ["GER", "FRA"]
    assert [order["text"] for order in candidate["orders"]] == ["A MUN S A PAR - BUR", "A MAR - SPA"]
    _, said = ask(cast.alice, type="say", text="", to=["GER"], l=candidate["l"], plain=False)
    assert said["message"]["text"].startswith("If you support")
    story.answers("GER", Message.objects.get(), "accept")
    (agreed,) = talk(story, cast.alice)["agreed"]
    assert (agreed["text"], agreed["to"], agreed["written"]) == ("A MAR - SPA", ["GER"], False)
    assert ask(cast.alice, type="order", phase="S1901M", text=agreed["text"])[0] == 200
    assert talk(story, cast.alice)["agreed"][0]["written"]
    story.ready("FRA", "ENG")
    assert talk(story, cast.alice)["agreed"] == []
    states = {(row["by"], row["state"]) for row in talk(story, cast.alice)["promises"]}
    assert states == {("FRA", "kept"), ("GER", "broken")}


def test_support_of_a_unit_nobody_named_is_drawn_and_any_way_of_giving_it_is_one_click(story, cast, ask):
    story.begins()
    deal = "[Commit(fra, ger, hlp(fra, ger, bur)), Commit(fra, ger, ent(fra, spa))]"
    offer = story.says("GER", "FRA", term=f"propose(ger, fra, {deal})")
    (message,) = talk(story, cast.alice)["messages"]
    orders = [(each["power"], each["text"], each["choice"]) for each in message["card"]["orders"]]
    assert orders == [
        ("FRA", "A MAR S A MUN - BUR", True),
        ("FRA", "A PAR S A MUN - BUR", True),
        ("FRA", "A MAR - SPA", False),
    ]
    story.answers("FRA", offer, "accept")
    agreed = talk(story, cast.alice)["agreed"]
    assert [each["text"] for each in agreed] == [text for _, text, _ in orders]
    assert agreed[0]["promise"] == agreed[1]["promise"] != agreed[2]["promise"]
    assert ask(cast.alice, type="order", phase="S1901M", text="A PAR S A MUN - BUR")[0] == 200
    assert [each["written"] for each in talk(story, cast.alice)["agreed"]] == [True, False, False]
    story.ready("FRA", "ENG")
    assert {(row["by"], row["state"]) for row in talk(story, cast.alice)["promises"]} == {
        ("FRA", "kept"),
        ("FRA", "broken"),
    }


def test_a_card_and_the_ledger_speak_to_whoever_reads(story, cast, ask):
    story.begins()
    asked = {"type": "offer", "asked": ["F LON - NTH"], "offered": ["A MAR - SPA"], "to": ["ENG"]}
    _, answer = ask(cast.alice, **asked)
    _, said = ask(cast.alice, type="say", text="", to=["ENG"], l=answer["reading"]["candidates"][0]["l"], plain=False)
    assert said["message"]["card"]["terms"] == [
        {"by": "ENG", "text": "England will move its fleet in London to the North Sea"},
        {"by": "FRA", "text": "You will move your army in Marseilles to Spain"},
    ]
    (theirs,) = talk(story, cast.bob)["messages"]
    assert theirs["act"] == "propose"
    assert [term["text"] for term in theirs["card"]["terms"]] == [
        "You will move your fleet in London to the North Sea",
        "France will move its army in Marseilles to Spain",
    ]
    story.answers("ENG", Message.objects.get(), "accept")
    shown = talk(story, cast.alice)
    assert [message["act"] for message in shown["messages"]] == ["propose", "accept"]
    assert shown["messages"][1]["readback"].startswith("England accepts this: ")
    assert {row["english"] for row in shown["promises"]} == {
        "England will move its fleet in London to the North Sea",
        "You will move your army in Marseilles to Spain",
    }


def test_a_center_for_oneself_is_no_promise(story, cast):
    story.begins(press_level=6)
    story.answers("ENG", story.says("FRA", "ENG", term="propose(fra, eng, Agree([fra, eng], scd(fra, bel)))"), "accept")
    shown = talk(story, cast.alice)
    assert [(row["by"], row["short"]) for row in shown["promises"]] == [("ENG", "leaving Belgium to you")]


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        (
            {"type": "say", "text": "i'll move paris to burgundy or picardy", "to": ["GER"], "l": "", "plain": False},
            (422, "choose"),
        ),
        ({"type": "say", "text": "x" * 1001, "to": ["GER"], "l": "", "plain": True}, (400, "too_long")),
        ({"type": "say", "text": "x", "to": [], "l": "", "plain": True}, (400, "malformed")),
        ({"type": "say", "text": "x", "to": "GER", "l": "", "plain": True}, (400, "malformed")),
        ({"type": "say", "text": "x", "to": [7], "l": "", "plain": True}, (400, "malformed")),
        ({"type": "answer", "message": 99, "act": "accept"}, (409, "gone")),
        ({"type": "answer", "message": -1, "act": "accept"}, (400, "malformed")),
        ({"type": "answer", "message": 10**30, "act": "accept"}, (400, "malformed")),
        ({"type": "seen", "with": ["GER", "RUS"], "upto": 1}, (400, "malformed")),
        (SUPPORT | {"to": ["RUS"]}, (400, "malformed")),
        (SUPPORT | {"asked": ["A PAR - BUR"]}, (400, "malformed")),
        (SUPPORT | {"asked": ["A BOH - GAL"]}, (400, "malformed")),
        (SUPPORT | {"asked": ["nonsense"]}, (400, "malformed")),
        (SUPPORT | {"asked": [], "offered": []}, (400, "malformed")),
    ],
)
def test_refusals(story, cast, ask, command, expected):
    story.begins()
    story.game.seats.exclude(bot="").update(bot="blabbot")
    got, answer = ask(cast.alice, **command)
    assert (got, answer["type"], answer["code"]) == (expected[0], "refused", expected[1])
    assert answer["message"].endswith(".")
    assert ("reading" in answer) == (expected[1] in ("choose", "unclear"))
    assert not Message.objects.exists()


def test_the_protocol_says_what_may_be_said_now(story, cast, ask):
    story.begins(press_protocol="l3")
    story.says("FRA", "ENG", "I offer peace")
    command = {"type": "say", "text": "How about an alliance of us?", "to": ["FRA"], "l": "", "plain": False}
    status, answer = ask(cast.bob, **command)
    assert (status, answer["code"]) == (409, "protocol")
    assert "accept" in answer["allowed"]
    _, answer = ask(cast.bob, type="read", text="How about an alliance of us?", to=["FRA"])
    assert "Answer their proposal first" in answer["reading"]["candidates"][0]["blocked"]


def test_a_counter_offer_names_what_it_takes_the_place_of(story, cast, ask):
    story.begins()
    peace = story.says("FRA", "ENG", "I offer peace")
    command = {
        "type": "say",
        "text": "Please move your fleet in Brest to Gascony",
        "to": ["FRA"],
        "l": "",
        "plain": False,
    }
    _, answer = ask(cast.bob, **command, instead=peace.pk)
    assert answer["type"] == "said"
    cards = [message["card"]["state"] for message in talk(story, cast.alice)["messages"]]
    assert cards == ["countered", "open"]
    assert ask(cast.bob, **command, instead="x")[0] == 400


def test_markup_is_text(story, cast):
    story.begins()
    story.says("FRA", "ENG", "<script>alert(1)</script>", plain=True)
    client = Client()
    client.force_login(cast.bob)
    page = client.get(f"/games/{story.game.slug}/").content.decode()
    assert "<script>alert(1)" not in page
    answer = client.get(f"/games/{story.game.slug}/press")
    assert answer["Content-Type"] == "application/json"
    assert answer.json()["messages"][0]["text"] == "<script>alert(1)</script>"
    assert "no-store" in answer["Cache-Control"]


# --- Who may read it ---------------------------------------------------------------------------------


@pytest.fixture
def secret(story):
    """A talk between Alice and Bob, and one with Germany."""
    story.begins()
    story.answers("ENG", story.says("FRA", "ENG", "I offer peace"), "accept")
    story.says("FRA", "ENG", "the password is marmalade", plain=True)
    story.says("FRA", "GER", "the other is honey", plain=True)
    return story


def test_others_read_nothing_by_url_or_command(secret, cast, ask):
    slug = secret.game.slug
    for person in (cast.charlie, None):
        client = Client()
        if person is not None:
            client.force_login(person)
        assert client.get(f"/games/{slug}/press").status_code == 404
        for path in ("", "state", "phases/S1901M.json"):
            assert "marmalade" not in client.get(f"/games/{slug}/{path}").content.decode()
        first = Message.objects.first().pk
        for command in (
            {"type": "seen", "with": ["ENG", "FRA"], "upto": 1},
            {"type": "answer", "message": first, "act": "accept"},
        ):
            status, answer = ask(person, **command)
            assert (status, answer["code"]) == (403, "not_seated")


def test_a_player_reads_only_the_own_conversations(secret, cast):
    client = Client()
    client.force_login(cast.bob)
    text = client.get(f"/games/{secret.game.slug}/press?before={10**16}").content.decode()
    assert "marmalade" in text
    assert "honey" not in text
    whole = talk(secret, cast.bob)
    assert "honey" not in json.dumps(whole)
    assert "ENG-FRA" in {each["key"] for each in whole["conversations"]}
    assert not any({"FRA", "GER"} == set(each["powers"]) for each in whole["conversations"])


def test_after_the_end_everybody_may_read_it(secret, cast):
    game = secret.game
    client = Client()
    address = f"/games/{game.slug}/press"
    assert client.get(address).status_code == 404
    Game.objects.filter(pk=game.pk).update(status="finished", result="draw", finished_at=game.started_at)
    game.phases.update(status="final", deadline=None)
    shown = client.get(address).json()
    assert {message["text"] for message in shown["messages"]} >= {"the password is marmalade", "the other is honey"}
    assert not shown["can_talk"]
    assert shown["messages"][0]["card"]["can"] == []
    assert {tuple(each["phases"]) for each in shown["conversations"]} == {("S1901M",)}


def test_a_game_without_talk_has_none(story, cast):
    story.begins(press_level=0)
    assert talk(story, cast.alice) is None


@pytest.fixture
def chatter(story, monkeypatch):
    """An open proposal and five words to England, after one to Germany; a page gets two of each at first."""
    monkeypatch.setattr("dipgame.games.queries.talk._NEWEST", 2)
    monkeypatch.setattr("dipgame.games.queries.talk._EARLIER", 3)
    story.begins()
    story.says("FRA", "GER", "a word to Germany", plain=True)
    story.says("FRA", "ENG", "I offer peace")
    return [story.says("FRA", "ENG", f"number {number}", plain=True).pk for number in range(5)]


def test_at_first_come_the_ends_of_all_conversations_back_to_what_is_on_the_table(story, cast, chatter):
    shown = talk(story, cast.alice)
    numbers = [f"number {number}" for number in range(5)]
    assert [message["text"] for message in shown["messages"]] == ["a word to Germany", "I offer peace", *numbers]
    ends = {each["key"]: (each["first"], each["last"]) for each in shown["conversations"]}
    assert ends["ENG-FRA"] == (Message.objects.get(text="I offer peace").pk, chatter[-1])
    assert ends["FRA-RUS"] == (None, None)
    story.answers("ENG", Message.objects.get(text="I offer peace"), "reject")
    texts = [message["text"] for message in talk(story, cast.alice)["messages"]]
    assert len(texts) == 3
    assert texts[:2] == ["a word to Germany", "number 4"]


def test_earlier_messages_come_by_conversation(story, cast, chatter):
    client = Client()
    client.force_login(cast.alice)

    def before(number, key):
        answer = client.get(f"/games/{story.game.slug}/press", {"before": number, "with": key}).json()
        assert not answer["whole"]
        return [message["text"] for message in answer["messages"]]

    assert before(chatter[3], "ENG-FRA") == ["number 0", "number 1", "number 2"]
    assert before(chatter[0], "ENG-FRA") == ["I offer peace"]
    assert before(chatter[0], "FRA-GER") == ["a word to Germany"]
    assert before(chatter[0], "ENG-GER") == []
    assert before(chatter[0], "") == ["a word to Germany", "I offer peace"]
