"""Figures of bots' sentences: openers, repetitions, and what link-grammar is asked."""

import shutil
from itertools import islice

import pytest

from bench.sentences import answers, completed, openers, plainly, repeated_in, unparsed, without_a_parse

LETTERS = [
    ("S1901M", "FRA", ("GER",), "Just so you know: I want Belgium."),
    ("S1901M", "FRA", ("GER",), "I want Burgundy. Shall we make peace?"),
    ("F1901M", "FRA", ("GER",), "No. Shall we make peace?"),
    ("F1901M", "FRA", ("ENG",), "No. Shall we make peace?"),
]


def test_a_sentence_is_repeated_only_within_one_conversation() -> None:
    assert repeated_in(LETTERS) == ["Shall we make peace?"]


def test_words_that_only_announce_the_rest_are_openers() -> None:
    assert openers(LETTERS) == 1 / 4


def test_nouns_stand_for_the_names_of_provinces() -> None:
    assert plainly("Munich goes to Ruhr, not Munich.") == "London goes to Paris, not London."
    assert plainly("I keep out of the North Sea.") == "I keep out of the sea."


def test_plain_nouns_stand_for_words_that_the_dictionary_gets_wrong() -> None:
    assert plainly("A unit of mine stays there this turn.") == "A piece of mine stays there this week."
    assert plainly("It turns on a united front, turn by turn.") == "It turns on a united front, turn by turn."


def test_parts_of_a_sentence_are_completed_each() -> None:
    first, second = completed("A fair wish: I like it.")
    assert "It is a fair wish." in first
    assert "I like it." in second


with_parser = pytest.mark.skipif(shutil.which("link-parser") is None, reason="no link-parser on this machine")


@with_parser
def test_link_grammar_refuses_what_is_no_english() -> None:
    assert unparsed(["I want Belgium.", "I accept me getting Sweden."]) == {"I accept me getting Sweden."}


@with_parser
def test_nearly_every_answer_to_a_remark_is_a_sentence_with_all_its_words() -> None:
    sentences = list(islice(answers(), 200))
    _, still = without_a_parse(sentences)
    assert len(still) <= 0.02 * len(sentences), still
