"""A game of the site as a recorded game, for files."""

from collections.abc import Sequence

from adjudication.games.value import ENDINGS, Ending, GameFileError, PlayedPhase, RecordedGame
from adjudication.powers import as_power
from dipgame.games import convert
from dipgame.games.models import Game, GamePhase

__all__ = ["recorded_game"]


def recorded_game(game: Game, phases: Sequence[GamePhase]) -> RecordedGame:
    """The game without players and messages.

    phases: all of them in order, the last now played or the final board. Raises GameFileError where there are none.
    """
    if not phases:
        raise GameFileError("", "it has not begun")
    *played, last = phases
    ending: Ending = next((each for each in ENDINGS if each == game.result), "")
    return RecordedGame(
        phases=tuple(PlayedPhase(convert.position_of(row), tuple(convert.outcomes_of(row))) for row in played),
        final=convert.position_of(last),
        edition=game.edition,
        name=game.name,
        ending=ending,
        winner=as_power(game.winner) if game.winner and ending else None,
        sharers=tuple(as_power(power) for power in game.sharers.split()) if ending == "draw" else (),
    )
