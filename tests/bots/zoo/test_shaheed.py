"""Shaheed's Diplomat (Webb et al. 2.3.2; thesis, 2.5)."""

from dataclasses import replace
from random import Random
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudication.board import province_of
from adjudication.legality import refusal
from adjudication.orders import Convoy, Hold, Move, Support
from adjudication.powers import POWERS, Power
from adjudication.rulebook import STANDARD_RULES
from bots.arena.game import GamePlan, play
from bots.contract import views
from bots.view import SeatView
from bots.zoo.shaheed.agent import ShaheedsDiplomat
from bots.zoo.shaheed.market import Books, books_of, honesty_toward, lies_pay, meetings, reliability
from bots.zoo.shaheed.tactics import CLUSTER, Tactics, chance, clusters_of, front_of, plan_of
from bots.zoo.thesis.strategy import destination_of
from tests.bots.boards import board
from tests.bots.zoo.talking import BOARDS, answers, line, opens, peace, view_of

BURGUNDY = board(
    "F1903M",
    *("FRA A PAR", "FRA A PIC", "FRA A GAS", "GER A BUR", "GER A RUH", "ITA A MAR", "ITA F TUN", "ENG F ECH"),
    centers={"FRA": "BRE PAR SPA", "GER": "BER KIE MUN", "ITA": "ROM NAP TUN", "ENG": "LON LVP EDI"},
)
HELPED = "sup(Unit(ita, Region(mar, amy)), mto(Unit(fra, Region(par, amy)), Region(bur, amy)))"
HELP = "sup(Unit(fra, Region(par, amy)), mto(Unit(ita, Region(mar, amy)), Region(bur, amy)))"
OF_ITALY = f"[Commit(fra, ita, Do({HELP}))]"
RIVALS = board(
    "F1903M",
    *("FRA A PAR", "FRA A SPA", "GER A BUR", "ITA A MAR", "ENG A PIC"),
    centers={"FRA": "BRE PAR SPA", "GER": "BER KIE MUN", "ITA": "ROM NAP TUN", "ENG": "LON LVP EDI"},
)
"""Italy and England both want Burgundy, with the help of the army in Paris."""


# ── tactics ─────────────────────────────────────────────────────────────────────────────────────


@given(st.sampled_from(BOARDS), st.sampled_from(POWERS), st.sets(st.sampled_from(POWERS), max_size=2))
def test_a_plan_joins_legal_orders_of_all_units_without_standoffs(position, power, friends):
    closed = frozenset(place for place, owner in position.centers.items() if owner in friends - {power})
    plan = plan_of(Tactics(position, power, frozenset(friends - {power}), closed))
    assert [province_of(order.region) for order in plan.orders] == [unit.province for unit in position.units_of(power)]
    assert all(refusal(position, power, order) is None for order in plan.orders)
    assert not any(isinstance(order, Convoy) for order in plan.orders)
    goals = [destination_of(order) for order in plan.orders]
    assert len(goals) == len(set(goals))
    assert not closed & {destination_of(order) for order in plan.orders if isinstance(order, Move)}


@given(st.sampled_from(BOARDS), st.sampled_from(POWERS), st.randoms(use_true_random=False))
def test_given_orders_are_in_the_plan(position, power, rng):
    units = position.units_of(power)
    if units:
        unit = rng.choice(units)
        order = Hold(unit.kind, unit.region)
        assert order in plan_of(Tactics(position, power, given=(order,))).orders


PLACES = ["PAR", "BRE", "MAR", "SPA", "BUR", "GAS", "PIC"]


@given(st.dictionaries(st.sampled_from("abcdefghijkl"), st.lists(st.sampled_from(PLACES), min_size=1, max_size=4)))
def test_clusters_are_small_and_hold_every_unit_once(wanted):
    found = clusters_of(wanted)
    assert sorted(unit for group in found for unit in group) == sorted(wanted)
    assert all(0 < len(group) <= CLUSTER for group in found)


def test_units_that_want_the_same_form_a_cluster() -> None:
    assert clusters_of({"PAR": ["BUR", "PAR"], "ROM": ["NAP", "ROM"], "MAR": ["BUR", "MAR"]}) == [
        ("PAR", "MAR"),
        ("ROM",),
    ] or clusters_of({"PAR": ["BUR"], "ROM": ["NAP"], "MAR": ["BUR"]})[0] == ("MAR", "PAR")


def test_the_front_is_where_others_can_come() -> None:
    front = front_of(BURGUNDY, "FRA")
    assert {"BUR", "PAR", "MAR", "BRE"} <= front
    quiet = board("F1903M", "FRA A PAR", "TUR A CON", centers={"FRA": "PAR BRE", "TUR": "CON"})
    assert not front_of(quiet, "FRA") & {"PAR", "BRE"}
    assert "BUR" in front_of(quiet, "FRA")


def test_success_is_the_likelier_the_stronger() -> None:
    chances = [chance(strength, 1) for strength in range(5)]
    assert chances == sorted(chances)
    assert chance(2, 1) > 0.5 == chance(1, 1) > chance(1, 2)


# ── reliability and IOUs ────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("kept", "agreements", "chances"), [(0, 0, 1 / 2), (1, 1, 2 / 3), (0, 1, 1 / 3), (9, 10, 10 / 12), (0, 8, 1 / 10)]
)
def test_reliability_is_laplaces_rule(kept: int, agreements: int, chances: float) -> None:
    assert reliability(kept, agreements) == pytest.approx(chances)


@given(st.integers(0, 30), st.integers(0, 30))
def test_a_broken_deal_lowers_reliability_and_a_kept_one_raises_it(kept, broken):
    now = reliability(kept, kept + broken)
    assert 0 < reliability(kept, kept + broken + 1) < now < reliability(kept + 1, kept + broken + 1) < 1


def test_books_count_promises_of_own_deals() -> None:
    ledger = [
        line("ITA", "FRA", f"Do({HELPED})", "kept"),
        line("ITA", "FRA", "pce([fra ita])", "broken"),
        line("ITA", "FRA", f"Do({HELPED})", "void"),
        line("ITA", "ENG", "pce([eng ita])", "broken"),
        line("FRA", "ITA", f"Do({HELP})", "kept"),
        line("FRA", "ITA", f"Do({HELP})", "broken"),
        line("FRA", "ITA", f"Do({HELP})", "kept"),
    ]
    books = books_of("FRA", ledger)
    assert books.reliability("ITA") == 2 / 4
    assert books.owed("ITA") == 1, "two supports given, one taken"
    assert books.reliability("ENG") == 1 / 2


def test_broken_deals_and_open_ious_lower_the_worth_of_an_iou() -> None:
    def worth(kept: int, judged: int, given_to: int = 0) -> float:
        return Books({"ITA": kept}, {"ITA": judged}, {"ITA": given_to}, {}).iou("ITA", 100.0)

    assert worth(2, 3) < worth(2, 2)
    assert worth(0, 1) < worth(0, 0)
    assert worth(2, 2, 1) < worth(2, 2)


def test_a_power_that_broke_its_word_gets_no_more_support_on_credit() -> None:
    asked = view_of("FRA", BURGUNDY, f"propose(ita, fra, {OF_ITALY})")
    owed = [line("ITA", "FRA", f"Do({HELPED})", "kept")] * 3
    stabbed = [line("ITA", "FRA", "pce([fra ita])", "broken")] * 9
    given_before = [line("FRA", "ITA", f"Do({HELP})", "kept")] * 6
    bot = ShaheedsDiplomat(honesty=1.0)
    said = [
        answers(bot, replace(asked, ledger=tuple(ledger)))[0][:6] for ledger in (owed, stabbed, stabbed + given_before)
    ]
    assert said == ["accept", "reject", "reject"]


# ── meetings ────────────────────────────────────────────────────────────────────────────────────


def test_the_best_bidder_is_invited_and_then_the_next() -> None:
    view = view_of("FRA", BURGUNDY)
    plan = plan_of(Tactics(BURGUNDY, "FRA"))
    found = meetings(BURGUNDY, "FRA", plan, books_of("FRA", ()))
    assert found
    for order, bids in found:
        assert order in plan.orders
        assert [bid.surplus for bid in bids] == sorted((bid.surplus for bid in bids), reverse=True)
        assert all(bid.surplus > 0 and bid.price >= 0 for bid in bids)
    (_, (best, following)) = found[0]
    assert (best.bidder, following.bidder) == ("GER", "ENG")
    (request,) = [text for text in opens(ShaheedsDiplomat(), view) if "Do(sup(" in text]
    assert request.startswith("propose(fra, ger, ")
    said = view_of("FRA", BURGUNDY, request, request.replace("propose(fra, ger", "reject(ger, fra"))
    (invited,) = answers(ShaheedsDiplomat(), said)
    assert invited.startswith("propose(fra, eng, [Commit(eng, fra, Do(sup(")


def test_an_unreliable_bidder_falls_behind() -> None:
    plan = plan_of(Tactics(BURGUNDY, "FRA"))
    order, bids = max(meetings(BURGUNDY, "FRA", plan, books_of("FRA", ())), key=lambda each: len(each[1]))
    best = bids[0].bidder
    stabs = [line(best, "FRA", "pce([fra ita])", "broken")] * 20
    after = dict(meetings(BURGUNDY, "FRA", plan, books_of("FRA", stabs)))
    worth = {bid.option: bid.surplus for bid in after.get(order, [])}
    assert all(worth.get(bid.option, 0.0) < bid.surplus for bid in bids if bid.bidder == best)


@pytest.mark.parametrize(
    ("said", "accepted"),
    [("ita", True), ("eng", True), ("ita eng", False), ("eng ita", True)],
)
def test_of_two_who_want_one_unit_the_better_bidder_gets_it(said: str, accepted: bool) -> None:
    """Each would be helped if it asked alone; the last is answered."""
    asked = {"ita": OF_ITALY, "eng": OF_ITALY.replace("ita", "eng").replace("mar", "pic")}
    view = view_of("FRA", RIVALS, *(f"propose({power}, fra, {asked[power]})" for power in said.split()))
    assert answers(ShaheedsDiplomat(), view)[0].startswith("accept" if accepted else "reject")


def test_it_offers_peace_to_others_than_its_prey_and_answers_every_proposal() -> None:
    said = opens(ShaheedsDiplomat(), view_of("FRA", BURGUNDY))
    assert any("pce(" in text for text in said)
    assert not any(text.startswith("propose(fra, ger, Agree") for text in said), "Burgundy is what it wants"
    for deal in (peace("FRA", "ITA"), OF_ITALY, "Agree([fra ita], dmz([fra ita], [bur]))", "Agree([fra ita], drw())"):
        (first, *_) = answers(ShaheedsDiplomat(), view_of("FRA", BURGUNDY, f"propose(ita, fra, {deal})"))
        assert first.startswith(("accept(fra, ita", "reject(fra, ita"))


# ── deceit ──────────────────────────────────────────────────────────────────────────────────────


@given(st.floats(0.01, 0.99), st.floats(0, 1e6), st.floats(0, 1e5), st.integers(-3, 5))
def test_honesty_decides_on_lies(trusted, gain, scale, owed):
    assert not lies_pay(1.0, trusted, gain, scale, owed)
    assert lies_pay(0.0, trusted, gain, scale, owed) == (gain > 0)
    lies = [lies_pay(honesty / 10, trusted, gain, scale, owed) for honesty in range(11)]
    assert lies == sorted(lies, reverse=True)


def test_a_stranger_gets_honesty_as_it_is_and_the_reliable_more_of_it() -> None:
    assert honesty_toward(0.6, 0.5) == 0.6
    assert honesty_toward(0.6, 0.9) > 0.6 > honesty_toward(0.6, 0.2)


def test_an_honest_one_keeps_a_peace_that_a_liar_breaks() -> None:
    prize = board(
        "F1903M",
        *("FRA A BUR", "FRA A PIC", "GER F KIE", "ENG F ECH"),
        centers={"FRA": "PAR BRE MAR", "GER": "BEL HOL MUN KIE BER"},
    )
    view = view_of("FRA", prize, deals=[("FRA GER", peace("FRA", "GER"))])
    closed = {center for center, owner in prize.centers.items() if owner == "GER"}

    def taken(honesty: float) -> set[str]:
        orders = ShaheedsDiplomat(honesty).decide(view, {}, Random(1), 60).orders
        return closed & {destination_of(order) for order in orders if isinstance(order, Move)}

    assert taken(1.0) == set()
    assert taken(0.0) != set()


def test_a_promised_order_is_given_by_the_honest() -> None:
    view = view_of("FRA", BURGUNDY, deals=[("FRA ITA", OF_ITALY)])
    orders = ShaheedsDiplomat(honesty=1.0).decide(view, {}, Random(1), 60).orders
    assert Support("A", "PAR", "A", "MAR", "BUR") in orders


def test_a_large_board_takes_less_than_a_second() -> None:
    position = max(BOARDS, key=lambda each: max(len(each.units_of(power)) for power in POWERS))
    power = max(POWERS, key=lambda each: len(position.units_of(each)))
    plan_of.cache_clear()
    began = process_time()
    ShaheedsDiplomat().decide(SeatView(power, position, STANDARD_RULES), {}, Random(1), 60)
    assert process_time() - began < 1


def test_any_position_gets_legal_orders() -> None:
    for view in views(3):
        orders = ShaheedsDiplomat().decide(view, {}, Random(1), 0.0).orders
        assert all(refusal(view.position, view.power, order) is None for order in orders)


@pytest.mark.parametrize("rival", ["randombot", "holdbot"])
def test_it_does_better_than_random_moves_and_than_holding(rival: str) -> None:
    """The thesis' only result about it besides those against DumbBot."""
    centers = dict.fromkeys(("shaheed", rival), 0.0)
    for number, power in enumerate(("FRA", "TUR", "GER")):
        seats: dict[Power, str] = {each: "shaheed" if each == power else rival for each in POWERS}
        plan = GamePlan(number=number, seed=3, seats=seats, until=1904, seconds=60, rulebook="dipgame", level=1)
        record = play(plan)
        assert record["faults"] == {}
        for each, name in seats.items():
            centers[name] += record["centers"][each] / (1 if name == "shaheed" else 6)
    assert centers["shaheed"] > 2 * centers[rival]
