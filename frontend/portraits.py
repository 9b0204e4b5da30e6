"""Pictures of bots, by their names in a game (`bots.persons`) or in the registry."""

from typing import Final

from django.templatetags.static import static

from bots.registry import Bot
from bots.skills import NORMAL, SKILLS

__all__ = ["MARKS", "bot_face_url", "drawing_of", "face_url"]

MARKS: Final = {name: number for number, name in enumerate(SKILLS, 1) if name != NORMAL.name}
"""Dots below a face, by the skill that its drawing does not show."""


def face_url(name: str) -> str:
    """The address of the picture of the bot of this name; "" for no name."""
    return static(f"persons/{name.lower()}.svg") if name else ""


def drawing_of(bot: Bot) -> str:
    """Name of a bot's drawing in `static/bots`; all skills share one."""
    return bot.name.removesuffix(f"-{bot.skill}") if bot.skill in MARKS else bot.name


def bot_face_url(bot: Bot) -> str:
    """The address of the drawn face of a bot on offer."""
    return static(f"bots/{drawing_of(bot)}.svg")
