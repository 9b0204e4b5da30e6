"""Questions and remarks beside deals never block a deal."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudication.position import Position, Unit, opening
from negotiation.diplomacy import DIPLOMACY
from negotiation.english.context import context_of
from negotiation.english.frames import Voice
from negotiation.english.reported_speech import report
from negotiation.english.writer import parse_careful, write
from negotiation.errors import MalformedTermError
from negotiation.floor import floor_of
from negotiation.grammar.beside import TABLES, read_beside
from negotiation.grammar.opened import KINDS, MANNERS
from negotiation.grammar.productions import productions
from negotiation.levels import level, subterms
from negotiation.parser import parse
from negotiation.printer import format_term
from negotiation.protocols import PROTOCOLS
from negotiation.remarks import mumbled
from negotiation.terms import REMARKS, Courtesy, Do, Manner, Propose, Query, Reject
from tests.effort import examples
from tests.negotiation.data import listen
from tests.negotiation.strategies import courtesies, open_queries

PRODUCTIONS = [one for one, _ in productions(TABLES)]
PEACE = parse("propose(ger, fra, Agree([fra ger], pce([fra ger])))", DIPLOMACY)


def context(*dialogue):
    return context_of("FRA", ("GER",), opening(), dialogue)


def terms(text, *dialogue):
    return [format_term(each, DIPLOMACY) for one in listen(text, context(*dialogue)).candidates for each in one]


# ── L ───────────────────────────────────────────────────────────────────────────────────────────


@settings(max_examples=examples(500), deadline=None)
@given(utterance=courtesies() | open_queries())
def test_text_of_l_is_read_back(utterance):
    assert parse(format_term(utterance, DIPLOMACY), DIPLOMACY) == utterance


@settings(max_examples=examples(500), deadline=None)
@given(utterance=courtesies() | open_queries(), seed=st.integers(0, 10**6) | st.none())
def test_english_is_read_back(utterance, seed):
    text = write(utterance, None if seed is None else Random(seed))
    assert parse_careful(text, Voice(utterance.speaker, utterance.hearers)) == [utterance], text


@settings(max_examples=examples(150), deadline=None)
@given(utterance=courtesies() | open_queries())
def test_both_sides_are_told_what_was_said(utterance):
    assert len({report(utterance, utterance.speaker), report(utterance, utterance.hearers[0])}) == 2


@pytest.mark.parametrize(
    "text",
    [
        "propose(fra, ger, [Commit(ger, fra, Do(?o))])",
        "query(?p, ger, drw())",
        "query(fra, ger, Which(?p, pce([fra ger])))",
        "query(fra, ger, Which(?p, Desire(ger, ?d)))",
        "inform(fra, ger, Which(?d, Desire(ger, ?d)))",
        "query(fra, ger, Which(?x, drw()))",
    ],
)
def test_a_variable_stands_for_what_is_asked_and_nowhere_else(text):
    with pytest.raises(MalformedTermError):
        parse(text, DIPLOMACY)


@given(utterance=courtesies())
def test_a_courtesy_is_below_every_level(utterance):
    assert level(utterance) == 0


def test_an_open_question_is_of_the_level_of_what_it_asks():
    levels = {
        "Which(?d, Desire(ger, ?d))": 3,
        "Which(?r, Do(mto(Unit(ger, Region(kie, sea)), ?r)))": 3,
        "Which(?o, Desire(ger, Do(?o), ⟨spr, 1902⟩))": 6,
        "Which(?d, propose(rus, ger, Agree([ger rus], ?d)))": 4,
    }
    for asked, wanted in levels.items():
        utterance = parse(f"query(fra, ger, {asked})", DIPLOMACY)
        assert level(utterance) == wanted
        assert not any(isinstance(term, Do) for term in subterms(utterance))


@pytest.mark.parametrize("protocol", PROTOCOLS)
@given(utterance=courtesies())
def test_a_courtesy_upsets_no_protocol(protocol, utterance):
    floor, _ = floor_of(protocol).said(PEACE)
    assert floor.said(utterance) == (floor, ())
    assert floor_of(protocol).said(utterance) == (floor_of(protocol), ())


# ── reading ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("production", PRODUCTIONS, ids=lambda one: f"{one.table}:{one.line}")
def test_a_production_reads_its_example(production):
    assert production.example, "every production of these tables shows what it reads"
    assert production.maker in (*KINDS, *MANNERS)
    mine, refused = Propose("FRA", ("GER",), PEACE.deal), Reject("GER", ("FRA",), PEACE.deal)
    north_sea = Position(
        opening().phase, (Unit("GER", "F", "NTH"), Unit("GER", "A", "MUN"), Unit("GER", "F", "KIE")), {}
    )
    dialogue = (mine, refused) if production.maker == "why" else ()
    found = read_beside(production.example, context_of("FRA", ("GER",), north_sea, dialogue))
    assert found, production.example
    if production.category == "Beside":
        assert found[0].manner == production.maker
    else:
        assert isinstance(found[0], Query)


MESSAGES = [
    ("hi! will you support me into Belgium?", ["propose"]),
    ("Thanks! Let's have peace.", ["propose"]),
    ("hey, would you like to be allies?", ["propose"]),
    ("hi! any ideas for this turn?", ["query"]),
    ("Can I have Munich? haha just kidding", ["jest"]),
    ("You lied to me. Thanks for nothing.", ["blame"]),
    ("You said you would stay out of Burgundy!", ["blame"]),
    ("back off or I will destroy you", ["threaten"]),
    ("what do you make of Italy? and who are you most afraid of?", ["query", "query"]),
    ("what is the capital of peru", ["chat"]),
    ("asdf jkl", []),
    ("Nice weather in Belgium, no?", []),
]


@pytest.mark.parametrize(("text", "acts"), MESSAGES)
def test_a_deal_comes_first_and_a_courtesy_last(text, acts):
    assert [term.split("(")[0] for term in terms(text)][: len(acts) or None] == acts


def test_blame_points_at_the_place():
    assert terms("you said you would leave Belgium alone!!") == ["blame(fra, ger, bel)"]


@pytest.mark.parametrize(
    "text",
    ["Were you to attack Belgium, I would stand behind you. Shall we?", "Should you attack Belgium, good luck to you."],
)
def test_what_somebody_might_do_is_nothing_to_blame_them_for(text):
    assert not any("blame" in one for one in terms(text))


def test_why_not_asks_for_the_reason_of_what_was_refused():
    mine = Propose("FRA", ("GER",), PEACE.deal)
    (asked,) = terms("why not?", mine, Reject("GER", ("FRA",), PEACE.deal))
    assert "pce([fra ger])" in asked


def test_thanks_may_still_be_an_answer():
    """Thanks may answer an open proposal."""
    understood = listen("great, thanks", context(PEACE))
    assert not any(isinstance(each, Courtesy) for one in understood.candidates for each in one)


@pytest.mark.parametrize("manner", Manner)
def test_there_are_several_wordings_of_what_bots_say(manner):
    wanted, said = 1 if manner in REMARKS else 5, set()
    for seed in range(60):
        said.add(write(Courtesy("FRA", ("GER",), manner), Random(seed)))
        if len(said) == wanted:
            return
    pytest.fail(f"only {said}")


@pytest.mark.parametrize(
    ("text", "heard"),
    [
        ("the black sea, again and again", "BLA"),
        ("I only did it for Germany in Burgundy", "BUR"),
        ("asdf", None),
    ],
)
def test_of_what_nobody_could_read_the_place_or_third_power_is_heard(text, heard):
    said = mumbled(text, "FRA", ("GER",))
    assert heard is None if said.about is None else repr(heard) in repr(said.about)


def test_what_names_nothing_and_is_not_about_the_game_is_small_talk():
    assert mumbled("do you like beer?", "FRA", ("GER",)).manner is Manner.CHAT
    assert mumbled("how should I defend my army?", "FRA", ("GER",)).manner is Manner.ADVICE
    assert mumbled("?!", "FRA", ("GER",)).manner is Manner.PUZZLED


def test_a_remark_leans_on_what_is_open():
    """Ok and no way answer what is open; where nothing is, they are remarks."""
    assert terms("no way") == ["balk(fra, ger)"]
    assert terms("ok fair enough") == ["assent(fra, ger)"]
    assert terms("no way", PEACE)[0].startswith("reject")
    assert "doubt(fra, ger)" in terms("really?", PEACE)
    assert terms("Fine. Then it is war.", PEACE)[0].startswith("threaten")
