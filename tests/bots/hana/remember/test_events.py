"""HANA notices events on the board, in the ledger, in the talk.

It is France throughout.
"""

import pytest

from adjudication.engine import adjudicate
from adjudication.notation import parse_order
from adjudication.phase import parse_phase
from adjudication.position import opening, position_from_dict
from adjudication.rulebook import STANDARD_RULES
from bots.hana.remember.events import board_events, is_nonsense, promise_events, talk_events
from bots.view import LedgerLine, PastPhase, Said
from negotiation.compliance import State
from negotiation.diplomacy import DIPLOMACY, Pce
from negotiation.parser import parse

BOARD = {
    "phase": "F1903M",
    "units": ["FRA A BUR", "FRA A MAR", "GER A MUN", "GER A RUH", "ITA A PIE", "ITA F GOL", "ENG F ECH", "FRA F PIC"],
    "centers": {"FRA": ["BRE", "PAR", "MAR", "BEL"], "GER": ["MUN", "KIE"], "ITA": ["ROM"], "ENG": ["LON"]},
}


def happened(**written):
    position = position_from_dict(BOARD)
    orders = {power: tuple(parse_order(text) for text in texts.split(", ")) for power, texts in written.items()}
    resolution = adjudicate(position, orders, STANDARD_RULES)
    events = board_events(PastPhase(position, resolution.outcomes), resolution.next, "FRA")
    return [(str(event.what), event.power, event.about) for event in events]


@pytest.mark.parametrize(
    ("orders", "expected"),
    [
        ({"GER": "A MUN - BUR"}, [("attacked me", "GER", "A MUN - BUR")]),
        ({"GER": "A MUN - BUR, A RUH S A MUN - BUR"}, [("dislodged my unit", "GER", "A MUN - BUR")]),
        # an empty center of mine is attacked, and taken in fall
        (
            {"ENG": "F ECH - BRE"},
            [
                ("attacked me", "ENG", "F ECH - BRE"),
                ("took my center", "ENG", "BRE"),
                ("I lost a center", "FRA", "BRE"),
            ],
        ),
        # going where my unit leaves is no attack, unless it cannot leave
        ({"FRA": "A BUR - PAR", "GER": "A MUN - BUR"}, []),
        (
            {"FRA": "A BUR - MUN", "GER": "A MUN - BUR, A RUH S A MUN - BUR"},
            [("dislodged my unit", "GER", "A MUN - BUR"), ("I attacked them", "GER", "A BUR - MUN")],
        ),
        ({"ITA": "A PIE S A MAR"}, [("supported me", "ITA", "A PIE S A MAR")]),
        ({"FRA": "A BUR - RUH", "GER": "A MUN - RUH"}, [("I attacked them", "GER", "A BUR - RUH")]),
        (
            {"FRA": "A BUR - MUN, F PIC - BEL", "GER": "A MUN - TYR, A RUH - MUN"},
            [("I attacked them", "GER", "A BUR - MUN")],
        ),
        ({"ENG": "F ECH - NTH", "ITA": "A PIE - TYR"}, []),
        ({"ITA": "A PIE S F ECH - BRE"}, []),
    ],
)
def test_orders_are_events_for_the_mind(orders, expected):
    assert sorted(happened(**orders)) == sorted(expected)


def test_taking_a_center_is_a_joy():
    assert happened(FRA="A BUR - MUN", GER="A MUN - TYR")[-1] == ("I gained a center", "FRA", "MUN")


def test_words_kept_and_broken():
    now, peace = parse_phase("F1903M"), Pce(("FRA", "GER", "ITA"))

    def line(agent, state, judged=now, lasting=False):
        return LedgerLine(now, judged, agent, ("FRA", "GER", "ITA"), peace, State(state), lasting=lasting)

    ledger = [
        line("GER", "kept"),
        line("ITA", "broken", lasting=True),
        line("GER", "kept", lasting=True),
        line("GER", "void"),
        line("FRA", "kept"),
        line("FRA", "broken"),
        line("GER", "broken", parse_phase("S1903M")),
    ]
    assert [(str(event.what), event.power) for event in promise_events(ledger, now, "FRA")] == [
        ("kept their word", "GER"),
        ("broke their word", "ITA"),
        ("I broke my word", "GER"),
        ("I broke my word", "ITA"),
    ]
    assert next(promise_events(ledger, now, "FRA")).about == "pce([fra ger ita])"


def said(*texts):
    return [Said(opening().phase, parse(text, DIPLOMACY)) for text in texts]


def heard(*texts, new=0):
    return [(str(e.what), e.power) for e in talk_events(said(*texts), new, opening(), "FRA")]


PEACE = "Agree([fra ger], pce([fra ger]))"
BUR = "Do(mto(Unit(fra, Region(par, amy)), Region(bur, amy)))"
NOBODY = "Do(hld(Unit(ger, Region(spa, amy))))"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"propose(ger, fra, {PEACE})", "proposed"),
        (f"accept(ger, fra, {PEACE})", "accepted"),
        (f"reject(ger, fra, {PEACE})", "rejected"),
        ("inform(ger, fra, Feel(ger, VeryHappy))", "was kind"),
        ("inform(ger, fra, Feel(ger, Angry))", "was angry"),
        ("inform(ger, fra, pce([eng ger]))", "told something"),
        (f"propose(ger, fra, [Commit(ger, fra, {NOBODY})])", "talked nonsense"),
        ("inform(ger, fra, Feel(ger, Sad))", None),
        (f"query(ger, fra, {BUR})", None),
        (f"propose(fra, ger, {PEACE})", None),
    ],
)
def test_messages_are_events_for_the_mind(text, expected):
    assert heard(text) == ([(expected, "GER")] if expected else [])


def test_the_same_again_and_ever_new_offers_are_haggling():
    assert heard(*[f"propose(ger, fra, {PEACE})"] * 2) == [("proposed", "GER"), ("haggled", "GER")]
    many = [f"propose(ger, fra, Agree([fra ger], dmz([fra ger], {place})))" for place in ("bur", "ruh", "pic")]
    many += [f"propose(ger, fra, Agree([fra ger], dmz([fra ger], {place})))" for place in ("bel", "hol", "den")]
    assert [what for what, _ in heard(*many)] == ["proposed"] * 5 + ["haggled"]


def test_a_flood_is_noticed_and_only_what_is_new_counts():
    flood = [f"query(ger, fra, {BUR})"] * 10
    assert heard(*flood) == [("flooded me", "GER")] * 2
    assert heard(*flood, new=9) == [("flooded me", "GER")]
    assert heard(*[text.replace("ger", "eng", 1) for text in flood[:5]], *flood[:5]) == []


@pytest.mark.parametrize(
    ("content", "nonsense"),
    [
        (BUR, False),
        ("Do(mto(Unit(fra, Region(par, sea)), Region(bur, amy)))", True),
        ("Do(sup(Unit(ger, Region(mun, amy)), mto(Unit(fra, Region(par, amy)), Region(bur, amy))))", False),
        ("Do(sup(Unit(ger, Region(mun, amy)), mto(Unit(fra, Region(gas, amy)), Region(bur, amy))))", True),
        ("Do(cvy(Unit(ger, Region(kie, sea)), Unit(eng, Region(yor, amy)), Region(den, amy)))", True),
        ("Do(bld(Unit(ger, Region(mun, amy))))", False),
        ("Do(wve(ger))", False),
        ("¬(Do(hld(Unit(ger, Region(spa, amy)))))", True),
        (f"{BUR} ∧ Do(hld(Unit(fra, Region(par, amy))))", True),
        (f"{BUR} ∧ ¬(Do(hld(Unit(fra, Region(par, amy)))))", False),
        (f"{BUR} ∧ {BUR}", False),
        ("Do(hld(Unit(ger, Region(spa, amy))), ⟨fal, 1901⟩)", False),
        ("Do(mto(Unit(rus, Region(stp, ncs)), Region(bar, sea)))", False),
    ],
)
def test_orders_of_units_that_do_not_exist_or_have_other_orders_are_nonsense(content, nonsense):
    utterance = parse(f"propose(ger, fra, [Commit(ger, fra, {content})])", DIPLOMACY)
    assert is_nonsense(utterance, opening()) is nonsense
