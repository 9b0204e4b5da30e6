"""Companies: names under which each seat gets another bot, for tables at which no two shall be alike."""

from collections import ChainMap
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from adjudication.powers import POWERS, Power
from bots.chance import stream
from bots.registry import BOTS, Bot
from bots.skills import NORMAL, SKILLS, Skill, skilled

__all__ = ["COMPANIES", "OFFERS", "USUAL", "Company", "asked_for", "member_for", "offered", "usual_offers"]


USUAL: Final = "company"
"""Default for free seats: a company of bots that talk, each with a character of its own."""


@dataclass(frozen=True, slots=True)
class Company:
    """Bots that take seats together. members: names in `BOTS`. skill: how well all of them play."""

    name: str
    title: str
    description: str
    members: tuple[str, ...]
    skill: str


def _company(skill: Skill) -> Company:
    beside = "" if skill is NORMAL else f", {skill.name}"
    return Company(
        skilled(USUAL, skill.name),
        f"HANAs of every kind{beside}",
        "Each seat has another character: find out who keeps promises.",
        tuple(bot.name for bot in BOTS.values() if bot.skill == skill.name and bot.talks),
        skill.name,
    )


_ON_OFFER: Final = tuple(map(_company, (NORMAL, *(skill for skill in SKILLS.values() if skill is not NORMAL))))

COMPANIES: Final[Mapping[str, Company]] = MappingProxyType({company.name: company for company in _ON_OFFER})

OFFERS: Final[Mapping[str, Bot | Company]] = MappingProxyType(ChainMap[str, Bot | Company](BOTS, COMPANIES))  # type: ignore[arg-type]
"""Offers for free seats, by name, in the order of menus."""


def usual_offers() -> list[Bot | Company]:
    """Offers for menus that ask for the skill separately.

    Those without skills, and those of normal skill.
    """
    return [offer for offer in OFFERS.values() if offer.skill in {"", NORMAL.name}]


def offered(name: str, skill: str = "") -> str:
    """The name of an offer at a skill; its own where the skill is "" or it plays one way only. A name or skill that
    nobody has stays as it is, for whoever looks it up to refuse."""
    offer = OFFERS.get(name)
    return skilled(name, skill) if offer is not None and offer.skill == NORMAL.name and skill in SKILLS else name


def asked_for(name: str) -> tuple[str, str]:
    """A name that `offered` made, taken apart: the bot or company, and its skill; "" for what plays one way only."""
    offer = OFFERS.get(name)
    skill = offer.skill if offer is not None else ""
    return name.removesuffix(f"-{skill}") if skill else name, skill


def member_for(name: str, seed: int, power: Power) -> str:
    """The bot that plays a power when `name` takes the seat: the bot itself, or its company's member for the power.

    seed: the game's. A company is dealt out anew in each game; the same game deals alike whenever it is asked.
    """
    if name not in COMPANIES:
        return name
    members = list(COMPANIES[name].members)
    stream(seed, "company").shuffle(members)
    return members[POWERS.index(power) % len(members)]
