"""Bots vote on the end, by hand and in general."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudication.powers import POWERS
from bots.voting import PLURALS, expectation, hope, opinion


def accepts(*asked):
    return opinion(*asked).agrees


def centers(**counts):
    return dict.fromkeys(POWERS, 0) | counts


OPENING = centers(AUS=3, ENG=3, FRA=3, GER=3, ITA=3, RUS=4, TUR=3)
STALEMATE = centers(ENG=17, TUR=17)
THREE = centers(ENG=12, FRA=11, TUR=11)
ENG_TUR, ALL = frozenset({"ENG", "TUR"}), frozenset(POWERS)


@pytest.mark.parametrize("power", POWERS)
def test_nobody_stops_before_it_has_begun(power):
    assert not accepts(power, ALL, [OPENING], 18)


def test_a_draw_where_nothing_moves_any_more():
    assert accepts("ENG", ENG_TUR, [STALEMATE] * 4, 18)
    assert all(accepts(power, frozenset(THREE) & {"ENG", "FRA", "TUR"}, [THREE] * 4, 18) for power in ("FRA", "TUR"))


def test_who_is_about_to_win_plays_on_and_the_others_would_rather_draw():
    years = [centers(ENG=11, TUR=16, FRA=7), centers(ENG=10, TUR=17, FRA=7), centers(ENG=8, TUR=17, FRA=9)]
    three = frozenset({"ENG", "FRA", "TUR"})
    assert not accepts("TUR", three, [centers(ENG=11, TUR=13, FRA=10), *years[1:]], 18)
    assert accepts("ENG", three, years, 18)


def test_who_is_left_out_says_no_unless_there_is_nothing_to_expect():
    assert not accepts("ENG", frozenset({"TUR"}), [THREE] * 4, 18)
    lost = [centers(ENG=2, TUR=15, FRA=9), centers(ENG=1, TUR=17, FRA=8), centers(ENG=1, TUR=17, FRA=8)]
    assert accepts("ENG", frozenset({"TUR"}), lost, 18)
    assert not accepts("FRA", frozenset({"ENG"}), [THREE] * 4, 18)


@pytest.mark.parametrize(
    ("power", "sharers", "years", "why"),
    [
        ("TUR", ALL, [centers(ENG=9, TUR=13, FRA=9), centers(ENG=7, TUR=17, FRA=7)], "it expects to win"),
        ("TUR", {"ENG"}, [centers(ENG=9, TUR=13, FRA=9), centers(ENG=7, TUR=17, FRA=7)], "it expects to win"),
        ("ENG", ALL, [THREE] * 4, "it expects more than its share of a draw"),
        ("ENG", ALL, [OPENING], "it hopes for more while centers change hands"),
        ("FRA", {"ENG"}, [THREE] * 4, "it has a part in the game to lose"),
        ("ENG", ENG_TUR, [STALEMATE] * 4, "it expects no more by playing on"),
        ("AUS", {"ENG"}, [THREE] * 4, "it has nothing more to expect"),
    ],
)
def test_a_bot_gives_its_reason(power, sharers, years, why):
    found = opinion(power, frozenset(sharers), years, 18)
    assert found.why == why
    assert found.why in PLURALS


counts = st.fixed_dictionaries({power: st.integers(0, 18) for power in POWERS})


@given(st.lists(counts, min_size=1, max_size=4))
def test_expectations_are_shares_of_one_game(years):
    shares = [expectation(power, years, 18) for power in POWERS]
    assert all(0 <= share <= 1 for share in shares)
    assert sum(shares) <= 1 + 1e-9
    assert 0 <= hope(years) <= 0.1
