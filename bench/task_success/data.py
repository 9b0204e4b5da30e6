"""The deals and what people type for them, as they stand in the files beside this one."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final, Literal, TypeAlias, get_args

from adjudication.position import Position
from adjudication.powers import Power, as_power
from bench.task_success.boards import boards
from negotiation.diplomacy import DIPLOMACY
from negotiation.parser import parse
from negotiation.terms import Utterance

__all__ = ["PERSONS", "Deal", "Remark", "Series", "deals", "near_misses", "small_talk", "wordings"]

_HERE: Final = Path(__file__).parent
PERSONS: Final = ("careful", "casual", "chatty")
"""Kinds of writers: full words, short forms, or small talk around the deal."""

_THIRDS: Final = 3

Series: TypeAlias = Literal["first", "second", "third", "fourth", "fifth", "sixth"]
"""Series of deals, each drawn by another seed and with wordings of its own."""

_OWN_REMARKS: Final = ("third", "fourth", "fifth", "sixth")
"""Series with small talk and near misses of their own."""


@dataclass(frozen=True)
class Deal:
    """A deal somebody wants to express, and its situation.

    held: kept back until the end.
    """

    name: str
    kind: str
    position: Position
    talk: tuple[Utterance, ...]
    term: Utterance
    held: bool

    @property
    def speaker(self) -> Power:
        return as_power(self.term.speaker)

    @property
    def hearers(self) -> tuple[Power, ...]:
        return tuple(as_power(power) for power in self.term.hearers)


@dataclass(frozen=True)
class Remark:
    """A line that has nothing to get across, and where it is typed."""

    text: str
    position: Position
    talk: tuple[Utterance, ...]
    speaker: Power
    hearers: tuple[Power, ...]
    held: bool


@cache
def deals(series: Series = "first") -> tuple[Deal, ...]:
    """All deals of a series, in the order of the file; every third of a kind is held."""
    path = _HERE / ("deals.jsonl" if series == "first" else f"{series}_deals.jsonl")
    return tuple(_deal(line) for line in path.read_text(encoding="utf-8").splitlines())


@cache
def wordings() -> dict[tuple[str, str], tuple[str, ...]]:
    """(deal, person) -> the tries, in the order in which that person would type them. Raises ValueError for a line
    that is no deal's name and no `person | try | try | try`, and for what stands there twice."""
    found: dict[tuple[str, str], tuple[str, ...]] = {}
    for path in sorted((_HERE / "wordings").glob("*.txt")):
        if not path.stem.endswith(("small_talk", "near_misses")):
            _read_tries(path, found)
    return found


def small_talk(series: Series = "first") -> tuple[Remark, ...]:
    """Lines that should be left alone.

    The second series has those of the first.
    """
    return tuple(_remarks(f"{series}_small_talk" if series in _OWN_REMARKS else "small_talk"))


def near_misses(series: Series = "first") -> tuple[Remark, ...]:
    """Lines that look like a deal or an answer and must not be claimed. The second series has those of the first."""
    return tuple(_remarks(f"{series}_near_misses" if series in _OWN_REMARKS else "near_misses"))


def _deal(line: str) -> Deal:
    data = json.loads(line)
    return Deal(
        data["id"],
        data["kind"],
        boards()[data["board"]],
        tuple(parse(text, DIPLOMACY) for text in data["talk"]),
        parse(data["l"], DIPLOMACY),
        int(data["id"].rpartition("-")[2]) % _THIRDS == 0,
    )


def _read_tries(path: Path, found: dict[tuple[str, str], tuple[str, ...]]) -> None:
    name = ""
    names = {deal.name for series in get_args(Series) for deal in deals(series)}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        head, *tries = (part.strip() for part in line.split("|"))
        if not tries and head in names:
            name = head
        elif head in PERSONS and tries and name and (name, head) not in found:
            found[name, head] = tuple(tries)
        else:
            raise ValueError(
                f"{path.name}, line {number}: expected a deal's name or `person | try | try | try`: {line}"
            )


def _remarks(name: str) -> Iterator[Remark]:
    board, speaker, hearer, talk = "", "", "", ""
    count = 0
    for line in (_HERE / "wordings" / f"{name}.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            board, speaker, hearer, *rest = line[1:-1].split(maxsplit=3)
            talk = "".join(rest)
        elif line and not line.startswith("#"):
            count += 1
            said = (parse(talk, DIPLOMACY),) if talk else ()
            held = count % _THIRDS == 0
            yield Remark(line, boards()[board], said, as_power(speaker), (as_power(hearer),), held)
