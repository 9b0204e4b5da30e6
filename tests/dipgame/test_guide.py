"""A guide names every advised unit by its kind and place."""

from typing import Any

from adjudication.notation import parse_order
from bots.holdbot import HoldBot
from bots.registry import GUIDE, Bot
from bots.talker import Talk
from dipgame.games.models import Message
from negotiation.diplomacy import action_of
from negotiation.terms import Courtesy, Do, Manner, both

ORDERS = ("F BRE - MAO", "A PAR - PIC", "A MAR - SPA")


class Advises(HoldBot):
    """Advises France as Germany, and says nothing else."""

    def open_talk(self, view: Any, memory: Any, rng: Any, seconds: float) -> Talk:
        if view.power != "GER":
            return Talk(memory=memory)
        told = both(Do(action_of("FRA", parse_order(text), view.position)) for text in ORDERS)
        return Talk((Courtesy("GER", ("FRA",), Manner.ADVICE, told),), memory)

    def hear(self, view: Any, memory: Any, message: Any, rng: Any, seconds: float) -> Talk:
        return Talk(memory=memory)


class Builds(Advises):
    """Advises France's build as Germany."""

    def open_talk(self, view: Any, memory: Any, rng: Any, seconds: float) -> Talk:
        if view.power != "GER":
            return Talk(memory=memory)
        told = Do(action_of("FRA", parse_order("BUILD A BRE"), view.position))
        return Talk((Courtesy("GER", ("FRA",), Manner.ADVICE, told),), memory)


def test_advised_units_are_named_in_full(story: Any, put_on_offer: Any) -> None:
    put_on_offer(Bot(GUIDE, "HANA, the guide", "", Advises, talks=True))
    story.begins(bots=GUIDE)
    story.bots_speak()
    text = Message.objects.get(speaker__power="GER").text
    for words in ("your fleet in Brest", "your army in Paris", "your army in Marseilles"):
        assert words in text


def test_it_speaks_before_builds_unasked(story: Any, put_on_offer: Any) -> None:
    put_on_offer(Bot(GUIDE, "HANA, the guide", "", Builds, talks=True))
    story.begins(
        bots=GUIDE,
        at={"phase": "W1901A", "units": ["FRA A PAR", "GER A MUN"], "centers": {"FRA": ["PAR", "BRE"], "GER": ["MUN"]}},
    )
    story.bots_speak()
    text = Message.objects.get(speaker__power="GER").text
    assert "army in Brest" in text
