"""A bot deals the same with a person and with a bot who say the same: it cannot tell which of the two it talks to."""

from collections import Counter
from dataclasses import replace
from functools import partial

import pytest

from bots.registry import Bot
from dipgame.games import queries, services
from dipgame.games.errors import Unclear
from dipgame.games.models import BotSpeech, Game
from negotiation.diplomacy import DIPLOMACY
from negotiation.printer import format_term
from tests.bots.hana.casts import swift
from tests.dsl import Story
from tests.effort import variation

PLAIN = "blah blah blah"
CHARACTERS = ("classicist", "opportunist", "diplomat")
LINES = (
    "hello",
    "lets have peace",
    "where is your army in {home} going?",
    "can I have {home}?",
    "why not?",
    "how about an alliance against England?",
    "you lied to me",
    "I'll keep out of Burgundy",
    PLAIN,
)
"""Lines to a power; {home}: a province of its own with an army."""

HOMES = {"GER": "Munich", "FRA": "Paris"}


@pytest.fixture
def fair_bots(put_on_offer):
    put_on_offer(*(Bot(f"fair-{name}", name, "", partial(swift, name), talks=True) for name in CHARACTERS))


def enters(story, speaker, hearer, text):
    """Say a line; where several readings are shown, Enter sends the first."""
    try:
        story.says(speaker, hearer, text, plain=text == PLAIN)
    except Unclear as torn:
        first = torn.heard.readings[0].said
        story.says(speaker, hearer, text, "\n".join(format_term(each, DIPLOMACY) for each in first))


def told(cast, outbox, character, speaker, hearer, *, person):
    """The bot's views at the hearer's seat, and its planned answers.

    person: True if a person sits at the other seat.
    """
    story = Story(cast, outbox)
    story.waits(power=speaker)
    Game.objects.filter(pk=story.game.pk).update(seed=5)
    with story.committed():
        services.fill_seats(story.game, "holdbot")
    story.game.refresh_from_db()
    with story.committed():
        services.replace_player(story.seat(hearer), f"fair-{character}")
        if not person:
            services.replace_player(story.seat(speaker), "holdbot")
    planned = []
    for line in LINES:
        text = line.format(home=HOMES[hearer])
        enters(story, speaker, hearer, text)
        planned.append(sorted(BotSpeech.objects.filter(seat=story.seat(hearer)).values_list("term", flat=True)))
        story.bots_speak()
    return queries.seat_view(story.seat(hearer)), planned


@pytest.mark.django_db
@pytest.mark.usefixtures("fair_bots")
@pytest.mark.parametrize(
    ("character", "speaker", "hearer"),
    [
        (CHARACTERS[0], "FRA", "GER"),
        variation(CHARACTERS[0], "GER", "FRA"),
        *(variation(each, "FRA", "GER") for each in CHARACTERS[1:]),
    ],
)
def test_who_says_the_same_is_told_the_same(cast, outbox, character, speaker, hearer):
    one, other = (told(cast, outbox, character, speaker, hearer, person=person) for person in (True, False))
    assert any(one[1])
    assert one[1] == other[1]
    # The site has bots answer people first: the same is said, in another order.
    assert Counter(one[0].talk) == Counter(other[0].talk)
    assert replace(one[0], talk=()) == replace(other[0], talk=())
