"""Commands from browsers: what is sound comes out as a value, anything else as garbage with a sentence."""

import contextlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from frontend.wire.commands import (
    AskCommand,
    BadFrame,
    CancelCommand,
    OrderCommand,
    PingCommand,
    ReadyCommand,
    parse_command,
)

SOUND = [
    ({"type": "order", "phase": "S1901M", "text": "A PAR - BUR", "ref": 1}, OrderCommand("S1901M", "A PAR - BUR", 1)),
    ({"type": "order", "phase": "S1901M", "text": "A PAR - BUR"}, OrderCommand("S1901M", "A PAR - BUR")),
    ({"type": "cancel", "phase": "F1901R", "unit": "PAR", "ref": 0}, CancelCommand("F1901R", "PAR", 0)),
    ({"type": "ready", "phase": "W1901A", "ready": False, "ref": 3}, ReadyCommand("W1901A", False, 3)),
    (
        {"type": "cancel", "phase": "F1901R", "unit": "PAR", "mark": "k3x-1"},
        CancelCommand("F1901R", "PAR", mark="k3x-1"),
    ),
    ({"type": "ping", "ref": 5}, PingCommand(5)),
    ({"type": "ask", "phase": "S1901M", "text": "A PAR - LON", "ref": 4}, AskCommand("S1901M", "A PAR - LON", 4)),
]

BAD_FRAMES = [
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
    ('{"type": "order", "phase": "S1901M", "text": "A\\u0000PAR"}', "unprintable characters"),
    ('{"type": "order", "phase": "S1901M", "text": "\\ud800"}', "unprintable characters"),
    ('{"type": "order", "phase": "S1901M", "text": "A PAR H", "ref": "one"}', "'ref'"),
    ('{"type": "order", "phase": "S1901M", "text": "A PAR H", "mark": 1}', "'mark'"),
    ('{"type": "order", "phase": "S1901M", "text": "A PAR H", "mark": ""}', "'mark'"),
    ('{"type": "ask", "phase": "S1901M", "text": "A PAR H", "mark": "a"}', "'mark'"),
    ('{"type": "say", "text": "hi", "to": ["ENG"], "l": "", "plain": true, "phase": "now"}', "now"),
    ('{"type": "order", "phase": "S1901M", "text": "A PAR H", "ref": true}', "'ref'"),
    ('{"type": "order", "phase": "S1901M", "text": "A PAR H", "ref": -1}', "'ref'"),
    (json.dumps({"type": "ask", "phase": "S1901M", "text": "A" * 201}), "200"),
    (json.dumps({"type": "order", "phase": "S1901M", "text": "A" * 2001}), "2000"),
    (json.dumps({"type": "order", "phase": "S1901M", "text": "A" * 5000}), "at most"),
]


@pytest.mark.parametrize(("data", "command"), SOUND)
def test_a_sound_command_becomes_a_value(data, command):
    assert parse_command(json.dumps(data)) == command


@pytest.mark.parametrize(("text", "says"), BAD_FRAMES)
def test_garbage_is_refused_with_a_sentence(text, says):
    with pytest.raises(BadFrame) as caught:
        parse_command(text)
    assert says in caught.value.message
    assert caught.value.message.endswith(".")


def test_the_answer_to_garbage_carries_the_senders_ref():
    with pytest.raises(BadFrame) as caught:
        parse_command('{"type": "order", "phase": "S1901M", "ref": 9}')
    assert caught.value.ref == 9


def test_the_answer_to_a_frame_with_half_a_sign_carries_the_senders_ref():
    with pytest.raises(BadFrame) as caught:
        parse_command('{"type": "order", "phase": "S1901M", "text": "\\ud800", "ref": 9}')
    assert caught.value.ref == 9


@pytest.mark.parametrize("frame", [None, b"", b"\xff\xfe", b"{}"])
def test_bytes_and_nothing_are_garbage(frame):
    with pytest.raises(BadFrame):
        parse_command(frame)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=10,
)


@given(st.text(max_size=200) | st.binary(max_size=200) | JSON.map(json.dumps))
def test_whatever_comes_in_is_a_command_or_garbage(text):
    with contextlib.suppress(BadFrame):
        assert parse_command(text).phase


FIELDS = st.fixed_dictionaries(
    {"type": st.sampled_from(["order", "cancel", "ready", "ask"])},
    optional=dict.fromkeys(("phase", "text", "unit", "ready", "ref"), JSON),
)


@given(FIELDS)
def test_odd_fields_are_a_command_or_garbage(data):
    try:
        command = parse_command(json.dumps(data))
    except BadFrame:
        return
    assert command.phase == data["phase"]
