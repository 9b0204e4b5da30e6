"""HANA proposes, agrees to and refuses draws, with its reasons."""

from dataclasses import replace
from random import Random

import pytest

from adjudication.phase import parse_phase
from adjudication.position import Position, opening
from adjudication.powers import POWERS, Power, as_power
from adjudication.rulebook import STANDARD_RULES
from bots.talking import hear_in_time, open_talk_in_time
from bots.view import PastPhase, Said, SeatView
from negotiation.diplomacy import DIPLOMACY
from negotiation.levels import FREE
from negotiation.parser import parse
from negotiation.printer import format_term
from tests.bots.boards import board
from tests.bots.hana.casts import swift
from tests.bots.hana.solos import EASTERN, SHUT_IN

LINES = board(
    "S1912M",
    *("ENG F NTH", "ENG F ECH", "ENG F IRI", "ENG F MAO", "ENG A BUR", "ENG A MUN", "ENG A RUH", "ENG F GOL"),
    *("TUR A BOH", "TUR A TYR", "TUR A VIE", "TUR A PIE", "TUR F TYS", "TUR F ION", "TUR A GAL", "TUR A SIL"),
    centers={
        "ENG": "LON LVP EDI NWY SWE DEN HOL BEL BRE PAR MAR SPA POR KIE MUN BER STP",
        "TUR": "CON ANK SMY BUL RUM GRE SER BUD VIE TRI SEV MOS WAR VEN ROM NAP TUN",
    },
)
"""Seventeen each, and nothing moves."""
BEFORE = {center: owner for center, owner in EASTERN.centers.items() if center not in ("SEV", "VIE", "TRI")}
ALL = "Agree([eng fra ger ita rus tur], drw())"


def seen_by(power: Power, position: Position, level: int = 3, **more: object) -> SeatView:
    """The position after three years like it; before `EASTERN` Turkey had less."""
    year, before = position.phase.year, replace(position, centers=BEFORE) if position is EASTERN else position
    past = tuple(PastPhase(replace(before, phase=parse_phase(f"S{year - ago}M")), ()) for ago in (3, 2, 1))
    view = SeatView(power, position, STANDARD_RULES, past, level=level)
    return replace(view, **more)  # type: ignore[arg-type]


def opens(view: SeatView) -> list[str]:
    words = open_talk_in_time(swift("classicist"), view, {}, Random(1), 5)
    assert words.faults == ()
    return [format_term(each, DIPLOMACY) for each in words.utterances]


def answers(view: SeatView, *texts: str) -> list[str]:
    talk = (*view.talk, *(Said(view.position.phase, parse(text, DIPLOMACY)) for text in texts))
    view = replace(view, talk=talk)
    words = hear_in_time(swift("classicist"), view, {}, view.talk[-1], rng=Random(1), seconds=5)
    assert words.faults == ()
    return [format_term(each, DIPLOMACY) for each in words.utterances]


def test_a_draw_is_proposed_where_nothing_moves_any_more() -> None:
    assert opens(seen_by("ENG", LINES)) == ["propose(eng, tur, Agree([eng tur], drw()))"]
    assert opens(seen_by("TUR", LINES)) == ["propose(tur, eng, Agree([eng tur], drw()))"]


@pytest.mark.parametrize(("moved", "proposed"), [("DEN SWE", True), ("DEN SWE SEV", False), ("DEN SWE KIE BER", False)])
def test_a_draw_is_proposed_where_little_moves_and_the_largest_has_not_grown(moved: str, proposed: bool) -> None:
    """These centers were Italian two years ago; Sevastopol is Turkish now."""
    past = dict(SHUT_IN.centers) | {center: as_power("ITA") for center in moved.split()}
    year = SHUT_IN.phase.year
    then = tuple(
        PastPhase(replace(SHUT_IN, phase=parse_phase(f"S{year - ago}M"), centers=centers), ())
        for ago, centers in ((3, past), (2, past), (1, SHUT_IN.centers))
    )
    said = opens(seen_by("ITA", SHUT_IN, history=then))
    assert any("drw" in each for each in said) is proposed


def test_a_draw_is_proposed_where_a_rival_is_about_to_win_and_the_others_hear_why() -> None:
    assert opens(seen_by("GER", EASTERN)) == [
        f"propose(ger, [eng fra ita rus tur], {ALL})",
        "inform(ger, [eng fra ita rus], Belief(ger, slo(tur)))",
    ]
    freely = opens(seen_by("GER", EASTERN, FREE, protocol="talk"))
    assert f"propose(ger, [eng fra ita rus tur], {ALL})" in freely
    assert "note(ger, [eng fra ita rus], tpc(drawagainst, tur))" in freely


def test_who_is_about_to_win_proposes_no_draw_and_refuses_one() -> None:
    view = seen_by("TUR", EASTERN)
    assert not [each for each in opens(view) if "drw" in each]
    assert answers(view, f"propose(ger, [eng fra ita rus tur], {ALL})") == [
        f"reject(tur, [eng fra ger ita rus], {ALL})",
        "inform(tur, ger, Desire(tur, slo(tur)))",
    ]
    freely = answers(seen_by("TUR", EASTERN, FREE, protocol="talk"), f"propose(ger, [eng fra ita rus tur], {ALL})")
    assert freely[1:] == ["note(tur, ger, tpc(drawwins))"]


@pytest.mark.parametrize("power", ["ENG", "FRA", "ITA", "RUS"])
def test_the_others_agree_to_it(power: Power) -> None:
    others = " ".join(each for each in ("eng", "fra", "ger", "ita", "rus", "tur") if each != power.lower())
    heard = " ".join(each for each in others.split() if each != "ger") + f" {power.lower()}"
    asked = " ".join(sorted(heard.split()))
    said = answers(seen_by(power, EASTERN), f"propose(ger, [{asked}], {ALL})")
    assert said == [f"accept({power.lower()}, [{others}], {ALL})"]


def test_nobody_speaks_of_draws_while_the_game_is_young() -> None:
    view = SeatView("GER", opening(), STANDARD_RULES, level=3)
    assert not [each for each in opens(view) if "drw" in each]
    seven = " ".join(sorted(each.lower() for each in POWERS))
    deal = f"Agree([{seven}], drw())"
    others = seven.replace("ger ", "")
    said = answers(view, f"propose(aus, [eng fra ger ita rus tur], {deal})")
    assert said == [f"reject(ger, [{others}], {deal})", "inform(ger, aus, ¬Desire(ger, drw()))"]


def test_a_draw_that_was_refused_is_not_proposed_again_that_year() -> None:
    deal = "Agree([eng tur], drw())"
    said = tuple(
        Said(LINES.phase, parse(text, DIPLOMACY))
        for text in (f"propose(eng, tur, {deal})", f"reject(tur, eng, {deal})")
    )
    assert not [each for each in opens(seen_by("ENG", LINES, talk=said)) if "drw" in each]


def test_no_draw_where_the_terms_of_the_game_allow_none() -> None:
    view = seen_by("ENG", LINES, draws="none")
    assert not [each for each in opens(view) if "drw" in each]
    deal = "Agree([eng tur], drw())"
    assert answers(view, f"propose(tur, eng, {deal})") == [f"reject(eng, tur, {deal})"]


def test_whoever_proposed_something_first_hears_of_the_draw_with_the_answer() -> None:
    deal = "Agree([eng tur], pce([eng tur]))"
    said = answers(seen_by("TUR", LINES), f"propose(eng, tur, {deal})")
    assert said[0].split("(")[0] in ("accept", "reject")
    assert said[-1] == "propose(tur, eng, Agree([eng tur], drw()))"


@pytest.mark.parametrize(
    ("deal", "answer"),
    [
        ("Agree([eng tur], slo(eng))", "reject"),
        ("[Commit(eng, tur, slo(tur))]", "accept"),
        ("Agree([eng tur], drw(eng))", "reject"),
    ],
    ids=["a concession", "the other concedes", "left out"],
)
def test_wins_of_one_power(deal: str, answer: str) -> None:
    assert answers(seen_by("TUR", LINES), f"propose(eng, tur, {deal})")[0].startswith(f"{answer}(")
