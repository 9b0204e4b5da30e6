"""Bad input to the talk is refused clearly and changes nothing."""

import asyncio
import json
from typing import Any

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from dipgame.games.models import Agreement, Hearing, Message, Promise, Proposal, SeenMark
from frontend.game.socket import BAD_FRAMES_LIMIT
from frontend.talk.state import press_of
from frontend.wire.commands import BadFrame, parse_command
from tests.frontend.game.lines import Line, opened
from tests.frontend.wire.test_commands import JSON

PEACE = "Agree([eng fra], pce([eng fra]))"
PROPOSAL = f"propose(fra, eng, {PEACE})"
SOUND = {
    "read": {"type": "read", "text": "peace?", "to": ["ENG"]},
    "complete": {"type": "complete", "text": "will you sup", "to": ["ENG"]},
    "offer": {"type": "offer", "asked": ["F LON - NTH"], "offered": ["A PAR - BUR"], "to": ["ENG"]},
    "say": {"type": "say", "text": "Peace between us?", "to": ["ENG"], "l": "", "plain": False},
    "answer": {"type": "answer", "message": 1, "act": "accept"},
    "seen": {"type": "seen", "with": ["ENG", "FRA"], "upto": 1},
}
TEXT: tuple[Any, ...] = (None, 7, True, 1.5, [], {}, ["peace"])
LIST: tuple[Any, ...] = (
    None,
    7,
    True,
    "ENG",
    {},
    {"ENG": 1},
    [None],
    [7],
    [["ENG"]],
    [{}],
    ["ENG", 7],
    ["E" * 201],
    ["ENG"] * 41,
    ["\x00"],
)
NUMBER: tuple[Any, ...] = (None, "1", True, 1.0, [], {}, -1, 2**63, 10**400)
WRONG_TYPES = {
    "read": {"text": TEXT, "to": LIST},
    "complete": {"text": TEXT, "to": LIST},
    "offer": {"asked": LIST, "offered": LIST, "to": LIST},
    "say": {"text": TEXT, "to": LIST, "l": TEXT, "plain": (None, 0, 1, "no", [])},
    "answer": {"message": NUMBER, "act": TEXT},
    "seen": {"with": LIST, "upto": NUMBER},
}
NOBODY: tuple[list[str], ...] = (
    [],
    ["FRA"],
    ["ENG", "FRA"],
    ["XXX"],
    ["eng"],
    ["ENG", "XXX"],
    ["England"],
    [""],
    ["<b>ENG</b>"],
)
WRONG_VALUES = {
    "read": {"to": NOBODY},
    "complete": {"to": NOBODY, "text": ("x" * 4001, "\ud800")},
    "offer": {
        "to": NOBODY,
        "asked": (["A PAR - BUR"], ["A BOH - GAL"], ["x"], ["<script>"], [""], ["F LON - NTH", "A PAR - BUR"]),
        "offered": (["F LON - ECH"], ["A PAR"], ["\u202eA PAR - BUR"]),
    },
    "say": {
        "to": NOBODY,
        "text": (
            "",
            " ",
            "\n\t",
            "x" * 1001,
            "x" * 4001,
            "\x00",
            "a\u202eb",
            "\ud800",
        ),
        "l": (
            "x",
            "<script>alert(1)</script>",
            "propose(",
            f"propose(ger, eng, {PEACE})",
            f"propose(fra, ger, {PEACE})",
            f"propose(fra, [eng ger], {PEACE})",
            f"accept(fra, eng, {PEACE})",
            "propose(fra, eng, [Commit(eng, fra, Do(?o))])",
            "withdraw(fra, eng)",
            "(" * 3000,
            PROPOSAL + " " * 4000,
            f"{PROPOSAL}\n{PROPOSAL}",
            f"{PROPOSAL}\nnonsense",
        ),
    },
    "answer": {"message": (0, 99, 2**62), "act": ("", "ACCEPT", "counter", "x" * 201, "<b>", "accept ", "\x00")},
    "seen": {"with": ([], ["FRA"] * 2, ["GER", "RUS"], ["FRA", "XXX"], ["<b>"], ["ENG"])},
}


def wrong(kind):
    """(what is wrong, the command) for everything that can be wrong with one field, and with the whole."""
    sound = SOUND[kind]
    yield "no fields", {"type": kind}
    for extra in ({"power": "ENG"}, {"seat": 1}, {"speaker": "ENG"}, {"phase": "W1901M"}):
        yield f"more: {extra}", sound | extra
    for ref in ("1", -1, 2**31, 1.5, [], True):
        yield f"ref {ref!r}", sound | {"ref": ref}
    for field in sound.keys() - {"type"}:
        yield f"no {field}", {name: value for name, value in sound.items() if name != field}
        for value in (*WRONG_TYPES[kind].get(field, ()), *WRONG_VALUES[kind].get(field, ())):
            yield f"{field} {value!r:.80}", sound | {field: value}


def everything():
    """All that the talk has written."""
    models = (Message, Proposal, Agreement, Promise, SeenMark, Hearing)
    return [list(model.objects.order_by("pk").values()) for model in models]


@pytest.fixture
def post(story):
    """Sends a command, or any text, as somebody; gives the status and the answer."""

    def post(person, command):
        client = Client(raise_request_exception=True)
        if person is not None:
            client.force_login(person)
        body = command if isinstance(command, str) else json.dumps(command)
        answer = client.post(f"/games/{story.game.slug}/command", body, content_type="application/json")
        return answer.status_code, answer.json()

    return post


@pytest.mark.parametrize("kind", SOUND)
def test_what_is_wrong_is_refused_and_changes_nothing(story, cast, post, kind):
    story.begins()
    before = everything()
    faults = []
    for what, command in wrong(kind):
        status, answer = post(cast.alice, command)
        sentence = str(answer.get("message", ""))
        if not (400 <= status < 500 and answer["type"] == "refused" and answer["code"] and sentence.endswith(".")):
            faults.append((what, status, answer))
        if everything() != before:
            faults.append((what, "something was written"))
            break
    assert faults == [], [fault[0] for fault in faults]


def test_what_is_refused_would_be_done_if_it_were_right(story, cast, post):
    """Else the test above would prove nothing."""
    story.begins()
    for kind in ("read", "offer", "seen"):
        assert post(cast.alice, SOUND[kind])[0] == 200, kind
    status, said = post(cast.alice, SOUND["say"])
    assert status == 200
    assert post(cast.bob, SOUND["answer"] | {"message": said["message"]["id"]})[0] == 200


@pytest.mark.parametrize(
    "text", ["<script>alert(1)</script>", "&lt;b&gt; 'x' \"y\"", "🦊" * 500, "a\nb", "Ünïcödé — ¿qué?"]
)
def test_odd_letters_are_kept_as_they_are(story, cast, post, text):
    story.begins()
    status, said = post(cast.alice, SOUND["say"] | {"text": text, "plain": True})
    assert (status, said["message"]["text"]) == (200, text)
    assert Message.objects.get().text == text


def test_nothing_typed_is_lost_by_a_refusal(story, cast, post):
    """The next command is done as if nothing had been."""
    story.begins()
    for _, command in wrong("say"):
        post(cast.alice, command)
    status, said = post(cast.alice, SOUND["say"])
    assert (status, said["message"]["text"]) == (200, "Peace between us?")


# --- Strangers, and others at the table ----------------------------------------------------------------


@pytest.fixture
def proposed(story):
    """France proposes peace to England; number of the message."""
    story.begins()
    return story.says("FRA", "ENG", "I offer peace").pk


def test_only_who_was_asked_answers(story, cast, post, proposed):
    before = everything()
    for person, act, code in (
        (cast.charlie, "accept", "not_seated"),
        (cast.charlie, "withdraw", "not_seated"),
        (None, "accept", "not_seated"),
        (cast.alice, "accept", "gone"),
        (cast.bob, "withdraw", "gone"),
    ):
        status, answer = post(person, SOUND["answer"] | {"message": proposed, "act": act})
        assert (answer["type"], answer["code"]) == ("refused", code), (person, act)
        assert status in (403, 409)
        assert everything() == before


@pytest.mark.parametrize("kind", SOUND)
def test_strangers_can_do_nothing_at_all(story, cast, post, proposed, kind):
    before = everything()
    for person in (cast.charlie, None):
        status, answer = post(person, SOUND[kind])
        assert (status, answer["code"]) == (403, "not_seated")
        assert "peace" not in json.dumps(answer).lower()
        assert everything() == before


def test_another_seat_cannot_answer_or_see_what_was_not_said_to_it(story, cast, post):
    story.begins()
    secret = story.says("FRA", "GER", "I offer peace").pk
    before = everything()
    for act in ("accept", "reject", "withdraw"):
        status, answer = post(cast.bob, SOUND["answer"] | {"message": secret, "act": act})
        assert (status, answer["code"]) == (409, "gone")
        never = post(cast.bob, SOUND["answer"] | {"message": secret + 1000, "act": act})
        assert (status, answer) == never, "an answer tells whether there is such a message"
    assert post(cast.bob, {"type": "seen", "with": ["FRA", "GER"], "upto": secret})[0] == 400
    assert everything() == before
    client = Client()
    client.force_login(cast.bob)
    for query in ({"before": 10**6}, {"before": secret + 1, "with": "FRA-GER"}, {"with": "FRA-GER"}):
        shown = client.get(f"/games/{story.game.slug}/press", query)
        assert "I offer peace" not in shown.content.decode()


def test_another_game_s_proposal_is_none(story, cast, post, proposed):
    """A message's number is no key to another game: it counts only in the game it was said in."""
    address = f"/games/{story.game.slug}/command"
    client = Client()
    client.force_login(cast.bob)
    body = json.dumps(SOUND["answer"] | {"message": proposed})
    other = client.post(address.replace(story.game.slug, "no-such-game"), body, content_type="application/json")
    assert other.status_code == 404
    assert Proposal.objects.get().state == Proposal.State.OPEN


# --- The same over the socket ---------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("redis")
def test_over_the_socket_too(story, cast):
    story.begins()
    before = everything()
    client = Client()
    client.force_login(cast.alice)
    alice = Line(story.game.slug, client.cookies["sessionid"].value)
    frames = [SOUND[kind] | change for kind, change in (
        ("say", {"to": "ENG"}),
        ("say", {"l": 7}),
        ("say", {"plain": "no"}),
        ("say", {"l": f"propose(ger, eng, {PEACE})"}),
        ("say", {"text": "x" * 1001}),
        ("say", {"text": "\ud800"}),
        ("read", {"to": [7]}),
        ("offer", {"asked": ["<script>"]}),
        ("answer", {"message": 10**30}),
        ("answer", {"message": 99}),
        ("seen", {"with": ["GER", "RUS"]}),
        ("seen", {"power": "ENG"}),
    )]  # fmt: skip
    assert len(frames) < BAD_FRAMES_LIMIT

    async def scene():
        await opened(alice)
        for ref, frame in enumerate(frames):
            reply = await alice.ask(frame | {"ref": ref})
            assert (reply["type"], str(reply["message"])[-1]) == ("refused", "."), frame
        assert (await alice.ask(SOUND["say"] | {"ref": 99}))["type"] == "said"
        await alice.close()

    asyncio.run(scene())
    assert [len(rows) for rows in before] == [0] * len(before)
    assert Message.objects.count() == 1


# --- Parsing alone --------------------------------------------------------------------------------------

FIELDS = st.fixed_dictionaries(
    {"type": st.sampled_from(sorted(SOUND))},
    optional=dict.fromkeys(
        ("text", "to", "l", "plain", "asked", "offered", "message", "act", "with", "upto", "ref"),
        JSON | st.lists(st.text(max_size=5), max_size=3) | st.sampled_from([["ENG"], True, 1, "accept", PROPOSAL]),
    ),
)


@given(FIELDS)
def test_odd_fields_are_a_command_or_garbage(data):
    command, garbage = None, None
    try:
        command = parse_command(json.dumps(data))
    except BadFrame as error:
        garbage = error
    assert command.ref == data.get("ref") if garbage is None else garbage.message.endswith(".")


def test_the_page_of_who_plays_shows_only_the_own_talk(story, cast):
    """The one gate for pages, frames and answers is the same."""
    from frontend.access import access_for

    story.begins()
    story.says("FRA", "GER", "the honey is in the jar", plain=True)
    assert "honey" in json.dumps(press_of(access_for(cast.alice, story.game.slug)))
    assert "honey" not in json.dumps(press_of(access_for(cast.bob, story.game.slug)))
    assert press_of(access_for(cast.charlie, story.game.slug)) is None
