"""A message is understood once, when it is sent."""

from collections import Counter
from importlib import import_module

import pytest

from dipgame.games.models import Hearing
from negotiation import understanding
from negotiation.gists import telling
from negotiation.grammar import reader
from negotiation.judge import candidates
from tests.effort import one_of

pytestmark = pytest.mark.database

UNDERSTANDING = ("dipgame.games.services.send_press", "frontend.talk.readings", "frontend.talk.holes")
TEXTS = (
    "I offer peace",
    "Hello! Would you like an alliance against England? That would be good for both of us.",
    "you always say that, don't you",
    "hi there, how are you?",
    "blorb the frot",
)


@pytest.fixture
def understood(monkeypatch):
    """The texts that were understood, in their order."""
    found = []

    def counted(text, context):
        found.append(text)
        return understanding.understand(text, context)

    for name in UNDERSTANDING:
        monkeypatch.setattr(import_module(name), "understand", counted)
    return found


@pytest.mark.parametrize("text", one_of(TEXTS))
def test_sending_and_hearing_understand_a_message_once(story, understood, text):
    story.begins(bots="random-negotiator")
    story.says("FRA", "GER", text)
    story.bots_speak()
    assert understood == [text]
    assert Hearing.objects.get(message__isnull=False, message__speaker__power="FRA").state == "done"


@pytest.mark.parametrize("text", TEXTS)
def test_one_message_is_parsed_and_classified_once(story, monkeypatch, text):
    story.begins(bots="holdbot")
    done = Counter()

    def count(module, name):
        before = getattr(module, name)

        def counted(*given):
            done[name, str(given[0])] += 1
            return before(*given)

        monkeypatch.setattr(module, name, counted)

    telling.gist_of.cache_clear()
    count(telling, "_gist")
    count(reader, "_read")
    count(candidates, "parse_careful")
    story.says("FRA", "GER", text)
    again = {key: times for key, times in done.items() if times > 1}
    assert again == {}
