"""Logs of games taken in again: those of experiments, and those of `bots.arena`, which say less.

A line of the arena has no session and no labels: games with the same bots by the same terms are a session, and each bot
is called by its name. A line of another version is refused in words.
"""

import gzip
import json
import re
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from io import BytesIO
from typing import Any, Final, Protocol

import tomli_w

from adjudication.powers import POWERS
from bots.arena.game import Record
from bots.experiment.figures import Figures, figures_of
from bots.experiment.file.declaration import GAMES_OF_A_SESSION, VERSION, Declaration
from bots.experiment.file.plans import in_english
from bots.experiment.file.reading import BadFileError, read_declaration
from bots.experiment.logformat import LogFormatError, checked
from bots.game_terms import options_of

__all__ = ["DEEPEST", "MOST_BYTES", "BadLogError", "Imported", "Readable", "read_log"]

_LONGEST_LINE: Final = 20_000_000
MOST_BYTES: Final = 2_000_000_000
"""Of a log, uncompressed."""

DEEPEST: Final = 60
"""Brackets in each other on a line of a log, those of formulas included."""

_BRACKET: Final = re.compile(rb"[][{}()]")
_ZIPPED: Final = b"\x1f\x8b"


class BadLogError(ValueError):
    """A log that cannot be taken in; the message says the line and why."""


class Readable(Protocol):
    def read(self, size: int = -1, /) -> bytes: ...


@dataclass(frozen=True, slots=True)
class Imported:
    """A log that was read. text: the experiment's file, its own or one made from the log. count: of its games.

    games: their records and figures, read from the log anew each time, so that one game is in memory.
    """

    text: str
    declaration: Declaration
    count: int
    games: Callable[[], Iterator[tuple[Record, Figures]]]


def read_log(
    file: Readable,
    name: str,
    text: str | None = None,
    *,
    most: int = 100_000,
    most_bytes: int = MOST_BYTES,
    told: Callable[[int], None] = lambda _games: None,
) -> Imported:
    """Read a log, compressed or not. text: of its experiment's file, where there is one. most, most_bytes: games there
    may be, and bytes when it is unpacked. told: hears how many games were read, as they are.

    Raises BadLogError, BadFileError for a wrong file.
    """
    declaration = None if text is None else read_declaration(text)
    data = file.read()
    heads: list[Record] = []
    figures: list[Figures] = []
    sessions: dict[tuple[object, ...], str] = {}
    for number, line in _lines(data, most_bytes):
        if len(heads) >= most:
            raise BadLogError(f"There are more than {most} games in this log; take in fewer.")
        record = _record(number, line, sessions)
        heads.append({key: record[key] for key in record if key not in _HEAVY})
        figures.append(_figures(record))
        told(len(heads))
    if not heads:
        raise BadLogError("There is no game in this log.")
    if sessions and not all(head["session"] in sessions.values() for head in heads):
        raise BadLogError("Games of the arena and of an experiment are in one log; take them in one by one.")
    if sessions:
        for at, head in enumerate(heads):
            head["game"] = at
    _check_numbers(heads)
    if declaration is None or text is None:
        _number_anew(heads)
        text = _file_of(name, heads)
        try:
            declaration = read_declaration(text)
        except BadFileError as bad:
            raise BadLogError(f"No experiment can be made of this log: {bad.faults[0].text}") from None
    else:
        _check_sessions(declaration, heads)
    numbers = [head["game"] for head in heads]

    def games() -> Iterator[tuple[Record, Figures]]:
        for at, (number, line) in enumerate(_lines(data, most_bytes)):
            record = _record(number, line, sessions)
            record["game"] = numbers[at]
            yield record, replace(figures[at], number=numbers[at])

    return Imported(text, declaration, len(heads), games)


_HEAVY: Final = frozenset({"phases", "final", "standing"})
"""Parts of a record that are not needed to tell whether games belong together."""


def _lines(data: bytes, most_bytes: int) -> Iterator[tuple[int, bytes]]:
    """Every line that holds something, with its number."""
    source: Any = gzip.GzipFile(fileobj=BytesIO(data)) if data.startswith(_ZIPPED) else BytesIO(data)
    number = total = 0
    try:
        while line := source.readline(_LONGEST_LINE):
            number, total = number + 1, total + len(line)
            if len(line) == _LONGEST_LINE or total > most_bytes:
                raise BadLogError(
                    f"At line {number} the log has more than {most_bytes // 1_000_000} MB, too much for here. "
                    "Take in its sessions one by one, or: manage.py experiment import."
                )
            if line.strip():
                yield number, line
    except (OSError, EOFError, zlib.error) as problem:
        raise BadLogError(f"After line {number} the file is damaged: {problem}.") from None


def _deep(line: bytes) -> int:
    """Depth of nested brackets."""
    depth = most = 0
    for bracket in _BRACKET.findall(line):
        depth += 1 if bracket in b"[{(" else -1
        most = max(most, depth)
    return most


def _record(number: int, line: bytes, sessions: dict[tuple[object, ...], str]) -> Record:
    if _deep(line) > DEEPEST:
        raise BadLogError(f"Line {number}: brackets stand more than {DEEPEST} deep in each other; no game has that.")
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        raise BadLogError(f"Line {number}: this is not JSON, so it is no log of games.") from None
    if not isinstance(found, dict):
        raise BadLogError(f"Line {number}: a game is a JSON object.")
    try:
        if "version" not in found and isinstance(found.get("seats"), dict):
            found = _from_arena(found, sessions)
        return checked(found)
    except LogFormatError as problem:
        raise BadLogError(f"Line {number}: {problem}") from None
    except (KeyError, TypeError, ValueError, AttributeError) as problem:
        raise BadLogError(f"Line {number}: this is not a game of the arena: {problem!r}.") from None


def _from_arena(found: Mapping[str, Any], sessions: dict[tuple[object, ...], str]) -> Record:
    seats = {power: str(found["seats"][power]) for power in POWERS}
    counts = Counter(seats.values())
    terms = tuple(found.get(name) for name in ("rulebook", "until", "level", "protocol"))
    key = (tuple(sorted(counts.items())), *terms)
    if key not in sessions:
        words = ", ".join(f"{count} {_label(bot)}" for bot, count in sorted(counts.items()))
        plain = words if len(words) <= 48 else f"{words[:47]}…"
        sessions[key] = plain if plain not in sessions.values() else f"{plain} ({len(sessions) + 1})"
    return {
        "version": VERSION,
        "session": sessions[key],
        "players": {power: _label(bot) for power, bot in seats.items()},
        **found,
        "phases": [in_english(phase) for phase in found["phases"]],
    }


def _label(bot: str) -> str:
    """A short name of a bot: without its package, and no word that files keep."""
    name = bot.rpartition(":")[2].strip() or "bot"
    if name.upper() in POWERS or name in ("others", "person", "outside"):
        name = f"{name} bot"
    return name if len(name) <= 40 else f"{name[:39]}…"


def _number_anew(records: list[Record]) -> None:
    """As their own experiment would number them: by session, in the order in which sessions come; games of a session
    keep theirs where no two have the same."""
    sessions = list(dict.fromkeys(record["session"] for record in sorted(records, key=lambda each: each["game"])))
    for at, session in enumerate(sessions):
        mine = [record for record in records if record["session"] == session]
        places = [record["game"] % GAMES_OF_A_SESSION for record in mine]
        for place, record in zip(places if len(set(places)) == len(places) else range(len(mine)), mine, strict=True):
            record["game"] = at * GAMES_OF_A_SESSION + place


def _check_numbers(records: Iterable[Record]) -> None:
    seen: set[int] = set()
    for record in records:
        if set(record["players"]) != set(POWERS) or set(record["centers"]) != set(POWERS):
            raise BadLogError(f"Game {record['game']} has other powers than the seven.")
        number = record["game"]
        if number in seen:
            raise BadLogError(f"Game {number} is twice in this log.")
        if not 0 <= number < 200 * GAMES_OF_A_SESSION:
            raise BadLogError(f"{number} is no number of a game.")
        seen.add(number)


def _check_sessions(declaration: Declaration, records: Iterable[Record]) -> None:
    known = {session.name: session for session in declaration.sessions}
    places = {name: at for at, name in enumerate(known)}
    for record in records:
        session = known.get(record["session"])
        if session is None:
            names = ", ".join(f"'{name}'" for name in known)
            raise BadLogError(
                f"Game {record['game']} is of the session '{record['session']}'; the file has {names}. "
                "It is the file of another experiment."
            )
        if (
            sorted(record["players"].values()) != sorted(session.seats)
            or record["game"] // GAMES_OF_A_SESSION != places[session.name]
        ):
            raise BadLogError(
                f"Game {record['game']} is none of the session '{session.name}' as the file has it: others sit there."
            )


def _figures(record: Record) -> Figures:
    try:
        return figures_of(record)
    except (KeyError, IndexError, ValueError) as problem:
        said = f"there is no {problem}" if isinstance(problem, KeyError) else str(problem)
        raise BadLogError(f"Game {record['game']} cannot be counted: {said}.") from None


def _file_of(name: str, records: list[Record]) -> str:
    """A file that says what the log does.

    How powers were dealt and how long bots had, it does not.
    """
    sessions: dict[str, Record] = {}
    games: Counter[str] = Counter(record["session"] for record in records)
    for record in sorted(records, key=lambda each: each["game"]):
        sessions.setdefault(record["session"], record)
    bots: dict[str, str] = {}
    for record in sessions.values():
        for power, label in record["players"].items():
            bots.setdefault(label, record["seats"].get(power, ""))
    played = "; ".join(f"{label} was {bot}" for label, bot in bots.items() if bot)
    document = {
        "version": VERSION,
        "name": name[:120] or "Imported",
        "about": f"Made from a log: {len(records)} games. {played}".strip()[:5000],
        "seed": records[0]["seed"],
        "bots": {label: {"bot": "outside"} for label in bots},
        "sessions": [_session(record, games[session]) for session, record in sessions.items()],
    }
    return tomli_w.dumps(document, multiline_strings=True)


def _session(record: Record, games: int) -> dict[str, Any]:
    terms = {"edition": "rulebook", "press_level": "level", "press_protocol": "protocol"}
    return {
        "name": record["session"],
        "games": games,
        "seats": dict(Counter(record["players"].values())),
        "last_year": record["until"],
        **{mine: record[key] for mine, key in terms.items() if record[key] in options_of(mine)},
    }
