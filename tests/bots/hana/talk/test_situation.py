"""Grounds of HANA's talk: board, deals, targets, reasons, gossip."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import numpy as np
import pytest

from adjudication.phase import parse_phase
from adjudication.position import Position, Unit
from adjudication.powers import Power
from adjudication.rulebook import STANDARD_RULES
from bots.hana.judge.board_state import BEYOND, SPAN
from bots.hana.judge.deals import DealOption, alliance, kind_of, peace, zone
from bots.hana.judge.negotiation_state import MEASURES
from bots.hana.remember.personality import PERSONALITIES
from bots.hana.search.plans import RankedPlan
from bots.hana.talk.explaining import because, reason_for
from bots.hana.talk.gossip import accusations, gossip
from bots.hana.talk.knowing import answer_to_question, deal_in, degree_of
from bots.hana.talk.situation import Situation, Verdict
from bots.view import Agreement, LedgerLine, PastPhase, Said, SeatView
from negotiation.compliance import State
from negotiation.diplomacy import DIPLOMACY, Pce, Scd
from negotiation.parser import parse, parse_formula
from negotiation.printer import format_formula, format_term
from negotiation.sense import parts_of
from negotiation.terms import Belief, Deal, Formula, Inform, Not, Query
from tests.bots.boards import board
from tests.bots.hana.casts import swift

BORDER = board(
    "F1902M",
    "FRA A BUR",
    "FRA F POR",
    "GER A RUH",
    "GER F KIE",
    "ENG A BEL",
    centers={"FRA": "PAR MAR BRE POR SPA", "GER": "MUN BER KIE DEN HOL", "ENG": "BEL LON"},
)


def formula(text: str) -> Formula:
    return parse_formula(text, DIPLOMACY)


def situation(
    *deals: str, me: Power = "GER", name: str = "classicist", position: Position = BORDER, talk: Sequence[str] = ()
) -> Situation:
    agreements = []
    for text in deals:
        deal: Deal = formula(text)  # type: ignore[assignment]
        agreements.append(Agreement(position.phase, tuple(sorted({"FRA", "GER"})), deal))
    said = tuple(Said(position.phase, parse(text, DIPLOMACY)) for text in talk)
    view = SeatView(me, position, STANDARD_RULES, talk=said, agreements=tuple(agreements), level=3)
    return swift(name)._situation(view, {}, Random(1), 5.0)[0]


PEACE = "Agree([fra ger], pce([fra ger]))"
HELP = (
    "[Commit(fra, ger, Do(sup(Unit(fra, Region(bur, amy)), mto(Unit(ger, Region(ruh, amy)), Region(bel, amy))))), "
    "Commit(ger, fra, Do(mto(Unit(ger, Region(ruh, amy)), Region(bel, amy))))]"
)


def test_measures_start_in_the_middle_and_rise_with_a_good_deal() -> None:
    state = situation(PEACE).state
    assert MEASURES["independence"](state) == pytest.approx(0.5)
    deal: Deal = formula(HELP)  # type: ignore[assignment]
    after = state.after(DealOption("GER", "FRA", deal, "orders"))
    assert after.gain > SPAN
    assert MEASURES["independence"](after) > 0.9
    assert MEASURES["opportunity"](state) >= MEASURES["independence"](state)
    assert 0 <= MEASURES["confidence"](state) <= 1


def test_information_is_what_the_most_telling_plan_leaves_certain() -> None:
    """f_H (5.7), plan by plan: 1 - H of the beliefs in which the plan's orders have degree 1."""
    state = situation(PEACE).state
    phase, analysis = state.analysis.phase, state.analysis
    beliefs = analysis.beliefs_under(state.deals, state.attitudes)
    joint = analysis.joint(list(state.attitudes), state.deals, state.attitudes)

    def certain(plan: RankedPlan) -> float:
        news = {
            int(beliefs.starts[column]) + int(np.searchsorted(phase.legal.of(column), code)): 1.0
            for column, code in plan.orders.items()
        }
        return 1 - beliefs.review(news).uncertainty()

    assert joint
    assert state.information() == pytest.approx(max(map(certain, (*state.expectation.ranking, *joint))))


@pytest.mark.parametrize(
    ("strategy", "weight"), [("conservative", 0.0), ("informative", 1.0), ("dynamic", 0.75)], ids=lambda each: str(each)
)
def test_each_strategy_has_its_own_level(strategy: str, weight: float) -> None:
    """Three quarters of the time are left; g_min is f_H by its weight and f_UC, 0.5, for the rest."""
    here = situation(PEACE)
    here.personality = replace(here.personality, strategy=strategy)
    deal: Deal = formula(HELP)  # type: ignore[assignment]
    verdict = here.judge(DealOption("GER", "FRA", deal, "orders"))
    least = weight * here.state.information() + (1 - weight) * 0.5
    assert verdict.level == pytest.approx(least + 0.75**here.personality.tau * (1 - least))
    assert verdict.value == pytest.approx(here.state.after(DealOption("GER", "FRA", deal, "orders")).independence())


def test_peace_is_worth_what_it_is_worth_later_too() -> None:
    state = situation().state
    after = state.after(peace("GER", "FRA"))
    trust = PERSONALITIES["classicist"].trust
    assert after.beyond == pytest.approx(BEYOND["peace"] * trust)


@pytest.mark.parametrize("strategy", ["conservative", "informative", "dynamic"])
def test_every_strategy_likes_help_and_dislikes_harm(strategy: str) -> None:
    here = situation(PEACE)
    here.personality = replace(here.personality, strategy=strategy)
    good: Deal = formula(HELP)  # type: ignore[assignment]
    assert here.judge(DealOption("GER", "FRA", good, kind_of(good))).is_good
    bad: Deal = formula("[Commit(ger, fra, Do(mto(Unit(ger, Region(ruh, amy)), Region(bur, amy))))]")  # type: ignore[assignment]
    assert not here.judge(DealOption("GER", "FRA", bad, kind_of(bad))).is_good


def test_an_alliance_against_a_friend_is_worth_nothing_later() -> None:
    free, bound = situation(), situation("Agree([fra ger], pce([eng ger]))")
    offer = alliance("GER", "FRA", "ENG")
    assert free.judge(offer).gain > bound.judge(offer).gain


def test_it_goes_for_whom_it_is_allied_against() -> None:
    assert situation("Agree([fra ger], aly([fra ger], eng))").target == "ENG"
    assert situation(PEACE).target == "ENG"
    assert situation(PEACE, "Agree([fra ger], pce([eng ger]))").target is None


def test_it_keeps_to_its_target_as_long_as_there_is_no_peace() -> None:
    here = situation()
    here.memory["target"] = "FRA"
    assert here.target == "FRA"
    here = situation(PEACE)
    here.memory["target"] = "FRA"
    assert here.target == "ENG"


def test_orders_that_concern_the_partner_are_near_it() -> None:
    here = situation(PEACE)
    orders = here.analysis.expectation(here.deals, here.attitudes).orders
    assert {BORDER.units[column].province for column in here.near(orders, "FRA")} >= {"RUH"}
    assert here.near(orders, "TUR") == {}


# ── what it knows ───────────────────────────────────────────────────────────────────────────────


def test_degrees_of_what_it_is_asked_about() -> None:
    here = situation(PEACE)
    certain = formula("Unit(eng, Region(bel, amy))")
    assert degree_of(here, "FRA", certain) == 1
    order = formula("Do(hld(Unit(eng, Region(bel, amy))))")
    likely = degree_of(here, "FRA", order)
    assert likely is not None
    assert 0 < likely < 1
    assert degree_of(here, "FRA", formula("¬Do(hld(Unit(eng, Region(bel, amy))))")) == pytest.approx(1 - likely)
    assert degree_of(here, "FRA", formula("drw()")) == 0
    assert degree_of(here, "FRA", formula("Do(bld(Unit(ger, Region(mun, amy))))")) is None


def test_of_third_powers_it_says_what_it_believes() -> None:
    here = situation(PEACE)
    orders = [
        formula(f"Do(mto(Unit(eng, Region(bel, amy)), Region({to}, amy)))") for to in ("hol", "pic", "bur", "ruh")
    ]
    for order in (formula("Do(hld(Unit(eng, Region(bel, amy))))"), *orders):
        degree, said = degree_of(here, "FRA", order), answer_to_question(here, "FRA", order)
        assert degree is not None
        if degree > 0.5:
            assert said == Belief("GER", order)
        elif degree <= 0.1:
            assert said == Belief("GER", Not(order))
        else:  # another order that is likelier, or nothing
            instead = said.content if isinstance(said, Belief) else None
            assert instead is None or (degree_of(here, "FRA", instead) or 0) >= max(degree, 0.3)


def test_wishes_that_two_can_fulfil_are_deals() -> None:
    wishes = ["pce([fra ger])", "dmz([fra ger], bur)", "scd(fra, bel)", "Do(hld(Unit(ger, Region(ruh, amy))))", PEACE]
    assert all(deal_in("GER", "FRA", formula(wish)) is not None for wish in wishes)
    for wish in ("pce([eng fra])", "scd(eng, bel)", "Do(hld(Unit(eng, Region(bel, amy))))", "slo(fra)"):
        assert deal_in("GER", "FRA", formula(wish)) is None


# ── reasons and gossip ──────────────────────────────────────────────────────────────────────────


def test_a_decision_is_told_in_one_sentence() -> None:
    verdict = Verdict(value=0.9, level=0.8, gain=0.12, theirs=-0.03)
    assert because(verdict, "FRA") == (
        "It brings me +0.12 centers and France -0.03; that is worth 0.90, above the 0.80 I aim for now."
    )
    assert "not above" in because(replace(verdict, level=0.95), "FRA")


def test_the_reason_is_an_attack_it_fears() -> None:
    west = {"FRA": "PAR MAR BRE BEL HOL KIE", "GER": "MUN BER"}
    facing = board("F1903M", "FRA A RUH", "GER A PRU", centers=west)
    reason = reason_for(situation(position=facing), "FRA")
    assert reason is not None
    assert format_formula(reason, DIPLOMACY) == "Belief(ger, Do(mto(Unit(fra, Region(ruh, amy)), Region(mun, amy))))"


def test_who_likes_to_talk_warns_and_asks_its_friends() -> None:
    """England in the Channel threatens Brest, which is France's."""
    spoke = ["accept(fra, ger, Agree([fra ger], pce([fra ger])))"]
    others = [unit for unit in BORDER.units if unit.power != "ENG"]
    threat = replace(BORDER, units=tuple(sorted([*others, Unit("ENG", "F", "ECH")])))
    here = situation(PEACE, name="diplomat", talk=spoke, position=threat)
    heard = []
    for seed in range(12):
        here.rng = Random(seed)
        heard += gossip(here, [])
    assert heard
    assert all(isinstance(each, Inform | Query) and each.hearers == ("FRA",) for each in heard)
    assert all("eng" in format_term(each, DIPLOMACY) for each in heard)
    here.personality = replace(here.personality, chattiness=0.0)
    assert gossip(here, []) == []


def test_who_broke_its_word_just_now_is_denounced_once_to_those_who_negotiate_and_not_to_itself() -> None:
    here = situation(PEACE)
    before = replace(BORDER, phase=parse_phase("S1902M"))
    broken = LedgerLine(
        before.phase, before.phase, "ENG", ("ENG", "GER"), Pce(("ENG", "GER")), State.BROKEN, lasting=True
    )
    here.view = replace(here.view, history=(PastPhase(before, ()),), ledger=(broken,))
    said = accusations(here)
    assert [format_term(each, DIPLOMACY) for each in said] == ["inform(ger, fra, Belief(ger, ¬opn(eng, trusted)))"]
    here.view = replace(here.view, talk=tuple(Said(before.phase, each) for each in said))
    assert accusations(here) == []
    here.view = replace(here.view, talk=(), ledger=(replace(broken, state=State.KEPT),))
    assert accusations(here) == []


OPEN_WEST = board(
    "F1901M", "FRA A PIC", "GER A RUH", "ENG F NTH", centers={"FRA": "PAR MAR BRE", "GER": "MUN KIE BER", "ENG": "LON"}
)


def test_zones_lie_between_homes_and_free_centers_are_divided() -> None:
    offers = {offer.kind: offer.deal for offer in situation(PEACE, position=OPEN_WEST).options.of("FRA")}
    assert offers["zone"] == zone("GER", "FRA", ["BUR"]).deal
    assert {part.content for part in parts_of(offers["division"])} <= {Scd("FRA", ("BEL",)), Scd("GER", ("BEL",))}
    later = replace(OPEN_WEST, phase=parse_phase("F1903M"))
    assert "division" not in {offer.kind for offer in situation(PEACE, position=later).options.of("FRA")}


def test_nothing_that_lasts_is_offered_to_the_target_or_twice() -> None:
    here = situation(PEACE, "Agree([fra ger], dmz([fra ger], bur))", position=OPEN_WEST)
    assert {offer.kind for offer in here.options.of("FRA")}.isdisjoint({"peace", "alliance", "zone"})
    assert here.target == "ENG"
    assert here.options.of("ENG") == []


@pytest.mark.parametrize(
    ("confidence", "threshold", "offered"),
    [(0.0, 0.0, True), (0.0, 0.6, True), (1.0, 0.0, False), (0.0, 1.0, False)],
)
def test_options_are_cut_from_plans_it_is_confident_of_and_that_are_worth_it(
    confidence: float, threshold: float, offered: bool
) -> None:
    """Definition 23, and the threshold nu of section 5.4."""
    here = situation(PEACE)
    assert here.options.joint_plan is not None
    assert 0 < here.options.joint_plan.confidence < 1
    here.options = replace(here.options, confidence=confidence, threshold=threshold)
    assert ("orders" in {offer.kind for offer in here.options.of("FRA")}) is offered


def test_the_confidence_asked_for_rises_to_the_deadline() -> None:
    refused = "reject(fra, ger, Agree([fra ger], dmz([fra ger], bur)))"
    proposed = "propose(ger, fra, Agree([fra ger], dmz([fra ger], bur)))"
    asked = []
    for talk in ((), (proposed,), (proposed, refused)):
        here = situation(PEACE, talk=talk)
        here.personality = replace(here.personality, confidence=0.8)
        asked.append(here.confidence_least)
        assert all(plan.confidence >= here.confidence_least for plan in here.state._joint())
    assert asked == pytest.approx([0.2, 0.4, 0.6])
