"""Who may be asked to take seats, as menus and pages show them."""

from bots.company import COMPANIES, Company
from bots.registry import BOTS, Bot

__all__ = ["bot_groups"]


def bot_groups() -> dict[str, list[Bot | Company]]:
    """Everybody on offer by what one may expect of them, the best opponents first."""
    return {
        "They talk": [*COMPANIES.values(), *(bot for bot in BOTS.values() if bot.talks)],
        "They only play": [bot for bot in BOTS.values() if not bot.talks],
    }
