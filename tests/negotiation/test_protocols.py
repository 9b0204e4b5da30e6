"""Protocols: what may be said when, what a refusal says, and that the drawings are the tables."""

import pytest

from negotiation.diplomacy import DIPLOMACY
from negotiation.errors import ProtocolRefusedError
from negotiation.parser import parse
from negotiation.protocols import ACTS, PROTOCOLS, Dialogue
from tools.talk.draw_protocols import protocol_section

PEACE = "Agree([fra ger], pce([fra ger]))"
DRAW = "Agree([fra ger], drw())"
ACT_TEXTS = {
    "propose": "propose({}, {}, " + PEACE + ")",
    "accept": "accept({}, {}, " + PEACE + ")",
    "reject": "reject({}, {}, " + PEACE + ")",
    "withdraw": "withdraw({}, {})",
    "inform": "inform({}, {}, par)",
    "query": "query({}, {}, par)",
    "answer": "answer({}, {}, par)",
}


def say(act, speaker="fra"):
    hearer = "ger" if speaker == "fra" else "fra"
    return parse(ACT_TEXTS[act].format(speaker, hearer), DIPLOMACY)


def talk(protocol, *remarks):
    dialogue = Dialogue(PROTOCOLS[protocol])
    for act, speaker in remarks:
        dialogue = dialogue.said(say(act, speaker))
    return dialogue


ANSWERS = {"accept", "reject", "withdraw", "inform", "query", "answer"}
ALLOWED = [
    ("free", [], "fra", set(ACTS.values())),
    ("free", [("propose", "fra")], "fra", set(ACTS.values())),
    ("rnp", [], "fra", {"propose"}),
    ("rnp", [("propose", "fra")], "fra", set()),
    ("rnp", [("propose", "fra")], "ger", {"accept", "reject"}),
    ("rnp", [("propose", "fra"), ("accept", "ger")], "ger", {"propose"}),
    ("rnp", [("propose", "fra"), ("reject", "ger")], "fra", {"propose"}),
    ("l3", [], "fra", {"propose", "inform", "query", "answer"}),
    ("l3", [("propose", "fra")], "fra", {"withdraw", "inform", "query", "answer"}),
    ("l3", [("propose", "fra")], "ger", ANSWERS),
    (
        "l3",
        [("propose", "fra"), ("inform", "ger")],
        "ger",
        {"accept", "reject", "withdraw", "inform", "query", "answer"},
    ),
    ("l3", [("propose", "fra"), ("withdraw", "fra")], "ger", {"propose", "inform", "query", "answer"}),
    ("talk", [("propose", "fra")], "ger", {"propose"} | ANSWERS),
]


@pytest.mark.parametrize(("protocol", "remarks", "speaker", "allowed"), ALLOWED)
def test_a_protocol_allows_these_acts(protocol, remarks, speaker, allowed):
    dialogue = talk(protocol, *remarks)
    assert set(dialogue.allowed(speaker.upper())) == allowed
    for act in ACTS.values():
        if act in allowed:
            dialogue.check(say(act, speaker))
        else:
            with pytest.raises(ProtocolRefusedError) as caught:
                dialogue.check(say(act, speaker))
            assert set(caught.value.allowed) == allowed
            assert caught.value.rule.endswith(".")


def test_refusal_names_the_rule_and_what_may_be_said():
    dialogue = talk("rnp", ("propose", "fra"))
    with pytest.raises(ProtocolRefusedError) as caught:
        dialogue.check(say("propose", "ger"))
    assert str(caught.value) == (
        "The last proposal has to be answered before another is made. Now you may accept or reject."
    )


def test_an_answer_must_be_to_the_open_proposal():
    dialogue = talk("l3", ("propose", "fra"))
    other = parse(f"accept(ger, fra, {DRAW})", DIPLOMACY)
    with pytest.raises(ProtocolRefusedError, match="a different one"):
        dialogue.check(other)


@pytest.mark.parametrize("name", PROTOCOLS)
def test_every_state_can_be_left_and_reached(name):
    protocol = PROTOCOLS[name]
    assert {row.state for row in protocol.rows} == set(protocol.states)
    for act in ACTS.values():
        for state in protocol.states:
            known = any((row.state, row.act) == (state, act) for row in protocol.rows)
            assert known or (state, act) in protocol.rules or ("*", "*") in protocol.rules


@pytest.mark.parametrize("name", PROTOCOLS)
def test_the_drawing_in_the_docs_is_the_table(name):
    from pathlib import Path

    page = (Path(__file__).parents[2] / "docs" / "protocols.md").read_text(encoding="utf-8")
    assert protocol_section(PROTOCOLS[name]) in page
