"""Gists of messages in which no sentence of L is read.

None of these lines is among those learnt from.
"""

from dataclasses import replace
from pathlib import Path

import pytest

from adjudication.position import opening
from negotiation.diplomacy import Aly, Dmz, Pce, Tpc
from negotiation.english.context import context_of
from negotiation.english.reported_speech import report
from negotiation.remarks import mumbled
from negotiation.terms import Accept, Agree, And, Courtesy, Manner, Propose, Query, Which
from tests.negotiation.data import listen

ALLIANCE = Propose("GER", ("FRA",), Agree(("FRA", "GER"), Aly(("FRA", "GER"), ("ENG",))))
LEARNT = (Path(__file__).parents[2] / "bench" / "gists" / "said.txt").read_text("utf-8").splitlines()

GISTS = [
    ("ok so do i just click on the ships?", "screen", Tpc("order")),
    ("are you really a robot or what", "bot", None),
    ("what would you advise me to do in this position?", "advice", None),
    ("I am so scared and close to losing everything", "mood", Tpc("moodlosing")),
    ("you are a pathetic weakling", "scorn", Tpc("scornweak")),
    (
        "England told me that he does not trust you",
        "rumour",
        And((Tpc("rumourtalk"), Agree(("ENG", "GER"), Pce(("ENG", "GER"))))),
    ),
    ("get your army out of Burgundy and give it back", "demand", And((Tpc("demandleave"), Dmz(("GER",), ("BUR",))))),
    ("hello?? are you even listening to me", "here", None),
    ("please do not tell anyone about this, it is our secret", "hush", None),
]


@pytest.mark.parametrize(("text", "manner", "about"), GISTS)
def test_its_words_tell_what_an_unread_message_is_about(text, manner, about):
    assert text not in LEARNT
    heard = mumbled(text, "FRA", ("GER",))
    assert (heard.manner, heard.about) == (Manner(manner), about)


def test_of_letters_without_sense_nothing_is_told():
    assert mumbled("asdf jkl", "FRA", ("GER",)).manner is Manner.MUMBLE


@pytest.mark.parametrize("text", ["what the hell is your army doing in the Ruhr", "which of us goes to Belgium?"])
def test_who_asks_openly_agrees_to_nothing(text):
    understood = listen(text, replace(context_of("FRA", ("GER",), opening(), [ALLIANCE]), level=9))
    assert not any(isinstance(each, Accept) for one in understood.candidates for each in one)


def test_a_question_about_plans_is_asked_as_one():
    understood = listen("what are your plans for this year?", context_of("FRA", ("GER",), opening(), []))
    (asked,) = understood.candidates[0]
    assert isinstance(asked, Query)
    assert isinstance(asked.content, Which)
    assert asked.content.variable == "?o"


def test_whatever_is_heard_can_be_told():
    """On the page, too, which shows what it took a message for."""
    asked = [heard for heard in map(_heard, LEARNT) if isinstance(heard, Query)]
    kinds = {getattr(heard.content, "variable", "whether"): heard for heard in asked}
    assert {"?o", "whether"} <= set(kinds)
    for heard in kinds.values():
        assert report(heard, "FRA").startswith("You ask Germany")


def _heard(line):
    return mumbled(line, "FRA", ("GER",))


@pytest.mark.parametrize("place", ["Burgundy", "Belgium", "Gascony", "Picardy", "Spain", "Munich"])
@pytest.mark.parametrize(
    "words", ["Can you support me into", "could u pls help me into", "Will you support my move to"]
)
def test_who_asks_for_support_asks_nothing_about_the_rules(words, place):
    """Also where no unit on the board can give it."""
    understood = listen(f"{words} {place}?", replace(context_of("FRA", ("GER",), opening(), []), level=9))
    assert not any(isinstance(each, Courtesy) for one in understood.candidates for each in one)
