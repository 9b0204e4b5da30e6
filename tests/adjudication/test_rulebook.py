"""Every disputed rule, both ways."""

from dataclasses import replace

import pytest

from adjudication.notation import format_order
from adjudication.reasons import Reason
from adjudication.rulebook import EDITIONS, STANDARD_RULES, ConvoyedOrigin, ConvoyIntent, Paradox, SupportCoasts
from tests.adjudication.build import by_order, moves_ok, place, play

SWAP = place("S1902M", ["ENG A NWY", "ENG F SKA", "RUS A SWE"])
SWAP_ORDERS = {"ENG": ["A NWY - SWE", "F SKA C A NWY - SWE"], "RUS": ["A SWE - NWY"]}
FOREIGN = place("S1902M", ["ENG A NWY", "GER F SKA", "RUS F SWE"])
FOREIGN_ORDERS = {"ENG": ["A NWY - SWE"], "GER": ["F SKA C A NWY - SWE"], "RUS": ["F SWE - NWY"]}


@pytest.mark.parametrize(
    ("intent", "own_fleet_swaps", "foreign_fleet_swaps"),
    [("own_fleet", True, False), ("via_only", False, False), ("any_fleet", True, True)],
)
def test_convoy_intent(intent: ConvoyIntent, own_fleet_swaps: bool, foreign_fleet_swaps: bool) -> None:
    rulebook = replace(STANDARD_RULES, convoy_intent=intent)
    assert bool(moves_ok(play(SWAP, SWAP_ORDERS, rulebook))) is own_fleet_swaps
    assert bool(moves_ok(play(FOREIGN, FOREIGN_ORDERS, rulebook))) is foreign_fleet_swaps


def test_a_foreign_offer_that_leads_nowhere_is_no_intent() -> None:
    position = place("S1902M", ["FRA A ROM", "GER F TYS", "GER F ION"])
    orders = {"FRA": ["A ROM - APU"], "GER": ["F ION C A ROM - APU"]}
    rulebook = replace(STANDARD_RULES, convoy_intent="any_fleet")
    assert moves_ok(play(position, orders, rulebook)) == ["FRA A ROM - APU"]


@pytest.mark.parametrize(("fallback", "arrives"), [(False, []), (True, ["FRA A BEL - HOL"])])
def test_land_fallback(fallback: bool, arrives: list[str]) -> None:
    rulebook = replace(STANDARD_RULES, land_fallback=fallback)
    position = place("S1902M", ["FRA A BEL", "ENG F NTH"])
    assert moves_ok(play(position, {"FRA": ["A BEL - HOL VIA"]}, rulebook)) == arrives


def test_falling_back_to_land_cuts_and_meets_head_on() -> None:
    rulebook = EDITIONS["classic"]
    position = place("S1902M", ["FRA A BEL", "GER A HOL", "GER A RUH", "ENG F NTH", "FRA A BUR"])
    orders = {"FRA": ["A BEL - HOL VIA", "A BUR - RUH"], "GER": ["A HOL S A RUH - BEL", "A RUH - BEL"]}
    assert by_order(play(position, orders, rulebook))["GER A HOL S A RUH - BEL"].result == "ok"
    orders["GER"] = ["A HOL - BEL", "A RUH S A HOL - BEL"]
    found = by_order(play(position, orders, rulebook))
    assert found["FRA A BEL - HOL VIA"].reason is Reason.HEAD_ON
    assert found["GER A HOL - BEL"].reason is Reason.HEAD_ON


PARADOX = place("S1902M", ["ENG F LON", "ENG F WAL", "FRA A BRE", "FRA F ECH", "FRA F YOR", "GER F NTH", "GER F BEL"])
PARADOX_ORDERS = {
    "ENG": ["F LON S F WAL - ECH", "F WAL - ECH"],
    "FRA": ["A BRE - LON", "F ECH C A BRE - LON", "F YOR S A BRE - LON"],
    "GER": ["F NTH S F BEL - ECH", "F BEL - ECH"],
}
PLAIN_PARADOX = place("S1902M", ["ENG F LON", "ENG F WAL", "FRA A BRE", "FRA F ECH"])
PLAIN_ORDERS = {"ENG": ["F LON S F WAL - ECH", "F WAL - ECH"], "FRA": ["A BRE - LON", "F ECH C A BRE - LON"]}


@pytest.mark.parametrize(
    ("paradox", "arrive", "plain"),
    [
        ("szykman", [], ["ENG F WAL - ECH"]),
        ("text_2023", ["FRA A BRE - LON"], ["ENG F WAL - ECH"]),
        ("all_hold", [], []),
    ],
)
def test_paradoxes(paradox: Paradox, arrive: list[str], plain: list[str]) -> None:
    rulebook = replace(STANDARD_RULES, paradox=paradox)
    assert moves_ok(play(PARADOX, PARADOX_ORDERS, rulebook)) == arrive
    assert moves_ok(play(PLAIN_PARADOX, PLAIN_ORDERS, rulebook)) == plain


def test_where_the_2023_text_is_silent_szykman_speaks() -> None:
    rulebook = replace(STANDARD_RULES, paradox="text_2023")
    position = place("S1902M", ["ENG F NTH", "ENG A LON", "ENG F ECH", "FRA F BEL", "GER F HEL", "GER F SKA"])
    orders = {
        "ENG": ["F NTH C A LON - BEL", "A LON - BEL", "F ECH S A LON - BEL"],
        "FRA": ["F BEL S F NTH"],
        "GER": ["F HEL S F SKA - NTH", "F SKA - NTH"],
    }
    found = by_order(play(position, orders, rulebook))
    assert found["ENG A LON - BEL"].reason is Reason.PARADOX
    assert found["ENG F NTH C A LON - BEL"].reason is Reason.PARADOX


def test_the_2023_text_spares_nobody_who_could_go_another_way() -> None:
    rulebook = replace(STANDARD_RULES, paradox="text_2023")
    position = place("S1902M", ["FRA A TUN", "FRA F TYS", "FRA F ION", "ITA F NAP", "ITA F ROM"])
    orders = {
        "FRA": ["A TUN - NAP", "F TYS C A TUN - NAP", "F ION C A TUN - NAP"],
        "ITA": ["F NAP S F ROM - TYS", "F ROM - TYS"],
    }
    assert by_order(play(position, orders, rulebook))["ITA F NAP S F ROM - TYS"].reason is Reason.CUT


def test_all_hold_says_why_attackers_stay() -> None:
    found = by_order(play(PLAIN_PARADOX, PLAIN_ORDERS, replace(STANDARD_RULES, paradox="all_hold")))
    assert found["ENG F WAL - ECH"].reason is Reason.PARADOX
    assert found["FRA A BRE - LON"].reason is Reason.PARADOX
    assert found["FRA F ECH C A BRE - LON"].reason is Reason.PARADOX


@pytest.mark.parametrize(("rule", "open_places"), [("open", ("GAS", "PIE", "SPA")), ("closed", ("PIE", "SPA"))])
def test_retreat_to_where_a_convoyed_attacker_came_from(rule: ConvoyedOrigin, open_places: tuple[str, ...]) -> None:
    units = ["FRA A GAS", "FRA A BUR", "FRA F MAO", "FRA F WES", "FRA F GOL", "ITA A MAR"]
    orders = [f"F {sea} C A GAS - MAR" for sea in ("MAO", "WES", "GOL")]
    resolution = play(
        place("S1902M", units),
        {"FRA": ["A GAS - MAR VIA", "A BUR S A GAS - MAR", *orders]},
        replace(STANDARD_RULES, convoyed_origin=rule),
    )
    assert resolution.next.dislodged[0].retreats == open_places


@pytest.mark.parametrize(("rule", "result"), [("must_match", "void"), ("ignored", "ok")])
def test_coasts_in_supports(rule: SupportCoasts, result: str) -> None:
    rulebook = replace(STANDARD_RULES, support_coasts=rule)
    position = place("S1902M", ["FRA F POR", "FRA F MAO"])
    found = by_order(play(position, {"FRA": ["F POR S F MAO - SPA/NC", "F MAO - SPA/SC"]}, rulebook))
    assert found["FRA F POR S F MAO - SPA/NC"].result == result


def test_convoys_off() -> None:
    position = place("S1902M", ["ENG A LON", "ENG F NTH", "ENG F YOR"])
    orders = {"ENG": ["A LON - BEL", "F NTH C A LON - BEL", "F YOR S A LON"]}
    assert [each.result for each in play(position, orders).outcomes] == ["ok", "ok", "void"]
    without = play(position, orders, EDITIONS["dipgame"]).outcomes
    assert [each.result for each in without] == ["illegal", "illegal", "ok"]
    # The army that may not sail holds, so the support of its hold counts.
    assert format_order(without[2].order) == "F YOR S A LON"


def test_editions() -> None:
    assert list(EDITIONS) == ["2023", "datc3", "classic", "dipgame"]
    assert all(name == rulebook.name for name, rulebook in EDITIONS.items())
    assert replace(EDITIONS["datc3"], name="2023") == EDITIONS["2023"] == STANDARD_RULES
    assert not EDITIONS["dipgame"].convoys
    assert EDITIONS["dipgame"].victory_centers == 17
