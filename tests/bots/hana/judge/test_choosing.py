"""The book of openings, chance among plans that are close, and what failed lately."""

from dataclasses import replace

import numpy as np
import pytest

from adjudication.batch import Boards, encode_order, encode_orders
from adjudication.engine import adjudicate
from adjudication.legality import refusal
from adjudication.notation import parse_order
from adjudication.orders import Order
from adjudication.phase import parse_phase
from adjudication.position import Position, opening
from adjudication.powers import POWERS, Power
from adjudication.rulebook import STANDARD_RULES
from bots.hana.attitude import Attitude
from bots.hana.judge.deals import peace
from bots.hana.judge.habits import habits_of, tired
from bots.hana.judge.lines import lines
from bots.hana.judge.openings import BOOK, LIKING, STYLES
from bots.hana.judge.phase_analysis import think
from bots.hana.judge.strength import Strength
from bots.hana.remember.personality import PERSONALITIES
from bots.hana.search.problem import Movement
from bots.swarm.playing import play_until
from bots.view import PastPhase, SeatView

SMALL = Strength(most=1_200, finalists=32, foresight=160, reply=320)
LOYAL = Attitude(trust=1.0, price=9.0)


def springs(power: Power) -> list[frozenset[str]]:
    return [frozenset(line.spring) for line in BOOK if line.power == power]


# ── the book ────────────────────────────────────────────────────────────────────────────────────


def test_every_line_is_legal_whole_and_another() -> None:
    assert len({line.name for line in BOOK}) == len(BOOK)
    for line in BOOK:
        position = opening()
        units = {unit.region for unit in position.units_of(line.power)}
        given = [parse_order(text) for text in line.spring]
        assert {order.region for order in given} == units, line.name  # type: ignore[union-attr]
        for order in given:
            assert refusal(position, line.power, order) is None, (line.name, order)
        after = adjudicate(position, {line.power: tuple(given)}).next
        for text in line.fall:
            assert refusal(after, line.power, parse_order(text)) is None, (line.name, text)
        assert line.with_ | line.without <= set(POWERS) - {line.power}
    for power in POWERS:
        assert len(springs(power)) >= 5
        assert len(set(springs(power))) == len(springs(power))


def test_every_character_has_a_liking_for_every_style() -> None:
    assert set(LIKING) == set(PERSONALITIES)
    assert all(set(row) == set(STYLES) and min(row.values()) > 0 for row in LIKING.values())


def test_a_line_goes_on_in_fall_as_it_was_begun() -> None:
    balkans = next(line for line in BOOK if line.name == "Balkan gambit, Trieste variation")
    orders = tuple(parse_order(text) for text in balkans.spring)
    position, outcomes = opening(), adjudicate(opening(), {"AUS": orders}).outcomes
    fall = replace(adjudicate(position, {"AUS": orders}).next, phase=parse_phase("F1901M"))
    view = SeatView("AUS", fall, STANDARD_RULES, (PastPhase(position, outcomes),))
    found = list(lines(Movement.of(fall), "AUS", habits_of(view, "neutral").begun))
    assert [line.name for line, _ in found] == [balkans.name]
    assert not list(lines(Movement.of(fall), "AUS", frozenset()))


@pytest.mark.parametrize("power", POWERS)
def test_first_orders_differ_from_game_to_game(power: Power) -> None:
    view = SeatView(power, opening(), STANDARD_RULES)
    looked = [think(view, {}, SMALL, seed, character="neutral").expectation((), {}) for seed in range(10)]
    kinds = {frozenset(expectation.orders.values()) for expectation in looked}
    assert len(kinds) >= 3


def test_characters_like_different_lines() -> None:
    bold = dict.fromkeys(("cautious", "vengeful"), 0)
    book = [line for each, line in lines(Movement.of(opening()), "AUS", frozenset()) if each.style == "bold"]
    view = SeatView("AUS", opening(), STANDARD_RULES)
    for name in bold:
        for seed in range(16):
            orders = think(view, {}, SMALL, seed, character=name).expectation((), {}).orders
            bold[name] += orders in book
    assert bold["vengeful"] >= bold["cautious"]


@pytest.mark.parametrize("character", PERSONALITIES)
def test_no_word_is_broken_for_the_sake_of_the_book(character: str) -> None:
    """Italy at peace with Austria does not go to Trieste, though the book and its foresight have it so."""
    view = SeatView("ITA", opening(), STANDARD_RULES)
    deals = (peace("ITA", "AUS").agreement(opening().phase),)
    for seed in range(6):
        expectation = think(view, {}, SMALL, seed, character=character).expectation(deals, {"AUS": LOYAL})
        assert not expectation.breaches
        assert set(expectation.orders.values()).isdisjoint(codes("A VEN - TRI"))


# ── what failed lately ──────────────────────────────────────────────────────────────────────────

PARIS, SUPPORTED = "A PAR - BUR", "A MAR S A PAR - BUR"


def after_two_failures(*, supported: bool = False, changed: bool = False) -> SeatView:
    """France went from Paris to Burgundy twice and met Germany there each time."""
    position, history = opening(), []
    french = ("F BRE - MAO", PARIS, SUPPORTED if supported else "A MAR H")
    german = ("A MUN - BUR", "A BER H", "F KIE H") if not supported else ("A MUN - BUR", "A BER H", "F KIE - HEL")
    for name in ("S1901M", "F1901M"):
        now = replace(position, phase=parse_phase(name))
        fra = tuple(parse_order(text) for text in (french if name == "S1901M" else ("F BRE H", *french[1:])))
        fra = tuple(order for order in fra if refusal(now, "FRA", order) is None)
        resolution = adjudicate(now, {"FRA": fra, "GER": tuple(map(parse_order, german))})
        history.append(PastPhase(now, resolution.outcomes))
        position = replace(resolution.next, phase=parse_phase("S1902M"))
    if changed:
        position = Position(
            position.phase,
            tuple(unit for unit in position.units if unit.province != "MUN"),
            position.centers,
        )
    return SeatView("FRA", position, STANDARD_RULES, tuple(history))


def codes(*orders: str) -> list[int]:
    return [encode_order(parse_order(text)) for text in orders]


def test_what_failed_the_same_way_is_counted() -> None:
    view = after_two_failures()
    (tried,) = habits_of(view, "neutral").tried
    assert [tried.code] == codes(PARIS)
    assert (tried.helps, tried.times) == (0, 2)
    (once,) = habits_of(replace(view, history=view.history[1:]), "neutral").tried
    assert (once.code, once.times) == (tried.code, 1)
    assert habits_of(replace(view, history=()), "neutral").tried == ()
    assert tired([tried], codes(PARIS, "A MAR H")) == 2
    assert not tired([tried], codes("A PAR H", SUPPORTED))


def test_more_help_or_a_change_is_a_new_reason() -> None:
    (tried,) = habits_of(after_two_failures(), "neutral").tried
    assert not tired([tried], codes(PARIS, SUPPORTED))
    assert habits_of(after_two_failures(changed=True), "neutral").tried == ()


@pytest.mark.parametrize("seed", range(4))
def test_it_is_not_tried_a_third_time(seed: int) -> None:
    view = after_two_failures()
    orders = think(view, {}, SMALL, seed, character="neutral").expectation((), {}).orders.values()
    assert not tired(habits_of(view, "neutral").tried, orders)


def test_nobody_in_particular_takes_the_best_plan() -> None:
    view = SeatView("FRA", opening(), STANDARD_RULES)
    expectation = think(view, {}, SMALL, 1).expectation((), {})
    assert expectation.orders == expectation.ranking[0].orders


# ── looking ahead ───────────────────────────────────────────────────────────────────────────────


def test_plans_in_front_are_judged_by_what_they_come_to() -> None:
    """The strong one takes one of the plans in front, the same whenever it is asked."""
    view = SeatView("TUR", opening(), STANDARD_RULES)
    far = replace(SMALL, slack=0.0, lookahead_plans=4)
    expectation = think(view, {}, far, 5, character="neutral").expectation((), {})
    again = think(view, {}, replace(far, lookahead_samples=4), 5, character="neutral").expectation((), {})
    assert expectation.orders == think(view, {}, far, 5, character="neutral").expectation((), {}).orders
    assert len(expectation.orders) == len(again.orders) == 3


def test_who_judges_by_a_learnt_worth_asks_it_a_phase_later() -> None:
    view = SeatView("TUR", opening(), STANDARD_RULES)
    near = replace(SMALL, slack=0.0, net="standard")
    far = replace(near, lookahead_plans=8, lookahead_samples=4)
    now, later, again = (
        think(view, {}, strength, seed, character="neutral").expectation((), {}).orders
        for strength, seed in ((near, 6), (far, 6), (far, 6))
    )
    assert later == again
    assert now.keys() == later.keys()
    changed = sum(
        think(view, {}, near, seed, character="neutral").expectation((), {}).orders
        != think(view, {}, far, seed, character="neutral").expectation((), {}).orders
        for seed in range(6)
    )
    assert changed


def test_the_last_phase_of_what_is_played_on_is_shown_before_anything_follows() -> None:
    position = replace(opening(), phase=parse_phase("F1901M"))
    orders: dict[Power, tuple[Order, ...]] = {"GER": (parse_order("F KIE - DEN"), parse_order("A MUN - BUR"))}
    codes_ = encode_orders(position, orders)[None, :]
    boards, outcomes = play_until(position, codes_, 1, np.ones((1, 1), np.uint64))
    assert boards.turns.tolist() == [2 * 1901 + 1]
    assert (boards.owners == Boards.of([position]).owners).all()
    later, _ = play_until(position, codes_, 2, np.ones((1, 1), np.uint64))
    assert later.turns.tolist() == [2 * 1902]
    assert (later.owners[0] == POWERS.index("GER")).sum() == 4
    assert (outcomes.attackers == -1).all()
