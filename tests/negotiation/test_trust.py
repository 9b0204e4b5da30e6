"""How far a reading is trusted: what is sure by its words is asked about where people seldom mean it."""

import pytest

from adjudication.position import opening
from negotiation.diplomacy import DIPLOMACY
from negotiation.english.context import context_of
from negotiation.english.likelihood import ANY, Standing, marks, probability
from negotiation.english.reader import read, read_by_rules
from negotiation.english.roles import Seen, seen
from negotiation.parser import parse
from negotiation.words.spotting import spot
from tests.negotiation.data import answered, context, lines, result, scenes

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


def test_a_deal_looks_the_same_between_other_powers():
    spotted = spot("Shall we ally?", None)
    pairs = [("eng", "fra"), ("fra", "eng"), ("tur", "aus")]
    terms = [f"propose({me}, {you}, Agree([{me} {you}], aly([{me} {you}], ita)))" for me, you in pairs]
    views = {
        seen(spotted, spotted.tokens, (parse(term, DIPLOMACY),), me.upper())
        for (me, _), term in zip(pairs, terms, strict=True)
    }
    assert len(views) == 1


def test_a_name_is_the_part_it_plays():
    said = view("Can you support me into Burgundy?", "propose(eng, fra, [Commit(fra, eng, hlp(fra, eng, bur))])")
    assert said.tokens == ("can", "you", "support~b", "me", "into", "P:Hlp.you", "?")
    assert (said.absent, said.idle) == ((), 0)
    other = view("Can you support me into Burgundy?", "propose(eng, fra, [Commit(fra, eng, hlp(fra, eng, bel))])")
    assert other.tokens[5] == "P:-"
    assert (other.absent, other.idle) == (("Hlp.you",), 1)


def test_every_reading_has_marks_and_a_probability():
    standing = Standing("clear", 0, False, (), "-")
    nothing = marks(Seen((), (), (), 0), standing)
    assert nothing
    assert probability(nothing, {ANY: 0.0}) == 0.5
    assert probability(["never seen"], {ANY: 1000.0}) == pytest.approx(1)
    assert probability(["never seen"], {ANY: -1000.0}) == pytest.approx(0)


def test_what_answers_a_deal_in_l_is_as_sure_as_its_words():
    deal = parse("propose(fra, eng, [Commit(eng, fra, ent(eng, nth))])", DIPLOMACY)
    for text in ("sure", "no", "ok then", "sorry, can't do that"):
        assert read(text, context_of("ENG", ("FRA",), opening(), [deal])) == answered(text, [deal])


def test_only_what_answers_it_is_as_sure_as_its_words():
    deal = parse("propose(fra, eng, Agree([eng fra], pce([eng fra])))", DIPLOMACY)
    found = read(f"Yes. {DEMOTED}", context_of("ENG", ("FRA",), opening(), [deal]))
    assert found.verdict == "choose"


DEMOTED = "Instead of Norway to Sweden, could you move to Denmark?"


def test_what_people_seldom_mean_so_is_asked_about():
    context = context_of("ENG", ("FRA",))
    sure, trusted = read_by_rules(DEMOTED, context), read(DEMOTED, context)
    assert (sure.verdict, trusted.verdict) == ("clear", "choose")
    assert trusted.candidates == sure.candidates


@pytest.mark.parametrize("more", ["Thanks.", "Hello.", "Cheers, mate.", "...", "Good luck!"])
def test_what_stands_beside_a_doubtful_deal_makes_it_no_surer(more):
    assert read(f"{DEMOTED} {more}", context_of("ENG", ("FRA",))).verdict == "choose"


@pytest.mark.parametrize("more", ["Thanks.", "Hello.", "Good luck!"])
def test_what_stands_beside_a_sure_deal_leaves_it_sure(more):
    assert read(f"{more} Could you support me into Belgium?", context_of("ENG", ("FRA",))).verdict == "clear"


def test_what_is_unlikely_is_not_offered():
    text = "Suppose Germany moves to Burgundy, then what?"
    context = context_of("ENG", ("FRA",), scenes()["west"])
    assert read_by_rules(text, context).verdict == "choose"
    assert read(text, context).verdict == "none"


@pytest.mark.parametrize("name", ["sentences.jsonl", "near_misses.jsonl"])
def test_trust_only_takes_away(name):
    """Nothing is claimed or offered that the rules do not find, and what is left stands in the same order."""
    for case in lines(name)[::9]:
        where = context(case)
        trusted, found = read(case["text"], where), read_by_rules(case["text"], where)
        assert trusted.candidates == tuple(one for one in found.candidates if one in trusted.candidates)
        assert trusted.verdict in (found.verdict, "choose", "none")
        assert (trusted.verdict == "none") == (not trusted.candidates)
        assert trusted.unplaced == found.unplaced


@pytest.mark.parametrize("case", lines("asked_about.jsonl"), ids=lambda case: case["text"][:40])
def test_what_is_asked_about_is_offered(case):
    assert result(case).offered
