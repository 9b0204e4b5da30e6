"""A game against bots that begins at once, for members and guests."""

from django.http import HttpRequest

from dipgame.accounts.guests import NoGuestsError, TooManyGuestsError
from dipgame.games import clock, queries
from dipgame.games.models import Game
from dipgame.games.services import Terms, offer_game
from dipgame.games.services.create_game import check_terms
from frontend.account.guests import guest_of, let_in, seconds_until_guests_may_begin
from frontend.lobby.game_names import suggest_name
from frontend.shell.views import signed_in

__all__ = ["CannotBegin", "begin_at_once", "terms_against"]

_GAMES_OF_A_GUEST = 3


class CannotBegin(Exception):  # noqa: N818 - named after what was asked
    """Raised with a sentence for a guest or stranger.

    needs_account: whether an account would help.
    """

    def __init__(self, message: str, *, needs_account: bool) -> None:
        super().__init__(message)
        self.needs_account = needs_account


def terms_against(bot: str, power: str) -> Terms:
    """Terms of a game that begins at once.

    Nobody waits for the person but bots, so the clock is a slow one.
    """
    return Terms(
        name=suggest_name(),
        power=power,
        movement_seconds=259_200,
        retreat_seconds=86_400,
        adjustment_seconds=86_400,
        fill_bot=bot,
        fill_at=clock.now(),
    )


def begin_at_once(request: HttpRequest, terms: Terms) -> Game:
    """Offer the game for the person who asks; one without an account becomes a guest.

    Raises CannotBegin, BadTerms, TooManyGames, or Banned.
    """
    # Before somebody becomes a guest: who is signed in anew cannot go on with the page that is open.
    check_terms(terms)
    if (not request.user.is_authenticated or guest_of(request)) and (seconds := seconds_until_guests_may_begin()):
        words = f"Many games are beginning just now. Try again in about {seconds} seconds."
        raise CannotBegin(f"{words} With an account you do not have to wait.", needs_account=False)
    if not request.user.is_authenticated:
        try:
            let_in(request)
        except NoGuestsError:
            why = "The site takes no new guests just now; with an account you can play."
            raise CannotBegin(why, needs_account=True) from None
        except TooManyGuestsError:
            why = "Many people from your network began to play today; with an account you can, too."
            raise CannotBegin(why, needs_account=True) from None
    elif guest_of(request) and queries.my_games(signed_in(request), Game.Status.RUNNING).count() >= _GAMES_OF_A_GUEST:
        why = "You have as many games going as one can without an account. Make an account to play more."
        raise CannotBegin(why, needs_account=True)
    return offer_game(signed_in(request), terms)
