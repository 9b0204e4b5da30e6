"""Phases and their notation."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudication.phase import FIRST_PHASE, Phase, PhaseKind, Season, parse_phase

KINDS: list[tuple[Season, PhaseKind]] = [("S", "M"), ("S", "R"), ("F", "M"), ("F", "R"), ("W", "A")]


@given(st.sampled_from(KINDS), st.integers(1, 9999))
def test_text_round_trip(kind: tuple[Season, PhaseKind], year: int) -> None:
    phase = Phase(kind[0], year, kind[1])
    assert parse_phase(str(phase)) == phase


def test_a_year_goes_round() -> None:
    phase, seen = FIRST_PHASE, []
    for _ in range(6):
        seen.append(str(phase))
        phase = phase.following()
    assert seen == ["S1901M", "S1901R", "F1901M", "F1901R", "W1901A", "S1902M"]
    phases = [parse_phase(text) for text in seen]
    assert sorted(phases, key=lambda each: each.sort_key) == phases


def test_a_phase_has_a_title_in_words() -> None:
    assert parse_phase("F1901R").title == "Fall 1901, retreat"
    assert parse_phase("W1901A").turn == "Winter 1901"


@pytest.mark.parametrize("text", ["", "S1901", "X1901M", "S1901MM", "s1901m", "S01901M", "W1901M", "S1901A", "F0M"])
def test_not_a_phase(text: str) -> None:
    with pytest.raises(ValueError, match=r"phase|year"):
        parse_phase(text)


def test_the_calendar_ends() -> None:
    with pytest.raises(ValueError, match="10000"):
        parse_phase("W9999A").following()
