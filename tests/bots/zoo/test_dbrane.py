"""D-Brane: orders in time, deals that both gain by, kept deals."""

from dataclasses import replace
from random import Random
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudication.legality import refusal
from adjudication.notation import parse_order
from adjudication.orders import Move, Support
from adjudication.powers import POWERS, Power
from adjudication.rulebook import EDITIONS, STANDARD_RULES
from bots.arena.game import GamePlan, Record, play
from bots.contract import positions_of_a_game
from bots.talking import hear_in_time, open_talk_in_time
from bots.view import Agreement, LedgerLine, Said, SeatView
from bots.zoo.clock import never
from bots.zoo.dbrane.bargaining import GAIN, aspiration, find_deals, utility
from bots.zoo.dbrane.bounds import FREE, Bounds
from bots.zoo.dbrane.deals import bounds_in_force, bounds_of, deal_of
from bots.zoo.dbrane.negotiator import DBraneNegotiator
from bots.zoo.dbrane.strategy import DBrane
from negotiation.compliance import State
from negotiation.diplomacy import DIPLOMACY, Dmz
from negotiation.parser import parse, parse_formula
from negotiation.printer import format_deal, format_term
from tests.bots.boards import board

BOARDS = [position for position, _ in positions_of_a_game() if position.phase.kind == "M"]
SWAP = board(
    "F1903M",
    *("FRA A BUR", "FRA A MAR", "GER A RUH", "AUS A MUN", "RUS A WAR", "ITA A PIE"),
    centers={"FRA": "MAR PAR", "GER": "BER KIE", "AUS": "MUN VIE", "RUS": "WAR MOS", "ITA": "VEN ROM"},
)
"""Neither France nor Germany wins Munich or Warsaw alone."""
HELP = (
    "[Commit(fra, ger, Do(mto(Unit(fra, Region(bur, amy)), Region(mun, amy)))), "
    "Commit(ger, fra, Do(sup(Unit(ger, Region(ruh, amy)), mto(Unit(fra, Region(bur, amy)), Region(mun, amy)))))]"
)
LEAVE = "[Commit(fra, ger, dmz(fra, mar), ⟨fal, 1903⟩)]"


def view_of(power: Power, *said: str, deals: tuple[str, ...] = (), level: int = 6) -> SeatView:
    talk = tuple(Said(SWAP.phase, parse(text, DIPLOMACY)) for text in said)
    made = tuple(
        Agreement(SWAP.phase, ("FRA", "GER"), parse_formula(text, DIPLOMACY))  # type: ignore[arg-type]
        for text in deals
    )
    return SeatView(power, SWAP, STANDARD_RULES, talk=talk, agreements=made, level=level)


def answers(view: SeatView) -> list[str]:
    words = hear_in_time(DBraneNegotiator(), view, {}, view.talk[-1], rng=Random(1), seconds=5)
    assert words.faults == ()
    return [format_term(each, DIPLOMACY) for each in words.utterances]


# ── strategy ────────────────────────────────────────────────────────────────────────────────────


@given(st.sampled_from(BOARDS), st.sampled_from(POWERS), st.sampled_from(["standard", "dipgame"]))
def test_it_answers_at_once_when_there_is_no_time(position, power, edition):
    rules = EDITIONS["dipgame"] if edition == "dipgame" else STANDARD_RULES
    started = process_time()
    orders = DBrane().decide(SeatView(power, position, rules), {}, Random(1), 0.001).orders
    assert process_time() - started < 0.5
    assert len(orders) == len(position.units_of(power))
    assert all(refusal(position, power, order, rules) is None for order in orders)


def test_a_decision_takes_less_than_a_second() -> None:
    slowest = 0.0
    for position in BOARDS[-2:]:
        for power in POWERS:
            started = process_time()
            DBrane().decide(SeatView(power, position, STANDARD_RULES), {}, Random(1), 1.0)
            slowest = max(slowest, process_time() - started)
    assert slowest < 1.0


# ── deals ───────────────────────────────────────────────────────────────────────────────────────


def test_a_deal_in_l_says_what_its_constraints_say() -> None:
    view = view_of("FRA")
    deal = parse_formula(HELP, DIPLOMACY)
    terms = bounds_of(view, deal)  # type: ignore[arg-type]
    assert terms is not None
    assert {owner for owner, _ in terms.orders} == {"FRA", "GER"}
    assert bounds_of(view, deal_of(terms, ("FRA", "GER"), SWAP)) == terms
    zone = parse_formula(LEAVE, DIPLOMACY)
    assert bounds_of(view, zone) == Bounds(zones=(("FRA", "MAR"),))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("deal", "why"),
    [
        ("Agree([fra ger], pce([fra ger]))", "peace is no deal of orders or zones"),
        ("Agree([fra ger], dmz([fra ger], bur))", "it would last as long as the game"),
        ("Agree([fra ger], dmz([fra ger], bur), ⟨fal, 1904⟩)", "it is for another turn"),
        ("[Commit(fra, ger, Do(mto(Unit(fra, Region(par, amy)), Region(bur, amy))))]", "there is no such unit"),
        ("[Commit(fra, ger, Do(mto(Unit(fra, Region(bur, sea)), Region(mun, sea))))]", "no fleet can be there"),
        ("[Commit(fra, ger, Do(mto(Unit(fra, Region(bur, amy)), Region(mos, amy))))]", "it cannot be ordered"),
        (LEAVE, "it gives something for nothing"),
    ],
)
def test_what_is_no_deal_of_its_kind_or_gains_nothing_is_rejected(deal: str, why: str) -> None:
    assert answers(view_of("FRA", f"propose(ger, fra, {deal})"))[0] == f"reject(fra, ger, {deal})", why


def test_help_is_accepted_unless_a_deal_in_force_contradicts_it() -> None:
    said = f"propose(ger, fra, {HELP})"
    assert answers(view_of("FRA", said)) == [f"accept(fra, ger, {HELP})"]
    stays = "[Commit(fra, ger, Do(hld(Unit(fra, Region(bur, amy)))))]"
    assert answers(view_of("FRA", said, deals=(stays,)))[0] == f"reject(fra, ger, {HELP})"
    zone = "[Commit(fra, ger, dmz(fra, mun), ⟨fal, 1903⟩)]"
    assert answers(view_of("FRA", said, deals=(zone,)))[0] == f"reject(fra, ger, {HELP})"


def test_agreed_orders_are_given_and_zones_left() -> None:
    orders = DBraneNegotiator().decide(view_of("FRA", deals=(HELP,)), {}, Random(1), 5).orders
    assert parse_order("A BUR - MUN") in orders
    orders = DBraneNegotiator().decide(view_of("GER", deals=(HELP,)), {}, Random(1), 5).orders
    assert parse_order("A RUH S A BUR - MUN") in orders
    left = DBraneNegotiator().decide(view_of("FRA", deals=(LEAVE,)), {}, Random(1), 5).orders
    assert any(isinstance(order, Move) and order.region == "MAR" for order in left)


def test_nothing_is_expected_of_a_power_that_broke_its_word() -> None:
    view = view_of("FRA", deals=(HELP,))
    assert len(bounds_in_force(view).orders) == 2
    line = LedgerLine(SWAP.phase, SWAP.phase, "GER", ("FRA", "GER"), Dmz(("GER",), ("BUR",)), State.BROKEN)
    assert [owner for owner, _ in bounds_in_force(replace(view, ledger=(line,))).orders] == ["FRA"]


def test_a_zone_ends_with_its_turn() -> None:
    later = board("S1904M", *map(str, SWAP.units))
    assert bounds_in_force(view_of("FRA", deals=(LEAVE,))).closed_to("FRA") == {"MAR"}
    assert bounds_in_force(replace(view_of("FRA", deals=(LEAVE,)), position=later)) == FREE


def test_contradictions_are_found() -> None:
    hold, move = parse_order("A BUR H"), parse_order("A BUR - MUN")
    help_in = Support("A", "RUH", "A", "BUR", "MUN")

    def fits(*parts: Bounds) -> bool:
        return FREE.joined(parts, SWAP) is not None

    promised = Bounds(orders=(("FRA", move),))  # type: ignore[arg-type]
    assert fits(promised, Bounds(orders=(("GER", help_in),)))
    assert not fits(promised, Bounds(orders=(("FRA", hold),)))  # type: ignore[arg-type]
    assert not fits(promised, Bounds(zones=(("FRA", "MUN"),)))
    assert fits(promised, Bounds(zones=(("FRA", "BUR"),)))
    assert not fits(Bounds(orders=(("FRA", hold),)), Bounds(zones=(("FRA", "BUR"),)))  # type: ignore[arg-type]
    assert not fits(Bounds(orders=(("GER", help_in),)), Bounds(orders=(("FRA", hold),)))  # type: ignore[arg-type]


def test_deals_that_are_found_gain_both_and_aspiration_falls() -> None:
    found = [
        (position, pair, deal)
        for position in BOARDS[3:6]
        for pair in (("FRA", "GER"), ("ENG", "RUS"), ("ITA", "AUS"), ("TUR", "RUS"))
        for deal in find_deals(position, pair, FREE, STANDARD_RULES, never, zones=True)
    ]
    assert found
    for position, pair, deal in found:
        whole = FREE.joined([deal.terms], position)
        assert whole is not None
        for power, gain in zip(pair, (deal.mine, deal.theirs), strict=True):
            before, after = (
                utility(position, power, terms, STANDARD_RULES, never)  # type: ignore[arg-type]
                for terms in (FREE, whole)
            )
            assert after - before == pytest.approx(gain)
            assert gain >= GAIN
        view = SeatView(pair[0], position, STANDARD_RULES, level=6)  # type: ignore[arg-type]
        text = format_deal(deal_of(deal.terms, pair, position), DIPLOMACY)  # type: ignore[arg-type]
        assert bounds_of(view, parse_formula(text, DIPLOMACY)) == deal.terms  # type: ignore[arg-type]
    steps = [aspiration(1.0, step, 3) for step in range(4)]
    assert steps == sorted(steps, reverse=True)
    assert steps[0] == 1.0
    assert steps[-1] == GAIN


def test_memory_that_is_no_memory_is_forgotten() -> None:
    view = view_of("FRA")
    for deals in (None, [1], [["GER", "nonsense", 1, 1]], [["GER", HELP]], {"a": 1}):
        memory = {"phase": "F1903M", "deals": deals}
        words = hear_in_time(
            DBraneNegotiator(),
            view_of("FRA", f"propose(ger, fra, {HELP})"),
            memory,
            Said(SWAP.phase, parse(f"propose(ger, fra, {HELP})", DIPLOMACY)),
            rng=Random(1),
            seconds=5,
        )
        assert words.faults == ()
        assert DBraneNegotiator().decide(view, memory, Random(1), 5).orders
    assert open_talk_in_time(DBraneNegotiator(), view, {}, Random(1), 5).faults == ()


# ── games ───────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def record() -> Record:
    seats = dict.fromkeys(POWERS, "dbrane")
    return play(GamePlan(number=1, seed=1, seats=seats, until=1902, seconds=60, rulebook="dipgame", level=6))


def test_its_deals_are_kept_as_far_as_the_board_allows(record: Record) -> None:
    states = [promise["state"] for phase in record["phases"] for promise in phase.get("promises", ())]
    assert "kept" in states
    assert "broken" not in states
    assert record["faults"] == {}
