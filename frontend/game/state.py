"""State around the board for one viewer: the game, seats, own sheet."""

from collections.abc import Iterable
from typing import Final

from django.urls import reverse

from adjudication.phase import FIRST_PHASE, Phase, parse_phase
from adjudication.powers import POWER_NAMES, as_power
from dipgame.games import clock, convert, queries
from dipgame.games.models import BotState, Game, GamePhase, Seat
from dipgame.games.players import hides_bots, hides_names
from frontend.access import Access
from frontend.game.distances import distances
from frontend.game.hints import shows_hints
from frontend.game.sheets import overview_of, sheet_of
from frontend.game.table import table_of
from frontend.portraits import face_url
from frontend.wire.state import GameFacts, NewsNumbers, PhaseFacts, SeatFacts, State
from frontend.words import listed

__all__ = ["KIND_WORDS", "note_of", "numbers_for", "page_of_player", "shown_ready", "state_of", "verdict_of"]

KIND_WORDS: Final = {"M": "movement", "R": "retreats", "A": "builds"}
_BOT_NOTES: Final = {
    BotState.LATE.value: "its bot was late; its units hold",
    BotState.CRASHED.value: "its bot failed; its units hold",
}


def state_of(access: Access, sight: queries.Sight | None = None) -> State:
    """The state as this viewer may know it. Raises LookupError before the game begins."""
    game, news = access.game, numbers_for(access)  # first: what is read afterwards is at least as new
    sight = sight or access.look()
    phase = sight.latest
    if phase is None:
        raise LookupError(f"{game.slug} has not begun")
    standings = sight.standings
    far = distances(convert.position_of(phase), access.power)
    busy = sight.busy
    return {
        "game": _game(game, phase, standings, sight.names),
        "seats": [
            _seat(access, standing, far.get(standing.power), busy.get(standing.power, ""), sight.blocked)
            for standing in standings
        ],
        "you": None
        if access.seat is None
        else {
            "power": access.seat.power,
            "keep": _keeps(access.seat, phase),
            "alone": _alone(access, standings),
            "hints": shows_hints(access.seat, sight),
        },
        "sheet": sheet_of(access.seat, sight),
        "overview": overview_of(sight),
        "table": table_of(access, phase, sight),
        "news": news,
    }


def numbers_for(access: Access) -> NewsNumbers:
    """News counters for this viewer.

    For a watcher with a delay, the number of phases: events of the current phase stay secret.
    """
    if access.delayed:
        latest = access.latest_phase()
        return {"game": 0 if latest is None else latest.index + 1, "seat": 0}
    return {"game": access.news[0], "seat": access.news[1]}


def _alone(access: Access, standings: tuple[queries.Standing, ...]) -> bool:
    """True if the viewer plays with bots alone (`queries.plays_alone`), and may know it."""
    if access.game.status != Game.Status.RUNNING or hides_bots(access.game):
        return False
    others = [each for each in standings if each.owner_id is not None or (each.user_id is not None and not each.is_out)]
    return [each.power for each in others] == [access.power]


def _keeps(seat: Seat, row: GamePhase) -> bool:
    """True if a guest may like to keep the game.

    After the first winter, or at the end.
    """
    guest = seat.user is not None and seat.user.is_guest
    return guest and (not row.is_live or convert.phase_of(row).year > FIRST_PHASE.year)


def _game(
    game: Game, row: GamePhase, standings: tuple[queries.Standing, ...], names: Iterable[tuple[str, str]]
) -> GameFacts:
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
        "paused": _paused(game),
        "graced": row.graced,
        "undone": game.undone,
        "now": clock.now().isoformat(),
        "phases": [_phase(name, status) for name, status in names],
        "winner": game.winner or None,
        "verdict": verdict_of(game, standings),
        "centers_to_win": convert.rulebook_of(game).victory_centers,
        "master": "" if game.master is None else game.master.name,
    }


def _paused(game: Game) -> str | None:
    """Up to when the clock stands still; None while it goes."""
    until = game.paused_until
    return until.isoformat() if until is not None and until > clock.now() else None


def _resigned_words(game: Game, standings: tuple[queries.Standing, ...]) -> str:
    player = next((each for each in standings if each.user_id is not None), None)
    if player is None or hides_bots(game):
        return "The one person who played it has ended this game."
    return f"{player.name} resigned with {player.centers} center{'s' if player.centers != 1 else ''}."


def title_of(phase: Phase, status: str) -> str:
    """`Spring 1901, movement`; the board a game ended on is `Winter 1910, the end`, also where spring would follow."""
    if status == GamePhase.Status.FINAL:
        before = phase.kind == "M" and phase.season == "S" and phase.year > FIRST_PHASE.year
        return f"{f'Winter {phase.year - 1}' if before else phase.turn}, the end"
    return f"{phase.turn}, {KIND_WORDS[phase.kind]}"


def _phase(name: str, status: str) -> PhaseFacts:
    phase = parse_phase(name)
    return {"name": name, "title": title_of(phase, status), "kind": phase.kind, "status": status}


def page_of_player(standing: queries.Standing, game: Game, *, unmasked: bool = False) -> str:
    """Address of the page of the person at a seat.

    Empty for a bot, and where nobody may know who it is. unmasked: for the game master.
    """
    is_known = standing.user_id is not None and standing.player and (unmasked or not hides_names(game))
    return reverse("person", args=[standing.player]) if is_known else ""


def _seat(
    access: Access, standing: queries.Standing, distance: int | None, does: str, blocked: frozenset[int]
) -> SeatFacts:
    page = page_of_player(standing, access.game, unmasked=access.sees_all)
    return {
        "power": standing.power,
        "name": standing.name,
        "player": standing.player,
        "page": page,
        "blocked": standing.seat_id in blocked and bool(page),
        "face": face_url(standing.face),
        "is_bot": standing.is_bot,
        "talks": standing.talks,
        "distance": distance,
        "centers": standing.centers,
        "units": standing.units,
        "decides": standing.must_decide,
        "ready": shown_ready(access, standing),
        "note": note_of(standing),
        "does": does,
    }


def shown_ready(access: Access, standing: queries.Standing) -> bool:
    """True if the seat is ready and the viewer may know it.

    Bots are ready sooner than people: where nobody knows who is one, each sees only their own.
    """
    tells = standing.power == access.power or access.sees_all or not hides_bots(access.game)
    return standing.ready and (tells or not standing.must_decide)


def note_of(standing: queries.Standing) -> str:
    """Words about the seat's holder or its bot; may be empty."""
    late = _BOT_NOTES.get(standing.bot_state, "")
    if standing.kept_for:
        return f"a bot holds it for {standing.kept_for}" + (f"; {late}" if late else "")
    return late


def verdict_of(game: Game, standings: tuple[queries.Standing, ...]) -> str | None:
    """Result of the game as a sentence; None while it goes on."""
    if game.status == Game.Status.CANCELLED:
        return "This game was cancelled."
    match game.result:
        case Game.Result.SOLO:
            return f"{POWER_NAMES[as_power(game.winner)]} has won."
        case Game.Result.CONCEDED:
            return f"{POWER_NAMES[as_power(game.winner)]} has won: all others conceded."
        case Game.Result.DRAW:
            sharers = game.sharers.split()
            names = [each.name for each in standings if (each.power in sharers if sharers else not each.is_out)]
            return f"A draw between {listed(names)}." if names else "A draw."
        case Game.Result.RESIGNED:
            return _resigned_words(game, standings)
        case Game.Result.ABANDONED:
            return "This game was closed: all its players are out or have left."
        case _:
            return None
