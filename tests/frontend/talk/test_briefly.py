"""A promise in the few words of a row beside the orders."""

import pytest

from frontend.talk.briefly import briefly
from negotiation.diplomacy import DIPLOMACY
from negotiation.parser import parse_formula

CASES = [
    ("pce([fra ger])", "FRA", "FRA", "peace with Germany"),
    ("pce([fra ger])", "GER", "FRA", "peace with you"),
    ("pce([eng fra ger])", "ENG", "GER", "peace with you and France"),
    ("pce([eng fra ger])", "ENG", None, "peace with France and Germany"),
    ("aly([fra ger], [ita])", "GER", "FRA", "allied with you against Italy"),
    ("aly([fra ger], [ita])", "FRA", "ITA", "allied with Germany against you"),
    ("dmz([fra], [bur pic])", "FRA", "FRA", "staying out of Burgundy and Picardy"),
    ("dmz([fra eng], [ech])", "ENG", "FRA", "staying out of the English Channel"),
    ("scd(ger, [hol bel])", "FRA", "FRA", "leaving Belgium and Holland to Germany"),
    ("scd(ger, [hol])", "FRA", "GER", "leaving Holland to you"),
    ("drw()", "FRA", "GER", "a draw among all"),
    ("slo(ger)", "FRA", "GER", "a win for you"),
]


@pytest.mark.parametrize(("content", "by", "viewer", "words"), CASES)
def test_a_promise_in_few_words(content, by, viewer, words):
    assert briefly(parse_formula(content, DIPLOMACY), by, viewer) == words
