"""HANA talks truly about places and powers that somebody names.

True of the board and of its own plans.
"""

from random import Random

import pytest

from adjudication.position import opening
from bots.hana.talk.bargaining import reply
from bots.hana.talk.named import of_named
from negotiation.diplomacy import DIPLOMACY, Tpc
from negotiation.english.frames import Voice
from negotiation.english.writer import parse_careful, write
from negotiation.parser import parse, parse_formula
from negotiation.printer import format_term
from negotiation.terms import Accept, Courtesy, Manner, Propose, Reject
from negotiation.topics import STANCES
from tests.bots.hana.talk.test_situation import PEACE, situation
from tests.effort import is_brief

ON_PLACES = [
    ("mun", "note(ger, fra, tpc(keep, mun))"),
    ("scd(fra, mun)", "note(ger, fra, tpc(keepmine, mun))"),
    ("dmz([fra ger], mun)", "note(ger, fra, tpc(keepours, mun))"),
    ("dmz(fra, mun)", "note(ger, fra, tpc(keepspare, mun))"),
    ("scd(ger, bel)", "note(ger, fra, tpc(wantyours, bel))"),
    ("hlp(fra, ger, bel)", "note(ger, fra, tpc(wantaid, bel))"),
    ("hlp(ger, fra, bel)", "note(ger, fra, tpc(wanthelp, bel))"),
    ("hlp(fra, fra, bel)", "note(ger, fra, tpc(wantmine, bel))"),
    (
        "Do(sup(Unit(fra, Region(pic, amy)), mto(Unit(fra, Region(bur, amy)), Region(bel, amy))))",
        "note(ger, fra, tpc(wantmine, bel))",
    ),
    ("ruh", "inform(ger, fra, Do(mto(Unit(ger, Region(ruh, amy)), Region(mun, amy))))"),
    ("scd(fra, smy)", "note(ger, fra, tpc(farmine, smy))"),
    ("hlp(ger, fra, smy)", "note(ger, fra, tpc(farhelp, smy))"),
]


@pytest.mark.parametrize(("about", "said"), ON_PLACES)
def test_it_says_how_it_stands_to_a_place_and_to_what_is_asked(about: str, said: str) -> None:
    (spoken,) = of_named(situation(name="classicist"), "FRA", parse_formula(about, DIPLOMACY))
    assert format_term(spoken, DIPLOMACY) == said


def test_of_many_pieces_it_says_the_same_of_alike_places_at_once_and_no_more_than_two_things() -> None:
    about = parse_formula("scd(ger, bel) ∧ scd(fra, smy) ∧ scd(fra, con) ∧ mun", DIPLOMACY)
    spoken = of_named(situation(), "FRA", about)
    assert [format_term(each, DIPLOMACY) for each in spoken] == [
        "note(ger, fra, tpc(keep, mun))",
        "note(ger, fra, tpc(wantyours, bel))",
    ]
    far = of_named(situation(), "FRA", parse_formula("scd(fra, smy) ∧ scd(fra, con)", DIPLOMACY))
    assert [format_term(each, DIPLOMACY) for each in far] == ["note(ger, fra, tpc(farmine, [con smy]))"]


def test_nothing_is_said_twice_in_a_phase() -> None:
    there = situation(talk=("note(ger, fra, tpc(keep, mun))",))
    assert of_named(there, "FRA", "MUN") == []
    several = situation(talk=("note(ger, fra, tpc(farmine, [con smy]))",))
    assert of_named(several, "FRA", parse_formula("scd(fra, smy)", DIPLOMACY)) == []


@pytest.mark.parametrize("name", ["classicist", "opportunist"])
def test_to_whom_it_means_to_attack_the_loyal_promise_nothing_and_others_all(name: str) -> None:
    there = situation(name=name)
    there.memory["target"] = "FRA"
    (spoken,) = of_named(there, "FRA", "PAR")
    assert isinstance(spoken, Courtesy)
    assert spoken.about == Tpc("leave" if name == "opportunist" else "unsure", ("PAR",))


@pytest.mark.parametrize(
    ("name", "talk", "said"),
    [
        ("classicist", (), "silent"),
        ("vengeful", ("greet(eng, ger)",), "wrote"),
        ("opportunist", ("greet(eng, ger)",), "secret"),
    ],
)
def test_it_tells_whether_a_third_power_wrote_to_it(name: str, talk: tuple[str, ...], said: str) -> None:
    there = situation(name=name, talk=talk)
    (spoken,) = of_named(there, "FRA", parse_formula("Agree([eng ger], pce([eng ger]))", DIPLOMACY))
    assert isinstance(spoken, Courtesy)
    assert spoken.about == Tpc(said, ("ENG",))


def test_peace_is_said_where_it_holds() -> None:
    (spoken,) = of_named(situation(PEACE), "FRA", parse_formula("pce([fra ger])", DIPLOMACY))
    assert spoken == Courtesy("GER", ("FRA",), Manner.NOTE, Tpc("atpeace"))


OFFERED = "propose(ger, fra, Agree([fra ger], {}))"


@pytest.mark.parametrize(
    ("offered", "about"),
    [
        ("pce([fra ger])", "pce([fra ger])"),
        ("aly([fra ger], eng)", "aly([fra ger], eng)"),
        ("aly([fra ger], eng)", "pce([fra ger])"),
    ],
)
def test_what_it_proposed_itself_it_does_not_take_back(offered: str, about: str) -> None:
    there = situation(talk=(OFFERED.format(offered),))
    (spoken,) = of_named(there, "FRA", parse_formula(about, DIPLOMACY))
    assert format_term(spoken, DIPLOMACY) == f"inform(ger, fra, Desire(ger, {offered}))"


@pytest.mark.parametrize("name", ["cautious", "opportunist"])
def test_what_it_proposed_itself_it_accepts_where_it_would_else_refuse(name: str) -> None:
    deal = "Agree([fra ger], dmz(ger, bur))"
    heard = parse(f"propose(fra, ger, {deal})", DIPLOMACY)
    assert isinstance(heard, Propose)
    assert isinstance(reply(situation(name=name), heard)[0], Reject)
    there = situation(name=name, talk=(f"propose(ger, fra, {deal})",))
    assert reply(there, heard) == [Accept("GER", ("FRA",), heard.deal)]


def test_what_the_other_one_refused_is_on_the_table_no_more() -> None:
    deal = "Agree([fra ger], pce([fra ger]))"
    there = situation(talk=(OFFERED.format("pce([fra ger])"), f"reject(fra, ger, {deal})"))
    (spoken,) = of_named(there, "FRA", parse_formula("pce([fra ger])", DIPLOMACY))
    assert spoken.about == Tpc("notyet")  # type: ignore[union-attr]


@pytest.mark.parametrize(("center", "stance"), [("ser", "farmine"), ("tun", "wantmine")])
def test_it_claims_only_a_center_that_it_can_reach_in_two_turns(center: str, stance: str) -> None:
    there = situation(me="ITA", position=opening())
    (spoken,) = of_named(there, "AUS", parse_formula(f"scd(aus, {center})", DIPLOMACY))
    assert format_term(spoken, DIPLOMACY) == f"note(ita, aus, tpc({stance}, {center}))"


def test_it_has_no_second_thoughts_about_what_it_offers_itself() -> None:
    zone = "dmz([fra ger], bal)"
    there = situation(talk=(OFFERED.format(zone),))
    assert of_named(there, "FRA", parse_formula(zone, DIPLOMACY)) == []


def test_that_it_keeps_its_own_goes_without_saying_where_something_else_is_asked() -> None:
    spoken = of_named(situation(), "FRA", parse_formula("scd(ger, mun) ∧ dmz(ger, ruh)", DIPLOMACY))
    assert [format_term(each, DIPLOMACY) for each in spoken] == ["note(ger, fra, tpc(standours, ruh))"]


def test_to_whom_it_tells_nothing_it_says_no_plans_of_its_units() -> None:
    (spoken,) = of_named(situation(name="opportunist"), "FRA", "RUH")
    assert format_term(spoken, DIPLOMACY) == "note(ger, fra, tpc(stand, ruh))"


NAMED: dict[str, list[tuple[str, ...]]] = {
    "places": [("BEL",), ("BEL", "ECH", "HOL")],
    "powers": [("RUS",)],
    "plain": [()],
}


@pytest.mark.parametrize(("of", "topic"), [(of, topic) for of, topics in STANCES.items() for topic in topics])
def test_each_stance_is_said_in_several_ways_and_read_back(of: str, topic: str) -> None:
    for named in NAMED[of]:
        said = Courtesy("FRA", ("GER",), Manner.NOTE, Tpc(topic, named))
        texts: set[str] = set()
        for seed in range(12):
            texts.add(write(said, Random(seed)))
            if is_brief() and len(texts) > 1:
                break
        assert len(texts) > 1
        assert all(parse_careful(text, Voice("FRA", ("GER",))) == [said] for text in texts)
