"""Time in a game. The database holds every deadline; nothing here remembers anything."""

import re
from datetime import UTC, datetime, time, timedelta
from random import Random
from typing import Final
from zoneinfo import ZoneInfo

from django.conf import settings
from django.utils import timezone

from adjudication.phase import FIRST_PHASE, Phase, parse_phase
from dipgame.games.models import Game, GamePhase

__all__ = [
    "A_MINUTE",
    "CARETAKER_TIME",
    "CLAIM_LEASE",
    "DEADLINE_IS_NEAR",
    "LIVE_SECONDS",
    "LONGEST_EXCUSE",
    "LONGEST_WARNING",
    "PATIENCE_WITH_BOTS",
    "POLL_LASTS",
    "RECEIPTS_KEPT",
    "SLOW_SECONDS",
    "awake",
    "bot_pause",
    "bot_seconds",
    "clock_at",
    "deadline_in",
    "deadline_of",
    "excuse_of",
    "fill_time",
    "in_zone",
    "is_live",
    "is_near",
    "letter_pause",
    "mark",
    "moment_words",
    "now",
    "parts_of",
    "phase_length",
    "second_thoughts",
    "thinking_limit",
    "undisturbed",
]

CLAIM_LEASE: Final = timedelta(seconds=10)
"""Time without a sign of life after which a claim on a phase, a sheet or a hearing may be taken over."""

DEADLINE_IS_NEAR: Final = timedelta(seconds=45)
"""So long before the end of a phase its bots are asked for orders before anything else."""

PATIENCE_WITH_BOTS: Final = timedelta(minutes=1)
"""So long after its deadline a phase waits for bots that nobody has asked yet: no worker had time, or none runs."""

RECEIPTS_KEPT: Final = timedelta(days=30)
"""A page that kept a command for longer than this may find it carried out twice; its phase is over by then."""

POLL_LASTS: Final = timedelta(days=1)
"""So long after the end one guesses who was a bot, unless all have."""

A_MINUTE: Final = timedelta(minutes=1)

LONGEST_EXCUSE: Final = timedelta(days=1)

CARETAKER_TIME: Final = timedelta(minutes=2)
"""Time a phase stays open for a bot that replaces an absent player."""

_FILL_AFTER: Final = (
    (3_600, timedelta(minutes=30)),
    (86_400, timedelta(hours=12)),
    (864_000, timedelta(days=1)),
)
"""Up to which length of a movement phase people have so long to find each other in a game that the site offers."""

LONGEST_WARNING: Final = timedelta(hours=3)
"""So long before a deadline people are told that it is near, at the earliest."""

SLOW_SECONDS: Final = 43_200
"""Shortest movement phase, in seconds, that may end at a fixed hour."""

_HALF_A_DAY: Final = timedelta(hours=12)

LIVE_SECONDS: Final = 3600
"""Longest movement phase of a live game, in which people sit in front of it. Games against bots alone count as live,
however long their phases."""


def now() -> datetime:
    """The time, in UTC."""
    return timezone.now()


def phase_length(game: Game, phase: Phase) -> timedelta:
    """Length of a phase of this game."""
    if phase == FIRST_PHASE and game.first_seconds is not None:
        return timedelta(seconds=game.first_seconds)
    seconds = {"M": game.movement_seconds, "R": game.retreat_seconds, "A": game.adjustment_seconds}[phase.kind]
    return timedelta(seconds=seconds)


def deadline_of(game: Game, phase: Phase, opened_at: datetime) -> datetime:
    """Deadline of a phase that opens now: at the game's fixed hour if it has one. In a pause
    its time begins when that ends, and in quiet hours none does."""
    opened, length = clock_at(game, opened_at), phase_length(game, phase)
    end = opened + length
    if game.hour:
        # A phase that opens a little after the hour, or before it, ends on the day that its length comes to.
        end = _next_hour(opened + max(length / 2, length - _HALF_A_DAY), int(game.hour), game.quiet_zone)
    return awake(game.quiet, game.quiet_zone, end)


def _next_hour(moment: datetime, hour: int, zone: str) -> datetime:
    """The first moment from this one on at which the clock of the zone shows this hour."""
    local = moment.astimezone(ZoneInfo(zone))
    today = datetime.combine(local.date(), time(hour), ZoneInfo(zone))
    if today >= local:
        return today.astimezone(UTC)
    return datetime.combine(local.date() + timedelta(days=1), time(hour), ZoneInfo(zone)).astimezone(UTC)


def awake(quiet: str, zone: str, moment: datetime) -> datetime:
    """The moment itself or, in quiet hours (`22-7` by the clock of that zone, "" for none), the first one after them.

    By the clock on the wall: where it is put on or back in that night, the hours are those that it shows.
    """
    if not quiet:
        return moment
    begins, ends = (int(hour) for hour in quiet.split("-"))
    local = moment.astimezone(ZoneInfo(zone))
    asleep = begins <= local.hour < ends if begins < ends else local.hour >= begins or local.hour < ends
    if not asleep:
        return moment
    day = local.date() + timedelta(days=1 if begins > ends and local.hour >= begins else 0)
    return datetime.combine(day, time(ends), ZoneInfo(zone)).astimezone(UTC)


def undisturbed(moment: datetime, *hours: tuple[str, str]) -> datetime:
    """The first moment from this one on that lies in none of these quiet hours, each with the zone whose clock it goes
    by; the moment itself where they leave no hour free."""
    found = moment
    for _ in range(2 * len(hours)):
        later = found
        for quiet, zone in hours:
            later = awake(quiet, zone, later)
        if later == found:
            return found
        found = later
    return moment


def fill_time(game: Game) -> datetime:
    """Time at which bots fill an offered game with one player."""
    wait = next(wait for longest, wait in _FILL_AFTER if game.movement_seconds <= longest)
    return awake(game.quiet, game.quiet_zone, now() + wait)


def clock_at(game: Game, at: datetime) -> datetime:
    """The moment itself or, in a pause, the one at which the clock goes on."""
    return at if game.paused_until is None else max(at, game.paused_until)


def deadline_in(phase: GamePhase) -> datetime:
    """The deadline of a phase that is played."""
    if phase.deadline is None:
        raise ValueError(f"{phase.name} is not played")
    return phase.deadline


def is_near(phase: GamePhase, at: datetime) -> bool:
    """True if the deadline is close enough to warn those without orders.

    The last tenth of the phase, at least two minutes and at most `LONGEST_WARNING`.
    """
    tenth = phase_length(phase.game, parse_phase(phase.name)) / 10
    return deadline_in(phase) - at <= min(max(tenth, 2 * A_MINUTE), LONGEST_WARNING)


def is_live(game: Game) -> bool:
    """True if phases are short enough for one sitting."""
    return bool(game.movement_seconds <= LIVE_SECONDS)


def excuse_of(game: Game) -> timedelta:
    """Extra time, granted once, for a missed movement phase."""
    return min(timedelta(seconds=game.movement_seconds), LONGEST_EXCUSE)


def moment_words(moment: datetime, zone: str = "") -> str:
    """A moment by the clock of a zone: `24 November 19:00 CET`; where none is known `24 November 18:00 UTC`."""
    return f"{moment.astimezone(ZoneInfo(zone or 'UTC')):%-d %B %H:%M %Z}"


_MARK: Final = re.compile(r"\{(\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?\+00:00)\}")


def mark(moment: datetime) -> str:
    """The moment in a sentence that people of several zones read: `{2026-11-24T18:00:00+00:00}`."""
    return f"{{{moment.astimezone(UTC).isoformat(timespec='seconds')}}}"


def in_zone(words: str, zone: str) -> str:
    """The sentence with its marked moments in words, by the clock of a zone."""
    return _MARK.sub(lambda found: moment_words(datetime.fromisoformat(found[1]), zone), words)


def parts_of(words: str) -> list[str | datetime]:
    """The sentence in pieces: text, and the moments marked in it."""
    pieces = _MARK.split(words)
    return [datetime.fromisoformat(piece) if number % 2 else piece for number, piece in enumerate(pieces) if piece]


def bot_seconds() -> float:
    """Seconds a bot may think about a phase."""
    return float(settings.BOT_SECONDS)


def second_thoughts() -> timedelta:
    """Time to take Ready back in a game against bots alone.

    Bots are ready within seconds; without it there would be no way back.
    """
    return timedelta(seconds=settings.READY_SECONDS)


def bot_pause(game: Game, people: int, rng: Random, earlier: int = 0, pace: float = 1.0) -> timedelta:
    """Pause between hearing a message and answering it, thinking included.

    Seconds in a quick game, up to half a minute in a slow one. people: players who are people. earlier: messages of the
    bot that go out before. pace: below 1 for quick bots, above for slow ones, within the same bounds. The next sweep
    may add a little.
    """
    least, most = (2, 5) if _is_quick(game, people) else (4, 30)
    return timedelta(seconds=min(most, max(least, pace * rng.uniform(least, most))) + 2 * earlier)


def letter_pause(game: Game, people: int, rng: Random, turn: float, earlier: int = 0) -> timedelta:
    """Pause between a phase's start and a bot's first messages.

    In a quick game bots write one after the other. turn: from 0, the first of the bots, to 1, the last.
    """
    if not _is_quick(game, people):
        return bot_pause(game, people, rng, earlier)
    return timedelta(seconds=3 + 8 * turn + 2 * earlier)


def _is_quick(game: Game, people: int) -> bool:
    return is_live(game) or people == 1


def thinking_limit() -> timedelta:
    """Longest wait for a thinking bot: twice its limit, plus 2 s."""
    return timedelta(seconds=2 * bot_seconds() + 2)
