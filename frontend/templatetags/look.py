"""Template tags of the look: icons, the theme, and words for times and powers."""

from datetime import datetime, timedelta
from functools import cache as once
from typing import Any, Final

from django import template
from django.http import HttpRequest
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from bots.registry import BOTS
from dipgame.games import clock, convert
from dipgame.games.models import GamePhase
from frontend.icons import drawn
from frontend.portraits import MARKS, bot_face_url, face_url
from frontend.words import clock_words, length_words

__all__ = [
    "THEMES",
    "THEME_COOKIE",
    "ago",
    "bot_face",
    "icon",
    "moment",
    "moments",
    "phase_turn",
    "portrait",
    "share",
    "theme",
    "wait",
]

register = template.Library()

THEME_COOKIE: Final = "theme"
THEMES: Final = ("light", "dark")


@register.simple_tag
@once
def icon(name: str, size: int = 18, extra_class: str = "") -> str:
    """A Lucide icon inside the page, for the eye only: what it means stands beside it in words. Drawn once: a list
    shows the same few in each of its rows.

    Raises lucide.IconDoesNotExist for a name that Lucide does not have.
    """
    return drawn(name, size, f"icon {extra_class}".strip())


@register.simple_tag
def portrait(name: str, size: int = 28) -> str:
    """The picture of the bot of this name, for the eye only; nothing for no name."""
    if not name:
        return ""
    picture = '<img class="portrait" src="{}" alt="" width="{}" height="{}">'
    return format_html(picture, face_url(name), size, size)


@register.simple_tag
def bot_face(name: str, size: int = 48) -> str:
    """The drawn face of the bot with this name in the registry, for the eye only.

    A skill other than the usual one shows as dots below it. Nothing for a bot that is not on offer.
    """
    bot = BOTS.get(name)
    if bot is None:
        return ""
    marks = "•" * MARKS.get(bot.skill, 0)
    picture = '<span class="bot-face"{}><img class="portrait" src="{}" alt="" width="{}" height="{}"></span>'
    dots = format_html(' data-marks="{}"', marks) if marks else ""
    return format_html(picture, dots, bot_face_url(bot), size, size)


@register.simple_tag(takes_context=True)
def theme(context: dict[str, Any]) -> str:
    """`light` or `dark` when this browser has chosen, else the empty string: the device decides."""
    request: HttpRequest | None = context.get("request")
    chosen = request.COOKIES.get(THEME_COOKIE, "") if request else ""
    return chosen if chosen in THEMES else ""


@register.simple_tag
def share(value: float | None) -> str:
    """A part of one in percent; a dash for None."""
    return "\N{EN DASH}" if value is None else f"{100 * value:.0f} %"


@register.simple_tag
def wait(value: datetime) -> SafeString:
    """Time until a moment, as a <time> element that time.js keeps going."""
    left = value - timezone.now()
    return format_html(
        '<time datetime="{}" data-wait title="{}">{}</time>',
        value.isoformat(timespec="seconds"),
        value.strftime("%-d %B, %H:%M UTC"),
        clock_words(left),
    )


@register.simple_tag
def moment(value: datetime) -> SafeString:
    """A moment as a <time> element, in UTC until time.js says it in the reader's own time zone."""
    return format_html(
        '<time datetime="{}" data-moment>{}</time>',
        value.isoformat(timespec="seconds"),
        value.strftime("%-d %B %H:%M UTC"),
    )


@register.filter
def moments(words: str) -> SafeString:
    """A sentence with its marked moments (`clock.mark`) as <time> elements."""
    parts = clock.parts_of(words)
    return format_html_join("", "{}", ((moment(part) if isinstance(part, datetime) else part,) for part in parts))


@register.simple_tag
def ago(value: datetime) -> SafeString:
    """Time since a moment, as a <time> element: `3 minutes ago`."""
    past = timezone.now() - value
    words = "just now" if past < timedelta(minutes=1) else f"{length_words(past, parts=1)} ago"
    return format_html(
        '<time datetime="{}" title="{}">{}</time>',
        value.isoformat(timespec="seconds"),
        value.strftime("%-d %B %Y, %H:%M UTC"),
        words,
    )


@register.simple_tag
def phase_turn(phase: GamePhase | None) -> str:
    """The turn a game is in: `Spring 1903`."""
    return convert.phase_of(phase).turn if phase else ""
