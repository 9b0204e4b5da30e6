"""`python -m negotiation`, line by line."""

import io
import json
import subprocess
import sys

import pytest

from negotiation.__main__ import main

PEACE = "Agree([fra ger], pce([fra ger]))"
WEST = {"phase": "F1901M", "units": ["ENG F NTH", "FRA A BUR", "GER A RUH"], "centers": {}}


def run(command, *items):
    out = io.StringIO()
    source = "\n".join(item if isinstance(item, str) else json.dumps(item) for item in items)
    assert main([command], io.StringIO(source), out) == 0
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_read():
    (answer,) = run("read", {"id": 7, "text": "peace?", "speaker": "FRA", "hearers": ["GER"]})
    assert answer == {
        "id": 7,
        "verdict": "clear",
        "candidates": [{"l": f"propose(fra, ger, {PEACE})", "english": "How about peace between us?", "level": 1}],
        "unplaced": [],
    }


def test_understand_prints_what_the_site_would_store():
    asked = {"me": "FRA", "other": "GER", "position": WEST}
    theirs, mine = (f"propose({one}, {other}, {PEACE})" for one, other in (("ger", "fra"), ("fra", "ger")))
    claimed, yes, back, talk, wrong = run(
        "understand",
        {**asked, "id": 1, "text": "How about peace?"},
        {**asked, "id": 2, "text": "Yes, I accept.", "open": theirs, "mine": None},
        {**asked, "id": 3, "text": "I take back my proposal.", "mine": mine},
        {**asked, "id": 4, "text": "Hello!"},
        {**asked, "id": 5, "text": "Hello!", "other": "FRA"},
    )
    assert claimed == {"id": 1, "verdict": "claim", "readings": [mine], "act": "propose:pact", "question": None}
    assert (yes["readings"], yes["act"]) == ([f"accept(fra, ger, {PEACE})"], "accept:pact")
    assert back["readings"] == ["withdraw(fra, ger)"]
    assert talk == {"id": 4, "verdict": "talk", "readings": [], "act": "greet", "question": None}
    assert wrong["error"]["field"] == "other"


def test_read_with_position_and_dialogue():
    request = {"speaker": "ENG", "hearers": ["FRA"], "position": WEST}
    first, second, third = run(
        "read",
        {**request, "text": "can you support me into bel"},
        {**request, "text": "ok", "dialogue": [{"speaker": "FRA", "text": "How about peace?"}]},
        {**request, "text": "no", "dialogue": [{"speaker": "FRA", "l": "propose(fra, eng, Agree([eng fra], drw()))"}]},
    )
    assert "sup(Unit(fra, Region(bur, amy))" in first["candidates"][0]["l"]
    assert second["candidates"][0]["l"] == "accept(eng, fra, Agree([eng fra], pce([eng fra])))"
    assert third["candidates"][0]["l"] == "reject(eng, fra, Agree([eng fra], drw()))"
    assert [answer["verdict"] for answer in (first, second, third)] == ["clear", "clear", "clear"]


def test_what_is_not_understood_is_given_back():
    (answer,) = run("read", {"text": "Tell Italy to move to Tyrolia", "speaker": "FRA", "hearers": "GER"})
    assert answer["verdict"] == "none"
    assert answer["unplaced"] == ["Tell Italy to move to Tyrolia"]


def test_parse_and_write():
    assert run("parse", f"propose(fra, [ger], {PEACE})") == [
        {"l": f"propose(fra, ger, {PEACE})", "level": 1, "act": "propose"}
    ]
    (answer,) = run("write", {"l": f"accept(fra, ger, {PEACE})", "id": "a"})
    assert answer == {"id": "a", "english": "I accept peace between us."}
    seeded = {
        answer["english"]
        for seed in range(20)
        for answer in run("write", {"l": f"propose(fra, ger, {PEACE})", "seed": seed})
    }
    assert len(seeded) > 5


BAD = [
    ("read", "nonsense", "line"),
    ("read", "[1]", "line"),
    ("read", "[" * 100_000, "line"),
    ("read", {"speaker": "FRA", "hearers": ["GER"]}, "text"),
    ("read", {"text": 3, "speaker": "FRA", "hearers": ["GER"]}, "text"),
    ("read", {"text": "x", "speaker": "XXX", "hearers": ["GER"]}, "speaker"),
    ("read", {"text": "x", "hearers": ["GER"]}, "speaker"),
    ("read", {"text": "x", "speaker": "FRA"}, "hearers"),
    ("read", {"text": "x", "speaker": "FRA", "hearers": []}, "hearers"),
    ("read", {"text": "x", "speaker": "FRA", "hearers": ["GER", 4]}, "hearers[1]"),
    ("read", {"text": "x", "speaker": "FRA", "hearers": ["GER"], "position": []}, "position"),
    ("read", {"text": "x", "speaker": "FRA", "hearers": ["GER"], "position": {"phase": "X"}}, "position"),
    ("read", {"text": "x", "speaker": "FRA", "hearers": ["GER"], "dialogue": "no"}, "dialogue"),
    ("read", {"text": "x", "speaker": "FRA", "hearers": ["GER"], "dialogue": [4]}, "dialogue[0]"),
    ("read", {"text": "x", "speaker": "FRA", "hearers": ["GER"], "dialogue": ["propose("]}, "dialogue[0]"),
    (
        "read",
        {"text": "x", "speaker": "FRA", "hearers": ["GER"], "dialogue": [{"speaker": "ENG", "text": 5}]},
        "dialogue[0].text",
    ),
    ("read", {"text": "x", "speaker": "FRA", "hearers": ["FRA"]}, "hearers"),
    ("read", {"text": "x " * 500_000, "speaker": "FRA", "hearers": ["GER"]}, "text"),
    ("read", {"text": "\ud800", "speaker": "FRA", "hearers": ["GER"]}, "line"),
    ("read", {"id": "\ud800", "text": "x", "speaker": "FRA", "hearers": ["GER"]}, "line"),
    ("read", "NaN", "line"),
    ("read", {"text": "x", "speaker": "FRA", "hearers": ["GER"], "position": {"phase": "S1901M"}}, "position"),
    (
        "read",
        {"text": "x", "speaker": "FRA", "hearers": ["GER"], "position": {"phase": "S1901M", "units": [7]}},
        "position",
    ),
    ("parse", {"l": 5}, "l"),
    ("parse", "x" * 1_000_000, "l"),
    ("write", "[" * 1_000_000, "l"),
    ("parse", "propose(fra", "l"),
    ("write", {"l": f"propose(fra, ger, {PEACE})", "seed": []}, "seed"),
]


@pytest.mark.parametrize(("command", "item", "field"), BAD)
def test_bad_line_says_which_field_and_the_next_is_read(command, item, field):
    good = {"text": "hi", "speaker": "FRA", "hearers": ["GER"]} if command == "read" else f"propose(fra, ger, {PEACE})"
    bad, answer = run(command, item, good)
    assert bad["error"]["field"] == field
    assert bad["error"]["message"].endswith((".", "…"))
    assert "error" not in answer


def test_a_malformed_term_tells_the_place():
    (bad,) = run("parse", "propose(fra ger")
    assert bad["error"]["position"] == 12
    assert bad["error"]["expected"] == ["','"]


def test_unknown_command():
    with pytest.raises(SystemExit):
        main(["sing"])


def shell(command, given, *then):
    """Results of a shell command: exit code, output, complaints."""
    python = [sys.executable, "-m", "negotiation", command]
    if not then:
        done = subprocess.run(python, input=given, capture_output=True, check=False)
        return done.returncode, done.stdout, done.stderr
    first = subprocess.Popen(python, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    streams = (first.stdin, first.stdout, first.stderr)
    assert None not in streams
    first.stdout.close()  # nobody listens
    first.stdin.write(given)
    first.stdin.close()
    complaints = first.stderr.read()
    first.stderr.close()
    return first.wait(), b"", complaints


def test_exit_codes():
    term = f"propose(fra, ger, {PEACE})\n".encode()
    assert shell("parse", b"\n  \n") == (0, b"", b"")
    code, out, complaints = shell("parse", b"nonsense\n\xff\xfe\n" + term)
    assert (code, complaints) == (0, b"")
    assert ["error" in json.loads(line) for line in out.splitlines()] == [True, True, False]
    assert shell("sing", b"")[0] == 2
    assert shell("parse", term * 50, "closed") == (1, b"", b"")
