"""A game as a file: for programs, or to be read.

It holds what whoever asks may see: every resolved phase with its orders and outcomes, the board now played, and the
messages they may read.
"""

from collections import defaultdict
from typing import Any

from adjudication.games.own import FORMAT
from adjudication.names import place_name
from adjudication.notation import format_order
from adjudication.phase import parse_phase
from adjudication.powers import POWER_NAMES, POWERS, as_power
from dipgame.games import convert, queries, talk
from dipgame.games.models import GamePhase, Message
from dipgame.games.players import player_name
from frontend.access import Access
from frontend.words import listed

__all__ = ["FORMAT", "game_as_dict", "game_as_text"]


def game_as_dict(access: Access) -> dict[str, Any]:
    """The game as JSON holds it; `docs/archive.md` says what stands where."""
    game = access.game
    phases = access.look().all_phases
    names = {row.pk: row.name for row in phases}
    return {
        "format": FORMAT,
        "name": game.name,
        "status": game.status,
        "result": game.result,
        "winner": game.winner,
        "sharers": game.sharers.split(),
        "started_at": _moment(game.started_at),
        "finished_at": _moment(game.finished_at),
        "terms": {
            "edition": game.edition,
            "end_year": game.end_year,
            "press_level": game.press_level,
            "press_protocol": game.press_protocol,
            "press_plain": game.press_plain,
        },
        "players": _players(access),
        "may_be_studied": queries.is_studied(game),
        "game_master": "" if game.master is None else game.master.name,
        "phases": [{"name": row.name, "position": row.position, "outcomes": row.outcomes or []} for row in phases],
        "messages": [
            {
                "phase": names[message.phase_id],
                "from": message.speaker.power,
                "between": list(message.powers),
                "text": message.text,
                "term": message.term,
                "at": _moment(message.at),
            }
            for message in _messages(access)
        ],
    }


def game_as_text(access: Access) -> str:
    """The game to be read, phase after phase, each with its talk before its orders."""
    game = access.game
    said: dict[int, list[Message]] = defaultdict(list)
    for message in _messages(access):
        said[message.phase_id].append(message)
    lines = [game.name, "=" * len(game.name), ""]
    lines += [f"{POWER_NAMES[as_power(power)]}: {player or 'nobody'}" for power, player in _players(access).items()]
    if game.master is not None:
        lines.append(f"Game master, who saw all orders and messages: {game.master.name}")
    for row in access.look().all_phases:
        title = _title(row)
        lines += ["", title, "-" * len(title)]
        lines += [_spoken(message) for message in said[row.pk]]
        lines += _orders(row) or _board(row)
    if game.result:
        lines += ["", f"The end: {game.get_result_display()}{_winner(game.winner)}."]
    return "\n".join(lines) + "\n"


def _players(access: Access) -> dict[str, str]:
    seats = {seat.power: seat for seat in access.game.seats.select_related("user")}
    return {power: player_name(seats[power], access.game, unmasked=access.sees_all) for power in POWERS}


def _messages(access: Access) -> Any:
    return talk.messages_for(access.game, access.seat, sees_all=access.sees_all)


def _moment(at: Any) -> str | None:
    return None if at is None else at.isoformat()


def _title(row: GamePhase) -> str:
    phase = parse_phase(row.name)
    return f"The board at the end, {phase.title}" if row.status == GamePhase.Status.FINAL else phase.title


def _winner(power: str) -> str:
    return f", {POWER_NAMES[as_power(power)]}" if power else ""


def _spoken(message: Message) -> str:
    """One line a message, so that no text can pass for an order or for another's words."""
    speaker = as_power(message.speaker.power)
    to = listed([POWER_NAMES[as_power(power)] for power in message.powers if power != speaker])
    return f"  {POWER_NAMES[speaker]} to {to}: “{' '.join(message.text.split())}”"


def _orders(row: GamePhase) -> list[str]:
    return [
        f"{POWER_NAMES[each.power]}: {format_order(each.order)}"
        + ("" if each.result == "ok" else f" ({each.reason.value.replace('_', ' ')})")
        for each in convert.outcomes_of(row)
    ]


def _board(row: GamePhase) -> list[str]:
    position = convert.position_of(row)
    lines = []
    for power in POWERS:
        centers = position.centers_of(power)
        if centers:
            places = ", ".join(place_name(center) for center in centers)
            lines.append(f"{POWER_NAMES[power]}, {len(centers)} centers: {places}")
    return lines
