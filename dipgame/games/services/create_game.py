"""Somebody offers a game."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from django.contrib.auth.hashers import make_password
from django.db import transaction

from adjudication.powers import POWER_NAMES, POWERS
from adjudication.rulebook import EDITIONS, STANDARD_RULES
from dipgame.games import clock, events
from dipgame.games.errors import BadTerms, UnknownBot
from dipgame.games.models import Game, Seat
from dipgame.games.models.game import LONGEST_PHASE, SHORTEST_PHASE
from dipgame.games.services.fill_seats import check_bot, seat_bot
from dipgame.games.services.join_game import take_seat
from dipgame.games.services.start_game import start_if_full
from negotiation.levels import LEVELS
from negotiation.protocols import PROTOCOLS

if TYPE_CHECKING:
    from dipgame.accounts.models import User

__all__ = ["Terms", "create_game"]

_LATEST_FILL: Final = timedelta(days=60)


@dataclass(frozen=True, slots=True)
class Terms:
    """How a game is to be played. Lengths in seconds, from five minutes to ten days.

    power: the host's, or "" by lot. fill_bot: takes the seats that are free at `fill_at`; with
    `fill_at` None nobody fills them, with a time that is not in the future the game begins at once.
    end_year: a draw after its fall, None for no limit. word: needed to join, "" for nobody.
    press_level: of L, 0 for a game without talk; press_protocol: what may be said when; press_plain:
    whether text that is not understood may be sent.
    """

    name: str
    power: str = ""
    movement_seconds: int = 86_400
    retreat_seconds: int = 43_200
    adjustment_seconds: int = 43_200
    first_seconds: int | None = None
    edition: str = STANDARD_RULES.name
    end_year: int | None = None
    word: str = ""
    fill_bot: str = ""
    fill_at: datetime | None = None
    press_level: int = 3
    press_protocol: str = "l3"
    press_plain: bool = True


def create_game(host: "User", terms: Terms) -> Game:
    """Offer a game with these terms; the host has the first seat. Raises BadTerms."""
    _check(terms)
    word = make_password(terms.word) if terms.word else ""
    with transaction.atomic():
        game = Game.objects.create(
            name=" ".join(terms.name.split()),
            host=host,
            movement_seconds=terms.movement_seconds,
            retreat_seconds=terms.retreat_seconds,
            adjustment_seconds=terms.adjustment_seconds,
            first_seconds=terms.first_seconds,
            edition=terms.edition,
            end_year=terms.end_year,
            private_word=word,
            fill_bot=terms.fill_bot,
            fill_at=terms.fill_at,
            press_level=terms.press_level,
            press_protocol=terms.press_protocol,
            press_plain=terms.press_plain,
        )
        Seat.objects.bulk_create(Seat(game=game, power=power) for power in POWERS)
        take_seat(host, game, terms.power)
        if terms.fill_at is not None and terms.fill_at <= clock.now():
            for seat in game.seats.all():
                if seat.is_free:
                    seat_bot(game, seat, terms.fill_bot)
            start_if_full(game)
        events.lobby_changed(game)
    return game


def _check(terms: Terms) -> None:
    """Raises BadTerms for the first term that cannot stand."""
    name = " ".join(terms.name.split())
    if not 1 <= len(name) <= 60 or not name.isprintable():
        raise BadTerms("name", "Give the game a name of at most 60 letters.")
    if terms.power and terms.power not in POWER_NAMES:
        raise BadTerms("power", f"Choose one of {', '.join(POWER_NAMES.values())}, or leave it to the lot.")
    for field in ("movement_seconds", "retreat_seconds", "adjustment_seconds", "first_seconds"):
        seconds: int | None = getattr(terms, field)
        if seconds is not None and not SHORTEST_PHASE <= seconds <= LONGEST_PHASE:
            raise BadTerms(field, "A phase lasts from 5 minutes to 10 days.")
    if terms.edition not in EDITIONS:
        raise BadTerms("edition", f"Choose one of the rulebooks {', '.join(EDITIONS)}.")
    if terms.end_year is not None and not 1901 <= terms.end_year <= 2100:
        raise BadTerms("end_year", "The last year lies between 1901 and 2100, or is left empty.")
    if terms.press_level not in (0, *LEVELS):
        raise BadTerms("press_level", f"The language has levels up to {max(LEVELS)}; 0 is for a game without talk.")
    if terms.press_protocol not in PROTOCOLS:
        raise BadTerms("press_protocol", f"Choose one of the protocols {', '.join(PROTOCOLS)}.")
    if len(terms.word) > 100:
        raise BadTerms("word", "Choose a private word of at most 100 letters.")
    if terms.fill_bot:
        try:
            check_bot(terms.fill_bot)
        except UnknownBot as unknown:
            raise BadTerms("fill_bot", unknown.message) from None
    if terms.fill_at is not None:
        if not terms.fill_bot:
            raise BadTerms("fill_bot", "Say which bot is to take the empty seats.")
        if terms.fill_at > clock.now() + _LATEST_FILL:
            raise BadTerms("fill_at", "Bots fill the empty seats within 60 days.")
