"""Deals of several parts are put together from names, by learnt weights."""

from dataclasses import replace

import pytest

from adjudication.position import opening
from adjudication.powers import as_power
from negotiation.diplomacy import DIPLOMACY, Dmz, Turn
from negotiation.english.context import context_of
from negotiation.judge.naming import Named, named_in
from negotiation.judge.parts import deals_of, put_together, told_of
from negotiation.levels import FREE
from negotiation.printer import format_term
from negotiation.terms import Agree, Commits, Do, Propose

ME, YOU = as_power("FRA"), as_power("GER")


def named(text: str) -> Named:
    return named_in(text, replace(context_of(ME, (YOU,), opening()), level=FREE))


def deals(text: str) -> list[str]:
    return [format_term(one, DIPLOMACY) for said in deals_of(named(text)) for one in said]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        (
            "Neither of us enters Burgundy, and we live in peace.",
            "propose(fra, ger, Agree([fra ger], dmz([fra ger], bur) ∧ pce([fra ger])))",
        ),
        (
            "I take Spain and Portugal, you get Holland and Denmark",
            "propose(fra, ger, Agree([fra ger], scd(fra, [por spa]) ∧ scd(ger, [den hol])))",
        ),
        (
            "I stay out of the Ruhr if you stay out of Picardy",
            "propose(fra, ger, [Commit(fra, ger, dmz(fra, ruh)), Commit(ger, fra, dmz(ger, pic))])",
        ),
    ],
)
def test_each_part_of_a_deal_is_found(text: str, meant: str) -> None:
    assert meant in deals(text)


def test_the_likeliest_deal_comes_first_and_no_unit_does_two_things() -> None:
    found = told_of(named("Paris to Burgundy, Munich to Ruhr, and Kiel goes to Holland."))
    assert [one.score for one in found] == sorted((one.score for one in found), reverse=True)
    for one in found:
        moves = {content for (_, content), _ in one.parts if isinstance(content, Do)}
        assert len({content.action.unit for content in moves}) == len(moves)


def test_parts_with_different_times_are_promised_one_by_one() -> None:
    until = Turn("win", 1902)
    zone, other = Dmz((ME, YOU), ("BUR",)), Dmz((ME, YOU), ("PIC",))
    ((one,),) = put_together([((None, zone), until), ((None, other), until)], ME, YOU)
    assert isinstance(one, Propose)
    assert isinstance(one.deal, Agree)
    assert one.deal.time == until
    ((one,),) = put_together([((None, zone), until), ((None, other), None)], ME, YOU)
    assert isinstance(one, Propose)
    assert isinstance(one.deal, Commits)
    assert {item.time for item in one.deal.items} == {until, None}


def test_a_text_without_names_tells_no_deal() -> None:
    assert told_of(named("How are you today?")) == []
