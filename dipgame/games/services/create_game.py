"""Somebody offers a game."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Final
from zoneinfo import available_timezones

from adjudication.options import must_decide
from adjudication.position import ImpossiblePosition, position_from_dict
from adjudication.powers import POWER_NAMES, POWERS, Power, as_power
from adjudication.rulebook import EDITIONS
from adjudication.victory import verdict
from bots.company import USUAL
from bots.game_terms import TERMS, refusals, usual
from bots.hana.judge.guiding import guide_of
from bots.registry import GUIDE
from dipgame.games import clock, events
from dipgame.games.errors import BadTerms, UnknownBot
from dipgame.games.locks import made_game
from dipgame.games.models import Game, Seat
from dipgame.games.private_word import LONGEST_WORD, folded
from dipgame.games.queries import powers_on_board
from dipgame.games.services.fill_seats import check_bot, seat_bot
from dipgame.games.services.join_game import take_seat
from dipgame.games.services.start_game import start_if_full
from dipgame.transactions import atomic

if TYPE_CHECKING:
    from dipgame.accounts.models import User

__all__ = ["Terms", "check_terms", "create_game"]

_LATEST_FILL: Final = timedelta(days=60)


@dataclass(frozen=True, slots=True)
class Terms:
    """Terms of a new game.

    Lengths in seconds, from five minutes to ten days.

    power: the host's, or "" by lot; where powers are dealt by wishes (`seating`), the host's first wish. quiet: hours
    in which no phase ends, `22-7`, by the clock of `quiet_zone`, a name as `Europe/Berlin`. hour: at which all phases
    end by that clock, `20`, "" for none. watching: `live`,
    `delayed` by a phase, or `after` the end. afterwards: whether talk and minds are open to `all` then, to the
    `players`, or everybody keeps to their `own`. faces: `open`, `names` hidden up to the end, or `all`: also who is a
    bot. fill_bot: takes the seats that are free at `fill_at`; with `fill_at` None nobody fills them, with a time that
    is not in the future the game begins at once.
    end_year: a draw after its fall, None for no limit. word: needed to join, "" for nobody. press_level: of L, 0 for a
    game without talk; press_protocol: what may be said when; press_plain: whether text that is not understood may be
    sent. bots_hidden: whether the bots' characters are told only when the game is over. programs: how many seats are
    open to others' programs. draws: `all`, `some` or `none`, who may share one; votes_hidden: whether nobody sees
    the votes on the end. master: whether the host takes no seat, and sees all orders and messages instead. guide:
    whether, of the bots that come at once, a neighbour of the host guides it through the first year. first_position:
    another one than the opening, in its JSON form; bots have the powers that own nothing on it.
    """

    name: str
    power: str = ""
    movement_seconds: int = usual("movement_seconds")
    retreat_seconds: int = usual("retreat_seconds")
    adjustment_seconds: int = usual("adjustment_seconds")
    first_seconds: int | None = usual("first_seconds")
    edition: str = usual("edition")
    end_year: int | None = usual("end_year")
    word: str = ""
    fill_bot: str = ""
    fill_at: datetime | None = None
    press_level: int = usual("press_level")
    press_protocol: str = usual("press_protocol")
    press_plain: bool = usual("press_plain")
    bots_hidden: bool = usual("bots_hidden")
    programs: int = usual("programs")
    draws: str = usual("draws")
    votes_hidden: bool = usual("votes_hidden")
    seating: str = usual("seating")
    quiet: str = usual("quiet")
    hour: str = usual("hour")
    faces: str = usual("faces")
    watching: str = usual("watching")
    afterwards: str = usual("afterwards")
    quiet_zone: str = "UTC"
    master: bool = False
    guide: bool = False
    first_position: Mapping[str, Any] | None = None


def create_game(host: "User", terms: Terms) -> Game:
    """Offer a game with these terms; the host has the first seat, or is its game master. Raises BadTerms."""
    gone = check_terms(terms)
    with atomic():
        game = Game.objects.create(
            name=" ".join(terms.name.split()),
            host=host,
            master=host if terms.master else None,
            private_word=" ".join(terms.word.split()),
            fill_bot=terms.fill_bot,
            fill_at=clock.awake(terms.quiet, terms.quiet_zone, terms.fill_at) if terms.fill_at else None,
            quiet_zone=terms.quiet_zone,
            first_position=terms.first_position,
            **{name: getattr(terms, name) for name in TERMS},
        )
        made_game(game)
        Seat.objects.bulk_create(Seat(game=game, power=power) for power in POWERS)
        for seat in game.seats.filter(power__in=gone):
            seat_bot(game, seat, terms.fill_bot or USUAL)
        guide = None
        if not terms.master:
            taken = take_seat(host, game, terms.power, [terms.power] if terms.power else [])
            guide = guide_of(as_power(taken.power)) if terms.guide else None
        if terms.fill_at is not None and terms.fill_at <= clock.now():
            for seat in game.seats.all():
                if seat.is_free:
                    seat_bot(game, seat, GUIDE if seat.power == guide else terms.fill_bot)
            start_if_full(game)
        events.lobby_changed(game)
    return game


def check_terms(terms: Terms) -> list[Power]:
    """Check whether a game can begin with these terms.

    Returns the powers that own nothing on its first position. Raises BadTerms for the first term that cannot stand.
    """
    _check(terms)
    if terms.first_position is None:
        return []
    try:
        position = position_from_dict(terms.first_position)
    except ImpossiblePosition as error:
        raise BadTerms("first_position", f"This cannot stand on the board: {error.reason}.") from None
    there = powers_on_board(position)
    gone = [power for power in POWERS if power not in there]
    if terms.power in gone:
        raise BadTerms("power", f"{POWER_NAMES[as_power(terms.power)]} owns nothing here. Choose another power.")
    if terms.seating == "wishes":
        raise BadTerms("seating", "Powers are dealt by wishes at the opening only.")
    if terms.end_year is not None and terms.end_year < position.phase.year:
        raise BadTerms("end_year", f"This position is of {position.phase.year}. Choose a later last year.")
    if not any(must_decide(position, power) for power in there):
        raise BadTerms("first_position", "Nobody has anything to order here. Go on to the next phase first.")
    if verdict(position, EDITIONS[terms.edition]) is not None:
        raise BadTerms("first_position", "This position is already won. Choose an earlier one.")
    return gone


def _check(terms: Terms) -> None:
    """Raises BadTerms for the first term that cannot stand."""
    name = " ".join(terms.name.split())
    if not 1 <= len(name) <= 60 or not name.isprintable():
        raise BadTerms("name", "Give the game a name of at most 60 characters.")
    if terms.power and terms.master:
        raise BadTerms("power", "A game master has no power. Choose none, or play.")
    if terms.power and terms.power not in POWER_NAMES:
        raise BadTerms("power", f"Choose one of {', '.join(POWER_NAMES.values())}, or leave it to chance.")
    for field, why in refusals(asdict(terms)):
        raise BadTerms(field, why)
    if terms.programs and terms.faces == "all":
        # How many seats are left for bots, or that none is, would tell who is one.
        raise BadTerms("programs", "Where nobody knows who is a bot, no seats are for programs. Choose 0.")
    if terms.hour and terms.movement_seconds < clock.SLOW_SECONDS:
        raise BadTerms("hour", "A fixed hour is for games of half a day a turn, or slower ones.")
    if terms.quiet_zone not in available_timezones():
        raise BadTerms("quiet", "This time zone is not known; choose no quiet hours, or tell your browser's clock.")
    if len(terms.word) > LONGEST_WORD:
        raise BadTerms("word", f"Choose a private word of at most {LONGEST_WORD} characters.")
    if terms.word and not folded(terms.word):
        raise BadTerms("word", "A private word has letters or digits in it.")
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
