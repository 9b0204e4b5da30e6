"""The front door: what this is, a game in one click, games to watch, how it is played."""

from collections.abc import Mapping
from dataclasses import replace

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_http_methods, require_safe

from bots.skills import SKILLS
from dipgame.accounts.guests import NoGuestsError, TooManyGuestsError
from dipgame.games import clock, queries
from dipgame.games.errors import BadTerms, Banned, TooManyGames
from dipgame.games.models import Game, GamePhase
from dipgame.games.queries import Standing
from dipgame.games.services import Terms, offer_game
from frontend.account.guests import guest_of, let_in, seconds_until_guests_may_begin
from frontend.display import prefer_full_names
from frontend.glossary import terms
from frontend.home.drawn_rules import RULES, draw_rule, sentences_of
from frontend.home.showcase import picture
from frontend.lobby.forms import PlayNowForm
from frontend.lobby.game_names import suggest_name
from frontend.lobby.listed_games import ListedGame, ended_words, listed_game, listed_mine
from frontend.lobby.menus import bot_groups
from frontend.shell.views import signed_in

__all__ = ["home", "how_to_play", "play_now", "rule_picture", "watch"]

_RUNNING_SHOWN = 12
_FINISHED_SHOWN = 24
_MOST_COUNTED = 1000
"""Nobody needs to know exactly how many more there are."""
_GAMES_OF_A_GUEST = 3
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
    return render(request, "home/home.html", {"picture": picture(), "form": PlayNowForm(), "mine": mine})


@require_http_methods(["GET", "HEAD", "POST"])
def play_now(request: HttpRequest) -> HttpResponse:
    """A game against six bots, at once. Whoever has no account plays as a guest; a link alone begins nothing."""
    form = PlayNowForm(request.POST)
    if request.method != "POST" or not form.is_valid():
        return redirect("home")
    if (not request.user.is_authenticated or guest_of(request)) and (seconds := seconds_until_guests_may_begin()):
        words = f"Many games are beginning just now. Try again in about {seconds} seconds."
        messages.warning(request, f"{words} With an account you do not have to wait.")
        return redirect("home")
    if not request.user.is_authenticated:
        try:
            let_in(request)
        except NoGuestsError:
            messages.warning(request, "The site takes no new guests just now; with an account you can play.")
            return redirect("account_signup")
        except TooManyGuestsError:
            why = "Many people from your network began to play today; with an account you can, too."
            messages.warning(request, why)
            return redirect("account_signup")
    elif guest_of(request) and queries.my_games(signed_in(request), Game.Status.RUNNING).count() >= _GAMES_OF_A_GUEST:
        messages.warning(request, "You have as many games going as one can without an account. Make one here for more.")
        return redirect("account_signup")
    return _begin(request, form.wish(), end_year=_END_OF_A_FIRST_GAME if form.is_first_game else None)


def _begin(request: HttpRequest, wish: Mapping[str, str], end_year: int | None) -> HttpResponse:
    """Set the table and go there. Nobody waits for the person but bots, so the clock is a slow one."""
    terms = Terms(
        name=suggest_name(),
        power=wish["power"],
        movement_seconds=259_200,
        retreat_seconds=86_400,
        adjustment_seconds=86_400,
        fill_bot=wish["bot"],
        fill_at=clock.now(),
    )
    if end_year is not None:
        terms = replace(terms, end_year=end_year, guide=True)
    try:
        game = offer_game(signed_in(request), terms)
    except BadTerms:
        return redirect("home")
    except (TooManyGames, Banned) as error:
        messages.error(request, error.message)
        return redirect("my_games")
    response = redirect("game", game.slug)
    if end_year is not None:
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
