"""How far a reading is trusted: what is sure by its words is asked about where people seldom mean it."""

import pytest

from adjudication.position import opening
from negotiation.diplomacy import DIPLOMACY
from negotiation.english.context import context_of
from negotiation.english.likelihood import ANY, Standing, marks, probability
from negotiation.english.reader import read, read_by_rules
from negotiation.english.roles import Seen, seen
from negotiation.english.spotting import spot
from negotiation.parser import parse
from negotiation.printer import format_term
from tests.negotiation.data import answered, lines, typed

DEALS = [
    ("Could you support me into {}?", "propose(eng, fra, [Commit(fra, eng, hlp(fra, eng, {}))])"),
    ("I am moving to {} this turn", "inform(eng, fra, [Commit(eng, fra, ent(eng, {}))])"),
    ("Let us both stay out of {}", "propose(eng, fra, Agree([eng fra], dmz([eng fra], {})))"),
]


def view(text: str, term: str) -> Seen:
    spotted = spot(text, None)
    return seen(spotted, spotted.tokens, (parse(term, DIPLOMACY),), "ENG")


@pytest.mark.parametrize(("text", "term"), DEALS)
def test_a_sentence_looks_the_same_around_other_names(text, term):
    assert view(text.format("Belgium"), term.format("bel")) == view(text.format("Serbia"), term.format("ser"))


def test_a_name_is_the_part_it_plays():
    said = view("Can you support me into Burgundy?", "propose(eng, fra, [Commit(fra, eng, hlp(fra, eng, bur))])")
    assert said.tokens == ("can", "you", "support~b", "me", "into", "P:Hlp.you", "?")
    assert (said.absent, said.idle) == ((), 0)
    other = view("Can you support me into Burgundy?", "propose(eng, fra, [Commit(fra, eng, hlp(fra, eng, bel))])")
    assert other.tokens[5] == "P:-"
    assert (other.absent, other.idle) == (("Hlp.you",), 1)


def test_every_reading_has_marks_and_a_probability():
    standing = Standing("clear", 0, False, (), "")
    nothing = marks(Seen((), (), (), 0), standing)
    assert nothing
    assert probability(nothing, {ANY: 0.0}) == 0.5
    assert probability(["never seen"], {ANY: 1000.0}) == pytest.approx(1)
    assert probability(["never seen"], {ANY: -1000.0}) == pytest.approx(0)


def test_what_answers_a_deal_in_l_is_as_sure_as_its_words():
    deal = parse("propose(fra, eng, [Commit(eng, fra, ent(eng, nth))])", DIPLOMACY)
    for text in ("sure", "no", "ok then", "sorry, can't do that"):
        assert read(text, context_of("ENG", ("FRA",), opening(), [deal])) == answered(text, [deal])


def test_careful_english_means_what_it_says():
    formal = [case for case in lines("sentences.jsonl") if case["text"].startswith("How about an alliance of us")]
    text = formal[0]["text"] if formal else "How about an alliance of us against Germany?"
    assert read(text, context_of("ENG", ("FRA",))).verdict == "clear"


def test_trust_only_takes_away():
    """Nothing is claimed or offered that the rules do not find."""
    for case in lines("near_misses.jsonl")[::7]:
        context = context_of(case["speaker"], tuple(case["hearers"]))
        trusted, found = read(case["text"], context), read_by_rules(case["text"], context)
        assert set(trusted.candidates) <= set(found.candidates)
        assert trusted.verdict == found.verdict or trusted.verdict != "clear"
        assert trusted.unplaced == found.unplaced


SOFT = [
    "it was good to work with you back then, wasn't it?",
    "my fleets and I will be glad of some company up here",
]


@pytest.mark.parametrize("text", SOFT)
def test_small_talk_is_not_claimed(text):
    assert read(text, context_of("ENG", ("FRA",), opening())).verdict != "clear"


def test_a_yes_to_mere_words_is_asked_about_first():
    dialogue = typed("FRA: Could you move to the North Sea to keep the Germans out please?")
    found = read("sure", context_of("ENG", ("FRA",), opening(), dialogue))
    assert answered("sure", dialogue).verdict == "clear"
    assert found.verdict == "choose"
    assert format_term(found.candidates[0][0], DIPLOMACY).startswith("accept(eng, fra,")
