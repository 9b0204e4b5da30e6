"""Changes of the open deal, questions and suppositions are candidates."""

import pytest

from adjudication.position import opening
from negotiation.diplomacy import DIPLOMACY
from negotiation.english.context import Context, context_of
from negotiation.judge.candidates import Text, candidates
from negotiation.judge.naming import named_in
from negotiation.judge.traits import standing, traits
from negotiation.parser import parse
from negotiation.printer import format_term

PARIS = "Do(mto(Unit(fra, Region(par, amy)), Region({}, amy)))"
MUNICH = "Do(mto(Unit(ger, Region(mun, amy)), Region({}, amy)))"
SWAP = f"[Commit(ger, fra, {MUNICH.format('tyr')}), Commit(fra, ger, {PARIS.format('pic')})]"
ZONE = "Agree([fra ger], dmz([fra ger], [bur ruh]))"


def context(open_deal: str = "") -> Context:
    talk = [parse(f"propose(ger, fra, {open_deal})", DIPLOMACY)] if open_deal else []
    return context_of("FRA", ("GER",), opening(), talk)


def meant(text: str, open_deal: str = "") -> list[str]:
    found = candidates(Text(text, context(open_deal)))
    return ["; ".join(format_term(one, DIPLOMACY) for one in each.said) for each in found]


@pytest.mark.parametrize(
    ("open_deal", "deal", "how"),
    [
        (SWAP, SWAP, "kept+kept"),
        (SWAP, SWAP.replace("pic", "bur"), "kept+place"),
        (SWAP, f"[Commit(ger, fra, {MUNICH.format('tyr')})]", "kept -1"),
        (SWAP, SWAP.replace(PARIS.format("pic"), "Do(hld(Unit(fra, Region(par, amy))))"), "kept+order"),
        (ZONE, ZONE.replace("[bur ruh]", "bur"), "less"),
        (ZONE, ZONE.replace("[bur ruh]", "[bur ruh tyr]"), "more"),
        (ZONE, ZONE.replace("[bur ruh]", "[bur tyr]"), "swap"),
        (ZONE, "Agree([fra ger], dmz([fra ger], [bur ruh]) ∧ pce([fra ger]))", "kept+new"),
        (ZONE, ZONE[:-1] + ", ⟨fal, 1903⟩)", "kept time"),
        ("Agree([fra ger], aly([fra ger], eng))", "Agree([fra ger], pce([fra ger]))", "pact"),
    ],
)
def test_a_deal_is_compared_with_the_open_one_thing_by_thing(open_deal: str, deal: str, how: str) -> None:
    named = named_in("", context(open_deal))
    proposal = parse(f"propose(fra, ger, {deal})", DIPLOMACY)
    assert f"@{how}" in traits((proposal,), named, standing(named)).labels


def test_a_half_is_put_differently_and_the_other_kept() -> None:
    deal = f"[Commit(fra, ger, {PARIS.format('pic')}), Commit(ger, fra, Do(hld(Unit(ger, Region(mun, amy)))))]"
    assert f"propose(fra, ger, {deal})" in meant("ok but munich holds", SWAP)


@pytest.mark.parametrize(
    "text", ["bel or hol pick one", "Belgium or Holland", "is it belgium or holland that you want?"]
)
def test_of_two_places_it_is_asked_which(text: str) -> None:
    assert "query(fra, ger, Desire(ger, bel)); query(fra, ger, Desire(ger, hol))" in meant(text)


def test_it_is_asked_which_of_two_ways_a_unit_goes() -> None:
    ways = "; ".join(f"query(fra, ger, {MUNICH.format(place)})" for place in ("bur", "tyr"))
    assert ways in meant("Is it Burgundy or Tyrolia that Munich will go to?")


def test_what_is_done_unless_a_third_power_moves_supposes_that_it_does_not() -> None:
    venice = "Do(mto(Unit(ita, Region(ven, amy)), Region(pie, amy)))"
    mine = "[Commit(fra, ger, Do(mto(Unit(fra, Region(mar, amy)), Region(spa, amy))))]"
    assert f"inform(fra, ger, ¬{venice} → {mine})" in meant(
        "Unless Italy moves Venice to Piedmont, Marseilles goes to Spain"
    )


def test_what_is_done_unless_the_other_moves_is_an_exchange() -> None:
    mine, yours = "Commit(fra, ger, dmz(fra, ruh))", "Commit(ger, fra, dmz(ger, bur))"
    deals = {f"propose(fra, ger, [{one}, {other}])" for one, other in ((mine, yours), (yours, mine))}
    assert deals & set(meant("I stay out of Ruhr unless you go to Burgundy"))


def test_what_was_just_said_is_corrected_in_one_place() -> None:
    asked = "propose(fra, ger, Agree([fra ger], dmz([fra ger], tyr)))"
    assert asked in meant("Let us both keep out of Burgundy. I beg your pardon, I meant Tyrolia.")
