"""PhaseAnalysis of a phase: deals change plans as far as trust and prices go, and only knowingly."""

from dataclasses import replace
from functools import partial
from random import Random

import numpy as np
import pytest

from adjudication.batch import decode_order, resolve
from adjudication.notation import format_order
from adjudication.rulebook import STANDARD_RULES
from bots.hana.agent import Hana
from bots.hana.attitude import Attitude, Attitudes
from bots.hana.foresee.pledges import pledges_of, standing
from bots.hana.foresee.recalling import recalled
from bots.hana.judge.phase_analysis import PhaseAnalysis, phase_analysis_of
from bots.hana.judge.phase_basis import PhaseBasis
from bots.hana.judge.strength import FAST
from bots.hana.search.problem import Movement
from bots.hana.search.worth import STANDARD_WEIGHTS
from bots.view import Agreement, LedgerLine, SeatView
from negotiation.compliance import State
from negotiation.diplomacy import Pce
from tests.bots.boards import board
from tests.bots.hana.deals import deal_in

OPEN_DOOR = board(
    "F1905M",
    *("FRA A BUR", "FRA A PAR", "FRA F MAO", "GER A SIL", "GER A RUH", "GER F BAL"),
    centers={"FRA": "PAR BRE MAR BEL SPA POR", "GER": "MUN KIE BER HOL DEN"},
)
"""Munich is open to Burgundy."""
BELGIUM = board(
    "F1905M",
    *("FRA A PIC", "ENG F NTH", "ENG A LON", "GER A BEL", "GER A MUN"),
    centers={"FRA": "PAR BRE", "ENG": "LON EDI", "GER": "BEL MUN"},
)
"""Belgium falls to two, not to one."""
CHANNEL = board("F1905M", "ENG A LON", "FRA F ECH", "FRA A MAR", centers={"ENG": "LON", "FRA": "PAR"})


def analysis(position, power="FRA", strength=FAST, seed=1) -> PhaseAnalysis:
    return PhaseAnalysis(PhaseBasis(Movement.of(position), power, {}, strength, STANDARD_WEIGHTS, seed))


def deal(text, *powers, position=OPEN_DOOR) -> Agreement:
    return Agreement(position.phase, tuple(sorted(powers)), deal_in(text))


def orders_in(expectation) -> set[str]:
    return {format_order(decode_order(code)) for code in expectation.orders.values()}


PEACE = deal("Agree([fra ger], pce([fra ger]))", "FRA", "GER")
HELP = deal(
    "[Commit(eng, fra, Do(sup(Unit(eng, Region(nth, sea)), mto(Unit(fra, Region(pic, amy)), Region(bel, amy)))))]",
    *("ENG", "FRA"),
    position=BELGIUM,
)
CARRY = deal(
    "[Commit(fra, eng, Do(cvy(Unit(fra, Region(ech, sea)), Unit(eng, Region(lon, amy)), Region(bre, amy))))]",
    *("ENG", "FRA"),
    position=CHANNEL,
)


def test_a_word_is_kept_when_breaking_it_gains_less_than_its_price() -> None:
    found = analysis(OPEN_DOOR).expectation([PEACE], {"GER": Attitude(price=3.0)})
    assert found.breaches == ()
    assert "A BUR - MUN" not in orders_in(found)


def test_a_word_is_broken_knowingly_when_that_gains_more() -> None:
    found = analysis(OPEN_DOOR).expectation([PEACE], {"GER": Attitude(price=0.2)})
    assert "A BUR - MUN" in orders_in(found)
    (breach,) = found.breaches
    assert (breach.pledge.power, breach.pledge.partners, breach.pledge.content) == (
        "FRA",
        ("GER",),
        Pce(("FRA", "GER")),
    )
    assert breach.gain > breach.price == 0.2
    free = analysis(OPEN_DOOR).expectation([], {})
    kept = analysis(OPEN_DOOR).expectation([PEACE], {"GER": Attitude(price=3.0)})
    assert kept.utility < found.utility < free.utility


def test_breaches_are_weighed_where_nobody_can_say_what_becomes_of_the_deals() -> None:
    """England and France promise what makes a paradox, so no sample of Italy's is decided, whatever Italy does."""
    paradox = board(
        "F1905M",
        *("ENG F LON", "ENG F WAL", "FRA A BRE", "FRA F ECH", "ITA A NAP"),
        centers={"ENG": "LON", "FRA": "BRE", "ITA": "ROM"},
    )
    england = "sup(Unit(eng, Region(lon, sea)), mto(Unit(eng, Region(wal, sea)), Region(ech, sea)))"
    france = "cvy(Unit(fra, Region(ech, sea)), Unit(fra, Region(bre, amy)), Region(lon, amy))"
    deals = [
        deal(f"[Commit({who}, ita, Do({what}))]", who.upper(), "ITA", position=paradox)
        for who, what in [
            ("eng", england),
            ("eng", "mto(Unit(eng, Region(wal, sea)), Region(ech, sea))"),
            ("fra", france),
            ("fra", "mto(Unit(fra, Region(bre, amy)), Region(lon, amy))"),
        ]
    ]
    deals += [
        deal(f"[Commit(ita, {who}, Do({what}))]", who.upper(), "ITA", position=paradox)
        for who, what in [
            ("eng", "mto(Unit(ita, Region(nap, amy)), Region(rom, amy))"),
            ("fra", "mto(Unit(ita, Region(nap, amy)), Region(apu, amy))"),
        ]
    ]
    mind = analysis(paradox, "ITA")
    attitudes: Attitudes = {"ENG": Attitude(trust=1.0, price=0.2), "FRA": Attitude(trust=1.0, price=0.4)}
    assert resolve(mind.phase.boards, mind.samples(deals, attitudes), refer=False).undecided.all()
    found = mind.expectation(deals, attitudes)
    assert np.isfinite(found.utility)
    assert all(np.isfinite((breach.gain, breach.price)).all() for breach in found.breaches)
    assert np.isfinite(mind.gain_of("FRA", [], deals))


def test_help_counts_as_far_as_it_is_trusted() -> None:
    mind = analysis(BELGIUM)
    hopes = [mind.expectation([HELP], {"ENG": Attitude(trust=trust)}).utility for trust in (0.0, 0.5, 1.0)]
    assert hopes[0] == pytest.approx(mind.expectation([], {}).utility, abs=0.05)
    assert hopes[0] < hopes[1] < hopes[2]
    assert "A PIC - BEL" in orders_in(mind.expectation([HELP], {"ENG": Attitude(trust=1.0)}))


def test_beliefs_are_reviewed_as_far_as_trust_goes() -> None:
    mind = analysis(BELGIUM)
    column = next(i for i, unit in enumerate(BELGIUM.units) if unit.region == "NTH")
    kept = ~pledges_of(mind.phase, [HELP]).barred_of(column)
    before = mind.beliefs.of_group(column)[kept].sum()
    after = mind.beliefs_under([HELP], {"ENG": Attitude(trust=0.8)}).of_group(column)
    assert after[kept].sum() == pytest.approx(0.8 + 0.2 * before)
    assert after[~kept] == pytest.approx(0.2 * mind.beliefs.of_group(column)[~kept])
    sure = mind.expectation([HELP], {"ENG": Attitude(trust=1.0)}, 160)
    assert sure.uncertainty < mind.expectation([], {}, 160).uncertainty


def test_who_promised_keeps_to_it_in_as_many_samples_as_it_is_trusted() -> None:
    mind = analysis(BELGIUM)
    column = next(i for i, unit in enumerate(BELGIUM.units) if unit.region == "NTH")
    promised = mind.phase.legal.of(column)[~pledges_of(mind.phase, [HELP]).barred_of(column)]
    shares = [
        np.isin(mind.samples([HELP], {"ENG": Attitude(trust=trust)})[:, column], promised).mean()
        for trust in (0.0, 0.5, 1.0)
    ]
    assert shares[0] < 0.3 < shares[1] < 0.8 < shares[2] == 1.0


def test_a_promised_convoy_carries_my_army() -> None:
    mind = analysis(CHANNEL, "ENG")
    assert "A LON - BRE" not in orders_in(mind.expectation([], {}))
    assert "A LON - BRE" in orders_in(mind.expectation([CARRY], {"FRA": Attitude(trust=1.0)}))


def test_a_promised_convoy_is_given() -> None:
    found = analysis(CHANNEL).expectation([CARRY], {"ENG": Attitude(price=3.0)})
    assert "F ECH C A LON - BRE" in orders_in(found)
    assert found.breaches == ()


def test_joint_plans_ask_for_what_helps_and_breaks_nobodys_word() -> None:
    mind = analysis(BELGIUM)
    plans = mind.joint(["ENG"], [], {})
    english = {column for column, unit in enumerate(BELGIUM.units) if unit.power == "ENG"}
    alone = mind.expectation([], {}, FAST.reply).utility
    assert plans[0].utility > alone
    assert [plan.utility for plan in plans] == sorted((plan.utility for plan in plans), reverse=True)
    for plan in plans:
        assert english & plan.orders.keys()
        assert all(code in mind.phase.legal.of(column) for column, code in plan.orders.items())
        assert 0 < plan.confidence < 1
    asked = {format_order(decode_order(plans[0].orders[column])) for column in english & plans[0].orders.keys()}
    assert "F NTH S A PIC - BEL" in asked
    friends = deal("Agree([eng ger], pce([eng ger]))", "ENG", "GER", position=BELGIUM)
    for plan in mind.joint(["ENG"], [friends], {}):
        assert format_order(decode_order(plan.orders.get(min(english), 0))) != "F NTH S A PIC - BEL"


def test_what_a_deal_brings_another() -> None:
    mind = analysis(BELGIUM, "ENG")
    assert mind.gain_of("FRA", [], [HELP]) > 0.3
    yielding = deal("[Commit(fra, eng, Do(hld(Unit(fra, Region(pic, amy)))))]", "ENG", "FRA", position=BELGIUM)
    assert mind.gain_of("FRA", [HELP], [HELP, yielding]) < -0.3
    assert mind.gain_of("GER", [], [HELP]) == 0


def test_regard_moves_plans() -> None:
    """With a price on German centers the French leave Munich alone; with revenge they want it more."""
    mind = analysis(OPEN_DOOR)
    values = [mind.expectation([], {"GER": Attitude(regard=regard)}).utility for regard in (-0.3, 0.0, 0.3)]
    assert values[0] < values[1] < values[2]
    fond = mind.expectation([], {"GER": Attitude(regard=2.0)})
    assert "A BUR - MUN" not in orders_in(fond)


def test_whoever_promised_peace_and_is_trusted_is_no_danger() -> None:
    """One army cannot guard Paris and Marseilles, both within reach of the German."""
    position = board("S1905M", "FRA A GAS", "GER A BUR", "GER A RUH", centers={"FRA": "PAR MAR", "GER": "MUN"})
    afraid = replace(STANDARD_WEIGHTS, danger=-2.0)
    mind = PhaseAnalysis(PhaseBasis(Movement.of(position), "FRA", {}, FAST, afraid, 1))
    peace = deal("Agree([fra ger], pce([fra ger]))", "FRA", "GER", position=position)
    doubted, trusted = (
        mind.expectation([peace], {"GER": Attitude(trust=trust)}, 640).utility for trust in (0.45, 0.55)
    )
    assert trusted > doubted + 0.3


def test_the_same_thoughts_whatever_is_asked_first() -> None:
    one, other = analysis(BELGIUM), analysis(BELGIUM)
    attitudes: Attitudes = {"ENG": Attitude(trust=0.7, price=1.0)}
    other.joint(["ENG"], [], attitudes)
    other.gain_of("ENG", [], [HELP])
    other.expectation([], {}, 320)
    for deals in ([], [HELP]):
        assert orders_in(one.expectation(deals, attitudes)) == orders_in(other.expectation(deals, attitudes))
        assert one.expectation(deals, attitudes).utility == other.expectation(deals, attitudes).utility


def test_what_is_thought_further_is_thought_once() -> None:
    mind = analysis(BELGIUM)
    calls: list[str] = []

    def think(key: str) -> str:
        calls.append(key)
        return key

    for key in ("a", "b", "a"):
        assert mind.once(key, partial(think, key)) == key
    assert calls == ["a", "b"]


def test_when_the_time_is_up_there_is_a_plan_anyway() -> None:
    found = analysis(BELGIUM).expectation([HELP], {}, over=lambda: True)
    assert len(found.orders) == 1


def test_talk_and_orders_share_their_thoughts() -> None:
    view = SeatView("FRA", OPEN_DOOR, STANDARD_RULES)
    memory = recalled(view, {}, Random(1), FAST.foresight)
    assert recalled(view, memory, Random(2), FAST.foresight) == memory
    assert phase_analysis_of(view, memory, FAST) is phase_analysis_of(view, memory, FAST)
    decision = Hana(strength=FAST).decide(view, memory, Random(3), 5.0)
    assert {format_order(order) for order in decision.orders} == orders_in(
        phase_analysis_of(view, memory, FAST).expectation([], {})
    )


@pytest.mark.parametrize("seed", [None, 3, ["S1901M", 4], ["F1905M", "x"], ["F1905M", 1, 2], {}])
def test_an_odd_seed_is_replaced(seed: object) -> None:
    view = SeatView("FRA", OPEN_DOOR, STANDARD_RULES)
    assert recalled(view, {"seed": seed}, Random(1), FAST.foresight)["seed"][0] == "F1905M"
    assert isinstance(recalled(view, {"seed": seed}, Random(1), FAST.foresight)["seed"][1], int)


def test_a_deal_that_somebody_broke_binds_nobody() -> None:
    view = SeatView("FRA", OPEN_DOOR, STANDARD_RULES, agreements=(PEACE, HELP))
    assert standing(view) == (PEACE, HELP)
    line = LedgerLine(PEACE.phase, PEACE.phase, "GER", PEACE.powers, Pce(("FRA", "GER")), State.BROKEN, "", True)
    assert standing(SeatView("FRA", OPEN_DOOR, STANDARD_RULES, agreements=(PEACE, HELP), ledger=(line,))) == (HELP,)
