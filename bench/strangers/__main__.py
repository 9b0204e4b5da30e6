"""Lines that strangers marked: `python -m bench.strangers [aside|learn|ordinary|examiners|complex] [--list]`.

Six writers who had seen neither the reader nor its corpora wrote refusals, yeses, counter-offers, corrections, deals in
short forms and wrapped in chat, questions, reports and talk, and marked what each means. `ordinary` are lines of
`bench.newcomer` for which the reader of November 2026 showed something, marked by three readers: its reading was right
(`read`), nothing is said that binds (`talk`), or what is meant was not shown (`missing`). `examiners` are 300 lines of
two more people, written after the last lines that are learnt from. `complex` are 150 lines of one more person; most of
their deals have several parts. They are marked from what the writer said in English each means, strictly: dates,
conditions, and what either side does. What L cannot say is marked by the nearest that it can.

Each line is understood as on the site. Printed are, by set: right at the first try (claimed, or offered first; talk
that is left alone), shown (among what is offered), claims, and those that are wrong. --list prints lines that are not
shown, and wrong claims.

From `learn.jsonl` `bench.judge` learns: lines of all writers, and of most newcomers. From `parts.jsonl` (1,104 lines of
four more people, most of them deals of several parts) `bench.parts` learns as well. From `aside.jsonl` (three of the
writers), `ordinary.jsonl` (four groups of newcomers: fresh, others, wanderers, last), `examiners.jsonl` and
`complex.jsonl` nothing is learnt.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from adjudication.position import Position, position_from_dict
from adjudication.powers import as_power
from bench.newcomer.__main__ import scene_board
from bench.task_success.boards import boards
from bench.task_success.meaning import meaning
from negotiation.diplomacy import DIPLOMACY
from negotiation.english.context import Context, context_of
from negotiation.heard import is_remark
from negotiation.judge.rules import binds
from negotiation.levels import FREE
from negotiation.parser import parse
from negotiation.printer import format_term
from negotiation.terms import Courtesy, Utterance
from negotiation.understanding import understand

__all__ = ["LEARNT", "PARTS", "context", "judged"]

_HERE: Final = Path(__file__).parent
LEARNT: Final = _HERE / "learn.jsonl"
PARTS: Final = _HERE / "parts.jsonl"


@dataclass(frozen=True)
class Judged:
    """A line beside its marking.

    readings: what it was read as, the likeliest first."""

    text: str
    among: str
    first: bool
    shown: bool
    claimed: bool
    wrong: bool
    readings: tuple[tuple[Utterance, ...], ...]


def judged(name: str) -> Iterator[Judged]:
    """Each line of a file, understood."""
    with (_HERE / f"{name}.jsonl").open(encoding="utf-8") as file:
        yield from map(_judge, map(json.loads, file))


def board_of(line: Mapping[str, Any]) -> Position:
    """Board of a line: written out, the deals', or a newcomers' scene."""
    if isinstance(line["board"], Mapping):
        return position_from_dict(line["board"])
    _, _, turn = line["board"].rpartition("scene ")
    if turn == line["board"]:
        return boards()[turn]
    return scene_board({"board": turn} if turn == "later" else {"turn": turn})[0]


def context(line: Mapping[str, Any]) -> Context:
    """Context of a line: its board and its open proposals."""
    said = [parse(line[side], DIPLOMACY) for side in ("mine", "open") if side in line]
    found = context_of(as_power(line["me"]), (as_power(line["other"]),), board_of(line), said)
    return replace(found, level=FREE)


def _judge(line: Mapping[str, Any]) -> Judged:
    board = board_of(line)
    heard = understand(line["text"], context(line))
    read = [tuple(term for term in each.said if not isinstance(term, Courtesy)) for each in heard.readings]
    readings = () if heard.verdict == "talk" else tuple(each for each in read if each and not is_remark(each))
    meant = {meaning(tuple(parse(term, DIPLOMACY) for term in said), board) for said in line["right"] if said}
    never = {meaning((parse(term, DIPLOMACY),), board) for term in line.get("never", ())}
    found = [meaning(each, board) for each in readings]
    claimed = heard.verdict == "claim" and bool(readings)
    is_talk = [] in line["right"] and not claimed
    return Judged(
        line["text"],
        line["set"],
        first=(found[0] in meant or (is_talk and found[0] not in never)) if found else is_talk,
        shown=is_talk or not meant.isdisjoint(found),
        claimed=claimed,
        wrong=claimed and found[0] not in meant and (bool(meant) or found[0] in never or binds(readings[0])),
        readings=readings,
    )


def main() -> None:
    """Print the table."""
    arguments = argparse.ArgumentParser(prog="python -m bench.strangers", description=__doc__)
    arguments.add_argument(
        "lines", nargs="?", choices=("aside", "learn", "ordinary", "examiners", "complex"), default="aside"
    )
    arguments.add_argument("--list", action="store_true", help="print what is not shown, and wrong claims")
    asked = arguments.parse_args()
    table: dict[str, Counter[str]] = {}
    for each in judged(asked.lines):
        for row in (table.setdefault(each.among, Counter()), table.setdefault("all", Counter())):
            row["lines"] += 1
            row.update(name for name in ("first", "shown", "claimed", "wrong") if getattr(each, name))
        if asked.list and (each.wrong or not each.shown):
            print("wrong" if each.wrong else "not shown", repr(each.text))
            for reading in each.readings:
                print("     ", "; ".join(format_term(term, DIPLOMACY) for term in reading))
    for among, row in sorted(table.items(), key=lambda item: item[0] == "all"):
        shares = "  ".join(f"{name} {row[name] / row['lines']:4.0%}" for name in ("first", "shown"))
        print(f"{among:18} {row['lines']:4} lines  {shares}  claims {row['claimed']:3}, wrong {row['wrong']:2}")


if __name__ == "__main__":
    main()
