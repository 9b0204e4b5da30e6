"""What goes on around the board, for one viewer: what is asked of the clock, the log, seats to take."""

from collections.abc import Sequence

from dipgame.games import queries
from dipgame.games.models import Game, GamePhase, Notice
from dipgame.games.players import hides_bots
from dipgame.games.services.wish_clock import needed_for, offers_for
from frontend.access import Access
from frontend.wire.replies import TableFacts, Vote

__all__ = ["actor_words", "table_of"]


def table_of(access: Access, row: GamePhase, standings: Sequence[queries.Standing]) -> TableFacts:
    """The table as this viewer may know it."""
    game, played = access.game, row.is_live
    open_to_all = not game.is_private and game.watching == "live" and not hides_bots(game)
    back = next((each.power for each in standings if access.person and each.owner_id == access.person), None)
    people = [each for each in standings if each.user_id is not None and not each.is_out]
    masked = hides_bots(game)  # what somebody asks for tells that no bot sits there
    seen = [each for each in people if each.power == access.power] if masked else people
    offers = offers_for(game) if played else {}
    upto = row.resolved_at if access.delayed else None
    votes: list[Vote] = [{"power": each.power, "sharers": each.ending.split()} for each in people if each.ending]
    return {
        "wishes": [
            {"wish": name, "words": offer.words, "powers": [each.power for each in seen if each.clock_wish == name]}
            for name, offer in offers.items()
        ],
        "needed": needed_for(len(people)),
        "ending": {
            "draws": game.draws,
            "survivors": [each.power for each in standings if not each.is_out] if played else [],
            "mine": next((each.ending.split() for each in standings if each.power == access.power), []),
            "votes": None if game.votes_hidden or masked else votes,
        },
        "notices": [
            {"id": line.pk, "at": line.at.isoformat(), "words": line.words, "by": actor_words(line, game)}
            for line in queries.notices_of(game, for_players=access.seat is not None or back is not None, upto=upto)
        ],
        "back": back if played else None,
        "vacant": [each.power for each in standings if each.is_vacant] if played and open_to_all else [],
    }


def actor_words(line: Notice, game: Game) -> str:
    """Who did what stands in a line of the log, where it was the host or the staff; else nothing."""
    if not line.by_staff:
        return ""
    return "the host" if line.actor_id is not None and line.actor_id == game.host_id else "the staff"
