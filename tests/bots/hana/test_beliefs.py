"""Graded beliefs, each equation by a small sum done by hand."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bots.hana.beliefs import Beliefs, ContradictionError

STARTS = np.array([0, 3, 5, 6])


def beliefs(*degrees: float) -> Beliefs:
    return Beliefs(STARTS, np.array(degrees))


FIRM = beliefs(0.5, 0.3, 0.2, 0.9, 0.1, 1.0)


def test_every_group_sums_to_one() -> None:
    """(5.1) and (5.2)."""
    with pytest.raises(ContradictionError, match=r"group 1 sum to 0\.9"):
        beliefs(0.5, 0.3, 0.2, 0.9, 0.0, 1.0)
    with pytest.raises(ContradictionError, match="between 0 and 1"):
        beliefs(0.5, 0.7, -0.2, 0.9, 0.1, 1.0)
    assert Beliefs.even(STARTS).degrees == pytest.approx([1 / 3, 1 / 3, 1 / 3, 1 / 2, 1 / 2, 1])


@pytest.mark.parametrize(
    ("plan", "degree"),
    [([], 1.0), ([1], 0.3), ([1, 3], 0.27), ([1, 3, 5], 0.27), ([0, 1], 0.0), ([3, 3], 0.9)],
)
def test_a_plan_is_as_likely_as_all_its_actions(plan: list[int], degree: float) -> None:
    """(5.3): 0.3 * 0.9 = 0.27; two actions on one resource never happen."""
    assert FIRM.of_plan(plan) == pytest.approx(degree)


def test_review_keeps_the_news_and_scales_the_rest() -> None:
    """Definition 18: 0.3 and 0.2 share what 0.8 leaves, in the ratio they had: 0.12 and 0.08."""
    assert FIRM.review({0: 0.8}).degrees == pytest.approx([0.8, 0.12, 0.08, 0.9, 0.1, 1.0])
    assert FIRM.review({0: 0.5}).degrees == pytest.approx(FIRM.degrees)
    assert FIRM.review({2: 1.0, 4: 1.0}).degrees == pytest.approx([0, 0, 1, 0, 1, 1])


def test_review_shares_evenly_where_nothing_else_was_believed() -> None:
    assert beliefs(1, 0, 0, 0.9, 0.1, 1).review({0: 0.4}).degrees[:3] == pytest.approx([0.4, 0.3, 0.3])


@pytest.mark.parametrize("news", [{0: 0.7, 1: 0.6}, {3: 0.2, 4: 0.2}, {0: 1.5}, {5: 0.5}])
def test_contradictions_are_refused(news: dict[int, float]) -> None:
    with pytest.raises(ContradictionError):
        FIRM.review(news)


@given(
    st.lists(st.floats(0.05, 1), min_size=4, max_size=4),
    st.floats(0, 1),
    st.lists(st.floats(0.05, 1), min_size=3, max_size=3),
)
def test_no_other_distribution_with_the_news_is_nearer(old: list[float], news: float, rival: list[float]) -> None:
    """The review has minimum relative entropy to what was believed before."""
    before = np.array(old) / sum(old)
    after = Beliefs(np.array([0, 4]), before).review({0: news}).degrees
    other = np.array([news, *((1 - news) * np.array(rival) / sum(rival))])
    assert _relative_entropy(after, before) <= _relative_entropy(other, before) + 1e-9


def _relative_entropy(one: np.ndarray, other: np.ndarray) -> float:
    likely = one > 0
    return float((one[likely] * np.log(one[likely] / other[likely])).sum())


def test_uncertainty() -> None:
    """(5.6): ln 2 / ln 4 = 0.5 and 0 for a certain group, mean 0.25; one event alone is certain."""
    half = Beliefs(np.array([0, 4, 6]), np.array([0.5, 0.5, 0, 0, 1, 0]))
    assert half.uncertainty() == pytest.approx(0.25)
    assert Beliefs.even(STARTS).uncertainty() == pytest.approx(2 / 3)
    assert Beliefs(np.array([0]), np.empty(0)).uncertainty() == 0


def test_draws_follow_the_degrees() -> None:
    drawn = FIRM.draw(4000, np.random.default_rng(5))
    assert np.bincount(drawn[:, 0], minlength=3) / 4000 == pytest.approx([0.5, 0.3, 0.2], abs=0.03)
    assert set(drawn[:, 1].tolist()) == {3, 4}
    assert set(drawn[:, 2].tolist()) == {5}
