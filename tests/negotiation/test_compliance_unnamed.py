"""Help and moves promised without a named unit are judged."""

import pytest

from tests.negotiation.test_compliance import checks

CASES = {
    "any support into Belgium helps there": (
        "[Commit(fra, eng, hlp(fra, eng, bel))]",
        {"FRA": ["A PIC S F NTH - BEL"], "ENG": ["F NTH - BEL"]},
        "kept",
    ),
    "and of any English unit": (
        "[Commit(fra, eng, hlp(fra, eng, bel))]",
        {"FRA": ["A PIC S A YOR - BEL"], "ENG": ["A YOR - BEL", "F NTH C A YOR - BEL"]},
        "kept",
    ),
    "agreed on as well as promised": (
        "Agree([eng fra], hlp(fra, eng, bel))",
        {"FRA": ["A PIC S F NTH - BEL"], "ENG": ["F NTH - BEL"]},
        "kept",
    ),
    "from the North Sea is not from Yorkshire": (
        "[Commit(fra, eng, hlp(fra, eng, bel, nth))]",
        {"FRA": ["A PIC S A YOR - BEL"], "ENG": ["F NTH - BEL"]},
        "broken",
    ),
    "no support is no help": ("[Commit(fra, eng, hlp(fra, eng, bel))]", {"FRA": ["A PIC H"]}, "broken"),
    "nor is support of somebody else": (
        "[Commit(fra, eng, hlp(fra, eng, bel))]",
        {"FRA": ["A PIC S A HOL - BEL"]},
        "broken",
    ),
    "nor support that was illegal": (
        "[Commit(fra, eng, hlp(fra, eng, bel))]",
        {"FRA": ["F BRE S F NTH - BEL"]},
        "broken",
    ),
    "help that is cut is void": (
        "[Commit(fra, eng, hlp(fra, eng, bel))]",
        {"FRA": ["A BUR S F NTH - BEL"], "ENG": ["F NTH - BEL"], "GER": ["A RUH - BUR"]},
        "void",
    ),
    "one of two supports that counts is enough": (
        "[Commit(fra, eng, hlp(fra, eng, bel))]",
        {"FRA": ["A BUR S F NTH - BEL", "A PIC S F NTH - BEL"], "ENG": ["F NTH - BEL"], "GER": ["A RUH - BUR"]},
        "kept",
    ),
    "help where nobody can give any is void": ("[Commit(fra, eng, hlp(fra, eng, den))]", {"FRA": ["A PIC H"]}, "void"),
    "help to hold": (
        "[Commit(ger, eng, hlp(ger, eng, nth, nth))]",
        {"GER": ["F DEN S F NTH"]},
        "kept",
    ),
    "help to hold is not help in": (
        "[Commit(ger, eng, hlp(ger, eng, nth, nth))]",
        {"GER": ["F DEN - SKA"]},
        "broken",
    ),
    "help in another year is not due": (
        "[Commit(fra, eng, hlp(fra, eng, bel), ⟨spr, 1902⟩)]",
        {"FRA": ["A PIC H"]},
        "open",
    ),
    "no help was promised and none given": ("[Commit(fra, ger, ¬hlp(fra, eng, bel))]", {"FRA": ["A PIC H"]}, "kept"),
    "no help was promised and some given": (
        "[Commit(fra, ger, ¬hlp(fra, eng, bel))]",
        {"FRA": ["A PIC S F NTH - BEL"], "ENG": ["F NTH - BEL"]},
        "broken",
    ),
    "any unit may go": ("[Commit(fra, eng, ent(fra, bel))]", {"FRA": ["A PIC - BEL"]}, "kept"),
    "even if it bounces": (
        "[Commit(fra, ger, ent(fra, bel))]",
        {"FRA": ["A PIC - BEL"], "GER": ["A HOL - BEL"]},
        "kept",
    ),
    "or by sea": (
        "[Commit(eng, fra, ent(eng, bel))]",
        {"ENG": ["A YOR - BEL", "F NTH C A YOR - BEL"]},
        "kept",
    ),
    "support for another is no move": (
        "[Commit(fra, eng, ent(fra, bel))]",
        {"FRA": ["A PIC S F NTH - BEL"], "ENG": ["F NTH - BEL"]},
        "broken",
    ),
    "where nobody can go is void": ("[Commit(fra, eng, ent(fra, smy))]", {"FRA": ["A PIC H"]}, "void"),
    "not to go there": ("[Commit(fra, eng, ¬ent(fra, ech))]", {"FRA": ["F BRE H"]}, "kept"),
    "not to go there, and going": ("[Commit(fra, eng, ¬ent(fra, ech))]", {"FRA": ["F BRE - ECH"]}, "broken"),
    "not to go there and help both": (
        "[Commit(fra, eng, ¬(ent(fra, bel) ∧ hlp(fra, eng, bel)))]",
        {"FRA": ["A PIC - BEL", "A BUR S F NTH - BEL"], "ENG": ["F NTH - BEL"]},
        "broken",
    ),
}


@pytest.mark.parametrize(("deal", "orders", "state"), CASES.values(), ids=CASES)
def test_unnamed(deal, orders, state):
    (check,) = checks(deal, orders)
    assert check.state == state, check.reason
    assert check.reason.endswith(".")
