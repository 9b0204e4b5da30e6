"""Completions can be said, fit the board, and continue the typed text."""

from dataclasses import replace
from operator import attrgetter
from time import process_time

import pytest

from adjudication.position import Position, Unit, opening
from negotiation.diplomacy import Pce
from negotiation.english.context import context_of
from negotiation.grammar.completions import complete
from negotiation.grammar.usage import surest_after, words_of
from negotiation.terms import Agree, Propose
from tests.negotiation.data import listen
from tests.scored import each_of
from tools.talk.count_words import counted

HERE = context_of("ENG", ("FRA",), opening())
OFFER = Propose("FRA", ("ENG",), Agree(("ENG", "FRA"), Pce(("ENG", "FRA"))))


def taken(text, one):
    """The text once the completion is taken."""
    before = text[: one.start]
    return before + (" " if before and one.start == len(text) and not before.endswith(" ") else "") + one.text


def offered(text, context=HERE):
    return [one.text for one in complete(text, context)]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("I will sup", "support"),
        ("Can you support me i", "into"),
        ("Can you move Paris to Bur", "Burgundy"),
        ("Can you move Paris to bur", "Burgundy"),
        ("move Brest to the eng", "the English Channel"),
        ("move Brest to mao", "the Mid-Atlantic Ocean"),
        ("Let's ally against Ger", "Germany"),
        ("will you support my fleet in lon", "my fleet in London"),
        ("please move your ar", "your army in Paris"),
        ("Wou", "Would you"),
        ("i'", "I'll"),
        ("pro", "propose"),
    ],
)
def test_what_is_half_typed_is_completed(text, wanted):
    assert any(one.startswith(wanted) for one in offered(text)), offered(text)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("will you ", "support"),
        ("Let's stay out ", "of"),
        ("peace ", "between"),
        ("I will move to ", "Wales"),
        ("Can you support me into ", "the English Channel"),
        ("Let's ally against ", "Germany"),
        ("Paris ", "to"),
        ("Will you support me into Belgium ", "from"),
        ("Who should we ", "attack"),
    ],
)
def test_the_next_word_comes_among_the_first(text, wanted):
    assert wanted in offered(text)[:4]


def test_after_a_whole_word_one_may_go_on_without_a_blank():
    (first, *_) = complete("will you", HERE)
    assert first.start == len("will you")
    assert taken("will you", first).startswith("will you ")


@pytest.mark.parametrize(
    ("text", "goals"),
    [
        ("Can you move Marseilles to ", {"Spain", "Piedmont", "Gascony", "Burgundy"}),
        ("I'll move London to ", {"the English Channel", "the North Sea", "Wales", "Yorkshire"}),
        ("Brest to ", {"the English Channel", "the Mid-Atlantic Ocean", "Gascony", "Picardy"}),
    ],
)
def test_where_a_unit_can_go_comes_first_and_nowhere_else_is_offered(text, goals):
    assert {one.text for one in complete(text, HERE) if one.kind == "place"} == goals


def test_who_supports_is_whose_units_can():
    def helpers(text):
        return {one.text for one in complete(text, HERE) if one.kind == "place" and one.power != "RUS"}

    assert helpers("can you support me into Belgium from ") >= {"Brest", "Marseilles", "Paris"}
    assert helpers("I will support you into Picardy from ") >= {"Edinburgh", "Liverpool", "London"}


def test_units_are_named_as_the_speaker_would_and_say_whose_they_are():
    (unit,) = [one for one in complete("will you support my fleet in lo", HERE) if one.kind == "unit"]
    assert (unit.text, unit.place, unit.power) == ("my fleet in London", "LON", "ENG")
    assert unit.start == len("will you support ")
    (germany,) = [one for one in complete("peace with germ", HERE) if one.kind == "power"]
    assert (germany.text, germany.power) == ("Germany", "GER")


def test_who_is_out_of_the_game_is_not_offered():
    board = opening()
    left = tuple(unit for unit in board.units if unit.power != "GER")
    context = replace(HERE, position=replace(board, units=left))
    assert "Germany" in offered("Let's ally against ")
    assert "Germany" not in offered("Let's ally against ", context)


def test_beginnings_fit_the_board_and_what_is_open():
    far = Position(opening().phase, (Unit("ENG", "A", "LVP"), Unit("FRA", "A", "MOS")), {})
    assert "Can you support me into" in offered("")
    assert "Can you support me into" not in offered("", replace(HERE, position=far))
    assert {"Yes", "No"}.isdisjoint(offered(""))
    assert {"Yes", "No"} <= set(offered("", context_of("ENG", ("FRA",), opening(), [OFFER])))


@pytest.mark.parametrize(
    ("letters", "wanted"), [("sup", "support"), ("pea", "peace"), ("bou", "bounce"), ("all", "ally")]
)
def test_three_letters_tell_what_can_be_said(letters, wanted):
    whole = [one for one in complete(letters, HERE) if one.kind == "start"]
    assert whole
    assert all(wanted in one.text for one in whole)
    assert all(one.start == 0 for one in whole)


@each_of(lambda: [one for one in complete("", HERE, most=20) if one.kind == "start"], name=attrgetter("text"))
def test_every_beginning_can_be_brought_to_an_end_that_is_read(one):
    text = one.text
    for _ in range(4):
        if listen(f"{text}?", HERE).verdict == "clear" or listen(text, HERE).verdict == "clear":
            return
        (following, *_) = complete(f"{text} ", HERE)
        text = f"{text} {following.text}"
    pytest.fail(f"not read: {text}")


@pytest.mark.parametrize(
    "text", ["zzz qqq ", "12345 ", "Пойдём в Бургундию ", "x" * 900, ")))((( ", "\u0301\u0301 a", "support \n\n"]
)
def test_bad_input_is_answered_with_little_or_nothing_and_in_time(text):
    began = process_time()
    assert len(complete(text, HERE)) <= 8
    assert process_time() - began < 1


def test_right_after_a_sentence_nothing_is_offered_and_after_a_blank_beginnings_are():
    assert complete("Can you support me into Belgium?", HERE) == ()
    assert {one.kind for one in complete("Can you support me into Belgium? ", HERE)[:3]} == {"start"}


def test_nothing_is_completed_that_nobody_can_say():
    assert complete("zzz qqq ", HERE) == ()


def test_the_table_of_use_counts_words_and_kinds_of_names():
    assert list(words_of("I'll support your army in Paris to Bur, pls. Ok?")) == [
        ["i'll", "support", "@U", "to", "@P", ",", "please"],
        ["ok"],
    ]
    counts = counted(iter(["peace with France", "peace with Italy"]))
    assert counts["peace", "with"] == {"@W": 2}
    assert counts["^",] == {"peace": 2}
    assert surest_after(["stay", "out"]) == "of"
    assert surest_after(["will", "you"]) == ""
