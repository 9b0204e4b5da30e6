"""Mockery, changes, corrections, alternatives and reports are read as meant."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from adjudication.position import opening
from negotiation.diplomacy import DIPLOMACY
from negotiation.english.context import Context, context_of
from negotiation.english.writer import write
from negotiation.heard import Heard
from negotiation.judge.cues import cues_of
from negotiation.levels import FREE
from negotiation.parser import parse
from negotiation.printer import format_term
from negotiation.terms import Propose, Reject
from negotiation.understanding import understand


def context(talk: Sequence[str] = (), level: int = FREE) -> Context:
    said = [parse(each, DIPLOMACY) for each in talk]
    return replace(context_of("FRA", ("GER",), opening(), said), level=level)


def told(heard: Heard) -> list[str]:
    """Readings in L, the likeliest first."""
    return [" / ".join(format_term(one, DIPLOMACY) for one in each.said) for each in heard.readings]


MOCKED = [
    "Peace? You wish.",
    "Peace?! Dream on.",
    "Peace... as if.",
    "An alliance against England? What are you smoking...",
    "lol. a dmz in Burgundy?",
    "a truce? From you of all people?",
    "You and me against England? Pull the other one.",
]


@pytest.mark.parametrize("text", MOCKED)
def test_mockery_that_names_a_deal_does_not_propose_it(text: str) -> None:
    assert not any(isinstance(one, Propose) for one in understand(text, context()).said)


def test_a_refusal_is_offered_before_what_it_mocks() -> None:
    heard = understand("Peace? You wish.", context())
    assert isinstance(heard.readings[0].said[0], Reject)


@pytest.mark.parametrize(
    ("text", "zone"),
    [
        ("only Burgundy", "bur"),
        ("without the Ruhr", "bur"),
        ("Burgundy yes, Ruhr no", "bur"),
        ("add Picardy", "[bur pic ruh]"),
        ("Picardy instead of Burgundy", "[pic ruh]"),
    ],
)
def test_one_part_of_what_is_open_is_changed(text: str, zone: str) -> None:
    open_now = "propose(ger, fra, Agree([fra ger], dmz([fra ger], [bur ruh])))"
    first = told(understand(text, context([open_now])))[0]
    assert first == f"propose(fra, ger, Agree([fra ger], dmz([fra ger], {zone})))"


def test_a_correction_replaces_what_was_said() -> None:
    found = told(understand("dmz in Burgundy... no wait, dmz in Picardy", context()))
    assert found == ["propose(fra, ger, Agree([fra ger], dmz([fra ger], pic)))"]


def test_either_of_two_places_is_offered() -> None:
    heard = understand("i'll move paris to burgundy or picardy", context(level=4))
    assert heard.verdict == "choose"
    assert sorted(place for each in told(heard) for place in ("bur", "pic") if f"Region({place}" in each) == [
        "bur",
        "pic",
    ]


@pytest.mark.parametrize(
    ("level", "asked"),
    [
        (1, ["wonder(fra, ger)"]),
        (3, ["query(fra, ger, Desire(ger, pce([fra ger])))"]),
        (6, ["query(fra, ger, Desire(ger, pce([fra ger])))"]),
        (FREE, ["query(fra, ger, Explain(Desire(ger, ¬pce([fra ger]))))"]),
    ],
)
def test_a_reason_is_asked_for_as_far_as_the_language_goes(level: int, asked: list[str]) -> None:
    peace = "Agree([fra ger], pce([fra ger]))"
    refused = [f"propose(fra, ger, {peace})", f"reject(ger, fra, {peace})"]
    assert told(understand("Why not?", context(refused, level)))[:1] == asked


def test_a_third_power_that_wants_a_place_is_reported() -> None:
    heard = understand("Russia is after Sweden", context())
    assert (heard.verdict, told(heard)) == ("claim", ["inform(fra, ger, Belief(fra, Desire(rus, swe)))"])


def test_who_should_get_a_place_is_asked_openly() -> None:
    heard = understand("who should get belgium then", context())
    assert told(heard)[0] == "query(fra, ger, Which(?p, Desire(ger, scd(?p, bel))))"
    assert heard.verdict in ("claim", "choose")
    assert write(heard.readings[0].said[0]) == "Who should get Belgium?"


@pytest.mark.parametrize(
    ("words", "cue"),
    [
        ("not P", "not <"),
        ("P instead", "instead >"),
        ("P too", "too >"),
        ("only P", "only <"),
        ("make it P", "mean <"),
        ("without P", "not <"),
    ],
)
def test_little_words_tell_what_becomes_of_a_name(words: str, cue: str) -> None:
    row = words.split()
    assert cue in cues_of(row, [(row.index("P"), "BUR")])["BUR"]
