"""Review of a game: chances, moments, and what is told of them."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from adjudication.engine import adjudicate
from adjudication.notation import parse_order
from adjudication.outcomes import Resolution
from adjudication.position import opening, position_as_dict, position_from_dict
from adjudication.powers import POWERS, Power
from adjudication.rulebook import STANDARD_RULES
from bots.review import mistakes
from bots.review.__main__ import main
from bots.review.choosing import chosen
from bots.review.moment import Moment
from bots.review.played import Phase
from bots.review.reviewing import Story, phase_reviewed
from bots.review.telling import sentences_of, title_of

pytestmark = pytest.mark.timeout(900)


def story(
    units: Sequence[str],
    centers: Mapping[str, Sequence[str]],
    winner: Power | None = None,
    phase: str = "F1905M",
    **orders: Any,
) -> Story:
    """One movement, and the board after it."""
    position = position_from_dict({"phase": phase, "units": list(units), "centers": centers})
    given = {power: tuple(parse_order(text, "M") for text in texts) for power, texts in orders.items()}
    after = adjudicate(position, given).next  # type: ignore[arg-type]
    return Story([Phase(position, given), Phase(after, {})], STANDARD_RULES, 1910, winner)  # type: ignore[arg-type]


def moments(told: Story) -> list[Moment]:
    return [Moment.from_dict(json.loads(json.dumps(each))) for each in phase_reviewed(told, 0, None)["moments"]]


def resolved(told: Story, better: Mapping[Power, Sequence[str]]) -> Resolution:
    """Resolve the better orders by the reference rules."""
    phase = told.phases[0]
    changed = {power: [parse_order(text, "M") for text in texts] for power, texts in better.items()}
    orders = {
        power: [
            next(
                (new for new in changed.get(power, ()) if getattr(new, "region", "") == getattr(old, "region", "")), old
            )
            for old in phase.orders.get(power, ())
        ]
        for power in POWERS
    }
    return adjudicate(phase.position, orders)


HOMES = {"FRA": ["PAR", "BRE", "MAR"], "GER": ["MUN", "BER", "KIE"], "TUR": ["CON", "ANK", "SMY"]}


@pytest.fixture(scope="module")
def idle() -> Story:
    """France holds beside Spain, which nobody has."""
    units = ["FRA A GAS", "FRA A PAR", "GER A MUN", "GER A KIE", "TUR F CON", "TUR A SMY"]
    return story(units, HOMES, FRA=["A GAS H", "A PAR H"], GER=["A MUN H", "A KIE H"], TUR=["F CON H", "A SMY H"])


def test_a_free_center_in_reach_was_missed(idle: Story) -> None:
    missed = next(each for each in moments(idle) if each.powers == ("FRA",))
    assert (missed.kind, missed.places) == ("missed", ("SPA",))
    assert missed.better["FRA"][0] == "A GAS - SPA"
    assert missed.ordered["FRA"][0] == "A GAS H"
    assert missed.centers == {"FRA": [3, 4]}
    assert title_of(missed) == "France missed Spain"
    assert title_of(missed, "FRA") == "You missed Spain"
    assert "would end the year with 4 centers instead of 3" in sentences_of(missed)[0]


def test_what_is_told_agrees_with_the_reference_rules(idle: Story) -> None:
    for each in moments(idle):
        after = resolved(idle, each.better).next
        assert {power: len(after.centers_of(power)) for power in each.centers} == {
            power: numbers[1] for power, numbers in each.centers.items()
        }


def test_chances_sum_to_one_and_are_nothing_without_centers(idle: Story) -> None:
    chances = phase_reviewed(idle, 0, None)["chances"]
    assert sum(chances.values()) == pytest.approx(1, abs=0.01)
    assert chances["ITA"] == 0


def test_an_own_center_left_to_an_enemy_is_a_blunder(monkeypatch: pytest.MonkeyPatch) -> None:
    left = story(
        ["FRA A PAR", "FRA A PIC", "GER A BUR", "GER A MUN", "TUR F CON"],
        HOMES,
        FRA=["A PAR - GAS", "A PIC - BRE"],
        GER=["A BUR - PAR", "A MUN H"],
        TUR=["F CON H"],
    )
    # Hardly any bot would expect Germany in Paris.
    assert not [each for each in moments(left) if each.kind == "blunder"]
    monkeypatch.setattr(mistakes, "_SURER", 0.0)
    blunder = next(each for each in moments(left) if each.kind == "blunder")
    assert (blunder.powers, blunder.places) == (("FRA",), ("PAR",))
    assert title_of(blunder) == "France let Paris go"


def test_the_support_of_another_power_decides() -> None:
    told = story(
        ["FRA A BUR", "ITA A TYR", "GER A MUN", "TUR F CON"],
        {**HOMES, "ITA": ["ROM", "VEN", "NAP"]},
        FRA=["A BUR - MUN"],
        ITA=["A TYR S A BUR - MUN"],
        GER=["A MUN H"],
        TUR=["F CON H"],
    )
    support = next(each for each in moments(told) if each.kind == "support")
    assert (support.powers, support.places) == (("ITA", "FRA"), ("MUN",))
    assert support.ordered == {"ITA": ["A TYR S A BUR - MUN"], "FRA": ["A BUR - MUN"]}
    assert title_of(support) == "Italy supported France, and it decided Munich"


@pytest.mark.parametrize(("order", "own"), [("A HOL S A BEL", "unit"), ("A HOL S A BEL - RUH", "attack")])
def test_an_own_support_is_told_as_one_of_a_unit_or_an_attack(order: str, own: str) -> None:
    support = Moment("support", "F1905M", ("GER",), 30.0, places=("BEL",), ordered={"GER": [order, "A BEL H"]})
    assert title_of(support) == f"Germany supported its own {own}, and it decided Belgium"
    assert title_of(support, "GER") == f"You supported your own {own}, and it decided Belgium"


def test_a_solo_that_one_move_would_have_stopped() -> None:
    centers = {
        "FRA": [
            "PAR",
            "BRE",
            "MAR",
            "SPA",
            "POR",
            "BEL",
            "HOL",
            "LON",
            "EDI",
            "LVP",
            "MUN",
            "KIE",
            "BER",
            "DEN",
            "VEN",
            "ROM",
            "TUN",
        ],
        "TUR": ["CON", "ANK", "SMY", "NAP"],
        "AUS": ["VIE", "BUD", "TRI"],
    }
    told = story(
        ["FRA A ROM", "TUR A APU", "TUR F ION", "AUS A VIE"],
        centers,
        "FRA",
        FRA=["A ROM - NAP"],
        TUR=["A APU - VEN", "F ION H"],
        AUS=["A VIE H"],
        phase="F1908M",
    )
    # Venice falls to Turkey, so that Naples alone is not enough.
    assert not [each for each in moments(told) if each.kind == "solo"]
    won = story(
        ["FRA A ROM", "FRA A VEN", "TUR A APU", "TUR F ION", "AUS A VIE"],
        centers,
        "FRA",
        FRA=["A ROM - NAP", "A VEN H"],
        TUR=["A APU H", "F ION - AEG"],
        AUS=["A VIE H"],
        phase="F1908M",
    )
    solo = next(each for each in moments(won) if each.kind == "solo")
    assert solo.powers[0] == "FRA"
    assert solo.centers["FRA"] == [18, 17]
    assert len(resolved(won, solo.better).next.centers_of("FRA")) == 17
    assert phase_reviewed(won, 0, None)["chances"]["FRA"] == 1


def test_ones_own_mistakes_come_first_and_seven_are_enough() -> None:
    powers: tuple[Power, ...] = ("ENG", "FRA", "GER", "ITA", "RUS", "TUR", "AUS", "FRA", "GER")
    many = [
        Moment("missed", f"F{1901 + year}M", (power,), 10.0 + year, places=(f"P{year}{power}",))
        for year, power in enumerate(powers)
    ]
    solo = Moment("solo", "F1912M", ("TUR", "FRA"), 100.0)
    told = chosen([*many, solo], "FRA")
    assert [each.powers[0] for each in told[:2]] == ["FRA", "FRA"]
    assert len(told) <= 7
    assert told[-1] is solo
    assert sum(each.kind == "missed" for each in chosen(many)) == 3


def test_the_command_reviews_a_game_of_the_arena(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    board = opening()
    after = adjudicate(board, {}).next
    record = {
        "phases": [{**position_as_dict(board), "orders": {}}],
        "final": position_as_dict(after),
        "winner": None,
        "rulebook": "2023",
        "until": 1905,
    }
    file = tmp_path / "games.jsonl"
    file.write_text(json.dumps(record))
    assert main(["game", str(file), "--curve"]) == 0
    assert "S1901M" in capsys.readouterr().out
