"""Lines of streams: news of a game, or of a person's games."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import msgspec

from dipgame.games import convert, queries
from dipgame.games.events import LOBBY, game_topic, person_topic, seat_topic
from dipgame.games.models import GamePhase
from frontend.access import Access, access_for
from frontend.api import shapes
from frontend.api.door import Caller, caller_again
from frontend.api.facts import game_view, message_facts, number_of_message, past_phase_facts, position_facts
from frontend.api.lists import PublicTables, challenges, my_games, my_games_since, summaries
from frontend.api.reading import newest_of

if TYPE_CHECKING:
    from dipgame.accounts.models import User

__all__ = ["EventTeller", "GameTeller", "Told"]

_REVOKED: Final = "The token was revoked, or its account closed. Make another on your account page."
_NO_ACCESS: Final = "There is no such game, or it is private."


@dataclass(frozen=True, slots=True)
class Told:
    """The result of a look.

    lines: to send. topics: to follow from now on. is_last: whether the stream ends.

    numbers: of topics, how much had happened before the look.
    """

    lines: tuple[bytes, ...]
    topics: frozenset[str] = frozenset()
    numbers: Mapping[str, int] = field(default_factory=dict)
    is_last: bool = False


@dataclass(slots=True)
class GameTeller:
    """Tells of one game.

    pause: seconds between two looks.

    number: the newest that was told; None: tell of the present, and what follows.
    """

    caller: Caller
    slug: str
    number: int | None
    pause: float = 0.05
    _upto: int = 0
    _phase: int = 0
    _shown: bytes = b""

    def look(self) -> Told:
        """Look at the game and tell what is new.

        In a thread, one look at a time.
        """
        access = _access_again(self.caller, self.slug)
        if isinstance(access, str):
            return _end(self.number or 0, access)
        # Numbers are given under the game's lock: all that has one up to this is there to be read. What is written
        # while we look comes at the next look, so that nothing older is ever told after it.
        upto = queries.newest_number(access.game.pk)
        sight, is_first = access.look(), not self._shown
        known = min(newest_of(access, sight), upto) if self.number is None else self.number
        if is_first:
            phase, since = known, upto if self.number is None else known
        else:
            phase, since = self._phase, self._upto
        # Phases have a place of their own: to who watches a phase later, one is told when the next has a number.
        phases = list(_phases(access, sight, phase, upto))
        happened = [*phases, *_messages(access, since, upto)]
        number = max([known, *(number for number, _ in happened)])
        # The greeting knows no more than the program does: it may be the last line that arrives.
        view = game_view(access, sight, known if is_first else number)
        shown = _compared(view)
        present = [_line({"n": view["n"], "type": "game", "game": view})] if shown != self._shown else []
        topics, numbers = _topics(access), _numbers(access)
        # Only now that nothing can fail: what was not told is found again by the next look.
        self.number, self._upto, self._shown = number, max(since, upto), shown
        self._phase = max([phase, *(number for number, _ in phases)])
        news = [line for _, line in sorted(happened)]
        # First the game as it stands; later, what happened comes before what it led to.
        lines = [*present, *news] if is_first else [*news, *present]
        return Told(tuple(lines), topics, numbers)


def _access_again(caller: Caller, slug: str) -> Access | str:
    now = caller_again(caller)
    if now is None:
        return "revoked"
    return access_for(now.person, slug) or "no_game"


def _end(number: int, code: str) -> Told:
    detail = _REVOKED if code == "revoked" else _NO_ACCESS
    return Told((_line({"n": number, "type": "end", "code": code, "detail": detail}),), is_last=True)


def _topics(access: Access) -> frozenset[str]:
    topics = {game_topic(access.game.slug), *map(seat_topic, access.seats_to_follow)}
    return frozenset(topics if access.person is None else topics | {person_topic(access.person)})


def _numbers(access: Access) -> dict[str, int]:
    seat = {} if access.seat is None else {seat_topic(access.seat.pk): access.news[1]}
    return {game_topic(access.game.slug): access.news[0], **seat, **{seat_topic(pk): at for pk, at in access.overseen}}


def _phases(access: Access, sight: queries.Sight, since: int, upto: int) -> Iterator[tuple[int, bytes]]:
    """Lines of the phases that began between two numbers.

    As this viewer may know them.
    """
    latest = sight.latest
    if latest is None or queries.place_of(latest) <= since:
        return
    before: GamePhase | None = None
    rows = [row for row in queries.phases_after(access.game, since) if row.index <= latest.index]
    for row in rows:
        if queries.place_of(row) > upto:
            return
        if row.index and (before is None or before.index != row.index - 1):
            before = queries.phase_numbered(access.game, row.index - 1)
        yield _phase(row, before)
        before = row


def _phase(row: GamePhase, before: GamePhase | None) -> tuple[int, bytes]:
    line: shapes.PhaseLine = {
        "n": queries.place_of(row),
        "type": "phase",
        "phase": row.name,
        "kind": convert.phase_of(row).kind,
        "index": row.index,
        "position": position_facts(convert.position_of(row)),
        "before": None if before is None or row.index == 0 else past_phase_facts(before),
    }
    return line["n"], _line(line)


def _messages(access: Access, since: int, upto: int) -> Iterator[tuple[int, bytes]]:
    """Lines of the messages after a number, up to another."""
    more = True
    while more:
        rows, more = queries.messages_after(access.game, access.seat, since, sees_all=access.sees_all)
        for row in rows:
            since = number_of_message(row)
            if since > upto:
                return
            line: shapes.MessageLine = {"n": since, "type": "message", "message": message_facts(row, access)}
            yield since, _line(line)


@dataclass(slots=True)
class EventTeller:
    """Tells of a person's games, and of open tables.

    pause: seconds between two looks; each reads all games.

    number: what is older is known.
    """

    caller: Caller
    number: int | None
    pause: float = 1.0
    _games: dict[str, bytes] = field(default_factory=dict)
    _challenges: list[shapes.OpenTable] = field(default_factory=list)
    _tables: bytes | None = None
    _topics: frozenset[str] = frozenset()

    def look(self, public: PublicTables) -> Told:
        """Look at the games and tell what is new.

        public: read for all streams at once. In a thread, one look at a time.
        """
        now = caller_again(self.caller)
        if now is None:
            return _end(self.number or 0, "revoked")
        person, lines = now.person, list[bytes]()
        numbers = queries.news_of(self._topics)
        if self._tables is None and self.number is not None:
            found = my_games_since(person, self.number)
            games = {each["slug"]: _compared(each) for each in my_games(person)}
        else:
            found, games = self._changed(person)
        number = self.number or 0
        for each in sorted(found, key=lambda each: each["n"]):
            number = max(number, each["n"])
            lines.append(_line({"n": number, "type": "game", "game": each}))
        asked_to, seats = challenges(person), queries.seats_played_by(person)
        # Only now that nothing can fail: what was not told is found again by the next look.
        self.caller, self.number, self._games, self._challenges = now, number, games, asked_to
        lines += self.look_at_tables(public).lines
        tables_asked_to = [each["slug"] for each in asked_to]
        topics = {LOBBY, person_topic(person.pk), *map(game_topic, [*games, *tables_asked_to]), *map(seat_topic, seats)}
        self._topics = frozenset(topics)
        known = {topic: numbers[topic] for topic in self._topics & numbers.keys()} | {LOBBY: public.number}
        return Told(tuple(lines), self._topics, known)

    def look_at_tables(self, public: PublicTables) -> Told:
        """Tell of public tables alone; asks no database."""
        tables = [*self._challenges, *public.open_to(self.caller.person)]
        shown = b"\n".join(map(_compared, tables))
        if shown == self._tables:
            return Told((), self._topics, {LOBBY: public.number})
        self._tables = shown
        line = _line({"n": self.number or 0, "type": "tables", "tables": tables})
        return Told((line,), self._topics, {LOBBY: public.number})

    def _changed(self, person: "User") -> tuple[list[shapes.GameSummary], dict[str, bytes]]:
        """Games that changed since they were told, and what is known then.

        Those that ended, or that a bot plays on, are among them.
        """
        live = {each["slug"]: each for each in my_games(person)}
        gone = self._games.keys() - live.keys()
        rows = [row for slug in gone if (row := queries.game_with_slug(slug)) is not None]
        ended = summaries(person, rows)
        shown = {slug: _compared(each) for slug, each in live.items()}
        changed = [each for slug, each in live.items() if shown[slug] != self._games.get(slug)]
        return [*changed, *ended], shown


def _compared(told: Any) -> bytes:
    """All of it that counts as news.

    The address does not: that of a local site is whichever it was last asked by.
    """
    return msgspec.json.encode({name: value for name, value in told.items() if name not in ("n", "url")})


def _line(line: Any) -> bytes:
    return msgspec.json.encode(line) + b"\n"
