"""What a pattern needs is in whatever it matches: leaving patterns out by it changes no reading."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from negotiation.english.needing import Needing, needed
from negotiation.words.phrasebook import phrases

TABLES = ("plain", "pacts", "moods", "bodies")
PATTERNS = [
    re.compile(line.partition(" =>")[0])
    for table in TABLES
    for _, key, line in phrases(table)
    if key or table != "bodies"
]


@pytest.mark.parametrize(
    ("pattern", "pieces"),
    [
        (r"(?:stop|quit) attack(?:ing)?", {" attack"}),
        (r"(?:stop|quit) \w+", {"stop ", "quit "}),
        (r"attack(?:ing)?(?: [WJ]\d)?", {"attack"}),
        (r"(?<!\S)(?:peace)(?!\S)", {" peace "}),
        (r"(?:the )?dmz|no", {"dmz", "no"}),
        (r"(?:let us )?(?:[PU]\d)?", set()),
        (r"(?:war )+\S*", {"war "}),
    ],
)
def test_what_a_pattern_needs(pattern: str, pieces: set[str]) -> None:
    assert needed(pattern) == pieces


def test_edges_of_a_whole_text_are_edges_of_words() -> None:
    assert needed("ally", whole=True) == {" ally "}


@given(st.data())
def test_a_match_has_what_its_pattern_needs(data: st.DataObject) -> None:
    pattern = data.draw(st.sampled_from(PATTERNS))
    text = data.draw(st.from_regex(pattern, fullmatch=True))
    if re.search(r"[^\S ]", text) is None:
        assert list(Needing([pattern]).among(text)) == [0]
        assert list(Needing([pattern], whole=True).among(text)) == [0]
