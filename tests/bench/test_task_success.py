"""The deals of `python -m bench.task_success` are sound; how well they are understood is for the bench to say."""

from collections import Counter
from collections.abc import Iterator
from operator import attrgetter

import pytest

from adjudication.options import legal_orders
from adjudication.position import opening
from bench.task_success.__main__ import attempted, bothered, table
from bench.task_success.boards import boards
from bench.task_success.data import PERSONS, Deal, Series, deals, near_misses, small_talk, wordings
from bench.task_success.draw import drawn, drawn_again, drawn_fifth, drawn_fourth, drawn_sixth, drawn_third
from bench.task_success.meaning import meaning
from negotiation.diplomacy import DIPLOMACY, order_of
from negotiation.levels import level, subterms, well_formed
from negotiation.parser import parse
from negotiation.printer import format_term
from negotiation.terms import Do
from tests.scored import each_of

WORDED: tuple[Series, ...] = ("first", "third", "fourth", "fifth", "sixth")
"""The series of which every person has three wordings."""


def every_deal() -> Iterator[Deal]:
    for series in (*WORDED, "second"):
        yield from deals(series)


def test_boards_are_of_many_years():
    years = {position.phase.year for position in boards().values()}
    assert {1901, 1908} <= years
    assert all(position.phase.kind == "M" for position in boards().values())


@pytest.mark.parametrize(
    ("series", "draw"),
    [
        ("first", drawn),
        ("second", drawn_again),
        ("third", drawn_third),
        ("fourth", drawn_fourth),
        ("fifth", drawn_fifth),
        ("sixth", drawn_sixth),
    ],
)
def test_the_file_is_what_the_script_draws(series, draw):
    found, again = deals(series), list(draw())
    assert [deal.name for deal in found] == [each["id"] for each in again]
    assert [format_term(deal.term, DIPLOMACY) for deal in found] == [each["l"] for each in again]
    assert [[format_term(one, DIPLOMACY) for one in deal.talk] for deal in found] == [each["talk"] for each in again]


@each_of(every_deal, name=attrgetter("name"))
def test_every_deal_can_be_said_on_its_board(deal: Deal):
    for said in (deal.term, *deal.talk):
        assert well_formed(said)
        assert level(said) <= 6
        assert {said.speaker, *said.hearers} == {deal.speaker, *deal.hearers}
        for term in subterms(said):
            if isinstance(term, Do):
                power, order = order_of(term.action)
                legal = legal_orders(deal.position, power)
                assert any(order in found for found in legal.values()), order


@each_of(lambda: [deal for series in WORDED for deal in deals(series)], name=attrgetter("name"))
def test_every_kind_of_person_has_three_wordings_of_every_deal(deal: Deal):
    for person in PERSONS:
        tries = wordings()[deal.name, person]
        assert len(set(tries)) == 3
        assert all(0 < len(text) <= 200 for text in tries)


@each_of(lambda: deals("second"), name=attrgetter("name"))
def test_every_kind_of_person_has_a_wording_of_the_second_series(deal: Deal):
    assert all(wordings()[deal.name, person] for person in PERSONS)


def test_each_series_has_enough_deals():
    first = deals()
    assert len(first) >= 150
    assert {len(deals(series)) for series in WORDED[1:]} == {150}
    assert len(wordings()) == len(list(every_deal())) * len(PERSONS)
    held = Counter(deal.kind for deal in first if deal.held)
    for kind, count in Counter(deal.kind for deal in first).items():
        assert count >= 6
        assert held[kind] * 3 == count
    assert len({deal.term for deal in first}) > 0.9 * len(first)
    assert len({deal.speaker for deal in first}) == 7


@pytest.mark.parametrize(
    ("series", "talk", "misses"),
    [("first", 150, 60), ("third", 120, 60), ("fourth", 60, 60), ("fifth", 99, 60), ("sixth", 99, 60)],
)
def test_small_talk_and_near_misses_are_many_and_none_stands_there_twice(series: Series, talk: int, misses: int):
    for remarks, least in ((small_talk(series), talk), (near_misses(series), misses)):
        assert len({each.text for each in remarks}) == len(remarks) >= least
        assert sum(each.held for each in remarks) * 3 >= least


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (
            "propose(fra, ger, [Commit(fra, ger, dmz(fra, bur)), Commit(ger, fra, dmz(ger, bur))])",
            "propose(fra, ger, Agree([fra ger], dmz([fra ger], bur)))",
        ),
        (
            "propose(fra, ger, [Commit(ger, fra, ent(ger, den))])",
            "propose(fra, ger, [Commit(ger, fra,"
            " Do(mto(Unit(ger, Region(kie, sea)), Region(den, sea)), ⟨spr, 1901⟩))])",
        ),
        ("inform(fra, ger, Belief(fra, Desire(rus, swe)))", "inform(fra, ger, Desire(rus, swe))"),
        ("query(fra, ger, Agree([ger rus], pce([ger rus])))", "query(fra, ger, pce([ger rus]))"),
        (
            "propose(fra, ger, [Commit(ger, fra, Do(bld(Unit(ger, Region(mun, amy)))))])",
            "propose(fra, ger, [Commit(ger, fra, Do(bld(Unit(ger, Region(mun, amy)))), ⟨win, 1901⟩)])",
        ),
    ],
)
def test_two_wordings_have_one_meaning(one: str, other: str):
    assert _meaning(one) == _meaning(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("propose(fra, ger, Agree([fra ger], drw([fra ger])))", "propose(fra, ger, Agree([fra ger], drw()))"),
        (
            "propose(fra, ger, Agree([fra ger], pce([fra ger])))",
            "propose(fra, ger, Agree([fra ger], pce([fra ger]), ⟨win, 1902⟩))",
        ),
        (
            "propose(fra, ger, Agree([fra ger], dmz([fra ger], bur)))",
            "propose(fra, ger, [Commit(ger, fra, dmz(ger, bur))])",
        ),
        (
            "inform(fra, ger, ent(ger, bur) → [Commit(fra, ger, ent(fra, mun))])",
            "inform(fra, ger, [Commit(fra, ger, ent(fra, mun))])",
        ),
        (
            "propose(fra, ger, [Commit(ger, fra, ¬ent(ger, den))])",
            "propose(fra, ger, [Commit(ger, fra, ent(ger, den))])",
        ),
        (
            "propose(fra, ger, [Commit(ger, fra, Do(rto(Unit(ger, Region(mun, amy)), Region(boh, amy))))])",
            "propose(fra, ger, [Commit(ger, fra, Do(mto(Unit(ger, Region(mun, amy)), Region(boh, amy))))])",
        ),
        (
            "propose(fra, ger, [Commit(ger, fra, Do(bld(Unit(ger, Region(mun, amy)))))])",
            "propose(fra, ger, [Commit(ger, fra, Do(bld(Unit(ger, Region(mun, amy)))), ⟨win, 1902⟩)])",
        ),
    ],
)
def test_different_deals_have_different_meanings(one: str, other: str):
    assert _meaning(one) != _meaning(other)


def test_the_bench_counts():
    deal = next(each for each in deals() if each.name == "peace-1")
    attempts = [attempted(deal, person, 8) for person in PERSONS]
    assert next(line for line in table(attempts) if line.startswith("all")).split()[1] == "3"
    assert attempts[0].within(3)
    assert len(attempts[0].tries) <= 3
    assert bothered(small_talk()[0], 8) == (False, False)


def _meaning(text: str) -> object:
    return meaning([parse(text, DIPLOMACY)], opening())
