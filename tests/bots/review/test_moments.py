"""Truth of moments: promises, ends of games, retreats, springs, trades and deals."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pytest

from adjudication.encoding import encode_order
from adjudication.engine import adjudicate
from adjudication.notation import parse_order
from adjudication.phase import parse_phase
from adjudication.position import position_from_dict
from adjudication.powers import Power, as_power
from adjudication.rulebook import STANDARD_RULES
from bots.review.advice import fewest
from bots.review.moment import Moment
from bots.review.played import Breach, Phase, Played
from bots.review.reviewing import Story, phase_reviewed
from bots.review.telling import sentences_of, title_of
from bots.view import Agreement
from negotiation.diplomacy import Pce
from negotiation.terms import Agree
from tests.bots.review.test_review import moments

pytestmark = pytest.mark.timeout(900)

BREACH = "Germany ordered its army in Burgundy to Paris, which attacks France in Paris."


def peace(*powers: Power) -> Agreement:
    return Agreement(parse_phase("S1905M"), powers, Agree(powers, Pce(powers)))


def story(
    units: Sequence[str],
    centers: Mapping[str, Sequence[str]],
    given: Mapping[Power, Sequence[str]],
    deals: Sequence[Agreement] = (),
    breaches: Sequence[Breach] = (),
    **more: Any,
) -> Story:
    """A movement, retreats if need be, and the board after them."""
    position = position_from_dict({"phase": more.get("phase", "F1905M"), "units": list(units), "centers": centers})
    orders = {power: tuple(parse_order(text, "M") for text in texts) for power, texts in given.items()}
    phases = [Phase(position, orders, tuple(deals), tuple(breaches))]
    after = adjudicate(position, orders).next
    if after.phase.kind == "R":
        retreats = {power: (parse_order(text, "R"),) for power, text in more["retreats"].items()}
        phases.append(Phase(after, retreats))
        after = adjudicate(after, retreats).next
    return Story([*phases, Phase(after, {})], STANDARD_RULES, more.get("until", 1910))


def of_kind(told: Story, kind: str) -> list[Moment]:
    return [each for each in moments(told) if each.kind == kind]


CENTERS: Mapping[str, Sequence[str]] = {
    "FRA": ["PAR", "MAR", "BRE", "SPA", "POR"],
    "GER": ["MUN", "BER", "KIE", "DEN", "HOL"],
    "RUS": ["WAR", "MOS", "SEV", "STP", "RUM"],
    "TUR": ["CON", "ANK", "SMY", "BUL", "GRE"],
}


def stab(**changed: Any) -> Story:
    """Germany takes Paris from France, Belgium from nobody; Warsaw is open."""
    deals = peace("FRA", "GER"), peace("GER", "RUS")
    given: dict[Power, Sequence[str]] = {
        "FRA": ["A GAS H", "F ECH H", "A MAR H", "F SPA/SC H"],
        "GER": ["A BUR - PAR", "A RUH - BEL", "A SIL H", "F DEN H", "A MUN H"],
        "RUS": ["A SEV H", "A RUM H", "F STP/SC H", "A MOS H"],
        "TUR": ["F CON H", "A BUL H", "F GRE H", "A SMY H"],
    }
    units = [f"{power} {text.split(' H')[0].split(' - ')[0]}" for power, texts in given.items() for text in texts]
    breach = Breach("GER", ("FRA",), BREACH, deals[0])
    for power, texts in changed.items():
        given[as_power(power)] = texts
    centers = {**CENTERS, "RUS": [*CENTERS["RUS"], "SWE"], "TUR": [*CENTERS["TUR"], "SER"]}
    return story(units, centers, given, deals, [breach], until=1905)


def test_a_betrayal_is_compared_with_orders_that_keep_every_promise() -> None:
    (told,) = of_kind(stab(), "betrayal")
    # Silesia to Warsaw would keep the peace with France, and break that with Russia.
    assert told.better["GER"] == ["A BUR H"]
    assert told.ordered["GER"] == ["A BUR - PAR"]
    assert told.centers["GER"] == [7, 6]


def test_a_betrayal_names_only_what_the_breach_won() -> None:
    (told,) = of_kind(stab(), "betrayal")
    assert title_of(told) == "Germany broke a promise to France and took Paris"
    assert "So Germany would be without Paris." in sentences_of(told)


def test_a_breach_that_won_nothing_did_not_pay() -> None:
    assert not of_kind(stab(FRA=["A GAS - PAR", "F ECH H", "A MAR H", "F SPA/SC H"]), "betrayal")


def test_a_support_of_what_no_unit_does_is_not_advised() -> None:
    played = Played(stab().phases[0], STANDARD_RULES, 1910)
    support = encode_order(parse_order("A SIL S A RUH - MUN", "M"))
    (silesia,) = np.flatnonzero([unit.region == "SIL" for unit in played.phase.position.units]).tolist()
    assert fewest(played, {silesia: support}, lambda _: True) == {}
    # Where the order given will not do, it holds.
    hold = int(played.movement.legal.of(silesia)[0])
    given = played.with_orders({silesia: support})
    played.given = given
    move = encode_order(parse_order("A SIL - BOH", "M"))
    assert fewest(played, {silesia: move}, bool, bound=[silesia]) == {silesia: hold}


@pytest.mark.parametrize(("until", "surely"), [(1905, True), (1910, False)])
def test_chances_of_the_last_fall_are_those_of_the_end(until: int, surely: bool) -> None:
    won = story(["GER A BEL", "FRA A SPA"], CENTERS, {"GER": ["A BEL H"], "FRA": ["A SPA H"]}, until=until)
    assert (phase_reviewed(won, 0, None)["chances"]["GER"] == 1) == surely
    tie = story(["GER A RUH", "FRA A SPA"], CENTERS, {"GER": ["A RUH H"], "FRA": ["A SPA H"]}, until=until)
    shares = phase_reviewed(tie, 0, None)["chances"]
    assert (shares["FRA"] == shares["GER"] == shares["RUS"] == shares["TUR"] == 0.25) == surely


def test_what_the_last_fall_could_have_brought_is_told_by_the_end() -> None:
    told = story(["GER A RUH", "FRA A SPA"], CENTERS, {"GER": ["A RUH H"], "FRA": ["A SPA H"]}, until=1905)
    missed = next(each for each in of_kind(told, "missed") if each.powers == ("GER",))
    assert missed.chances["GER"][1:] == [25, 100]
    assert missed.later == ()
    said = " ".join(sentences_of(missed))
    assert "First place with the better orders: alone; with those given: shared by 4 powers." in said
    assert "later" not in said
    assert "chance" not in said


def test_centers_at_a_years_end_are_those_after_the_retreats() -> None:
    given: dict[Power, Sequence[str]] = {
        "FRA": ["A BUR - MUN", "A PAR H"], "ITA": ["A TYR S A BUR - MUN"], "GER": ["A MUN H"]
    }  # fmt: skip
    units = ["FRA A BUR", "FRA A PAR", "ITA A TYR", "GER A MUN"]
    centers = {"FRA": ["PAR", "MAR", "BRE", "KIE"], "GER": ["MUN", "BER"], "ITA": ["ROM", "VEN", "NAP"]}
    away = story(units, centers, given, retreats={"GER": "A MUN - RUH"})
    assert of_kind(away, "support")[0].centers["FRA"] == [5, 4]
    # France loses Kiel for Munich.
    assert not of_kind(story(units, centers, given, retreats={"GER": "A MUN - KIE"}), "support")


def test_no_center_changes_hands_in_spring() -> None:
    moment = Moment(
        "blunder", "S1905M", ("FRA",), 9.0, places=("PAR",), also=("BEL",), given_up=("MAR",), centers={"FRA": [5, 6]},
        chances={"FRA": [20, 10, 19]}, holds=(20, 2, 24), later=(5.0, 6.0),
    )  # fmt: skip
    said = sentences_of(moment)
    assert "France would own 6 centers instead of 5 if centers were counted then." in said[0]
    assert "only after the fall" in said[0]
    assert said[1] == (
        "By the end of the year France had lost Paris. Besides, the better orders would have Belgium after the spring."
    )
    assert title_of(moment) == "France let Paris go"
    assert said[2] == "In exchange the better orders give up Marseilles."


def test_a_trade_is_told_in_the_headline() -> None:
    moment = Moment("blunder", "F1905M", ("FRA",), 9.0, places=("PAR",), also=("BEL",))
    assert title_of(moment) == "France let Paris go and missed Belgium"


def test_who_wins_anyway_has_lost_little() -> None:
    centers = {**CENTERS, "FRA": ["PAR", "MAR", "BRE", "SPA", "POR", "LON", "EDI", "LVP", "ROM", "VEN", "NAP", "TUN"]}
    units = ["FRA A PIC", "FRA A PAR", "FRA A MAR", "FRA F LON", "GER A BER", "RUS A MOS"]
    idle: dict[Power, Sequence[str]] = {
        "FRA": ["A PIC H", "A PAR H", "A MAR H", "F LON H"], "GER": ["A BER H"], "RUS": ["A MOS H"]
    }  # fmt: skip
    assert not [each for each in of_kind(story(units, centers, idle, until=1907), "missed") if "FRA" in each.powers]


def test_a_deal_may_bring_one_a_center_and_the_other_a_weaker_rival() -> None:
    (deal,) = of_kind(rivals(), "deal")
    assert deal.powers == ("ENG", "FRA")
    assert title_of(deal) == "England could have won Holland with France's help, to the good of both"
    assert deal.better == {"ENG": ["F NTH - HOL"], "FRA": ["A RUH S F NTH - HOL"]}
    assert [more - less for less, more in deal.centers.values()] == [1, 0]
    assert deal.chances["FRA"][2] > deal.chances["FRA"][1]
    assert "What France gains: Germany would have fewer centers." in sentences_of(deal)


def test_no_deal_is_advised_against_a_promise() -> None:
    assert not of_kind(rivals(peace("ENG", "GER")), "deal")


def test_who_deals_stops_attacking_the_other() -> None:
    (deal,) = of_kind(rivals(raid=True), "deal")
    assert deal.ordered["ENG"] == ["F ECH - BRE", "F NTH H"]
    assert deal.better["ENG"] == ["F ECH H", "F NTH - HOL"]


def rivals(*deals: Agreement, raid: bool = False) -> Story:
    """France in Ruhr and England in the North Sea could take Holland."""
    centers = {
        "FRA": ["PAR", "MAR", "BRE", "BEL", "SPA", "POR"],
        "ENG": ["LON", "LVP", "EDI", "NWY", "SWE", "STP"],
        "GER": ["KIE", "BER", "MUN", "HOL", "DEN", "WAR", "VIE"],
        "TUR": ["CON", "ANK", "SMY", "BUL", "GRE", "RUM", "SEV"],
    }
    given: dict[Power, Sequence[str]] = {
        "FRA": ["A RUH H", "F MAO H", "A BUR H", "F SPA/SC H", "A MAR H"],
        "ENG": ["F NTH H", "F NWY H", "F SWE H", "A STP H", "F LON H"],
        "GER": ["A HOL H", "A MUN H", "F DEN H", "A WAR H", "A VIE H", "F KIE H"],
        "TUR": ["A BUL H", "F AEG H", "A RUM H", "A SEV H", "F GRE H"],
    }
    if raid:
        given["FRA"] = ["A RUH H", "F BRE H", "A BUR H", "F SPA/SC H", "A MAR H"]
        given["ENG"] = ["F NTH H", "F NWY H", "F SWE H", "A STP H", "F ECH - BRE"]
    units = [f"{power} {text.removesuffix(' H').split(' - ')[0]}" for power, texts in given.items() for text in texts]
    return story(units, centers, given, deals)
