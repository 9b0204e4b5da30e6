"""Messages are reported in the words of a third reader."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudication.powers import POWERS
from negotiation.diplomacy import DIPLOMACY
from negotiation.english.reported_speech import pledge, points, report
from negotiation.parser import parse, parse_formula
from negotiation.terms import Do, Inform
from tests.effort import examples
from tests.negotiation.strategies import utterances

MOVE = "Do(mto(Unit(eng, Region(kie, amy)), Region(hol, amy)))"
HELP = "Do(sup(Unit(fra, Region(bur, amy)), mto(Unit(eng, Region(nth, sea)), Region(bel, sea))))"
SECOND = "Do(mto(Unit(eng, Region(lon, sea)), Region(ech, sea)))"
HOLD = "Do(hld(Unit(fra, Region(bre, sea))))"
EXCHANGE = f"propose(eng, fra, [Commit(eng, fra, {MOVE}) Commit(fra, eng, {HELP})])"
PACT = "Agree([eng fra], aly([eng fra], ger) ∧ dmz([eng fra], ech) ∧ scd(fra, bel))"

REPORTS = [
    ("wait(fra, eng)", "FRA", "You ask England for time."),
    ("wait(fra, eng)", "ENG", "France asks you for time."),
    ("here(fra, eng)", "FRA", "You ask England for attention."),
    ("wonder(fra, eng)", "FRA", "You ask England for reasons."),
    (
        EXCHANGE,
        "FRA",
        "England offers to move its army in Kiel to Holland, and asks you to support the English fleet in the North "
        "Sea into Belgium with your army in Burgundy.",
    ),
    (
        EXCHANGE,
        "ENG",
        "You offer to move your army in Kiel to Holland, and ask France to support your fleet in the North Sea "
        "into Belgium with its army in Burgundy.",
    ),
    (
        EXCHANGE,
        None,
        "England offers to move its army in Kiel to Holland, and asks France to support the English fleet in the North "
        "Sea into Belgium with its army in Burgundy.",
    ),
    (
        f"propose(eng, fra, [Commit(eng, fra, ¬{MOVE}, ⟨fal, 1902⟩)])",
        "FRA",
        "England offers not to move its army in Kiel to Holland in fall 1902.",
    ),
    (
        f"propose(eng, fra, [Commit(eng, fra, {MOVE})])",
        None,
        "England (to France) offers to move its army in Kiel to Holland.",
    ),
    (
        "propose(eng, fra, [Commit(fra, eng, dmz(fra, [bur ech])) Commit(eng, fra, scd(fra, bel))])",
        "FRA",
        "England asks you to stay out of Burgundy and the English Channel, and offers to leave Belgium to you.",
    ),
    (
        "propose(eng, [fra ger], [Commit(ger, fra, pce([fra ger]))])",
        "FRA",
        "England asks Germany to promise you to keep peace with you.",
    ),
    (
        "propose(eng, fra, [Commit(ger, fra, pce([fra ger]))])",
        "FRA",
        "England proposes that Germany shall promise you to keep peace with you.",
    ),
    (
        "propose(eng, fra, Agree([eng fra], pce([eng fra]), ⟨win, 1903⟩))",
        "FRA",
        "England proposes peace with you until the end of 1903.",
    ),
    (
        "propose(eng, fra, Agree([eng fra], pce([eng fra]), ⟨win, 1903⟩))",
        "ENG",
        "You propose peace with France until the end of 1903.",
    ),
    (
        f"propose(eng, fra, {PACT})",
        "FRA",
        "England proposes an alliance with you against Germany, that both of you stay out of the English Channel, "
        "and that you get Belgium.",
    ),
    (
        "propose(eng, fra, Agree([ger rus], pce([ger rus])))",
        "FRA",
        "England proposes that Germany and Russia agree that there is peace between Germany and Russia.",
    ),
    ("accept(eng, fra, Agree([eng fra], drw()))", "FRA", "England agrees to a draw."),
    ("accept(eng, fra, Agree([eng fra], scd(fra, bel)))", "FRA", "England agrees that you get Belgium."),
    ("reject(eng, fra, Agree([eng fra], pce([eng fra])))", "FRA", "England turns down peace with you."),
    (
        f"accept(fra, eng, [Commit(eng, fra, {MOVE} ∧ {SECOND}) Commit(fra, eng, {HELP} ∧ {HOLD})])",
        "ENG",
        "France accepts this: you will move your army in Kiel to Holland and your fleet in London to the English "
        "Channel; France will support your fleet in the North Sea into Belgium with its army in Burgundy and hold with "
        "its fleet in Brest.",
    ),
    (
        f"inform(eng, fra, [Commit(eng, fra, {MOVE} ∧ {SECOND})])",
        "FRA",
        "England promises to move its army in Kiel to Holland and its fleet in London to the English Channel.",
    ),
    (
        f"reject(fra, eng, [Commit(eng, fra, {MOVE})])",
        "ENG",
        "France declines this: you will move your army in Kiel to Holland.",
    ),
    ("withdraw(eng, [fra ger])", "FRA", "England takes back its proposal to Germany and you."),
    ("withdraw(eng, fra)", "ENG", "You take back your proposal to France."),
    (f"inform(eng, fra, {MOVE})", "FRA", "England tells you that its army in Kiel will move to Holland."),
    (
        f"inform(eng, fra, [Commit(eng, fra, {MOVE})])",
        "FRA",
        "England promises to move its army in Kiel to Holland.",
    ),
    ("inform(eng, fra, Feel(eng, Angry))", "FRA", "England tells you that it is angry."),
    ("inform(eng, fra, Feel(fra, Angry))", "FRA", "England tells you that you are angry."),
    (
        f"inform(eng, fra, Belief(ger, {MOVE}))",
        "FRA",
        "England tells you that Germany believes that the English army in Kiel will move to Holland.",
    ),
    (
        "query(eng, fra, pce([fra rus]))",
        "FRA",
        "England asks you whether there is peace between you and Russia.",
    ),
    ("query(fra, eng, Explain(Feel(eng, Sad)))", "ENG", "France asks you why you are sad."),
    ("answer(eng, fra, Feel(eng, Happy))", "ENG", "You answer France that you are happy."),
    (
        "inform(eng, fra, Feel(eng, Happy), ⟨spr, 1902⟩)",
        "FRA",
        "As of spring 1902: England tells you that it is happy.",
    ),
]


@pytest.mark.parametrize(("term", "viewer", "english"), REPORTS)
def test_report(term, viewer, english):
    assert report(parse(term, DIPLOMACY), viewer) == english


POINTS = [
    (
        EXCHANGE,
        "FRA",
        (
            "England will move its army in Kiel to Holland",
            "You will support the English fleet in the North Sea into Belgium with your army in Burgundy",
        ),
    ),
    (
        f"propose(eng, fra, {PACT})",
        "FRA",
        (
            "An alliance with England against Germany",
            "Both of you stay out of the English Channel",
            "You get Belgium",
        ),
    ),
    (
        f"propose(eng, fra, {PACT})",
        None,
        (
            "An alliance between England and France against Germany",
            "England and France stay out of the English Channel",
            "France gets Belgium",
        ),
    ),
    (
        "propose(eng, [fra ger], Agree([eng fra ger], dmz([eng fra ger], bur), ⟨fal, 1902⟩))",
        "GER",
        ("All of you stay out of Burgundy through fall 1902",),
    ),
    ("withdraw(eng, fra)", "FRA", ()),
]


@pytest.mark.parametrize(("term", "viewer", "clauses"), POINTS)
def test_points(term, viewer, clauses):
    assert points(parse(term, DIPLOMACY), viewer) == clauses


PLEDGES = [
    ("ENG", "dmz(eng, ech)", "FRA", "England will stay out of the English Channel"),
    ("ENG", f"¬{MOVE}", "ENG", "You will not move your army in Kiel to Holland"),
    ("ENG", "pce([eng fra])", "FRA", "England will keep peace with you"),
    ("ENG", "aly([eng fra], ger)", "ENG", "You will work together with France against Germany"),
    ("ENG", "scd(fra, bel)", None, "England will leave Belgium to France"),
    ("ENG", "scd(eng, bel)", None, "England will take Belgium"),
    ("ENG", "slo(fra)", "FRA", "England will let you win alone"),
    (
        "ENG",
        "dmz([eng fra], ech)",
        "FRA",
        "England will join you in staying out of the English Channel",
    ),
]


@pytest.mark.parametrize(("agent", "content", "viewer", "english"), PLEDGES)
def test_pledge(agent, content, viewer, english):
    assert pledge(agent, parse_formula(content, DIPLOMACY), viewer) == english


@settings(max_examples=examples(750), deadline=None)
@given(utterance=utterances(), viewer=st.sampled_from(POWERS) | st.none())
def test_everything_can_be_reported_and_nobody_is_i(utterance, viewer):
    text = report(utterance, viewer)
    assert text.endswith(".")
    assert not re.search(r"\b(I|me|my|we|us|our)\b", text), text
    assert viewer is not None or not re.search(r"\byour?\b", text, re.IGNORECASE), text
    for clause in points(utterance, viewer):
        assert clause
        assert not clause.endswith(".")


def test_a_term_about_nothing_on_the_board_cannot_be_reported():
    with pytest.raises(ValueError, match="cannot be said"):
        report(Inform("FRA", ("GER",), Do(("paint", "the wall"))))
