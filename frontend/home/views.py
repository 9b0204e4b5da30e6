"""The front door: what this is, a game in one click, games to watch, how it is played."""

from dataclasses import replace

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_http_methods, require_safe

from bots.skills import SKILLS
from dipgame.games import queries
from dipgame.games.errors import BadTerms, Banned, TooManyGames
from dipgame.games.models import Game, GamePhase
from dipgame.games.queries import Standing
from frontend.display import prefer_full_names
from frontend.glossary import terms
from frontend.home.daily import daily_for
from frontend.home.drawn_rules import RULES, draw_rule, sentences_of
from frontend.home.showcase import picture
from frontend.lobby.at_once import CannotBegin, begin_at_once, terms_against
from frontend.lobby.forms import PlayNowForm
from frontend.lobby.listed_games import ListedGame, ended_words, listed_game, listed_mine
from frontend.lobby.menus import bot_groups
from frontend.shell.views import signed_in

__all__ = ["home", "how_to_play", "play_now", "rule_picture", "watch"]

_RUNNING_SHOWN = 12
_FINISHED_SHOWN = 24
_MOST_COUNTED = 1000
"""Nobody needs to know exactly how many more there are."""
_A_DAY = 86_400
_END_OF_A_FIRST_GAME = 1905


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show the home page."""
    mine = []
    if request.user.is_authenticated:
        person = signed_in(request)
        games = queries.my_games(person, Game.Status.RUNNING)[:3]
        mine = listed_mine(games, person)
    context = {"picture": picture(), "form": PlayNowForm(), "mine": mine, **daily_for(request)}
    return render(request, "home/home.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def play_now(request: HttpRequest) -> HttpResponse:
    """A game against six bots, at once. Whoever has no account plays as a guest; a link alone begins nothing."""
    form = PlayNowForm(request.POST)
    if request.method != "POST" or not form.is_valid():
        return redirect("home")
    wish = form.wish()
    terms = terms_against(wish["bot"], wish["power"])
    if form.is_first_game:
        terms = replace(terms, end_year=_END_OF_A_FIRST_GAME, guide=True)
    try:
        game = begin_at_once(request, terms)
    except CannotBegin as no:
        messages.warning(request, str(no))
        return redirect("account_signup" if no.needs_account else "home")
    except BadTerms:
        return redirect("home")
    except (TooManyGames, Banned) as error:
        messages.error(request, error.message)
        return redirect("my_games")
    response = redirect("game", game.slug)
    if form.is_first_game:
        prefer_full_names(request, response)
    return response


@require_safe
def watch(request: HttpRequest) -> HttpResponse:
    """Games that run, and games that are over; `?show=live` or `?show=over` only these."""
    show = request.GET.get("show", "")
    live, over = queries.running_games(), queries.finished_games()
    running, finished = queries.seated(
        live.none() if show == "over" else live[:_RUNNING_SHOWN],
        over.none() if show == "live" else over[:_FINISHED_SHOWN],
    )
    phases = queries.watched_phases(running)
    counts = {
        name: games.filter(example="").order_by()[:_MOST_COUNTED].count()
        for name, games in (("live", live), ("over", over))
    }
    context = {
        "running": [_live_card(game, phases.get(game.pk)) for game in running],
        "finished": [(listed_game(game), ended_words(game)) for game in finished],
        "is_more": counts["over"] > _FINISHED_SHOWN,
        "filters": [
            (words, f"?show={name}" if name else "?", show == name, count)
            for name, words, count in (
                ("", "All", ""),
                ("live", "Being played", _count_words(counts["live"])),
                ("over", "Finished", _count_words(counts["over"])),
            )
        ],
        "show": show,
        "picture": None if show or running or finished else picture(),
    }
    return render(request, "home/watch.html", context)


def _count_words(count: int) -> str:
    return f"{count or ''}" if count < _MOST_COUNTED else "many"


def _live_card(game: Game, phase: GamePhase | None) -> tuple[ListedGame, GamePhase | None, list[Standing]]:
    """A running game, what is played in it, and how its powers stand, the largest first."""
    alive = [each for each in queries.standings_of(game, game.seats.all(), {}, phase) if not each.is_out]
    return listed_game(game), phase, sorted(alive, key=lambda standing: (-standing.centers, standing.power))


@require_safe
def how_to_play(request: HttpRequest) -> HttpResponse:
    """The rules on one page, and who the bots are."""
    drawn = {name: (rule.caption, " ".join(sentences_of(name))) for name, rule in RULES.items()}
    told = {"bots": bot_groups(), "skills": SKILLS.values(), "drawn": drawn, "terms": terms()}
    return render(request, "home/how_to_play.html", told)


@require_safe
@gzip_page
def rule_picture(request: HttpRequest, rule: str) -> HttpResponse:
    """A picture of the rules page."""
    try:
        drawn = draw_rule(rule)
    except KeyError:
        raise Http404("There is no such picture.") from None
    response = HttpResponse(drawn, content_type="image/svg+xml")
    response["Cache-Control"] = f"public, max-age={_A_DAY}"
    response["Content-Security-Policy"] = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
    return response
