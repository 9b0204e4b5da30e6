"""The journal: what is written down of a phase, and that it stays small and readable. HANA is France."""

import json
from dataclasses import replace

import numpy as np
import pytest

from adjudication.batch import encode_order
from adjudication.notation import parse_order
from adjudication.position import opening, position_from_dict
from adjudication.rulebook import STANDARD_RULES
from bots.hana.beliefs import Beliefs
from bots.hana.judge.phase_analysis import think
from bots.hana.judge.strength import FAST
from bots.hana.remember.events import Event, Happening
from bots.hana.remember.journal import MOST_BYTES, believed_orders, entry, fears
from bots.hana.remember.mind import Mind, attitudes_of
from bots.hana.remember.personality import NEUTRAL, PERSONALITIES
from bots.hana.remember.rules import RULES
from bots.hana.search.problem import Movement
from bots.view import Agreement, SeatView
from negotiation.diplomacy import DIPLOMACY
from negotiation.parser import parse_formula

TINY = replace(FAST, most=400)
PEACE = parse_formula("Agree([fra ger], pce([fra ger]))", DIPLOMACY)
NOTE = ["GER", "rejected", "It would bring me nothing.", "peace"]
VIEW = SeatView("FRA", opening(), STANDARD_RULES, level=3)


def certain(phase, **likely):
    """Beliefs by which units are sure to hold, but for these, MUN=("A MUN - BUR", 0.5)."""
    degrees = np.zeros(len(phase.legal.codes))
    degrees[phase.legal.starts[:-1]] = 1.0
    for place, (text, degree) in likely.items():
        column = next(at for at, unit in enumerate(phase.position.units) if unit.province == place)
        at = phase.legal.of(column).tolist().index(encode_order(parse_order(text)))
        degrees[phase.legal.starts[column]] = 1 - degree
        degrees[phase.legal.starts[column] + at] = degree
    return Beliefs(phase.legal.starts, degrees)


@pytest.fixture(scope="module")
def phase():
    units = ["FRA A PAR", "FRA F BRE", "GER A BUR", "GER A PIC", "ENG F ECH"]
    centers = {"FRA": ["PAR", "BRE", "MAR"], "GER": ["MUN"], "ENG": ["LON"]}
    return Movement.of(position_from_dict({"phase": "S1903M", "units": units, "centers": centers}))


def test_fears_are_the_chance_that_anybody_comes(phase):
    beliefs = certain(phase, BUR=("A BUR - PAR", 0.5), PIC=("A PIC - PAR", 0.4), ECH=("F ECH - BRE", 0.3))
    assert fears(phase, beliefs, "FRA") == [
        ("PAR", pytest.approx(1 - 0.5 * 0.6), ("GER",)),
        ("BRE", pytest.approx(0.3), ("ENG",)),
    ]
    assert fears(phase, certain(phase), "FRA") == []


def test_beliefs_are_told_unit_by_unit_likeliest_first(phase):
    told = believed_orders(phase, certain(phase, BUR=("A BUR - PAR", 0.7)), "FRA", 2)
    assert told["GER A BUR"] == [["A BUR - PAR", 0.7], ["A BUR H", 0.3]]
    assert set(told) == {"GER A BUR", "GER A PIC", "ENG F ECH"}


def test_a_phase_is_written_down():
    analysis = think(VIEW, {}, TINY, 1)
    expectation = analysis.expectation((), {}, 48)
    mind = Mind(
        emotions={"FRA": {"joy": 0.9}, "GER": {"anger": 0.6}}, lately=(("S1901M", Event(Happening.KIND, "GER")),)
    )
    record = entry(
        VIEW,
        mind,
        PERSONALITIES["vengeful"],
        {"talk": {"phase": "S1901M", "notes": [NOTE, "odd", ["GER"]]}},
        planned=(parse_order("A PAR - BUR"),),
        analysis=analysis,
        expectation=expectation,
    )
    assert json.loads(json.dumps(record)) == record
    assert (record["phase"], record["personality"], record["feeling"]) == ("S1901M", "vengeful", "VeryHappy")
    assert record["events"] == [["S1901M", "was kind", "GER", ""]]
    assert record["planned"]["orders"] == ["A PAR - BUR"]
    assert record["planned"]["utility"] == pytest.approx(expectation.utility, abs=0.01)
    assert record["towards"]["GER"]["desires"]["revenge"] == 0.6
    assert record["deals"] == [
        {"with": "GER", "decision": "rejected", "reason": "It would bring me nothing.", "deal": "peace"}
    ]
    assert len(record["believed"]) == 19
    assert all(len(orders) == 3 for orders in record["believed"].values())
    assert record["broken"] == []


def test_a_word_broken_on_purpose_is_owned_up_to():
    """Peace with Germany, whose only center in reach is open and for the taking; a word that costs hardly anything."""
    units = ["FRA A BUR", "FRA A RUH", "GER A PRU"]
    centers = {"FRA": ["PAR", "MAR"], "GER": ["MUN", "KIE", "BER"]}
    position = position_from_dict({"phase": "F1903M", "units": units, "centers": centers})
    view = replace(VIEW, position=position, agreements=(Agreement(VIEW.position.phase, ("FRA", "GER"), PEACE),))
    faithless = replace(NEUTRAL, loyalty=0.05)
    analysis = think(view, {}, TINY, 1)
    expectation = analysis.expectation(view.agreements, attitudes_of(Mind(), view, faithless))
    record = entry(view, Mind(), faithless, {}, analysis=analysis, expectation=expectation)
    (broken,) = record["broken"]
    assert (broken["promise"], broken["to"], broken["price"]) == ("pce([fra ger])", ["GER"], 0.1)
    assert broken["gain"] > broken["price"]
    assert "and my word 0.1" in broken["reason"]


def test_other_phases_have_a_record_too():
    earlier = {"talk": {"phase": "F1900M", "notes": [NOTE]}}
    record = entry(VIEW, Mind(), NEUTRAL, earlier, planned=(parse_order("A PAR - BUR"),))
    assert record["deals"] == []
    assert record["planned"] == {"orders": ["A PAR - BUR"]}
    assert record["believed"] == {}
    assert record["feeling"] is None


def test_it_stays_small_whatever_happened():
    everything = dict.fromkeys(RULES.emotions, 1.0)
    mind = Mind(
        emotions=dict.fromkeys(("AUS", "ENG", "FRA", "GER", "ITA", "RUS", "TUR"), everything),
        lately=tuple(("S1901M", Event(Happening.DISLODGED, "GER", "∧" * 500)) for _ in range(40)),
    )
    notes = [["GER", "rejected", "because " * 100, "peace " * 100] for _ in range(40)]
    analysis = think(VIEW, {}, TINY, 1)
    expectation = analysis.expectation((), {}, 48)
    memory = {"talk": {"phase": "S1901M", "notes": notes}}
    record = entry(VIEW, mind, PERSONALITIES["diplomat"], memory, analysis=analysis, expectation=expectation)
    assert len(json.dumps(record, ensure_ascii=False).encode()) <= MOST_BYTES
    assert len(record["deals"]) > 1
