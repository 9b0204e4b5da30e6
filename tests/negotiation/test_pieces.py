"""The pieces of texts that no sentence of L was read in, and readings that these speak against."""

from dataclasses import replace

import pytest

from adjudication.position import opening
from negotiation.diplomacy import DIPLOMACY
from negotiation.english.context import context_of
from negotiation.levels import FREE
from negotiation.parser import parse_formula
from negotiation.pieces import Piece, deal_of, pieces_of
from negotiation.printer import format_formula
from negotiation.terms import Propose
from negotiation.words.phrasing import trimmed
from tests.negotiation.data import listen

PIECES = [
    ("I take Holland, you take Belgium, ok", ["scd(fra, hol)", "scd(ger, bel)"]),
    ("Burgundy and Ruhr stay empty, both of us", ["dmz([fra ger], [bur ruh])"]),
    ("keep your troops out of Picardy", ["dmz(ger, pic)"]),
    ("I'll never go to Munich, that much is sure", ["dmz(fra, mun)"]),
    ("could you give me some help into Belgium", ["hlp(ger, fra, bel)"]),
    ("I would help you into Denmark from Holland", ["hlp(fra, ger, den)"]),
    ("Belgium is mine and Denmark is yours", ["scd(fra, bel)", "scd(ger, den)"]),
    ("I have no interest in Sweden", ["dmz(fra, swe)"]),
    ("what did Russia write to you", ["Agree([ger rus], pce([ger rus]))"]),
    ("the two of us against England", ["aly([fra ger], eng)"]),
    ("a non-aggression pact would be nice", ["pce([fra ger])"]),
    ("do not go to Munich, I would not be amused", ["dmz(ger, mun)"]),
    ("if you go to Munich I go to Spain", ["scd(ger, mun)", "scd(fra, spa)"]),
    ("my Paris army supports your Munich to Burgundy", ["hlp(fra, ger, bur)"]),
    ("your Munich army supports my Paris to Burgundy", ["hlp(ger, fra, bur)"]),
    ("I'd agree to Belgium being yours", ["scd(ger, bel)"]),
    ("I'd refrain from entering Tyrolia", ["dmz(fra, tyr)"]),
    ("you leave my Brest alone", ["dmz(ger, bre)"]),
    ("on condition that Burgundy is vacated", ["dmz(ger, bur)"]),
    ("if you and Russia team up on me I quit", ["Agree([ger rus], pce([ger rus]))"]),
    ("I'd help you against Russia and I'd not go to Kiel", ["dmz(fra, kie)", "aly([fra ger], rus)"]),
    ("you leave Denmark be empty", ["dmz(ger, den)"]),
    ("nothing of the kind", []),
]


@pytest.mark.parametrize(("text", "pieces"), PIECES)
def test_a_text_has_pieces_whatever_ties_them(text: str, pieces: list[str]) -> None:
    found = dict.fromkeys(piece.content for piece in pieces_of(text, "FRA", ("GER",)))
    assert [each if isinstance(each, str) else format_formula(each, DIPLOMACY) for each in found] == pieces


def _deal(*pieces: tuple[str, str]) -> str | None:
    found = [Piece(parse_formula(content, DIPLOMACY), role, 0.8) for content, role in pieces]
    deal = deal_of(found, "FRA", "GER", opening())
    return None if deal is None else format_formula(deal, DIPLOMACY)


def test_a_deal_has_what_lies_between_the_two_and_all_that_one_gets_in_one() -> None:
    mine, more, yours = ("scd(fra, bel)", "mine"), ("scd(fra, spa)", "mine"), ("scd(ger, hol)", "yours")
    assert _deal(mine, yours, more, ("ruh", "about")) == "Agree([fra ger], scd(fra, [bel spa]) ∧ scd(ger, hol))"
    assert _deal(mine, more) is None  # nothing is asked of the other one
    assert _deal(("ent(ger, naf)", "yours")) is None  # no unit of the other one comes there
    assert _deal(("ent(ger, mun)", "yours")) == "[Commit(ger, fra, Do(hld(Unit(ger, Region(mun, amy)))))]"


def test_what_stands_under_an_if_is_not_offered_as_a_deal() -> None:
    text = "If you move Munich to Burgundy, then fine, but I'll remember it"
    understood = listen(text, replace(context_of("FRA", ("GER",), opening()), level=FREE))
    assert not any(isinstance(one, Propose) for each in understood.candidates for one in each)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Sorry if this is a stupid question, but who starts?", "who starts?"),
        ("quick question: who starts?", "who starts?"),
        ("my english is bad", "my language is bad"),
        ("my English fleet is bad", "my English fleet is bad"),
        ("sorry", "sorry"),
    ],
)
def test_polite_words_before_a_question_are_left_aside(text: str, left: str) -> None:
    assert trimmed(text) == left
