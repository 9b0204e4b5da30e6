"""Games as programs are told of them."""

from typing import Any, cast

from django.urls import reverse

from adjudication.outcomes import Outcome, outcome_as_dict
from adjudication.position import Position, position_as_dict
from adjudication.sentences import order_sentence
from dipgame.address import site_address
from dipgame.games import convert, queries
from dipgame.games.models import Game, GamePhase, Message
from frontend.access import Access
from frontend.api import shapes
from frontend.game.motions import votes_for
from frontend.game.state import note_of, shown_ready, verdict_of
from frontend.talk.state import message_json

__all__ = [
    "game_view",
    "message_facts",
    "number_of_message",
    "own_sheet",
    "past_phase_facts",
    "position_facts",
    "terms_of",
    "url_of",
]


def game_view(access: Access, sight: queries.Sight, number: int) -> shapes.GameView:
    """The game as this viewer may know it.

    number: the newest that it knows.
    """
    game, row, standings = access.game, sight.latest, sight.standings
    votes = [] if row is None or not row.is_live else votes_for(access, sight, row)
    is_live = row is not None and row.is_live
    return {
        "n": number,
        "slug": game.slug,
        "name": game.name,
        "url": url_of(game),
        "status": game.status,
        "power": access.power if not game.is_dealt_later else None,
        "phase": None if row is None else row.name,
        "index": None if row is None else row.index,
        "undone": game.undone,
        "deadline": row.deadline.isoformat() if row is not None and is_live and row.deadline else None,
        "paused": None if game.paused_until is None else game.paused_until.isoformat(),
        "result": game.result,
        "winner": game.winner or None,
        "verdict": verdict_of(game, standings),
        "terms": terms_of(game),
        "position": None if row is None else position_facts(convert.position_of(row)),
        "seats": [_seat(access, each) for each in standings],
        "sheet": own_sheet(sight),
        "motions": [
            {
                "vote": vote["vote"],
                "choice": motion["choice"],
                "noun": motion["noun"],
                "mine": motion["mine"],
                "agreed": motion["agreed"],
                "awaited": motion["awaited"],
                "needed": motion["needed"],
            }
            for vote in votes
            for motion in vote["motions"]
        ],
    }


def _seat(access: Access, standing: queries.Standing) -> shapes.SeatLine:
    return {
        "power": standing.power,
        "name": standing.name,
        # Before powers are dealt everybody sits anywhere.
        "player": "" if access.game.is_dealt_later else standing.player,
        "is_bot": standing.is_bot or standing.is_program,
        "talks": standing.talks,
        "centers": standing.centers,
        "units": standing.units,
        "decides": standing.must_decide,
        "ready": shown_ready(access, standing),
        "note": note_of(standing),
    }


def own_sheet(sight: queries.Sight) -> shapes.OwnSheet | None:
    """The viewer's orders in the phase now played.

    None where none is, or they have no seat.
    """
    row, sheet = sight.live, sight.sheet
    if row is None or sheet is None:
        return None
    due, written = sheet.adjustments, len(sheet.orders)
    left = max(due - written, 0) if due > 0 else min(due + written, 0)
    return {
        "phase": row.name,
        "decides": sheet.must_decide,
        "orders": [
            {"unit": each.key, "text": each.text, "sentence": order_sentence(each.order)} for each in sheet.orders
        ],
        "missing": [unit.region for unit in sheet.missing],
        "adjustments": left,
        "ready": sheet.ready,
        "is_open": sheet.is_open,
    }


def terms_of(game: Game) -> shapes.GameTerms:
    """The terms of a game."""
    return {
        "edition": game.edition,
        "centers_to_win": convert.rulebook_of(game).victory_centers,
        "end_year": game.end_year,
        "draws": game.draws,
        "press_level": game.press_level,
        "press_protocol": game.press_protocol,
        "press_plain": game.press_plain,
        "movement_seconds": game.movement_seconds,
        "retreat_seconds": game.retreat_seconds,
        "adjustment_seconds": game.adjustment_seconds,
    }


def url_of(game: Game) -> str:
    """The address of a game's page."""
    page = "waiting_room" if game.status == Game.Status.OPEN else "game"
    return site_address() + reverse(page, args=[game.slug])


def position_facts(position: Position) -> shapes.PositionFacts:
    """A board in its JSON form."""
    return cast("shapes.PositionFacts", position_as_dict(position))


def past_phase_facts(row: GamePhase) -> shapes.PastPhaseFacts:
    """A phase that is over."""
    return {
        "phase": row.name,
        "index": row.index,
        "position": position_facts(convert.position_of(row)),
        "outcomes": [_outcome(each) for each in convert.outcomes_of(row)],
    }


def _outcome(outcome: Outcome) -> Any:
    return {**outcome_as_dict(outcome), "text": outcome.text}


def message_facts(row: Message, access: Access) -> shapes.TalkMessage:
    """A message with its number and what it says in L."""
    return {**message_json(row, access), "n": number_of_message(row), "l": row.term.splitlines()}


def number_of_message(row: Message) -> int:
    """Number at which a message was said or last changed."""
    return max(row.pk, row.change)
