"""What points at, completes or alludes to what was spoken of before: offered, never claimed."""

import pytest

from adjudication.position import opening
from tests.negotiation.test_following import offered

POINTED = [
    ("a place is taken", ("GER: who gets Belgium?", "FRA: I'd be glad to have it myself"), "scd(fra, bel)"),
    ("a place is left", ("GER: any plans for Burgundy?", "FRA: let's just leave it empty"), "dmz([fra ger], bur)"),
    ("a place is gone for", ("FRA: Denmark looks open", "GER: alright, I'm going for it"), "ent(ger, den)"),
    ("given back", ("FRA: could I have Belgium for a year?", "FRA: I'd give it back to you after"), "scd(ger, bel)"),
    ("there", ("FRA: nobody guards Holland", "FRA: Could you move Kiel there?"), "Region(hol"),
    ("the unit", ("FRA: you should try for Denmark", "GER: hm", "FRA: with Kiel"), "Unit(ger, Region(kie"),
    ("the unit asked", ("GER: will you take Burgundy?", "GER: from Paris I suppose?"), "Region(par, amy)), Region(bur"),
    (
        "the other unit",
        ("FRA: Move Munich to Burgundy?", "GER: no", "FRA: to Ruhr then?"),
        "Region(ruh, amy)",
    ),
    ("any verb", ("FRA: England has only one fleet left", "FRA: let's cook him"), "aly([fra ger], eng)"),
    ("or another", ("GER: Italy is busy with Austria", "FRA: we could just sack him"), "aly([fra ger], ita)"),
    ("joining", ("GER: I am attacking England", "FRA: I'll join in, I suppose"), "aly([fra ger], eng)"),
    ("this one", ("GER: who first, England or Russia?", "FRA: England it is"), "aly([fra ger], eng)"),
    ("do it", ("FRA: you could take Denmark", "GER: hm", "FRA: do it"), "den"),
    ("would like", ("FRA: are you going to Denmark?", "GER: not sure", "FRA: I'd love it if you did"), "den"),
    ("not that", ("GER: you want to go to Burgundy, don't you?", "FRA: I'm not going to do that"), "dmz(fra, bur)"),
    ("nor I", ("GER: I won't go to Burgundy", "FRA: great - nor will I"), "dmz(fra, bur)"),
    ("no bounce", ("FRA: we met in Burgundy", "FRA: I'd rather not bounce again"), "dmz([fra ger], bur)"),
    ("a bounce", ("FRA: hello there", "FRA: we open with the usual bounce?"), "ent(fra, bur)"),
    ("out", ("FRA: your army in Ruhr scares me", "GER: I'll pull it back then"), "dmz(ger, ruh)"),
    ("you out", ("GER: your army in Burgundy scares me", "GER: you should pull back"), "dmz(fra, bur)"),
    ("you too", ("FRA: I'll keep out of Burgundy", "FRA: will you as well?"), "dmz(ger, bur)"),
    ("and you", ("FRA: I won't go to Burgundy", "FRA: I expect you to do the same"), "dmz(ger, bur)"),
    ("in the way", ("GER: I am going to Burgundy", "FRA: I'll have to stop that"), "ent(fra, bur)"),
    ("the same help", ("FRA: I could support you into Denmark", "GER: I can do the same for you in Spain"), "spa)"),
    ("the other", ("FRA: Belgium or Holland?", "GER: I'd like Holland and you can have the other"), "scd(fra, bel)"),
    ("the latter", ("FRA: who first, England or Russia?", "GER: the latter"), "aly([fra ger], rus)"),
    ("of the kind", ("GER: should I build a fleet in Kiel?", "FRA: rather an army"), "Region(kie, amy)"),
]


def test_rom_may_be_rumania_where_no_italian_takes_part():
    verdict, found = offered("FRA: I could support you into Rom")
    assert verdict == "choose"
    assert "rum" in found[0]
    assert "rom" in " ".join(found[1:])


def test_a_unit_asked_about_is_to_go_or_to_hold():
    asked = "GER: what should I do with Munich?"
    assert "Do(mto(Unit(ger, Region(mun, amy)), Region(ruh" in offered(asked, "FRA: Ruhr", position=opening())[1][0]
    assert "Do(hld(Unit(ger, Region(mun, amy))))" in offered(asked, "FRA: just hold", position=opening())[1][0]


@pytest.mark.parametrize(("name", "lines", "wanted"), POINTED, ids=lambda value: value if type(value) is str else "")
def test_what_was_spoken_of_is_offered(name, lines, wanted):
    _, found = offered(*lines)
    assert wanted in " ".join(found)


def test_only_what_stands_there_completes_what_was_spoken_of():
    _, found = offered("FRA: you should try for Denmark", "FRA: with Munich", position=opening())
    assert "den" not in " ".join(found)


@pytest.mark.parametrize(
    "text",
    [
        "take it easy",
        "are you there?",
        "let's tell him",
        "should I warn him?",
        "he didn't bounce",
        "keep it up!",
        "I see your point there",
    ],
)
def test_what_points_at_no_place_offers_none(text):
    assert offered("GER: what about Burgundy?", "FRA: and England?", f"FRA: {text}")[1] == []
