"""The Ministry of Defence: a department for each front, and the store.

Source: Kraus, Lehmann, Ephrati (1989), sections 3 and 6: strategies are kept by the power to cooperate with, then by
their enemies, and removed at the end of each season. The local agents of the source share one processor, each in its
turn; here an office is a function, and `Cabinet` is what they have in common.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from adjudication.position import Position
from adjudication.powers import POWERS, Power
from bots.agent import Memory
from bots.view import SeatView
from bots.zoo.israeli.finder import Front, find
from bots.zoo.israeli.fitting import Compiled
from bots.zoo.israeli.knowledge import Knowledge, Personality
from bots.zoo.israeli.strategy import MalformedStrategyError, Strategy, format_strategy, parse_strategy

__all__ = ["Cabinet", "Files", "department", "front_of", "store"]

_KEPT: Final = 6
"""Strategies that are stored for one power and its enemies."""


@dataclass(slots=True)
class Files:
    """Private memory of the Diplomat.

    strategies: of this season, by the power to cooperate with and the enemies (`AUS+ITA`). considered: general plans of
    this season and their worth. asked: how often each power was asked for details, and the last year. pretended:
    deals that were agreed to without meaning it.
    """

    phase: str
    strategies: dict[str, dict[str, list[str]]] = field(default_factory=dict)
    considered: dict[str, float] = field(default_factory=dict)
    asked: dict[str, list[int]] = field(default_factory=dict)
    pretended: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, memory: Memory, position: Position) -> "Files":
        """Read the files in a memory.

        Nonsense is dropped, and so are strategies of a season that is over.
        """
        now = str(position.phase)
        asked = {
            power: times
            for power, times in _dict(memory.get("asked")).items()
            if isinstance(times, list) and len(times) == 2 and all(isinstance(each, int) for each in times)
        }
        pretended = memory.get("pretended")
        texts = [each for each in pretended if isinstance(each, str)] if isinstance(pretended, list) else []
        files = cls(now, asked=asked, pretended=texts)
        if memory.get("phase") == now:
            files.considered = {
                key: float(worth)
                for key, worth in _dict(memory.get("considered")).items()
                if isinstance(worth, int | float)
            }
            files.strategies = {
                power: {key: [str(each) for each in texts] for key, texts in _dict(found).items() if _is_list(texts)}
                for power, found in _dict(memory.get("strategies")).items()
            }
        return files

    def memory(self) -> dict[str, Any]:
        """The files as JSON values."""
        return {
            "phase": self.phase,
            "strategies": self.strategies,
            "considered": self.considered,
            "asked": self.asked,
            "pretended": self.pretended,
        }


def _dict(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _is_list(value: object) -> bool:
    return isinstance(value, list)


@dataclass(frozen=True, slots=True)
class Cabinet:
    """The note board of the offices in one call of the bot."""

    view: SeatView
    known: Knowledge
    personality: Personality
    files: Files
    rng: Random
    in_time: Callable[[], bool]

    @property
    def me(self) -> Power:
        """The Diplomat's power."""
        return self.view.power

    @property
    def position(self) -> Position:
        """The board."""
        return self.view.position


def front_of(cabinet: Cabinet, ally: Power | None, enemies: frozenset[Power], friends: frozenset[Power]) -> Front:
    """A front of the Diplomat, with an ally or alone."""
    powers = (cabinet.me,) if ally is None else (cabinet.me, ally)
    rest = friends - enemies - set(powers)
    return Front(powers, enemies - set(powers), rest, cabinet.personality.aggressiveness)


def department(cabinet: Cabinet, ally: Power, enemies: frozenset[Power]) -> list[Strategy]:
    """Strategies for cooperation with a power against enemies.

    Stored ones, or else new ones, which are stored.
    """
    kept = cabinet.files.strategies.get(ally, {}).get(_key(enemies))
    if kept:
        try:
            return [parse_strategy(text) for text in kept]
        except MalformedStrategyError:
            pass
    front = front_of(cabinet, ally, enemies, cabinet.known.friends)
    closed = Compiled(closed=cabinet.known.closed)
    found = find(cabinet.position, front, cabinet.rng, closed, in_time=cabinet.in_time)[:_KEPT]
    store(cabinet.files, ally, enemies, found)
    return found


def store(files: Files, ally: Power, enemies: frozenset[Power], found: Sequence[Strategy]) -> None:
    """Keep strategies until the season is over.

    Of more than `_KEPT` the first, to compare suggestions with, and the newest.
    """
    texts = files.strategies.setdefault(ally, {}).setdefault(_key(enemies), [])
    new = [text for text in map(format_strategy, found) if text not in texts]
    known = [*texts, *new[:_KEPT]]
    half = _KEPT // 2
    texts[:] = known[:half] + known[half:][-half:]


def _key(enemies: frozenset[Power]) -> str:
    return "+".join(power for power in POWERS if power in enemies)
