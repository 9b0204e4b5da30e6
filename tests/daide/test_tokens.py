"""The table of tokens, and messages as numbers, text and tuples."""

import pytest
from hypothesis import given
from hypothesis import strategies as some

from daide import tokens
from daide.tokens import (
    BY_NAME,
    TOKENS,
    MalformedText,
    Text,
    category,
    flat,
    integer,
    nested,
    number_of,
    text_of,
    words_of,
)

WORDS = some.lists(
    some.one_of(
        some.integers(0, 0x3FFF),
        some.sampled_from([token.number for token in TOKENS if token.name not in ("BRA", "KET")]),
        some.integers(0x4B00, 0x4BFF),
        some.sampled_from([0x4E02, 0x6000, 0xFFFF]),
    ),
    max_size=40,
)
TREES = some.recursive(
    some.one_of(
        some.sampled_from([token.name for token in TOKENS if token.name not in ("BRA", "KET")]),
        some.integers(-8192, 8191),
        some.text(min_size=1, max_size=8).filter(lambda text: text.isprintable()).map(Text),
    ),
    lambda inner: some.lists(inner, max_size=4).map(tuple),
    max_leaves=20,
)


@pytest.mark.parametrize(
    ("name", "number"),
    [
        *(("AUS", 0x4100), ("TUR", 0x4106), ("FLT", 0x4201), ("CTO", 0x4320), ("WVE", 0x4382), ("MBV", 0x4400)),
        *(("YSC", 0x4413), ("RET", 0x4506), ("WCS", 0x460C), ("WIN", 0x4704), ("CCD", 0x4800), ("SMR", 0x481E)),
        *(("UNO", 0x490B), ("DSD", 0x490D), ("FCT", 0x4A06), ("YDO", 0x4A21), ("CHO", 0x4A22), ("NAR", 0x4A25)),
        *(("BOH", 0x5000), ("WAR", 0x510D), ("ADR", 0x520E), ("WES", 0x5220), ("ALB", 0x5421), ("YOR", 0x542F)),
        *(("FOR", 0x4A07), ("FWD", 0x4A08), ("CCL", 0x4A26), ("ANK", 0x5530), ("VEN", 0x5547), ("BUL", 0x5748)),
        ("STP", 0x574A),
    ],
)
def test_numbers_are_those_of_the_protocol(name: str, number: int) -> None:
    assert BY_NAME[name] == number


def test_each_token_has_its_own_number_and_name() -> None:
    assert len({token.number for token in TOKENS}) == len({token.name for token in TOKENS}) == len(TOKENS) == 216
    provinces = [token.number & 0xFF for token in TOKENS if token.number >= 0x5000]
    assert sorted(provinces) == list(range(75))
    assert all(token.use for token in TOKENS)


@given(WORDS)
def test_text_is_read_back(words: list[int]) -> None:
    assert words_of(text_of(tuple(words))) == tuple(words)


@given(some.lists(TREES, max_size=5))
def test_tuples_are_read_back(tree: list[tokens.Tree]) -> None:
    # Two strings side by side are one on the wire.
    assert flat(nested(flat(tuple(tree)))) == flat(tuple(tree))


@given(some.integers(-8192, 8191))
def test_integers_have_14_bits(value: int) -> None:
    assert number_of(integer(value)) == value
    assert category(integer(value)) == "Integers"


@pytest.mark.parametrize("value", [-8193, 8192, 86_400])
def test_greater_integers_are_refused(value: int) -> None:
    with pytest.raises(ValueError, match="between -8192 and 8191"):
        integer(value)


@pytest.mark.parametrize("text", ["NME ('a", "FRAN", "QQQ", "FRA;", "12x"])
def test_a_text_that_is_no_message_is_refused(text: str) -> None:
    with pytest.raises(MalformedText, match="at letter"):
        words_of(text)


def test_small_letters_and_quotes() -> None:
    assert words_of("nme ('It\\'s') ('')") == flat(("NME", (Text("It's"),), ()))
    assert text_of(words_of("nme ('It\\'s') ('')")) == "NME ('It\\'s') ()"


@pytest.mark.parametrize("text", ["(", ")", ")("])
def test_brackets_that_do_not_match_are_no_tuples(text: str) -> None:
    with pytest.raises(ValueError, match="bracket"):
        nested(words_of(text))
