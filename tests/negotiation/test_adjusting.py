"""Retreats, builds, lists and times are read as people put them."""

from collections.abc import Sequence

import pytest

from adjudication.position import Position, opening, position_from_dict
from adjudication.powers import as_power
from negotiation.diplomacy import DIPLOMACY
from negotiation.english.context import context_of
from negotiation.judge.adjusting import which_adjustment
from negotiation.judge.naming import named_in
from negotiation.judge.parts import deals_of
from negotiation.printer import format_term
from negotiation.understanding import understand
from negotiation.words.entities import When
from negotiation.words.spotting import spot

HOMES = {"FRA": ["BRE", "MAR", "PAR"], "GER": ["BER", "KIE", "MUN"], "ITA": ["NAP", "ROM", "VEN"]}


def thrown_out() -> Position:
    """Munich, where a German army threw out a French one."""
    units = ["GER A MUN", "GER A RUH", "FRA A PAR", "FRA F BRE"]
    gone = {"unit": "FRA A MUN", "from": "BER", "retreats": ["BOH", "BUR", "SIL"]}
    return position_from_dict({"phase": "F1902R", "units": units, "centers": HOMES, "dislodged": [gone]})


def winter() -> Position:
    """Winter: the French homes are empty."""
    units = ["GER A MUN", "FRA A GAS", "FRA A PIC", "ITA A ROM"]
    return position_from_dict({"phase": "W1902A", "units": units, "centers": HOMES})


def likeliest(text: str, position: Position, me: str = "FRA", you: str = "GER") -> str:
    """Likeliest reading in L."""
    heard = understand(text, context_of(as_power(me), (as_power(you),), position))
    assert heard.readings, text
    return format_term(heard.readings[0].said[0], DIPLOMACY)


@pytest.mark.parametrize(
    ("text", "me", "you"),
    [
        ("I pull back to Burgundy", "FRA", "GER"),
        ("ill fall back to bur", "FRA", "GER"),
        ("My army withdraws to Burgundy.", "FRA", "GER"),
        ("pull back to Burgundy please", "GER", "FRA"),
        ("could you move back to bur", "GER", "FRA"),
        ("take your army from Munich back to Burgundy", "GER", "FRA"),
    ],
)
def test_the_unit_that_was_thrown_out_retreats_even_if_unnamed(text: str, me: str, you: str) -> None:
    promise = "Do(rto(Unit(fra, Region(mun, amy)), Region(bur, amy)))"
    assert promise in likeliest(text, thrown_out(), me, you)


@pytest.mark.parametrize("text", ["just scrap your army in Munich", "disband munich pls"])
def test_what_is_scrapped_in_a_retreat_was_thrown_out(text: str) -> None:
    assert "Do(dsb(Unit(fra, Region(mun, amy))))" in likeliest(text, thrown_out(), "GER", "FRA")


@pytest.mark.parametrize(
    ("text", "built"),
    [
        ("I'll raise an army in Paris", "bld(Unit(fra, Region(par, amy)))"),
        ("I put a fleet down in Brest", "bld(Unit(fra, Region(bre, sea)))"),
        ("gonna rebuild an army in marseilles", "bld(Unit(fra, Region(mar, amy)))"),
        ("I scrap picardy", "rem(Unit(fra, Region(pic, amy)))"),
    ],
)
def test_builds_and_removals_are_told_in_everyday_words(text: str, built: str) -> None:
    assert f"Do({built})" in likeliest(text, winter())


def test_two_builds_are_told_at_once() -> None:
    told = likeliest("fleet brest, army paris", winter())
    assert "bld(Unit(fra, Region(bre, sea)))" in told
    assert "bld(Unit(fra, Region(par, amy)))" in told


def together(text: str, position: Position) -> Sequence[str]:
    """Several things told at once, in L."""
    found = deals_of(named_in(text, context_of("FRA", ("GER",), position)))
    return [format_term(one, DIPLOMACY) for each in found for one in each]


@pytest.mark.parametrize("text", ["armies in Paris and Marseilles, a fleet in Brest", "par n mar armies, bre fleet"])
def test_all_builds_of_a_list_are_among_what_may_be_told(text: str) -> None:
    promises = [f"Commit(fra, ger, Do(bld(Unit(fra, {one}))))" for one in ("Region(par, amy)", "Region(mar, amy)")]
    promises.append("Commit(fra, ger, Do(bld(Unit(fra, Region(bre, sea)))))")
    assert f"inform(fra, ger, [{', '.join(promises)}])" in together(text, winter())


def test_a_retreat_may_be_told_with_a_request_to_keep_off() -> None:
    retreat = "Commit(fra, ger, Do(rto(Unit(fra, Region(mun, amy)), Region(bur, amy))))"
    told = together("I limp home to Burgundy, so stay off it", thrown_out())
    assert f"propose(fra, ger, [{retreat}, Commit(ger, fra, dmz(ger, bur))])" in told


@pytest.mark.parametrize(
    ("text", "position", "ways"),
    [
        ("Silesia or Burgundy?", thrown_out(), [("sil", "bur")]),
        ("an army in Paris or Marseilles?", winter(), [("par", "mar")]),
        ("Paris?", winter(), []),
    ],
)
def test_which_of_two_is_asked_in_the_order_of_the_text(
    text: str, position: Position, ways: Sequence[tuple[str, str]]
) -> None:
    found = list(which_adjustment(named_in(text, context_of("FRA", ("GER",), position))))
    assert len(found) == len(ways)
    for pair, goals in zip(found, ways, strict=True):
        for one, goal in zip(pair, goals, strict=True):
            assert f"Region({goal}, amy)" in format_term(one, DIPLOMACY)


def said_in_turn(text: str) -> Sequence[str]:
    return together(text, opening())


def test_what_it_points_to_was_named_before() -> None:
    hold = "Commit(ger, fra, Do(hld(Unit(ger, Region(mun, amy)))))"
    away = "Commit(fra, ger, dmz(fra, mun))"
    assert f"propose(fra, ger, [{hold}, {away}])" in said_in_turn("Munich. You hold it, I don't touch it.")


def test_a_list_may_hold_a_zone_a_share_and_peace() -> None:
    told = "Agree([fra ger], dmz([fra ger], bur) ∧ scd(ger, bel) ∧ pce([fra ger]))"
    assert f"propose(fra, ger, {told})" in said_in_turn("burgundy empty, belgium yours, and peace")


@pytest.mark.xfail(strict=True, reason="a unit that keeps out is read first as going there")
def test_who_keeps_out_of_a_place_does_not_go_there() -> None:
    assert "mto" not in said_in_turn("mar holds, mun keeps out of bur")[0].replace("¬Do(mto", "")


@pytest.mark.parametrize(
    "text", ["It ends in fall 1903.", "it expires with 1903", "runs out at the end of 1903", "for this year and next"]
)
def test_an_end_is_a_limit(text: str) -> None:
    (time,) = spot(text, opening().phase).entities.values()
    assert isinstance(time, When)
    assert time.limit
    assert not time.later


@pytest.mark.parametrize(
    ("text", "kept_by"), [("bur is off limits for u", "ger"), ("Burgundy is off limits for me", "fra")]
)
def test_a_place_may_be_off_limits_for_one_side(text: str, kept_by: str) -> None:
    assert f"dmz({kept_by}, bur)" in likeliest(text, opening())


@pytest.mark.parametrize(
    ("text", "me", "you"),
    [
        ("If your army in Munich is dislodged, please retreat to Bohemia.", "FRA", "GER"),
        ("mun gets hit -> boh pls", "FRA", "GER"),
        ("Should I be thrown out of Munich, I'll go to Bohemia.", "GER", "FRA"),
        ("lose munich and that army of mine goes to boh, promise", "GER", "FRA"),
        ("If you win in Munich my army will make its retreat to Bohemia.", "GER", "FRA"),
        ("in the event that they push me out of mun, i crawl off to boh", "GER", "FRA"),
    ],
)
def test_where_a_unit_would_retreat_is_told_before_the_moves(text: str, me: str, you: str) -> None:
    heard = understand(text, context_of(as_power(me), (as_power(you),), opening()))
    shown = [format_term(said, DIPLOMACY) for each in heard.readings for said in each.said]
    assert any("Do(rto(Unit(ger, Region(mun, amy)), Region(boh, amy)))" in each for each in shown), shown
