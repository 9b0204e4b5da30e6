"""English to L: what players write, and what must not be claimed."""

from dataclasses import replace
from operator import itemgetter

import pytest

from adjudication.position import opening
from negotiation.diplomacy import DIPLOMACY
from negotiation.english.context import context_of
from negotiation.grammar.reader import MAX_TEXT, ranked
from negotiation.parser import parse
from negotiation.printer import format_term
from negotiation.terms import Query
from negotiation.understanding import understand
from tests.effort import in_part
from tests.negotiation.data import context, lines, read, result

SENTENCES = lines("sentences.jsonl")
NEAR_MISSES = lines("near_misses.jsonl")
GIVEN_UP = lines("given_up.jsonl")
"""Sentences and near misses that are read otherwise than they once were to be, and why. Those with a speaker are no
sentences any more: they need not be read, but nothing may be claimed."""
EXCEPT = frozenset(case["text"] for case in (*lines("not_yet.jsonl"), *GIVEN_UP))
"""And sentences that the grammar does not offer as it should, or claims as something else, and near misses that it
claims, each with its fault. A line goes when it is mended."""
HELD_ASIDE = lines("held_aside.jsonl")


def test_the_corpus_is_as_large_as_promised():
    assert len(SENTENCES) >= 600
    assert len(NEAR_MISSES) >= 600


@pytest.mark.parametrize("cases", in_part(SENTENCES))
def test_sentences_are_read(cases):
    """Every sentence is offered at least, and nothing else is claimed.

    Most of the plain sentences are claimed.
    """
    found = [(case["text"], result(case)) for case in cases]
    wrong = {
        text: one.candidates
        for text, one in found
        if text not in EXCEPT and not (one.right or (one.offered and not one.claimed))
    }
    assert wrong == {}
    assert sum(one.right for _, one in found) >= 0.85 * len(found)
    assert sum(one.offered for _, one in found) >= 0.97 * len(found)


@pytest.mark.parametrize("cases", in_part([case for case in NEAR_MISSES if case["text"] not in EXCEPT]))
def test_near_misses_are_not_claimed(cases):
    """A question that is open binds nobody."""
    found = {case["text"]: result(case) for case in cases}
    claimed = {text: one.candidates for text, one in found.items() if one.claimed and not _asks(one.understanding)}
    assert claimed == {}


def _asks(understanding):
    return all(isinstance(one, Query) for each in understanding.candidates[:1] for one in each)


@pytest.mark.parametrize("case", [case for case in GIVEN_UP if "speaker" in case], ids=itemgetter("text"))
def test_what_was_given_up_is_not_claimed(case):
    assert read(case["text"], context(case)).verdict != "clear"


def test_held_aside_sentences():
    """Not tuned on when first measured: at least 95 in 100 claims are right, and 70 in 100 deals are claimed."""
    results = [result(case) for case in HELD_ASIDE]
    claimed = [one for one in results if one.claimed]
    right = [one for one in claimed if one.right]
    assert len(right) >= 0.95 * len(claimed)
    assert len(right) >= 0.70 * sum(one.wanted is not None for one in results)


def readings(text, speaker="FRA", hearers=("GER",), position=None, dialogue=()):
    context = context_of(speaker, hearers, position, [parse(one, DIPLOMACY) for one in dialogue])
    understanding = read(text, context)
    found = [" / ".join(format_term(one, DIPLOMACY) for one in candidate) for candidate in understanding.candidates]
    return understanding, found


def test_of_several_units_that_fit_any_may_do_it():
    understanding, found = readings("Can you support me into Burgundy?", position=opening())
    assert understanding.verdict == "clear"
    assert "hlp(" in found[0]


def test_several_fits_that_differ_in_more_than_units_are_asked():
    understanding, found = readings("Take the Channel with a fleet or stay out of it?", position=opening())
    assert understanding.verdict == "choose"
    assert found


def test_a_unit_that_is_not_there_is_not_invented():
    understanding, _ = readings("Can you move Tyrolia to Munich?", position=opening())
    assert understanding.verdict == "none"
    assert understanding.unplaced == ("Can you move Tyrolia to Munich",)


OFFERED = [
    ("Galicia dmz or bounce?", "RUS", "AUS", "propose(rus, aus, Agree([aus rus], dmz([aus rus], gal)))"),
    ("let's both hold our positions", "FRA", "GER", "propose(fra, ger, Agree([fra ger], pce([fra ger])))"),
    (
        "If that is sorted out I can move Berlin to Prussia",
        "GER",
        "RUS",
        "propose(ger, rus, [Commit(ger, rus, Do(mto(Unit(ger, Region(ber, amy)), Region(pru, amy))))])",
    ),
]


@pytest.mark.parametrize(("text", "speaker", "hearer", "wanted"), OFFERED, ids=lambda value: value[:30])
def test_what_is_only_mentioned_is_offered(text, speaker, hearer, wanted):
    understanding, found = readings(text, speaker, (hearer,), position=opening())
    assert understanding.verdict == "choose"
    assert wanted in found


@pytest.mark.parametrize(
    "text", ["can you support me into belgium?", "if you help me into belgium i'll back you in munich"]
)
def test_without_a_position_any_unit_may_do_it(text):
    """To back somebody in a place may be to help them hold it, or to get there."""
    understanding, found = readings(text)
    assert understanding.verdict in ("choose", "clear")
    assert "hlp(" in found[0]


PLAIN = [
    ("I accept.", "accept(fra, ger, Agree([fra ger], pce([fra ger])))", True),
    ("Peace?", "propose(fra, ger, Agree([fra ger], pce([fra ger])))", False),
    ("Will you support me into Belgium?", "propose(fra, ger, [Commit(ger, fra, hlp(ger, fra, bel))])", False),
    ("Why?", "query(fra, ger, Explain(Desire(ger, ¬pce([fra ger]))))", None),
    ("why not?", "query(fra, ger, Explain(Desire(ger, ¬pce([fra ger]))))", None),
    ("what are your plans for this year?", "query(fra, ger, Which(?o, Desire(ger, Do(?o))))", False),
    ("Do you trust Russia?", "query(fra, ger, Belief(ger, opn(rus, trusted)))", False),
]
"""Text, its meaning, and its predecessor: a proposal (True), a refusal (None) or nothing (False)."""


@pytest.mark.parametrize(("text", "wanted", "before"), PLAIN, ids=lambda value: str(value)[:30])
def test_a_plain_sentence_is_claimed(text, wanted, before):
    peace = "Agree([fra ger], pce([fra ger]))"
    dialogue = {True: [f"propose(ger, fra, {peace})"], None: [f"reject(ger, fra, {peace})"], False: []}[before]
    understanding, found = readings(text, position=opening(), dialogue=dialogue)
    assert (understanding.verdict, found[0]) == ("clear", wanted)


@pytest.mark.parametrize("text", ["ok but make it f07", "ok but make it fall 1907", "Yes, until Spring 1908."])
def test_who_names_another_time_agrees_to_nothing(text):
    peace = "propose(ger, fra, Agree([fra ger], pce([fra ger]), ⟨fal, 1906⟩))"
    understanding, found = readings(text, position=opening(), dialogue=[peace])
    assert understanding.verdict != "clear" or "accept" not in found[0]


SUGGESTED = [
    ("a shared win for the two of us in the end, perhaps?", "drw()"),
    ("nonagression seems the sensible thing?", "pce([fra ger])"),
    ("it would be easy enough for us to take apart England and Italy", "aly([fra ger], [eng ita])"),
    ("if going for England or Italy is your cup of tea, say so", "aly([fra ger], ita)"),
    ("pity Austria went quiet, so I could lend a hand in mopping him up", "aly([fra ger], aus)"),
]


@pytest.mark.parametrize(("text", "wanted"), SUGGESTED, ids=lambda value: value[:30])
def test_hardly_a_sentence_that_names_something_is_offered_nothing(text, wanted):
    _, found = readings(text)
    assert any(wanted in one for one in found), found


@pytest.mark.parametrize(
    ("deal", "answer"),
    [
        ("propose(rus, tur, Agree([rus tur], dmz([rus tur], bla)))", "accept"),
        ("propose(rus, tur, [Commit(tur, rus, Do(mto(Unit(tur, Region(ank, sea)), Region(bla, sea))))])", "reject"),
    ],
)
def test_staying_out_keeps_one_deal_and_refuses_another(deal, answer):
    understanding, found = readings("I won't move in", "TUR", ("RUS",), position=opening(), dialogue=[deal])
    assert understanding.verdict == "clear"
    assert found[0].startswith(answer)


@pytest.mark.parametrize(
    "text", ["a fleet in Spain SC", "spain sc", "bulgaria east", "in Scandinavia", "stp (", "U", "the"]
)
def test_a_text_may_end_with_a_coast_or_an_area(text):
    assert readings(text)[0].verdict in ("choose", "none")


def test_yes_with_nothing_open_claims_nothing():
    assert readings("yes")[0].verdict == "none"


def test_yes_and_a_request_are_one_counter_offer():
    _, found = readings(
        "Yes. And could you stay out of Burgundy?", dialogue=["propose(ger, fra, Agree([fra ger], pce([fra ger])))"]
    )
    assert found[0] == "propose(fra, ger, Agree([fra ger], pce([fra ger]) ∧ dmz(ger, bur)))"


def test_same_for_me():
    _, found = readings("same for me", dialogue=["inform(ger, fra, [Commit(ger, fra, dmz(ger, bur))])"])
    assert found == ["inform(fra, ger, [Commit(fra, ger, dmz(fra, bur))])"]


def test_a_reason_is_left_out_but_kept_as_typed():
    """A reading is not claimed if its reason holds a name.

    It may be more than a reason.
    """
    understanding, found = readings("Please move Kiel to Holland so that England cannot get there.", position=opening())
    assert understanding.verdict == "choose"
    assert "Region(hol, sea)" in found[0]
    assert understanding.unplaced == ("so that England cannot get there",)


def test_a_condition_is_never_dropped():
    understanding, _ = readings("You can have Belgium if the weather is fine")
    assert understanding.verdict != "clear"


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("Peace until 1903?", "⟨win, 1902⟩"),
        ("truce until spring 1904", "⟨spr, 1904⟩"),
        ("peace until fall 1902?", "⟨fal, 1902⟩"),
        ("Peace until the end of 1903?", "⟨win, 1903⟩"),
        ("How about peace through 1902?", "⟨win, 1902⟩"),
        ("Peace for this year?", "⟨win, 1901⟩"),
        ("peace for two years?", "⟨win, 1902⟩"),
        ("peace this turn?", "⟨spr, 1901⟩"),
    ],
)
def test_the_last_turn_of_what_lasts(text, last):
    """`until` names the first turn that is free again."""
    understanding, found = readings(text, position=opening())
    assert understanding.verdict == "clear"
    assert found == [f"propose(fra, ger, Agree([fra ger], pce([fra ger]), {last}))"]


@pytest.mark.parametrize("text", ["peace next year?", "peace for a few turns?", "alliance later on?"])
def test_a_beginning_that_cannot_be_said_is_asked(text):
    understanding, found = readings(text, position=opening())
    assert understanding.verdict == "choose"
    assert found


def test_an_order_is_due_when_it_was_said():
    _, found = readings("Can you move Munich to Ruhr in the fall?", position=opening())
    assert found == [
        "propose(fra, ger, [Commit(ger, fra, Do(mto(Unit(ger, Region(mun, amy)), Region(ruh, amy))), ⟨fal, 1901⟩)])"
    ]


def test_talking_to_several_at_once():
    understanding, found = readings("How about a draw?", hearers=("GER", "ITA"))
    assert understanding.verdict == "clear"
    assert found == ["propose(fra, [ger ita], Agree([fra ger ita], drw()))"]


def test_nothing_typed_is_lost_in_a_long_text():
    text = "Peace? " + "x" * MAX_TEXT
    heard = understand(text, context_of("FRA", ("GER",), opening()))
    assert heard.verdict != "claim"
    assert heard.text == text


@pytest.mark.parametrize("text", ["@FRA ", ">", "no I mean "])
def test_a_sentence_of_more_words_than_people_write_is_not_read(text):
    assert ranked((text * MAX_TEXT)[:MAX_TEXT], context_of("FRA", ("GER",), opening())).candidates == ()


def test_a_thousand_letters_of_english_are_read():
    text = "Please move your army in Munich to Burgundy" + ", as we have talked about so often" * 27 + "."
    assert MAX_TEXT - 100 < len(text) <= MAX_TEXT
    assert understand(text, context_of("FRA", ("GER",), opening())).readings


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "\n",
        "...",
        "?!",
        "-",
        "()",
        "💥",
        "\x00",
        "\u202e",
        "'",
        '"',
        "<b>hi</b>",
        "\u0131 am sad.",
        "\u017fupport",
    ],
)
def test_odd_texts(text):
    assert readings(text)[0].verdict == "none"


def test_a_letter_of_old_is_no_letter_of_ours():
    assert readings("I wi\u017fh peace")[0].verdict != "clear"


@pytest.mark.parametrize(
    "text", ["my fleet for me, Belgium for you", "you your army, I my fleet", "your fleet is mine"]
)
def test_a_unit_without_a_place_is_no_center(text):
    assert readings(text)[0].verdict != "clear"


def test_where_nobody_can_explain_a_why_asks_for_the_wish():
    deal = "Agree([eng fra], pce([eng fra]))"
    refused = [f"propose(eng, fra, {deal})", f"reject(fra, eng, {deal})"]
    case = {"speaker": "ENG", "hearers": ["FRA"], "scene": "west", "dialogue": refused}
    (asked,) = read("Why not?", replace(context(case), level=3)).candidates
    assert [format_term(one, DIPLOMACY) for one in asked] == ["query(eng, fra, Desire(fra, pce([eng fra])))"]


def test_nobody_is_spoken_to():
    assert readings("peace?", hearers=())[0].verdict == "none"
