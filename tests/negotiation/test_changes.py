"""Changes of the open deal, questions and suppositions are candidates."""

import pytest

from adjudication.position import opening
from negotiation.diplomacy import DIPLOMACY
from negotiation.english.context import Context, context_of
from negotiation.judge.candidates import Text, candidates
from negotiation.judge.naming import named_in
from negotiation.judge.traits import outline, standing
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
    assert f"@{how}" in outline((proposal,), named, standing(named)).labels


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


def test_what_is_done_unless_a_third_power_leaves_supposes_that_it_stays() -> None:
    stays = "Do(hld(Unit(eng, Region(lon, sea))))"
    holds = "[Commit(fra, ger, Do(hld(Unit(fra, Region(par, amy)))))]"
    for text in ("I hold Paris unless England moves from London", "unless England leaves London, Paris stays"):
        assert f"inform(fra, ger, {stays} → {holds})" in meant(text)


@pytest.mark.parametrize(
    "text",
    [
        "Me: Belgium and Spain. You: Holland, Denmark. Burgundy: nobody.",
        "Belgium and Spain = me; Holland and Denmark = you; Burgundy: neither",
        "i: bel, spa. u: hol n den. bur: empty",
    ],
)
def test_a_list_names_the_sides_before_or_behind_several_places(text: str) -> None:
    shares = "scd(fra, [bel spa]) ∧ scd(ger, [den hol])"
    assert any(shares in each and "dmz([fra ger], bur)" in each for each in meant(text))


def test_the_last_word_on_a_unit_in_a_list_is_meant() -> None:
    text = "mun ruh, ber kie... no wait, ber holds"
    moves = f"[Commit(ger, fra, {MUNICH.format('ruh')}), Commit(ger, fra, Do(hld(Unit(ger, Region(ber, amy)))))]"
    assert f"propose(fra, ger, {moves})" in meant(text)


SHARES = "Agree([fra ger], scd(fra, bel) ∧ scd(ger, [den hol]))"


def test_a_center_of_an_open_division_goes_to_the_other_side() -> None:
    assert "propose(fra, ger, Agree([fra ger], scd(fra, [bel hol]) ∧ scd(ger, den)))" in meant("Holland too", SHARES)


def test_instead_of_both_moves_both_units_stay() -> None:
    hold = "Do(hld(Unit({}, Region({}, amy))))"
    both = f"[Commit(ger, fra, {hold.format('ger', 'mun')}), Commit(fra, ger, {hold.format('fra', 'par')})]"
    assert f"propose(fra, ger, {both})" in meant("rather not, both stay where they are", SWAP)


def test_who_has_no_unit_in_a_place_is_helped_into_it() -> None:
    found = meant("I help you in Belgium if you help me in Spain")
    assert not any("bel, bel" in each or "spa, spa" in each for each in found)
    assert any("hlp(fra, ger, bel)" in each for each in found)


@pytest.mark.parametrize(
    "text", ["Please stay out of Burgundy, and I will too", "you keep out of Burgundy, I will as well"]
)
def test_what_the_other_is_asked_for_and_the_speaker_does_too_is_for_both(text: str) -> None:
    assert meant(text)[0] == "propose(fra, ger, Agree([fra ger], dmz([fra ger], bur)))"


def test_peace_is_offered_for_what_the_other_one_does() -> None:
    deal = "Agree([fra ger], pce([fra ger]) ∧ hlp(ger, fra, bel))"
    assert f"propose(fra, ger, {deal})" in meant("peace if you help me into Belgium")


def test_a_center_is_for_one_side_while_another_place_stays_empty() -> None:
    deal = "Agree([fra ger], dmz([fra ger], bur) ∧ scd(fra, bel))"
    assert f"propose(fra, ger, {deal})" in meant("if Burgundy is to stay empty I want Belgium")


def test_whom_one_trusts_and_who_is_a_friend_are_two_questions() -> None:
    friend, trusted = (
        outline((parse(f"query(fra, ger, Belief(ger, opn(eng, {stance})))", DIPLOMACY),), named_in("", context()), None)
        for stance in ("friend", "trusted")
    )
    assert friend.labels != trusted.labels
