"""A program takes a seat over DAIDE."""

import re
import secrets
from typing import TYPE_CHECKING, Final

from dipgame.accounts.guests import new_guest
from dipgame.games import queries
from dipgame.games.conduct import check_may_play
from dipgame.games.errors import Full
from dipgame.games.locks import lock_game
from dipgame.games.models import Game, Program
from dipgame.games.private_word import opens
from dipgame.games.services.join_game import sit_down
from dipgame.transactions import atomic

if TYPE_CHECKING:
    from dipgame.accounts.models import User

__all__ = ["seat_program"]

_GREATEST: Final = 8191
_LONGEST: Final = 11


def seat_program(name: str, version: str, address: str, slug: str = "", word: str = "") -> Program:
    """Seat a program as a guest, in the game longest waiting.

    slug, word: of the game it asks for, and its private word. Raises Full where no game waits, TooManyGuestsError, or a
    kind of CannotJoin.
    """
    first = queries.games_for_programs(slug).first()
    if first is None or (first.is_private and not opens(first, word)):
        raise Full("No game waits for programs.")
    called = re.sub(r"[^A-Za-z0-9]+", "", name)[:_LONGEST] or "program"
    guest = new_guest(address, f"{called} by DAIDE", is_program=True)
    for game in queries.games_for_programs(slug):
        try:
            return _seated(guest, game, name, version)
        except Full:
            continue
    raise Full("No game waits for programs any more.")


def _seated(guest: "User", game: Game, name: str, version: str) -> Program:
    with atomic():
        check_may_play(guest)
        game = lock_game(game.pk)
        if not queries.games_for_programs(game.slug).exists():
            raise Full("The seats for programs are taken.")
        # No two that play have one passcode: with it a program comes back, whatever its game.
        playing = Program.objects.filter(game__status__in=[Game.Status.OPEN, Game.Status.RUNNING])
        taken = set(playing.values_list("passcode", flat=True))
        passcode = next(code for code in iter(lambda: 1 + secrets.randbelow(_GREATEST), 0) if code not in taken)
        program = Program.objects.create(game=game, user=guest, passcode=passcode, name=name[:40], version=version[:40])
        sit_down(guest, game, "", ())
        return program
