"""JSON of this site, `game.json`, and lines of the arena's log.

Both hold whole boards:

    {"format": "dipgame 1", "name": "...", "result": "solo", "winner": "TUR", "terms": {"edition": "2023"},
     "phases": [{"name": "S1901M", "position": {...}, "outcomes": [{"power": "AUS", "order": "A VIE - GAL", ...}]}]}

A position is what `position_as_dict` writes. The last phase has the board now played, or the last, and no outcomes.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from adjudication.games.json_text import listed, load, mapping, power_in, text_in
from adjudication.games.replay import Replay, board_of, order_in
from adjudication.games.value import ENDINGS, Ending, GameFileError, RecordedGame
from adjudication.orders import Order
from adjudication.outcomes import outcome_as_dict
from adjudication.position import ImpossiblePosition, Position, position_as_dict, position_from_dict
from adjudication.powers import POWERS, Power
from adjudication.reasons import WITHOUT_ORDER
from adjudication.rulebook import EDITIONS

__all__ = ["FORMAT", "game_of_phases", "read", "write"]

FORMAT: Final = "dipgame 1"
_WITHOUT_ORDER: Final = frozenset(reason.value for reason in WITHOUT_ORDER)


def write(game: RecordedGame) -> str:
    """The game as `/archive/import/` takes it: without players and messages."""
    phases: list[dict[str, Any]] = [
        {
            "name": str(each.position.phase),
            "position": position_as_dict(each.position),
            "outcomes": [outcome_as_dict(outcome) for outcome in each.outcomes],
        }
        for each in game.phases
    ]
    phases.append({"name": str(game.final.phase), "position": position_as_dict(game.final), "outcomes": []})
    data = {
        "format": FORMAT,
        "name": game.name or "A game",
        "status": "finished" if game.ending else "running",
        "result": game.ending,
        "winner": game.winner or "",
        "sharers": list(game.sharers),
        "terms": {"edition": game.edition},
        "players": dict.fromkeys(POWERS, ""),
        "phases": phases,
        "messages": [],
    }
    return json.dumps(data, indent=1) + "\n"


def read(text: str) -> RecordedGame:
    """Read a game of the site or of the arena.

    Raises GameFileError for what is neither, or where a board does not follow from its orders.
    """
    data = load(text)
    if data.get("format") == FORMAT:
        terms = mapping(data.get("terms", {}), "terms")
        return _game(data, text_in(terms, "edition", "2023"), listed(data.get("phases"), "phases"))
    if "final" in data and "rulebook" in data:
        return _arena_game(data)
    raise GameFileError("format", f"it is not '{FORMAT}', as this site writes games")


def _game(data: Mapping[str, Any], edition: str, phases: Sequence[Any]) -> RecordedGame:
    replay = game_of_phases(phases, edition)
    ending: Ending = next((each for each in ENDINGS if each == data.get("result")), "")
    winner = power_in(data["winner"], "winner") if ending in ("solo", "conceded") and data.get("winner") else None
    sharers = _sharers(data)
    return replay.game(text_in(data, "name", ""), ending, winner, sharers)


def _arena_game(data: Mapping[str, Any]) -> RecordedGame:
    """Read a line of the arena's log.

    Positions stand beside orders, and the last board is `final`.
    """
    phases = [
        {"position": each, "outcomes": mapping(each, "phases").get("outcomes")}
        for each in listed(data.get("phases"), "phases")
    ]
    replay = game_of_phases([*phases, {"position": data["final"], "outcomes": []}], text_in(data, "rulebook", "2023"))
    winner = power_in(data["winner"], "winner") if data.get("winner") else None
    agreed = mapping(data.get("ending") or {}, "ending")
    over = agreed or replay.is_over
    ending: Ending = "conceded" if winner else "draw" if over else ""
    return replay.game("", ending, winner, _sharers(agreed))


def game_of_phases(phases: Sequence[Any], edition: str) -> Replay:
    """Play the phases of a file.

    Raises GameFileError where one does not follow from the one before.
    """
    if edition not in EDITIONS:
        raise GameFileError("terms.edition", f"there is no rulebook '{edition[:20]}'; there are {', '.join(EDITIONS)}")
    if not phases:
        raise GameFileError("phases", "a game has at least one phase")
    replay: Replay | None = None
    for index, each in enumerate(phases):
        entry = mapping(each, f"phases[{index}]")
        position = _position(entry.get("position"), f"phases[{index}]")
        if replay is None:
            replay = Replay(position, edition)
        elif replay.position != position:
            _tell_difference(replay, position)
        if index < len(phases) - 1:
            replay.play(_orders(entry.get("outcomes"), position, f"phases[{index}].outcomes"))
    assert replay is not None  # noqa: S101 - there is at least one phase
    return replay


def _tell_difference(replay: Replay, position: Position) -> None:
    here = str(position.phase)
    if replay.position.phase != position.phase:
        raise GameFileError(here, f"by the rules {replay.position.phase} comes next, not {here}")
    replay.compare(board_of(position))
    raise GameFileError(here, "its dislodged units or its contested provinces do not follow from the orders before")


def _position(value: Any, place: str) -> Position:
    try:
        return position_from_dict(mapping(value, f"{place}.position"))
    except ImpossiblePosition as error:
        raise GameFileError(f"{place}.position.{error.field}", error.reason) from None


def _orders(outcomes: Any, position: Position, place: str) -> dict[Power, list[Order]]:
    orders: dict[Power, list[Order]] = {}
    for index, each in enumerate(listed(outcomes, place)):
        outcome = mapping(each, f"{place}[{index}]")
        if text_in(outcome, "reason", "") not in _WITHOUT_ORDER:
            power = power_in(outcome.get("power"), f"{place}[{index}].power")
            orders.setdefault(power, []).append(order_in(text_in(outcome, "order", None), position, power))
    return orders


def _sharers(data: Mapping[str, Any]) -> list[Power]:
    return [power_in(each, "sharers") for each in listed(data.get("sharers", []), "sharers")]
