"""Uncertain messages are shown by likelihood.

The meaning is among three, never beside its opposite.
"""

import pytest

from adjudication.position import opening
from adjudication.powers import Power
from bench.task_success.boards import boards
from bench.task_success.meaning import meaning
from negotiation.diplomacy import DIPLOMACY
from negotiation.english.context import Context, context_of
from negotiation.judge.candidates import Text
from negotiation.judge.judging import judged
from negotiation.judge.naming import named_in
from negotiation.judge.sayings import sayings
from negotiation.nearest import nearest
from negotiation.parser import parse
from negotiation.printer import format_term
from negotiation.terms import Utterance
from tests.negotiation.data import read

MUN_BUR = "mto(Unit(ger, Region(mun, amy)), Region(bur, amy))"
PAR_BUR = "mto(Unit(fra, Region(par, amy)), Region(bur, amy))"
BACKED = f"propose(fra, ger, [Commit(ger, fra, Do(sup(Unit(ger, Region(mun, amy)), {PAR_BUR})))])"
AGREED = "Agree([fra ger], {})"

MEANT = {
    "Those Italians next door make me jumpy! Would you keep your fleet out of the Channel for my nerves?": (
        "FRA",
        "ENG",
        "propose(fra, eng, [Commit(eng, fra, dmz(eng, ech))])",
    ),
    "Till the end of 1902 neither you nor I go into Burgundy.": (
        "FRA",
        "GER",
        "propose(fra, ger, Agree([fra ger], dmz([fra ger], bur), ⟨win, 1902⟩))",
    ),
    "the lads in Munich might give my Paris army some muscle on its way into Burgundy, no?": ("FRA", "GER", BACKED),
    "what I'd love is Munich's backing when Paris strolls over to Burgundy :)": ("FRA", "GER", BACKED),
    "ugh my generals keep nagging me about burgundy, how about that one stays a no man's land for the two of us": (
        "FRA",
        "GER",
        f"propose(fra, ger, {AGREED.format('dmz([fra ger], bur)')})",
    ),
    "i have a bad feeling, my money is on Germany and Italy being allies already": (
        "FRA",
        "ENG",
        "inform(fra, eng, Belief(fra, aly([ger ita])))",
    ),
    "guess who knocked on my door: italy, wanting the two of us to gang up on you. thought you should hear it": (
        "FRA",
        "GER",
        "inform(fra, ger, propose(ita, fra, Agree([fra ita], aly([fra ita], ger))))",
    ),
}


def meant(text: str) -> tuple[Utterance, ...]:
    return (parse(text, DIPLOMACY),)


def ranked(text: str, context: Context) -> list[tuple[Utterance, ...]]:
    """All that a text may mean, the likeliest first."""
    return [each.choice.said for each in judged(Text(text, context))[0]]


def shown(text: str, context: Context) -> list[tuple[Utterance, ...]]:
    """Sentences the page shows for a text: readings, or near misses."""
    return list(read(text, context).candidates[:3]) or [
        read(each, context).candidates[0] for each in nearest(text, context)
    ]


@pytest.mark.parametrize(("text", "speaker", "hearer", "term"), [(text, *one) for text, one in MEANT.items()])
def test_what_is_meant_by_words_nobody_wrote_a_production_for_is_among_three(
    text: str, speaker: Power, hearer: Power, term: str
):
    found = shown(text, context_of(speaker, (hearer,), opening()))
    assert meaning(meant(term), opening()) in [meaning(each, opening()) for each in found], found


def test_what_turns_the_text_round_is_not_shown_beside_it():
    context = context_of("FRA", ("GER",), opening())
    text = "whatever happens over there my dear friend, Munich does not go to Burgundy, promise me that"
    found = [format_term(term, DIPLOMACY) for said in shown(text, context) for term in said]
    assert any(f"¬Do({MUN_BUR})" in each for each in found)
    assert not any(f"Do({MUN_BUR})" in each.replace(f"¬Do({MUN_BUR})", "") for each in found)


def test_nothing_is_said_that_the_board_does_not_allow():
    context = context_of("FRA", ("GER",), opening())
    told = sayings(named_in("support Paris to Moscow from Munich", context))
    assert told
    assert not any("Region(mos" in repr(one) and "Mto" in repr(one) for one in told)


def test_a_claim_that_the_board_makes_unlikely_is_asked_about():
    """The grammar reads a zone in `keep it neutral`; what is named and left out speaks for the moves."""
    board = next(
        position
        for position in boards().values()
        if (one := position.unit_at("BUL")) is not None
        and (other := position.unit_at("SER")) is not None
        and one.power == "TUR"
        and other.power == "AUS"
        and position.unit_at("GRE") is None
    )
    context = context_of("TUR", ("AUS",), board)
    text = "Perhaps Greece is best kept neutral, with your army in Serbia and mine in Bulgaria bouncing in it."
    assert read(text, context).verdict != "clear"


def test_what_one_has_on_the_table_may_be_said_again_without_being_asked():
    offered = (parse("propose(fra, ger, Agree([fra ger], pce([fra ger])))", DIPLOMACY),)
    found = read("I offer peace", context_of("FRA", ("GER",), opening(), offered))
    assert found.verdict == "clear"
    assert found.candidates[0] == offered


@pytest.mark.parametrize("text", ["", "?", "Greece", "no", "x" * 3000, "Paris " * 200, "A par-bur " * 60])
def test_any_text_is_ranked(text: str):
    context = context_of("FRA", ("GER",), opening())
    found, silence = judged(Text(text, context))
    assert sum(one.probability for one in found) + silence == pytest.approx(1.0)


UNSURE = [
    ("nth-nwy?", "GER", "ENG", "asked for, or asked about"),
    ("mean it: you stay out of Belgium and so do I", "FRA", "GER", "both, not one"),
    ("this may sound absurd in the first spring, but would you take a draw?", "FRA", "GER", "a draw has no time"),
]


@pytest.mark.parametrize(("text", "speaker", "hearer"), [one[:3] for one in UNSURE], ids=[one[3] for one in UNSURE])
def test_half_of_what_is_said_is_not_claimed(text: str, speaker: Power, hearer: Power):
    assert read(text, context_of(speaker, (hearer,), opening())).verdict != "clear"


@pytest.mark.parametrize(
    ("text", "province"),
    [("my Greek fleet", "GRE"), ("the Danish boys", "DEN"), ("your Serbians", "SER"), ("a Bohemian unit", "BOH")],
)
def test_a_unit_is_named_by_where_it_stands(text: str, province: str):
    named = named_in(f"{text} goes to Bulgaria", context_of("TUR", ("AUS",), opening()))
    assert province in named.provinces


def test_a_greek_gift_is_no_place():
    assert named_in("a Greek gift, I think", context_of("TUR", ("AUS",), opening())).provinces == ()


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("gal back to war pls", ("GAL", "WAR")),
        ("gal please return to war", ("GAL", "WAR")),
        ("bounce bur? mun v par", ("BUR", "MUN", "PAR")),
        ("mun gets bumped i pull back to par k", ("MUN", "PAR")),
        ("back to war with the Turks, please", ()),
    ],
)
def test_codes_that_are_words_are_places_where_a_unit_goes_back(text: str, places: tuple[str, ...]):
    assert named_in(text, context_of("TUR", ("AUS",), opening())).provinces == places


def test_a_power_is_called_by_its_capital():
    text = "To my neighbours in London and Vienna: let us three cease hostilities."
    named = named_in(text, context_of("FRA", ("AUS", "ENG"), opening()))
    assert named.courts == ("ENG", "AUS")
    peace = meant("propose(fra, [aus eng], Agree([aus eng fra], pce([aus eng fra])))")
    assert peace in ranked(text, context_of("FRA", ("AUS", "ENG"), opening()))


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("peace until 1904 closes", "⟨win, 1904⟩"),
        ("peace before the year is out", "⟨win, 1901⟩"),
        ("peace till w04", "⟨win, 1904⟩"),
        ("peace until 1904", "⟨win, 1903⟩"),
    ],
)
def test_when_a_time_ends(text: str, end: str):
    term = meant(f"propose(fra, ger, {AGREED.format('pce([fra ger])')[:-1]}, {end}))")
    assert term in read(text, context_of("FRA", ("GER",), opening())).candidates
