"""A page for each bot of the site."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import urljoin

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_safe

from bots.hana.remember.personality import PERSONALITIES
from bots.ladder.entrants import TABLES
from bots.registry import BOTS, Bot
from bots.skills import NORMAL, SKILLS, skilled
from dipgame.games import queries
from dipgame.games.queries import PowerResults
from dipgame.ranking.queries import rating_of_bot
from frontend.ladder.places import place_of
from frontend.lobby.listed_games import ended_words, listed_game
from frontend.research.documents import document_of

__all__ = ["LadderPlace", "place_on_ladder", "show_bot", "traits_of"]

_RECENT: Final = 12
_TRAITS: Final = (
    "trust",
    "loyalty",
    "forgiveness",
    "aggressiveness",
    "gratitude",
    "sociability",
    "caution",
    "greed",
    "humour",
)
_SECTION: Final = re.compile(r'(?=<section id="[^"]+">\s*<h2>)')
_SEATS: Final = re.compile(r"<td><p>Seats</p></td>\s*<td>(.*?)</td>", re.DOTALL)
_CODE: Final = re.compile(r'<span class="pre">([^<]+)</span>')
_LINK: Final = re.compile(r'\b(href|src)="([^"]+)"')
_ANCHOR: Final = re.compile(r'<section id="([^"]+)">')


@dataclass(frozen=True, slots=True)
class LadderPlace:
    """A bot's place on the ladder of bots.

    place: 1 for the best, of so many. words: its strength in words, with its margin. address: of the ladder.
    """

    place: int
    of: int
    words: str
    address: str


@dataclass(frozen=True, slots=True)
class _Source:
    """A section of the documents about a bot.

    section: its HTML; empty where a link is enough.
    """

    title: str
    address: str
    section: str = ""


def place_on_ladder(bot: str) -> LadderPlace | None:
    """Place of this bot; None for one not measured."""
    found = place_of(bot)
    if found is None:
        return None
    table, place, among, row = found
    words = f"{row.rating:.1f} ± {row.width:.1f} points in {TABLES[table].lower()}"
    return LadderPlace(place, among, words, f"{reverse('ladder')}#{table}")


@require_safe
def show_bot(request: HttpRequest, name: str) -> HttpResponse:
    """Show a bot of the site."""
    bot = BOTS.get(name)
    if bot is None:
        raise Http404("The site has no bot of this name.")
    results = queries.results_of_bot(name)
    ratings = [
        ("talk", "with", rating_of_bot(name, talking=True)),
        ("silent", "without", rating_of_bot(name, talking=False)),
    ]
    context = {
        "bot": bot,
        "traits": traits_of(bot),
        "is_in_menus": bot.skill in {"", NORMAL.name},
        "skills": _skills(bot),
        "source": _source(bot),
        "ladder": place_on_ladder(name),
        "ratings": [each for each in ratings if each[2] is not None],
        "results": results,
        "total": _total(results),
        "recent": [(listed_game(game), ended_words(game)) for game in queries.games_of_bot(name)[:_RECENT]],
    }
    return render(request, "research/bot.html", context)


def traits_of(bot: Bot) -> list[tuple[str, float]]:
    """Traits of a bot's character, 0 to 1 each; none without one."""
    character = PERSONALITIES.get(bot.tone)
    return [(word, getattr(character, word)) for word in _TRAITS] if character else []


def _skills(bot: Bot) -> list[tuple[str, str, bool]]:
    """Skills of a bot.

    Each has a title, the name of the bot that plays so, and True for this one.
    """
    if not bot.skill:
        return []
    plain = bot.name.removesuffix(f"-{bot.skill}")
    return [(each.title, skilled(plain, each.name), each.name == bot.skill) for each in SKILLS.values()]


def _source(bot: Bot) -> _Source:
    """Its own section of the zoo, else a page about its kind."""
    zoo, page = document_of("zoo"), reverse("research_page", args=["zoo"])
    for section in [] if zoo is None else _SECTION.split(zoo.before)[1:]:
        seats, anchor = _SEATS.search(section), _ANCHOR.match(section)
        if seats is not None and anchor is not None and bot.name in _CODE.findall(seats[1]):
            return _Source("The zoo", f"{page}#{anchor[1]}", _moved(section, page))
    name, title = ("hana", "HANA, in full") if bot.name.split("-")[0] == "hana" else ("bots", "All bots, in short")
    return _Source(title, reverse("research_page", args=[name]))


def _moved(section: str, page: str) -> SafeString:
    """A section of a page, for another address.

    The end of what surrounds it is cut off.
    """
    if section.count("</section>") > section.count("<section"):
        section = section.rstrip().removesuffix("</section>")
    # Our own documents, as Sphinx made them.
    return mark_safe(_LINK.sub(lambda link: f'{link[1]}="{urljoin(page, link[2])}"', section))  # noqa: S308


def _total(results: Sequence[PowerResults]) -> PowerResults | None:
    """All powers together; None before the first game."""
    games = sum(each.games for each in results)
    if not games:
        return None
    centers = sum(each.centers * each.games for each in results) / games
    won, shared, survived, out = (
        sum(getattr(each, name) for each in results) for name in ("won", "shared", "survived", "out")
    )
    return PowerResults("", "All powers", games, won, shared, survived, out, centers)
