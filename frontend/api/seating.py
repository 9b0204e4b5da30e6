"""Operations that offer games, take seats and leave them."""

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from dipgame import limits
from dipgame.games import clock, queries
from dipgame.games.errors import AlreadySeated, BadTerms, Refused
from dipgame.games.models import Game
from dipgame.games.private_word import new_word, opens
from dipgame.games.services import (
    Terms,
    decline_challenge,
    join_game,
    leave_game,
    offer_game,
    resign_game,
    take_seat_back,
    take_seat_over,
    wish_start,
)
from frontend.access import access_for
from frontend.api import shapes
from frontend.api.lists import link_of, summaries
from frontend.api.operations import Asked, operation
from frontend.api.problems import Problem, of_refusal
from frontend.lobby.game_names import suggest_name

if TYPE_CHECKING:
    from dipgame.accounts.models import User

__all__ = ["join", "offer"]

_CHOSEN = (
    *("movement_seconds", "retreat_seconds", "adjustment_seconds", "first_seconds", "edition", "end_year", "draws"),
    *("press_level", "press_protocol", "press_plain", "watching", "programs"),
)


@operation("POST", "/tables", "seats")
def offer(asked: Asked, body: shapes.NewTableBody) -> shapes.NewTableReply:
    """Offer an ordinary game, with a seat for me.

    People, bots of the site and other programs may join it.

    With `private` only those who have the `link` come in.
    """
    fill_at = None if body.fill_seconds is None else clock.now() + timedelta(seconds=body.fill_seconds)
    chosen: dict[str, Any] = {name: value for name in _CHOSEN if (value := getattr(body, name)) is not None}
    terms = Terms(
        name=body.name or suggest_name(),
        power=body.power or "",
        word=new_word() if body.private else "",
        fill_bot=body.fill_bot,
        fill_at=fill_at,
        **chosen,
    )
    try:
        game = offer_game(asked.person, terms)
    except BadTerms as no:
        raise of_refusal(no, field=no.field) from None
    except Refused as no:
        raise of_refusal(no) from None
    return {"game": _summary(asked.person, game), "link": link_of(game)}


@operation("POST", "/game/{slug}/join", "seats")
def join(asked: Asked, body: shapes.JoinBody) -> shapes.GameSummary:
    """Take a seat.

    It is one of a game that waits, one that a bot keeps for me, or a vacant one.

    Where I sit already, nothing changes.
    """
    person, power = asked.person, body.power or ""
    game = _table(asked, body.word)
    try:
        if game.status == Game.Status.OPEN:
            join_game(person, game, power, body.word or game.private_word, body.wishes)
        elif queries.is_kept_for(person, game):
            take_seat_back(person, game)
        elif queries.seat_of(person, game) is None:
            take_seat_over(person, game, power, body.word)
    except AlreadySeated as no:
        if queries.seat_of(person, game) is None:  # the game master, or one who had another seat
            raise of_refusal(no) from None
    except Refused as no:
        raise of_refusal(no) from None
    return _summary(person, game)


@operation("POST", "/game/{slug}/leave", "seats")
def leave(asked: Asked) -> shapes.LeaveReply:
    """Give my seat up.

    A game that I play with bots alone ends by it.
    """
    game, person = _table(asked), asked.person
    phase, seat = queries.live_phase(game), queries.seat_of(person, game)
    try:
        if phase is not None and seat is not None and queries.plays_alone(seat, phase):
            resign_game(person, game)
        else:
            leave_game(person, game)
    except Refused as no:
        raise of_refusal(no) from None
    game.refresh_from_db()
    return {"status": game.status}


@operation("POST", "/game/{slug}/decline", "seats")
def decline(asked: Asked, body: shapes.DeclineBody) -> shapes.DeclineReply:
    """Decline a game that I am asked for.

    It leaves my list of open games, and whoever asked is told.
    """
    game = next((each for each in queries.challenge_tables(asked.person) if each.slug == asked.slug), None)
    if game is None:
        raise Problem(404, "no_game", "Nobody challenges you to this game: `GET /api/tables` lists those you can join.")
    try:
        decline_challenge(asked.person, game, body.reason)
    except Refused as no:
        raise of_refusal(no) from None
    return {"slug": game.slug}


@operation("POST", "/game/{slug}/start", "seats")
def start(asked: Asked, body: shapes.StartBody) -> shapes.StartReply:
    """Begin now, with bots of the site on the free seats.

    It begins once all who sit there agree.
    """
    try:
        return {"begun": wish_start(asked.person, _table(asked), body.wants, body.bot)}
    except Refused as no:
        raise of_refusal(no) from None


def _table(asked: Asked, word: str = "") -> Game:
    """A game that the caller may see, or whose word they know.

    Raises Problem.
    """
    game = queries.game_with_slug(asked.slug)
    if game is not None and game.status == Game.Status.OPEN and not game.is_private:
        return game
    access = access_for(asked.person, asked.slug)
    if access is not None:
        return access.game
    who = f"person-{asked.person.pk}"
    if word and not limits.WORDS.is_reached(who):
        if game is not None and opens(game, word):
            return game
        limits.WORDS.allows(who)
    raise Problem(404, "no_game", "There is no such game, or it is private and wants its word.")


def _summary(person: "User", game: Game) -> shapes.GameSummary:
    game.refresh_from_db()
    (found,) = summaries(person, [game])
    return found
