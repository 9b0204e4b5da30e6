"""Commands from browsers: what is sound comes out as a value, anything else as garbage with a sentence."""

import contextlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from frontend.frames import Ask, Cancel, Garbage, Give, Ready, parse_command

SOUND = [
    ({"type": "order", "phase": "S1901M", "text": "A PAR - BUR", "ref": 1}, Give("S1901M", "A PAR - BUR", 1)),
    ({"type": "order", "phase": "S1901M", "text": "A PAR - BUR"}, Give("S1901M", "A PAR - BUR")),
    ({"type": "cancel", "phase": "F1901R", "unit": "PAR", "ref": 0}, Cancel("F1901R", "PAR", 0)),
    ({"type": "ready", "phase": "W1901A", "ready": False, "ref": 3}, Ready("W1901A", False, 3)),
    ({"type": "ask", "phase": "S1901M", "text": "A PAR - LON", "ref": 4}, Ask("S1901M", "A PAR - LON", 4)),
]

GARBAGE = [
    ("", "empty"),
    ("{", "JSON"),
    ("[]", "JSON object"),
    ('"order"', "JSON object"),
    ("null", "JSON object"),
    ("[" * 2000, "JSON"),
    ('{"type": "order"}', "'phase'"),
    ('{"type": "fly", "phase": "S1901M"}', "'type'"),
    ('{"type": ["order"]}', "'type'"),
    ('{"type": "order", "phase": "S1901M", "text": 7}', "'text'"),
    ('{"type": "order", "phase": "S1901M", "text": null}', "'text'"),
    ('{"type": "order", "phase": "W1901M", "text": "A PAR H"}', "W1901M"),
    ('{"type": "order", "phase": "tomorrow", "text": "A PAR H"}', "tomorrow"),
    ('{"type": "ready", "phase": "S1901M", "ready": 1}', "true or false"),
    ('{"type": "ready", "phase": "S1901M", "ready": "yes"}', "true or false"),
    ('{"type": "ready", "phase": "S1901M", "ready": true, "power": "ENG"}', "'power'"),
    ('{"type": "order", "phase": "S1901M", "text": "A\\u0000PAR"}', "cannot be printed"),
    ('{"type": "order", "phase": "S1901M", "text": "\\ud800"}', "cannot be printed"),
    ('{"type": "order", "phase": "S1901M", "text": "A PAR H", "ref": "one"}', "'ref'"),
    ('{"type": "order", "phase": "S1901M", "text": "A PAR H", "ref": true}', "'ref'"),
    ('{"type": "order", "phase": "S1901M", "text": "A PAR H", "ref": -1}', "'ref'"),
    (json.dumps({"type": "order", "phase": "S1901M", "text": "A" * 201}), "200"),
    (json.dumps({"type": "order", "phase": "S1901M", "text": "A" * 5000}), "at most"),
]


@pytest.mark.parametrize(("data", "command"), SOUND)
def test_a_sound_command_becomes_a_value(data, command):
    assert parse_command(json.dumps(data)) == command


@pytest.mark.parametrize(("text", "says"), GARBAGE)
def test_garbage_is_refused_with_a_sentence(text, says):
    with pytest.raises(Garbage) as caught:
        parse_command(text)
    assert says in caught.value.message
    assert caught.value.message.endswith(".")


def test_the_answer_to_garbage_carries_the_senders_ref():
    with pytest.raises(Garbage) as caught:
        parse_command('{"type": "order", "phase": "S1901M", "ref": 9}')
    assert caught.value.ref == 9


@pytest.mark.parametrize("frame", [None, b"", b"\xff\xfe", b"{}"])
def test_bytes_and_nothing_are_garbage(frame):
    with pytest.raises(Garbage):
        parse_command(frame)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=10,
)


@given(st.text(max_size=200) | st.binary(max_size=200) | JSON.map(json.dumps))
def test_whatever_comes_in_is_a_command_or_garbage(text):
    with contextlib.suppress(Garbage):
        assert parse_command(text).phase


FIELDS = st.fixed_dictionaries(
    {"type": st.sampled_from(["order", "cancel", "ready", "ask"])},
    optional=dict.fromkeys(("phase", "text", "unit", "ready", "ref"), JSON),
)


@given(FIELDS)
def test_odd_fields_are_a_command_or_garbage(data):
    try:
        command = parse_command(json.dumps(data))
    except Garbage:
        return
    assert command.phase == data["phase"]
