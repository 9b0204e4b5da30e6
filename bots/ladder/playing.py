"""Play a table of the ladder until its ratings are known."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import TypeAlias

from bots.arena.game import Record
from bots.experiment.file.declaration import GAMES_OF_A_SESSION
from bots.ladder.files import GameFile, LadderError
from bots.ladder.played import played_in
from bots.ladder.rating import rate, widest
from bots.ladder.rounds import round_text, seatings

__all__ = ["Limits", "PlayRound", "climb", "game_in"]

PlayRound: TypeAlias = Callable[[str, Sequence[int]], Iterable[Record]]
"""Plays games of a round.

It gets the text of an experiment and numbers of games, and gives each record as its game ends. It leaves out games that
fail.
"""


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of a ladder.

    width: it stops once every entrant's is as small. games: of the table, those that are there too. minutes: of real
    time; after the first round none is begun that would end later, if it took as long as the longest one so far.
    """

    width: float = 1.0
    games: int | None = None
    minutes: float | None = None


def game_in(record: Record) -> int:
    """Number of a game in its round, from 0."""
    return int(record["game"]) // GAMES_OF_A_SESSION


def climb(
    file: GameFile,
    entrants: Sequence[str],
    limits: Limits,
    play_round: PlayRound,
    tell: Callable[[str], None] = lambda _: None,
) -> None:
    """Play rounds until a limit is reached; write the standing after each.

    If games of the last round are missing, they come first. Entrants who joined since then count from the next round
    on. A game that fails is left out.

    Raises TooFewEntrantsError, and LadderError once as many games in succession have failed as a round has.
    """
    settings, began, longest, failed = file.settings, monotonic(), 0.0, 0
    number, missing = _first(file, entrants)
    while True:
        wide = widest(rate(file.games), entrants)
        if wide <= limits.width:
            tell(f"every rating is known to ± {wide:.2f}")
            break
        if limits.games is not None and len(file.games) >= limits.games:
            break
        if limits.minutes is not None and longest and monotonic() - began + longest > 60 * limits.minutes:
            break
        wanted = missing[: None if limits.games is None else limits.games - len(file.games)]
        tell(f"round {number}, {len(wanted)} games; so far ± {wide:.1f} after {len(file.games)} games")
        before, at = len(file.games), monotonic()
        for record in play_round(round_text(settings, entrants, number), wanted):
            file.add(played_in(number, game_in(record), record))
        if len(file.games) > before:
            failed = 0
            file.write_standing()
        else:
            failed += len(wanted)
        if failed >= len(entrants):
            raise LadderError(
                f"{failed} games in succession failed, the last of them in round {number}; see what was said of them."
            )
        longest = max(longest, monotonic() - at)
        number, missing = number + 1, list(range(len(entrants)))


def _first(file: GameFile, entrants: Sequence[str]) -> tuple[int, list[int]]:
    """Find the round to begin with, and its games.

    The last one, if games of it are left and these entrants play it; else the next.
    """
    number = max((game.round for game in file.games), default=0)
    seats = seatings(entrants, file.settings.seed, number)
    there = {game.game: game.seats for game in file.games if game.round == number}
    missing = [game for game in range(len(seats)) if game not in there]
    if missing and all(game < len(seats) and seats[game] == seated for game, seated in there.items()):
        return number, missing
    return number + 1, list(range(len(entrants)))
