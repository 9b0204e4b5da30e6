"""Menus of a new game: powers, and bots for free seats."""

from adjudication.powers import POWER_NAMES
from bots.company import Company, usual_offers
from bots.registry import Bot
from bots.skills import SKILLS

__all__ = ["bot_choices", "bot_groups", "power_choices", "skill_choices"]


def bot_groups() -> dict[str, list[Bot | Company]]:
    """Everybody on offer by what one may expect of them, the best opponents first."""
    offers = usual_offers()
    companies = [each for each in offers if isinstance(each, Company)]
    bots = [each for each in offers if isinstance(each, Bot)]
    return {
        "They talk": [*companies, *(bot for bot in bots if bot.talks)],
        "Bots that do not talk": [bot for bot in bots if not bot.talks],
    }


def skill_choices() -> list[tuple[str, str]]:
    """Skills of HANA, by name, with titles."""
    return [(skill.name, skill.title) for skill in SKILLS.values()]


def bot_choices() -> list[tuple[str, list[tuple[str, str]]]]:
    """Bots as grouped form choices."""
    return [(words, [(bot.name, bot.title) for bot in bots]) for words, bots in bot_groups().items()]


def power_choices() -> list[tuple[str, str]]:
    """Powers as form choices, or any of them."""
    return [("", "Any"), *POWER_NAMES.items()]
