"""All bots by name: what the site's menus and the arena's `--seats` offer."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Final

from bots.agent import Agent
from bots.blabbot import BlabBot
from bots.dumbbot import DumbBot
from bots.evaluators.examples import evaluating_dumbbot
from bots.hana.remember.personality import NEUTRAL, PERSONALITIES, Personality
from bots.holdbot import HoldBot
from bots.randombot import RandomBot
from bots.randomnegotiator import RandomNegotiator
from bots.skills import NORMAL, SKILLS, Skill, skilled
from bots.zoo.dbrane.negotiator import DBraneNegotiator
from bots.zoo.dbrane.strategy import DBrane
from bots.zoo.diplominator.agent import Diplominator, Mute
from bots.zoo.diplominator.banker import DiplominatorBanker
from bots.zoo.israeli.agent import IsraeliDiplomat
from bots.zoo.shaheed.agent import ShaheedsDiplomat
from bots.zoo.stragotiator.agent import Stragotiator
from bots.zoo.thesis.negotiator import ThesisNegotiator
from bots.zoo.thesis.strategy import ThesisBot

__all__ = ["BOTS", "GUIDE", "Bot", "UnknownBotError", "also_on_offer", "bot_named"]


GUIDE: Final = "hana-guide"
"""The bot for a neighbour of somebody new to the game."""


class UnknownBotError(LookupError):
    """No bot has that name; the message says which names there are."""


@dataclass(frozen=True, slots=True)
class Bot:
    """A bot on offer.

    `make` builds its agent; whatever is slow to import is imported there, not before.

    talks: its agent is a `bots.talker.Talker`. alias: what it is called while its character is not told; "" for one
    that has none to hide. tone: how it talks, a name in `negotiation.english.tones.TONES`; "" for no way of its own.
    pace: how long it takes to write something, beside others. skill: how well it plays, a name in `bots.skills.SKILLS`;
    "" for one that plays one way only. factors: parameters of `make`, numbers from 0 to 1 (`bots.parameters`).
    """

    name: str
    title: str
    description: str
    make: Callable[..., Agent]
    talks: bool = False
    alias: str = ""
    tone: str = ""
    pace: float = 1.0
    skill: str = ""
    factors: tuple[str, ...] = ()


def _hana(personality: Personality, skill: Skill) -> Agent:
    # Not above: it imports and compiles the search.
    from bots.hana.talk.talker import make_talking_hana

    return make_talking_hana(skill.of(personality), skill.strength)


def _guide() -> Agent:
    # Not above: it imports and compiles the search.
    from bots.hana.talk.guide import GUIDE_PERSONALITY, Guide
    from bots.hana.talk.talker import make_talking_hana

    gentle = SKILLS["gentle"]
    return Guide(make_talking_hana(gentle.of(GUIDE_PERSONALITY), gentle.strength))


def _bordeaux() -> Agent:
    # Not above: it imports and compiles the search.
    from bots.zoo.bordeaux.negotiator import make_bordeaux

    return make_bordeaux()


def _mute_hana(skill: Skill) -> Agent:
    from bots.hana.agent import make_hana

    return make_hana(skill.of(NEUTRAL), skill.strength)


def _la_diplomat() -> Agent:
    # Not above: it reads its weights.
    from bots.zoo.la.agent import la_diplomat

    return la_diplomat()


def _hanas(skill: Skill) -> Iterator[Bot]:
    """HANA, its characters and the one without a voice at a skill."""
    beside = "" if skill is NORMAL else f", {skill.name}"
    how = "" if skill is NORMAL else f" {skill.about}"
    for name, personality in PERSONALITIES.items():
        neutral = personality is NEUTRAL
        yield Bot(
            skilled("hana" if neutral else f"hana-{name}", skill.name),
            personality.title + beside,
            personality.description + how,
            partial(_hana, personality, skill),
            talks=True,
            alias="" if neutral else f"HANA{beside}",
            tone=name,
            pace=personality.pace,
            skill=skill.name,
        )
    yield Bot(
        skilled("hana-mute", skill.name),
        "HANA, mute" + beside,
        f"Foresees what the others are likely to do and searches for plans against it. Does not talk.{how}",
        partial(_mute_hana, skill),
        skill=skill.name,
    )


_ON_OFFER: Final = (
    *_hanas(NORMAL),
    *(bot for skill in SKILLS.values() if skill is not NORMAL for bot in _hanas(skill)),
    Bot(
        GUIDE,
        "HANA, the guide",
        "Shows one neighbour through the first year: what to do next and why, a safe opening, whom to write to, and a "
        "deal that it keeps. Its advice to that neighbour is honest. Plays gently.",
        _guide,
        talks=True,
    ),
    Bot(
        "blabbot",
        "BlabBot",
        "Offers peace to everybody and leaves those who accept mostly alone; otherwise it plays like DumbBot.",
        BlabBot,
        talks=True,
    ),
    Bot(
        "blabbot-warlike",
        "BlabBot, warlike",
        "BlabBot until it is at peace with everybody; then it forgets all friendship and plays like DumbBot.",
        partial(BlabBot, at_peace="war"),
        talks=True,
    ),
    Bot(
        "dumbbot",
        "DumbBot",
        "Goes where the nearest supply centers are and supports its moves where others could interfere. Does not talk.",
        DumbBot,
    ),
    Bot(
        "dumbbot-thesis",
        "DumbBot, steady",
        "A calmer DumbBot: always takes the best place it sees, and fights hardest for its homeland. Does not talk.",
        ThesisBot,
    ),
    Bot(
        "dumbbot-evaluators",
        "DumbBot, thorough",
        "Values places like DumbBot, but compares whole sets of orders and plays the best of them. Does not talk.",
        evaluating_dumbbot,
    ),
    Bot(
        "thesis-negotiator",
        "Thesis negotiator",
        "Plays like the steady DumbBot, and asks its neighbours for supports of its plan. Agrees to what leaves its "
        "own plan as good, keeps every promise, and talks of nothing but orders.",
        ThesisNegotiator,
        talks=True,
    ),
    Bot(
        "thesis-mute",
        "Thesis negotiator, mute",
        "The thesis negotiator without its talk: supports its own moves and asks nobody. Does not talk.",
        partial(ThesisBot, backs=True),
    ),
    Bot(
        "dbrane",
        "D-Brane",
        "Looks for orders that win a center whatever the others do, and proposes deals of orders and demilitarised "
        "zones by which both sides gain. Keeps its deals, and talks of nothing else.",
        DBraneNegotiator,
        talks=True,
    ),
    Bot(
        "dbrane-mute",
        "D-Brane, mute",
        "Looks for orders that win a center whatever the others do, then for those that might. Does not talk.",
        DBrane,
    ),
    Bot(
        "diplominator",
        "Diplominator",
        "Offers peace to everybody and leaves its friends' homes alone, until it has ten centers: then it stabs them "
        "all. If that fails it asks for peace again. Otherwise it plays like DumbBot.",
        Diplominator,
        talks=True,
    ),
    Bot(
        "diplominator-banker",
        "Diplominator, the banker",
        "Diplominator that lends its friends support, keeps accounts, and asks for supports in return. Who owes too "
        "much gets nothing until it has paid back.",
        DiplominatorBanker,
        talks=True,
        factors=("honesty",),
    ),
    Bot(
        "diplominator-mute",
        "Diplominator, mute",
        "Diplominator without its talk: it has no friends, so it plays like DumbBot. Does not talk.",
        partial(Mute, Diplominator()),
    ),
    Bot(
        "shaheed",
        "Shaheed's Diplomat",
        "Trades supports: helps on credit those who keep their word, and wants help in return. Breaks a deal when that "
        "pays. Moves in small groups of units.",
        ShaheedsDiplomat,
        talks=True,
    ),
    Bot(
        "stragotiator",
        "Stragotiator",
        "A loyal ally: looks two turns ahead, plans moves together with its allies, breaks no deal, and never forgives "
        "a betrayal.",
        Stragotiator,
        talks=True,
    ),
    Bot(
        "bordeaux",
        "Bordeaux Diplomat",
        "Searches for everybody's best moves at once, makes alliances that pay for both, and keeps its word until "
        "breaking it wins more than it is worth.",
        _bordeaux,
        talks=True,
    ),
    Bot(
        "israeli-diplomat",
        "Israeli Diplomat",
        "Suggests agreements against common enemies, then plans for both. Signs what pays it as well as its own plans, "
        "suggests better ones, and seldom breaks its word.",
        IsraeliDiplomat,
        talks=True,
    ),
    Bot(
        "la-diplomat",
        "LA Diplomat",
        "Gives orders whose patterns did well in hundreds of games against itself. Knows no strategy but what it has "
        "learnt. Does not talk.",
        _la_diplomat,
    ),
    Bot(
        "random-negotiator",
        "RandomNegotiator",
        "Proposes peace and alliances at random, answers by a coin, and forgets it all when it gives orders.",
        RandomNegotiator,
        talks=True,
    ),
    Bot(
        "random-negotiator-randombot",
        "RandomNegotiator with RandomBot",
        "Talks like RandomNegotiator, and gives every unit any legal order.",
        partial(RandomNegotiator, RandomBot()),
        talks=True,
    ),
    Bot(
        "random-negotiator-holdbot",
        "RandomNegotiator with HoldBot",
        "Talks like RandomNegotiator, and never moves.",
        partial(RandomNegotiator, HoldBot()),
        talks=True,
    ),
    Bot("randombot", "RandomBot", "Gives every unit any legal order. A board full of surprises.", RandomBot),
    Bot("holdbot", "HoldBot", "Never moves. Good for learning the rules in peace.", HoldBot),
)

_BY_NAME: Final = {bot.name: bot for bot in _ON_OFFER}

BOTS: Final[Mapping[str, Bot]] = MappingProxyType(_BY_NAME)
"""Every bot by name, in the order in which menus show them: the best opponent first."""


@contextmanager
def also_on_offer(*bots: Bot) -> Iterator[None]:
    """Put these bots on offer too while the context lasts; one of a name that is taken stands in for the usual one."""
    before = dict(_BY_NAME)
    _BY_NAME.update({bot.name: bot for bot in bots})
    try:
        yield
    finally:
        _BY_NAME.clear()
        _BY_NAME.update(before)


def bot_named(name: str) -> Bot:
    """The bot with this exact name. Raises UnknownBotError."""
    if name not in BOTS:
        raise UnknownBotError(f"There is no bot called '{name}'. The bots are {', '.join(BOTS)}.")
    return BOTS[name]
