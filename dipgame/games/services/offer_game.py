"""A person offers a game, within what one person may ask of the site."""

from typing import TYPE_CHECKING

from adjudication.powers import POWERS
from dipgame.games import queries
from dipgame.games.conduct import check_may_play
from dipgame.games.errors import TooManyGames
from dipgame.games.models import Game
from dipgame.games.services.create_game import Terms, create_game
from dipgame.games.services.quota import MOST_BOTS, MOST_GAMES, check_new_game
from dipgame.transactions import atomic

if TYPE_CHECKING:
    from dipgame.accounts.models import User

__all__ = ["offer_game"]


def offer_game(host: "User", terms: Terms) -> Game:
    """Offer a game with these terms. Raises BadTerms, Banned, and TooManyGames where one person would keep the site
    busy."""
    with atomic():
        check_may_play(host)
        games, bots = queries.hosted(host)
        to_come = len(POWERS) - (not terms.master) if terms.fill_bot else 0
        if games >= MOST_GAMES or bots + to_come > MOST_BOTS:
            raise TooManyGames(
                f"You have {games} games that are not over, with {bots} bots. Finish or leave one of them first."
            )
        check_new_game(host)
        return create_game(host, terms)
