"""What stands around the board, for one viewer: the game, its seats, and the viewer's own sheet."""

from typing import Final

from adjudication.phase import Phase, parse_phase
from adjudication.powers import POWER_NAMES, as_power
from dipgame.games import clock, convert, queries
from dipgame.games.models import BotState, Game, GamePhase
from frontend.access import Access
from frontend.frames import GameFacts, PhaseFacts, SeatFacts, State
from frontend.sheets import sheet_of
from frontend.words import listed

__all__ = ["KIND_WORDS", "state_of", "verdict_of"]

KIND_WORDS: Final = {"M": "movement", "R": "retreats", "A": "builds"}
_BOT_NOTES: Final = {
    BotState.LATE.value: "its bot was late; its units hold",
    BotState.CRASHED.value: "its bot failed; its units hold",
}


def state_of(access: Access) -> State:
    """The state as this viewer may know it. Raises LookupError before the game begins."""
    game = access.game
    phase = queries.latest_phase(game)
    if phase is None:
        raise LookupError(f"{game.slug} has not begun")
    standings = queries.standings(game, phase)
    return {
        "game": _game(game, phase, standings),
        "seats": [_seat(standing) for standing in standings],
        "you": None if access.seat is None else {"power": access.seat.power},
        "sheet": sheet_of(access.seat),
    }


def _game(game: Game, row: GamePhase, standings: tuple[queries.Standing, ...]) -> GameFacts:
    phase = convert.phase_of(row)
    return {
        "slug": game.slug,
        "name": game.name,
        "status": game.status,
        "phase": row.name,
        "title": title_of(phase, row.status),
        "turn": phase.turn,
        "kind_word": KIND_WORDS[phase.kind] if row.is_live else "the end",
        "opened": row.opened_at.isoformat(),
        "deadline": row.deadline.isoformat() if row.deadline and row.is_live else None,
        "now": clock.now().isoformat(),
        "phases": [_phase(name, status) for name, status in queries.phases_of(game).values_list("name", "status")],
        "winner": game.winner or None,
        "verdict": verdict_of(game, standings),
        "centers_to_win": convert.rulebook_of(game).victory_centers,
    }


def title_of(phase: Phase, status: str) -> str:
    """`Spring 1901, movement`; the board a game ended on is `Winter 1910, the end`."""
    if status == GamePhase.Status.FINAL:
        return f"{phase.turn}, the end"
    return f"{phase.turn}, {KIND_WORDS[phase.kind]}"


def _phase(name: str, status: str) -> PhaseFacts:
    phase = parse_phase(name)
    return {"name": name, "title": title_of(phase, status), "kind": phase.kind, "status": status}


def _seat(standing: queries.Standing) -> SeatFacts:
    return {
        "power": standing.power,
        "name": standing.name,
        "player": standing.player,
        "is_bot": standing.is_bot,
        "centers": standing.centers,
        "units": standing.units,
        "decides": standing.must_decide,
        "ready": standing.ready,
        "note": _BOT_NOTES.get(standing.bot_state, ""),
    }


def verdict_of(game: Game, standings: tuple[queries.Standing, ...]) -> str | None:
    """How the game ended, as a sentence; None while it goes on."""
    if game.status == Game.Status.CANCELLED:
        return "This game was cancelled."
    match game.result:
        case Game.Result.SOLO:
            return f"{POWER_NAMES[as_power(game.winner)]} has won."
        case Game.Result.DRAW:
            names = [standing.name for standing in standings if not standing.is_out]
            return f"A draw between {listed(names)}." if names else "A draw."
        case Game.Result.ABANDONED:
            return "This game was closed: everybody who played it is out or gone."
        case _:
            return None
