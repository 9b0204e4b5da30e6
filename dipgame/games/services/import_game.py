"""Import a game from a file, for its importer to look at (`docs/archive.md`)."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

from adjudication.games import GameFileError, RecordedGame, own, read_game, text_of
from adjudication.games.own import FORMAT, game_of_phases
from adjudication.games.replay import MOST_PHASES
from adjudication.outcomes import outcome_as_dict
from adjudication.powers import POWER_NAMES, POWERS
from daide.log import ALL_FORMATS
from dipgame.games import clock, convert, talk
from dipgame.games.errors import Malformed
from dipgame.games.models import Game, GamePhase, Message, Seat
from dipgame.games.numbers import new_number
from dipgame.games.services.keep_ending import keep_ending
from dipgame.transactions import atomic
from negotiation.diplomacy import DIPLOMACY
from negotiation.errors import MalformedTermError
from negotiation.levels import level
from negotiation.parser import parse

if TYPE_CHECKING:
    from dipgame.accounts.models import User

__all__ = ["FORMAT", "LARGEST_FILE", "MOST_BOARDS", "GameInFile", "import_game", "read_file", "store_game"]

LARGEST_FILE: Final = 950_000
"""Bytes. A request with it, and its form, has less than the megabyte that the proxy lets through."""

MOST_BOARDS: Final = 300
"""Phases that were played, and the last board."""

_LARGEST_BY_OPERATOR: Final = 20_000_000
_LARGEST_OF_OTHERS: Final = {"<": LARGEST_FILE, "{": 500_000, "": 300_000}
"""Bytes of other programs' games by their first character: each has about as many boards as we take."""
_MESSAGES: Final = 3_000
_MESSAGES_BY_OPERATOR: Final = 20_000
_LONGEST: Final = 1000
_CLOSED: Final = "!"
"""A word that nobody knows: only who brought the game sees it, and it counts for nobody."""


@dataclass(frozen=True, slots=True)
class GameInFile:
    """A game as read from a file, ready to be stored.

    names: who played, by power. said: its messages. ending: columns of the game.
    """

    title: str
    edition: str
    names: dict[str, str]
    played: RecordedGame
    said: list[dict[str, Any]]
    ending: dict[str, Any]


def import_game(user: "User", text: bytes) -> Game:
    """Import a file as an operator.

    It may be large, and counts against no limit. Raises Malformed, which says what is wrong and where.
    """
    return store_game(user, read_file(text, by_operator=True))


def read_file(text: bytes, *, by_operator: bool = False) -> GameInFile:
    """Read a game in any known format.

    Its orders are carried out again, and have to lead to its boards, which takes up to seconds of a processor.
    by_operator: the file may be larger. Raises Malformed.
    """
    data = _data(text, _LARGEST_BY_OPERATOR if by_operator else LARGEST_FILE)
    try:
        edition, phases = data["terms"]["edition"], data["phases"]
        most = MOST_PHASES + 1 if by_operator else MOST_BOARDS
        most_messages = _MESSAGES_BY_OPERATOR if by_operator else _MESSAGES
        if not isinstance(phases, list) or not 1 <= len(phases) <= most:
            raise Malformed(f"A game has from 1 to {most} boards, one for each phase and the last.")
        played = game_of_phases(phases, edition).game()
        boards = [*(each.position for each in played.phases), played.final]
        names = _names(data["players"])
        said = _messages(data["messages"], {str(each.phase) for each in boards}, most_messages)
        title = " ".join(str(data["name"]).split())[:60]
    except GameFileError as error:
        raise Malformed(f"The game in the file does not hold together. {error}.") from None
    except (LookupError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise Malformed(f"The file is not complete: {error!s:.120}.") from None
    if not title or not title.isprintable():
        raise Malformed("The game in the file has no name that can be printed.")
    return GameInFile(title, edition, names, played, said, _ending(data))


def store_game(user: "User", found: GameInFile) -> Game:
    """Store a game from a file, for this person to look at.

    Nobody sits there; its talk is there, its ledger and the minds of its bots are not.
    """
    with atomic():
        game = Game.objects.create(
            name=found.title,
            host=user,
            edition=found.edition,
            private_word=_CLOSED,
            file_players=found.names,
            **found.ending,
        )
        Seat.objects.bulk_create(Seat(game=game, power=power) for power in POWERS)
        rows = _write_phases(game, found.played)
        _write_talk(game, rows, found.said)
        if game.status == Game.Status.FINISHED:
            keep_ending(game)
    return game


def _data(given: bytes, largest: int) -> dict[str, Any]:
    """The file as this site writes games; a game in another format is converted."""
    if len(given) > largest:
        raise Malformed(f"The file is larger than {largest // 1000} kB.")
    try:
        text = text_of(given, largest)
        try:
            data = json.loads(text)
        except (ValueError, RecursionError):
            data = None
            if text.lstrip()[:1] in ("{", "["):
                raise Malformed(
                    "This is no JSON, though it begins so. Perhaps a part of the file is missing."
                ) from None
        if isinstance(data, dict) and data.get("format") == FORMAT:
            return data
        if largest == LARGEST_FILE:
            _check_length(text)
        converted: dict[str, Any] = json.loads(own.write(read_game(text, formats=ALL_FORMATS)))
    except GameFileError as error:
        raise Malformed(f"This is not a game that can be read here: {error}.") from None
    return converted


def _check_length(text: str) -> None:
    """Refuse another program's file that takes long. Raises Malformed."""
    first = text.lstrip()[:1]
    most = _LARGEST_OF_OTHERS.get(first, _LARGEST_OF_OTHERS[""])
    if len(text) > most:
        raise Malformed(f"A game in this format has at most {most // 1000} kB. Whoever runs the site can import it.")


def _names(players: Any) -> dict[str, str]:
    return {power: " ".join(_text(players.get(power, "")).split())[:40] for power in POWERS}


def _text(given: Any) -> str:
    """As a database holds it."""
    text = str(given)
    if "\0" in text or any("\ud800" <= sign <= "\udfff" for sign in text):
        raise Malformed("The file has a character that cannot be stored.")
    return text


def _moment(given: Any) -> datetime:
    """One without a zone is in UTC."""
    at = datetime.fromisoformat(given)
    return (at if at.tzinfo else at.replace(tzinfo=UTC)).astimezone(UTC)


def _messages(messages: Any, phases: set[str], most: int) -> list[dict[str, Any]]:
    if not isinstance(messages, list) or len(messages) > most:
        raise Malformed(f"A game has at most {most} messages.")
    found = []
    for number, each in enumerate(messages, 1):
        powers, text = set(each["between"]), _text(each["text"])
        if each["from"] not in powers or not powers <= set(POWER_NAMES) or len(powers) < 2:
            raise Malformed(f"Message {number} of the file is said by nobody, or to nobody.")
        if each["phase"] not in phases:
            raise Malformed(f"Message {number} is of {_text(each['phase'])[:20]}, a phase that the file has not.")
        if not text:
            raise Malformed(f"Message {number} of the file is empty.")
        if len(text) > _LONGEST:
            raise Malformed(f"Message {number} of the file has {len(text)} characters; {_LONGEST} are the most.")
        term, reached = _term(_text(each.get("term", "")))
        found.append(
            {**each, "between": powers, "text": text, "at": _moment(each["at"]), "term": term, "level": reached}
        )
    return found


def _ending(data: Mapping[str, Any]) -> dict[str, Any]:
    """A game that went on when it was taken away counts as called off."""
    at = clock.now()
    result, winner = str(data.get("result", "")), str(data.get("winner", ""))
    alone = result in (Game.Result.SOLO, Game.Result.CONCEDED)
    if data.get("status") != Game.Status.FINISHED or result not in Game.Result.values or not result:
        return {"status": Game.Status.CANCELLED, "started_at": at, "finished_at": at}
    if alone != (winner in POWER_NAMES) or (winner and not alone):
        raise Malformed("The file does not say who won.")
    given = data.get("sharers", [])
    sharers = [power for power in POWERS if power in given] if isinstance(given, list) and not alone else []
    return {
        "status": Game.Status.FINISHED,
        "started_at": at,
        "finished_at": at,
        "result": result,
        "winner": winner if alone else "",
        "sharers": " ".join(sharers) if result == Game.Result.DRAW else "",
    }


def _write_phases(game: Game, played: RecordedGame) -> dict[str, GamePhase]:
    at = clock.now()
    made = []
    for index, board in enumerate([*(each.position for each in played.phases), played.final]):
        over = index < len(played.phases)
        made.append(
            GamePhase(
                game=game,
                index=index,
                name=str(board.phase),
                status=GamePhase.Status.RESOLVED if over else GamePhase.Status.FINAL,
                position=convert.position_row(board),
                outcomes=[outcome_as_dict(each) for each in played.phases[index].outcomes] if over else None,
                opened_at=at,
                resolved_at=at if over else None,
            )
        )
    return {row.name: row for row in GamePhase.objects.bulk_create(made)}


def _write_talk(game: Game, rows: Mapping[str, GamePhase], said: list[dict[str, Any]]) -> None:
    seats = {seat.power: seat for seat in game.seats.all()}
    Message.objects.bulk_create(
        Message(
            id=new_number(),
            game=game,
            phase=rows[each["phase"]],
            speaker=seats[each["from"]],
            between=talk.between(each["between"]),
            text=each["text"],
            term=each["term"],
            level=each["level"],
            at=each["at"],
        )
        for each in said
    )


def _term(term: Any) -> tuple[str, int | None]:
    """Message in L and its level; empty if unreadable."""
    try:
        said = [parse(line, DIPLOMACY) for line in str(term).splitlines() if line.strip()][:20]
    except MalformedTermError:
        return "", None
    return ("\n".join(str(term).splitlines()[:20]), max(map(level, said))) if said else ("", None)
