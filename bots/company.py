"""Companies: names under which each seat gets another bot, for tables at which no two shall be alike."""

from collections import ChainMap
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from adjudication.powers import POWERS, Power
from bots.chance import stream
from bots.registry import BOTS, Bot

__all__ = ["COMPANIES", "OFFERS", "Company", "member_for"]


@dataclass(frozen=True, slots=True)
class Company:
    """Bots that take seats together. members: names in `BOTS`."""

    name: str
    title: str
    description: str
    members: tuple[str, ...]


_ON_OFFER: Final = (
    Company(
        "company",
        "HANAs of every kind",
        "At each seat another character: who keeps its word, and who breaks it, is for you to find out.",
        tuple(name for name, bot in BOTS.items() if name.startswith("hana") and bot.talks),
    ),
)

COMPANIES: Final[Mapping[str, Company]] = MappingProxyType({company.name: company for company in _ON_OFFER})

OFFERS: Final[Mapping[str, Bot | Company]] = MappingProxyType(ChainMap[str, Bot | Company](BOTS, COMPANIES))  # type: ignore[arg-type]
"""Whatever may be asked to take free seats, by name, in the order in which menus show them."""


def member_for(name: str, seed: int, power: Power) -> str:
    """The bot that plays a power when `name` takes the seat: the bot itself, or its company's member for the power.

    seed: the game's. A company is dealt out anew in each game; the same game deals alike whenever it is asked.
    """
    if name not in COMPANIES:
        return name
    members = list(COMPANIES[name].members)
    stream(seed, "company").shuffle(members)
    return members[POWERS.index(power) % len(members)]
