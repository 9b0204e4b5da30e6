"""Trust from promises kept and broken, computed by hand."""

from dataclasses import replace

import pytest

from adjudication.phase import parse_phase
from bots.hana.remember.personality import NEUTRAL
from bots.hana.remember.rules import TrustRule
from bots.hana.remember.trust import laplace, movements_between, trusts_in
from bots.view import LedgerLine, Said
from negotiation.compliance import State
from negotiation.diplomacy import DIPLOMACY, Pce
from negotiation.parser import parse

PLAIN = TrustRule(1.0, 1.0, 1.0, 0.1, 1.0)
FADING = TrustRule(0.5, 0.8, 0.4, 0.1, 0.3)
EVEN = replace(NEUTRAL, trust=0.5, forgiveness=0.0)
PEACE = Pce(("FRA", "GER"))


def line(state, judged="S1903M", made="S1903M", agent="GER", lasting=False):
    return LedgerLine(
        parse_phase(made), parse_phase(judged), agent, ("FRA", "GER"), PEACE, State(state), lasting=lasting
    )


@pytest.mark.parametrize(
    ("kept", "broken", "expected"), [(0, 0, 1 / 2), (1, 0, 2 / 3), (0, 1, 1 / 3), (3, 1, 4 / 6), (8, 0, 9 / 10)]
)
def test_laplaces_rule_of_succession(kept, broken, expected):
    assert laplace(kept, broken) == pytest.approx(expected)
    ledger = [line("kept")] * kept + [line("broken")] * broken
    assert trusts_in(ledger, parse_phase("F1903M"), EVEN, PLAIN)["GER"] == pytest.approx(expected)


def test_the_first_opinion_is_the_personalitys_and_counts_for_two():
    wary = replace(EVEN, trust=0.2)
    assert trusts_in((), parse_phase("S1901M"), wary, PLAIN)["GER"] == pytest.approx(0.2)
    assert trusts_in([line("kept")], parse_phase("F1903M"), wary, PLAIN)["GER"] == pytest.approx(1.4 / 3)


@pytest.mark.parametrize(
    ("ledger", "forgiveness", "expected"),
    [
        # judged two movement phases ago: a kept one counts 0.5², a broken one 0.8²
        ([line("kept")], 0.0, 1.25 / 2.25),
        ([line("broken")], 0.0, 1 / 2.64),
        # half forgiven: 0.6²
        ([line("broken")], 0.5, 1 / 2.36),
        # peace made in S1902M, kept in three movement phases: 0.3, two phases old
        ([line("kept", made="S1902M", lasting=True)], 0.0, 1.075 / 2.075),
        # the same for longer: 0.3 is the most
        ([line("kept", made="S1901M", lasting=True)], 0.0, 1.075 / 2.075),
        ([line("broken", lasting=True)], 0.0, 1 / 2.64),
        ([line("void"), line("kept", agent="FRA")], 0.0, 1 / 2),
    ],
)
def test_recency(ledger, forgiveness, expected):
    personality = replace(EVEN, forgiveness=forgiveness)
    assert trusts_in(ledger, parse_phase("S1904M"), personality, FADING)["GER"] == pytest.approx(expected)


@pytest.mark.parametrize(
    ("earlier", "later", "expected"),
    [
        ("S1901M", "S1901M", 0),
        ("S1901M", "S1901R", 1),
        ("S1901M", "F1901M", 1),
        ("S1901R", "F1901M", 0),
        ("F1901M", "W1901A", 1),
        ("S1901M", "S1903M", 4),
        ("S1903M", "S1901M", 0),
    ],
)
def test_movement_phases_between(earlier, later, expected):
    assert movements_between(parse_phase(earlier), parse_phase(later)) == expected


WARNED = replace(PLAIN, broken_counts=3.0, hearsay=1.0)


def said(text):
    return Said(parse_phase("S1903M"), parse(text, DIPLOMACY))


def test_a_broken_promise_outweighs_several_that_were_kept():
    assert trusts_in([line("kept"), line("broken")], parse_phase("F1903M"), EVEN, WARNED)["GER"] == pytest.approx(2 / 6)


@pytest.mark.parametrize(
    ("talk", "expected"),
    [
        (["inform(eng, fra, Belief(eng, ¬opn(ger, trusted)))"], 1 / 2.5),
        # said twice by one, it is believed once; by two, twice
        (["inform(eng, fra, Belief(eng, ¬opn(ger, trusted)))"] * 2, 1 / 2.5),
        ([f"inform({who}, fra, Belief({who}, ¬opn(ger, trusted)))" for who in ("eng", "rus")], 1 / 3),
        # praise, what is said to its face, and what is told of others' opinions say nothing
        (["inform(eng, fra, Belief(eng, opn(ger, trusted)))"], 1 / 2),
        (["inform(eng, ger, Belief(eng, ¬opn(ger, trusted)))"], 1 / 2),
        (["inform(eng, fra, Belief(rus, ¬opn(ger, trusted)))"], 1 / 2),
    ],
)
def test_who_is_said_to_break_its_word_is_trusted_less_as_far_as_who_says_it_is_trusted(talk, expected):
    trusts = trusts_in((), parse_phase("F1903M"), EVEN, WARNED, [said(each) for each in talk])
    assert trusts["GER"] == pytest.approx(expected)


def test_a_liars_accusation_counts_for_little():
    ledger = [line("broken", agent="ENG")] * 5
    accused = [said("inform(eng, fra, Belief(eng, ¬opn(ger, trusted)))")]
    assert trusts_in(ledger, parse_phase("F1903M"), EVEN, WARNED, accused)["GER"] > 0.48
