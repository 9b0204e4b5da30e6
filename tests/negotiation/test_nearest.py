"""Suggestions for a text not understood: near, sayable, and unambiguous."""

import pytest

from adjudication.position import opening
from negotiation.diplomacy import DIPLOMACY
from negotiation.english.context import context_of
from negotiation.levels import level
from negotiation.nearest import nearest
from negotiation.parser import parse
from negotiation.terms import Propose
from tests.negotiation.data import read

GERMANY = context_of("FRA", ("GER",), opening())
TWO = context_of("FRA", ("ENG", "GER"), opening())
BLIND = context_of("FRA", ("GER",))

NEAR = {
    "lend my chaps in paris a hand into burgundy, support wise": "support my army in Paris into Burgundy",
    "back up thing for burgundy, somehow": "support",
    "what about your munich lads going elsewhere, move ruhr": "move your army in Munich to Ruhr",
    "maybe a little standoff thing in burgundy": "I will move my army in Marseilles to Burgundy if you move",
    "belgium is kinda mine and holland yours i guess": "I take Belgium and you take Holland",
    "burgundy, hm, what are the munich folks up to?": "Do you want to move your army in Munich",
    "fiddle about burgundy empty like": "a DMZ in Burgundy",
    "team up like vs england maybe": "an alliance against England",
    "some kind of truce-ish friendship": "peace between us",
    "to end it all in a draw-ish way": "a draw",
    "blorb frot": "peace between us",
}


@pytest.mark.parametrize(("text", "expected"), NEAR.items())
def test_what_is_meant_is_among_what_is_offered(text, expected):
    assert any(expected in sentence for sentence in nearest(text, GERMANY)), nearest(text, GERMANY)


@pytest.mark.parametrize("context", [GERMANY, TWO, BLIND], ids=["one hearer", "two hearers", "no board"])
@pytest.mark.parametrize("text", ["", *NEAR])
def test_every_sentence_is_understood_in_one_way(text, context):
    told = nearest(text, context)
    assert 0 < len(told) <= 3
    assert len(set(told)) == len(told)
    for sentence in told:
        assert read(sentence, context).verdict == "clear", sentence


@pytest.mark.parametrize("answered", [True, False], ids=["agreed", "open"])
def test_what_is_agreed_or_on_the_table_is_not_offered(answered):
    peace = "Agree([fra ger], pce([fra ger]))"
    talk = [f"propose(ger, fra, {peace})", f"accept(fra, ger, {peace})"][: 2 if answered else 1]
    context = context_of("FRA", ("GER",), opening(), [parse(one, DIPLOMACY) for one in talk])
    told = [read(each, context).candidates[0][0] for each in nearest("blorb frot", context)]
    assert told
    assert not any(isinstance(one, Propose) and one.deal == parse(talk[0], DIPLOMACY).deal for one in told)


def test_nothing_above_the_level_of_the_game_is_offered():
    text = "what are the munich folks up to, burgundy?"
    for highest in (1, 3):
        told = [read(each, GERMANY).candidates[0] for each in nearest(text, GERMANY, highest=highest)]
        assert max(level(one) for candidate in told for one in candidate) == highest


def test_nobody_to_talk_to_gets_nothing():
    assert nearest("peace", context_of("FRA", (), opening())) == []
