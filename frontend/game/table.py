"""The table around the board, for one viewer: votes, the log, seats to take."""

from dipgame.games import queries
from dipgame.games.models import GamePhase
from dipgame.games.players import hides_bots
from frontend.access import Access
from frontend.game.motions import votes_for
from frontend.lobby.room import lines_of
from frontend.wire.state import TableFacts

__all__ = ["table_of"]


def table_of(access: Access, row: GamePhase, sight: queries.Sight) -> TableFacts:
    """The table as this viewer may know it."""
    game, played, standings = access.game, row.is_live, sight.standings
    open_to_all = not game.is_private and game.watching == "live" and not hides_bots(game)
    back = next((each.power for each in standings if access.person and each.owner_id == access.person), None)
    is_insider = access.seat is not None or back is not None or access.sees_all
    upto = row.resolved_at if access.delayed else None
    return {
        "votes": votes_for(access, sight, row) if played else [],
        "notices": [
            {
                "id": line.pk,
                "number": line.number,
                "at": line.at.isoformat(),
                "words": line.words,
                "by": line.by,
                "said": line.said,
                "button": line.button,
                "address": line.address,
            }
            for line in lines_of(game, access.person, for_players=is_insider, upto=upto)
        ],
        "back": back if played else None,
        "vacant": [each.power for each in standings if each.is_vacant]
        if played and open_to_all and not access.sees_all
        else [],
    }
