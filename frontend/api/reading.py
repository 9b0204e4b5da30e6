"""Operations that read: the account, games, positions, legal orders, the map."""

from functools import cache
from typing import Final

from adjudication.board import STANDARD
from adjudication.position import opening
from adjudication.position_text import format_position
from adjudication.powers import POWER_NAMES
from bots.view_json import view_as_dict
from dipgame import limits
from dipgame.games import convert, queries
from dipgame.games.models import GamePhase
from frontend.access import Access
from frontend.api import shapes
from frontend.api.facts import game_view, past_phase_facts, position_facts
from frontend.api.lists import challenges, my_games, public_tables
from frontend.api.operations import Asked, operation
from frontend.api.problems import Problem
from frontend.game.motions import votes_for
from frontend.game.options import no_options, options_of
from frontend.talk.state import agreed_of, ledger_of, partners_of
from frontend.wire.page import Options

__all__ = ["account", "newest_of"]

_PHASES: Final = 60
"""Phases of a game that are told at once."""


@operation("GET", "/account", "read")
def account(asked: Asked) -> shapes.Account:
    """Read my account, and the scopes of this token."""
    person, caller = asked.person, asked.caller
    return {
        "name": person.name,
        "is_bot": person.is_program,
        "scopes": [] if caller is None else sorted(caller.scopes),
        "limits": {
            f"{each.name} in {each.seconds} s": each.most
            for each in (limits.COMMANDS, limits.MESSAGES, limits.NEW_GAMES)
        },
    }


@operation("GET", "/map", None)
def read_map(asked: Asked) -> shapes.MapReply:
    """The board: provinces, and what borders on what."""
    return _map()


@operation("GET", "/games", "read")
def list_games(asked: Asked) -> list[shapes.GameSummary]:
    """My games that wait or run."""
    return my_games(asked.person)


@operation("GET", "/tables", "read")
def list_tables(asked: Asked) -> list[shapes.OpenTable]:
    """Open games that I may join.

    A bot's account sits where the host opened seats to programs.
    """
    person = asked.person
    return [*challenges(person), *public_tables(person.is_program).open_to(person)]


@operation("GET", "/game/{slug}", "read")
def read_game(asked: Asked) -> shapes.GameView:
    """A game as I may know it: board, seats, my orders, votes."""
    access = asked.access()
    sight = access.look()
    return game_view(access, sight, newest_of(access, sight))


@operation("GET", "/game/{slug}/position", "read")
def read_position(asked: Asked) -> shapes.PositionReply:
    """The board now, as JSON and as text."""
    row = _latest(asked.access())
    position = convert.position_of(row)
    return {
        "phase": row.name,
        "index": row.index,
        "position": position_facts(position),
        "text": format_position(position),
    }


@operation("GET", "/game/{slug}/options", "read")
def read_options(asked: Asked) -> Options:
    """My legal orders, unit by unit."""
    access = asked.access()
    row = _latest(access)
    position = convert.position_of(row)
    if access.power is None or not row.is_live:
        return no_options(position)
    return options_of(position, access.power, convert.rulebook_of(access.game))


@operation("GET", "/game/{slug}/phases", "read")
def read_phases(asked: Asked, query: shapes.PhasesQuery) -> shapes.PhasesReply:
    """Phases that are over, with what became of every order."""
    sight = asked.access().look()
    latest = sight.latest
    upto = -1 if latest is None else latest.index
    rows = queries.resolved_phases(sight.game, query.after, upto, _PHASES + 1)
    return {"phases": [past_phase_facts(row) for row in rows[:_PHASES]], "more": len(rows) > _PHASES}


@operation("GET", "/game/{slug}/view", "read")
def read_view(asked: Asked, query: shapes.ViewQuery) -> shapes.ViewReply:
    """Read all that my seat may know.

    It is what bots of the site are shown.

    The Python client makes a `SeatView` of it. L is text.
    """
    access, seat = asked.seated()
    row = _latest(access)
    view = view_as_dict(queries.seat_view(seat, row))
    view["history"] = view["history"][query.after + 1 :]
    return {"n": newest_of(access, access.look()), "index": row.index, "view": view}


@operation("GET", "/game/{slug}/ledger", "read")
def read_ledger(asked: Asked) -> shapes.LedgerReply:
    """Promises and what became of them, and orders I have promised."""
    access = asked.access()
    sight = access.look()
    promises = ledger_of(access, sight)
    return {
        "promises": promises,
        "partners": partners_of(promises, access.power),
        "agreed": agreed_of(access, sight),
    }


@operation("GET", "/game/{slug}/votes", "read")
def read_votes(asked: Asked) -> shapes.OwnVotes:
    """Read the votes: what is on offer and what is moved."""
    access = asked.access()
    sight, row = access.look(), _latest(access)
    return {"phase": row.name, "votes": votes_for(access, sight, row) if row.is_live else []}


def newest_of(access: Access, sight: queries.Sight) -> int:
    """Newest number in a game, as the viewer may know."""
    row = sight.latest
    heard = queries.newest_heard(access.game, access.seat, sees_all=access.sees_all)
    return max(heard, 0 if row is None else queries.place_of(row))


def _latest(access: Access) -> GamePhase:
    """The phase now played, or the last.

    Raises Problem before the game begins.
    """
    row = access.latest_phase()
    if row is None:
        raise Problem(409, "not_running", "The game has not begun yet; it begins when every seat is taken.")
    return row


@cache
def _map() -> shapes.MapReply:
    home_of = STANDARD.home_of
    return {
        "name": STANDARD.name,
        "powers": dict(POWER_NAMES),
        "provinces": {
            code: {
                "name": facts.name,
                "kind": facts.kind,
                "center": facts.is_center,
                "home": home_of.get(code),
                "coasts": list(facts.coasts),
            }
            for code, facts in STANDARD.provinces.items()
        },
        "army": {region: list(others) for region, others in STANDARD.army_borders.items()},
        "fleet": {region: list(others) for region, others in STANDARD.fleet_borders.items()},
        "opening": position_facts(opening()),
    }
