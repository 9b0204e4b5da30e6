"""A promise in the few words of a row beside the orders."""

import pytest

from frontend.talk.briefly import briefly
from negotiation.diplomacy import DIPLOMACY
from negotiation.parser import parse_formula

CASES = [
    ("pce([fra ger])", "FRA", "FRA", "peace with Germany"),
    ("pce([fra ger])", "GER", "FRA", "peace with Germany"),
    ("pce([eng fra ger])", "ENG", None, "peace with France and Germany"),
    ("aly([fra ger], [ita])", "GER", "FRA", "allied against Italy"),
    ("dmz([fra], [bur pic])", "FRA", "FRA", "out of Burgundy and Picardy"),
]


@pytest.mark.parametrize(("content", "by", "viewer", "words"), CASES)
def test_a_promise_in_few_words(content, by, viewer, words):
    assert briefly(parse_formula(content, DIPLOMACY), by, viewer) == words
