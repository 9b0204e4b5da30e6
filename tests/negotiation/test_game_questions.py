"""Questions about the game: heard as what they ask, answered off the board, written and read back."""

from pathlib import Path
from random import Random

import pytest

from adjudication.board import STANDARD
from adjudication.position import opening
from negotiation.diplomacy import DIPLOMACY, Tpc
from negotiation.english.context import context_of
from negotiation.english.frames import Voice
from negotiation.english.writer import parse_careful, write
from negotiation.parser import parse
from negotiation.printer import format_term
from negotiation.remarks import mumbled
from negotiation.terms import Courtesy, Manner
from negotiation.topics import ANSWERS, CHANCES, OF_PLACES, OF_POWERS
from negotiation.words.phrasing import learner_question
from tests.negotiation.data import listen

LEARNT = Path(__file__).parents[2] / "bench" / "gists" / "topics.txt"

ASKED = [
    ("if we both go for Galicia, who gets it?", "rules", Tpc("bounce", ("GAL",))),
    ("what on earth does support do", "rules", Tpc("support")),
    ("how many centers do I need for the win", "rules", Tpc("win")),
    ("can my army swim to Norway", "rules", Tpc("convoy")),
    ("when do I get to build something?", "rules", Tpc("builds")),
    ("where on earth is Livonia", "look", Tpc("where", ("LVN",))),
    ("can a fleet get from Kiel to the Baltic in one go?", "look", Tpc("reach", ("KIE", "BAL"))),
    ("is Ruhr a supply center?", "look", Tpc("center", ("RUH",))),
    ("how much time do we have for a turn?", "screen", Tpc("time")),
    ("I clicked the wrong unit, can I still change that?", "screen", Tpc("change")),
    ("so are you any good at this", "person", Tpc("skill")),
    ("I've got an army in Paris and no clue what to do with it", "advice", Tpc("unit", ("PAR",))),
]


@pytest.mark.parametrize(("text", "manner", "topic"), ASKED)
def test_a_question_about_the_game_is_heard_as_one(text, manner, topic):
    """None of these lines is among those learnt from."""
    assert text not in LEARNT.read_text("utf-8").splitlines()
    understood = listen(text, context_of("FRA", ("GER",), opening(), []))
    heard = understood.candidates or ((mumbled(text, "FRA", ("GER",)),),)
    assert heard == ((Courtesy("FRA", ("GER",), Manner(manner), topic),),)


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("sorry, could you explain what a convoy is?", ("rules", "convoy")),
        ("I don't know what DMZ means", ("rules", "dmz")),
        ("how do supports work?", ("rules", "support")),
        ("how do I support you into Belgium?", None),
        ("what support do you want?", None),
    ],
)
def test_a_word_of_the_rules_is_asked_about(text: str, asked: tuple[str, str] | None) -> None:
    assert learner_question(text) == asked


TOLD = [
    ("look(ger, fra, tpc(reach, [kie nth]))", "Kiel and the North Sea don't touch, so it takes more than one move. "),
    (
        "look(ger, fra, tpc(reach, [sev bla]))",
        "A fleet gets from Sevastopol to the Black Sea in one move, an army does not.",
    ),
    (
        "look(ger, fra, tpc(reach, [bel hol]))",
        "Belgium and Holland touch, so that is one move, for armies and for fleets.",
    ),
    ("look(ger, fra, tpc(reach, mun))", "Munich lies inland, so only armies go there. "),
    ("look(ger, fra, tpc(where, spa))", "Spain lies next to "),
    ("look(ger, fra, tpc(center, bla))", "The Black Sea is no supply center. "),
    ("look(ger, fra, tpc(center, mun))", "Munich is a supply center, and I have it."),
    ("look(ger, fra, tpc(center, par))", "Paris is a supply center, and you have it."),
    ("look(ger, fra, tpc(center, bel))", "Belgium is a supply center, and nobody has it yet."),
    ("look(ger, fra, tpc(standing, ber))", "I have a unit in Berlin."),
    ("look(ger, fra, tpc(count, rus))", "By my count Russia has 4 centers and 4 units."),
    ("look(ger, fra, tpc(turn))", "It is spring 1901 now."),
    (
        "advice(ger, fra, Do(mto(Unit(fra, Region(par, amy)), Region(pic, amy))))",
        "In your place I would move Paris to Picardy.",
    ),
]


@pytest.mark.parametrize(("term", "english"), TOLD)
def test_what_the_board_says_is_told_and_read_back(term, english):
    said = parse(term, DIPLOMACY)
    voice = Voice("GER", ("FRA",), position=opening(), naming="brief")
    context = context_of("GER", ("FRA",), opening(), [])
    texts = {write(said, Random(seed), context) for seed in range(20)}
    assert any(text.startswith(english) for text in texts), texts
    for text in texts:
        assert parse_careful(text, voice) == [said], text


def test_every_answer_is_read_back():
    named = [(manner, Tpc(topic)) for manner, topics in ANSWERS.items() for topic in topics]
    named += [("look", Tpc(topic, (place,))) for topic in OF_PLACES - {"unit"} for place in STANDARD.provinces]
    named += [("advice", Tpc("chances", (power,))) for power in CHANCES]
    voice = Voice("GER", ("FRA",), position=opening())
    context = context_of("GER", ("FRA",), opening(), [])
    for manner, topic in named:
        said = Courtesy("GER", ("FRA",), Manner(manner), topic)
        assert parse(format_term(said, DIPLOMACY), DIPLOMACY) == said
        text = write(said, Random(1), context)
        assert parse_careful(text, voice) == [said], text


def test_every_topic_is_learnt_and_has_an_answer():
    learnt = {line[1:-1] for line in LEARNT.read_text("utf-8").splitlines() if line.startswith("[")}
    answered = {f"{manner}:{topic}" for manner, topics in ANSWERS.items() for topic in topics}
    assert learnt == answered | {f"look:{topic}" for topic in OF_PLACES - {"unit"}} | {"advice:unit"}
    assert {topic for topics in ANSWERS.values() for topic in topics} >= OF_POWERS
