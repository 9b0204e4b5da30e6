"""Learns which parts of a deal a text tells.

`python -m bench.parts` prints how often the right deal is found.

Each marked line whose deal can be put together from its names (`negotiation.judge.parts`) becomes one choice a name:
among all that the board allows for the names that begin there, what the right deal has is right. `bench.judge --write`
learns these weights with its own.
"""

import argparse
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final
from zlib import crc32

import numpy as np

from adjudication.powers import as_power
from bench.marked import SEED, Marked, marked, of_parts, sources
from bench.part_weights import State, weights_of
from bench.strangers.__main__ import PARTS
from bench.task_success.meaning import meaning_of_part
from bench.weights import digest_of, keep
from negotiation.diplomacy import Aly, Drw, Pce
from negotiation.english.tones import plain
from negotiation.judge.naming import named_in
from negotiation.judge.order_ways import Part
from negotiation.judge.parts import Choice, Reader, label_numbers
from negotiation.judge.spans import Anchor
from negotiation.terms import Agree, And, Commits, Courtesy, Deal, Inform, Propose, Utterance
from negotiation.words.phrasing import trimmed

__all__ = ["FOLDS", "Lines", "fold_of", "gathered", "learnt", "write"]

_MOST_STATES: Final = 10
_MOST_NAMES: Final = 12
FOLDS: Final = 4
_STRANGE: Final = 3
"""Weight of a line that somebody wrote."""


def deal_in(said: Sequence[Utterance]) -> Deal | None:
    """The one deal that is proposed or promised."""
    if len(said) != 1:
        return None
    one = said[0]
    if isinstance(one, Propose):
        return one.deal
    return one.content if isinstance(one, Inform) and isinstance(one.content, Commits) else None


def told_in(deal: Deal) -> list[tuple[Part, Any]]:
    """The deal part by part, each with its time."""
    if isinstance(deal, Agree):
        contents = deal.content.items if isinstance(deal.content, And) else (deal.content,)
        return [((None, content), deal.time) for content in contents]
    found: list[tuple[Part, Any]] = []
    for item in deal.items:
        contents = item.content.items if isinstance(item.content, And) else (item.content,)
        found += [((as_power(item.agent), content), item.time) for content in contents]
    return found


class Line:
    """A marked line beside the deal that it means."""

    def __init__(self, one: Marked) -> None:
        self.one = one
        self.group = f"{one.source} {one.terms or one.text}"
        among = [tuple(term for term in terms if not isinstance(term, Courtesy)) for terms in (one.terms, *one.others)]
        self.deals = [deal for said in among if (deal := deal_in(said)) is not None]
        self.named = named_in(trimmed(plain(one.text)), one.where)

    def reader(self, weights: Any) -> Reader | None:
        where = self.one.where
        if not self.deals or where.position is None or len(where.hearers) != 1:
            return None
        found = Reader(self.named, where.position, weights)
        return found if 0 < len(found.anchors.all) <= _MOST_NAMES else None

    def keys(self, parts: Sequence[tuple[Part, Any]], *, timed: bool = True) -> frozenset[Hashable]:
        """Meaning of the parts."""
        return frozenset(key for part, time in parts for key in self.part(part, time if timed else None))

    def part(self, part: Part, time: Any) -> tuple[Hashable, ...]:
        where = self.one.where
        position = where.position
        assert position is not None
        who, content = part
        # A pact of both is the same where each promises it.
        apart = who is None and isinstance(content, Pce | Aly | Drw)
        among = sorted((where.speaker, *where.hearers)) if apart else [who]
        scene = (position, where.speaker, where.hearers)
        return tuple(key for agent in among for key in meaning_of_part(agent, content, time, scene))


class Gold:
    """Cheapest ways to tell a deal by the names of a text."""

    def __init__(self, line: Line, reader: Reader, deal: Deal) -> None:
        self.line, self.reader = line, reader
        self.wanted = line.keys(told_in(deal), timed=False)
        self.timed = line.keys(told_in(deal))
        self.allowed: dict[int, list[tuple[int, Choice, frozenset[Hashable]]]] = {}
        self.known: dict[tuple[int, frozenset[Hashable]], float] = {}

    def at(self, begin: int) -> list[tuple[int, Choice, frozenset[Hashable]]]:
        if begin not in self.allowed:
            each = [
                (number, choice, frozenset(key for part in choice.way.parts for key in self.line.part(part, None)))
                for number, choice in enumerate(self.reader.choices(begin)[0])
            ]
            self.allowed[begin] = [one for one in each if one[2] <= self.wanted]
        return self.allowed[begin]

    def cost(self, begin: int, covered: frozenset[Hashable]) -> float:
        """The least cost to tell the rest from a name on."""
        if begin == len(self.reader.anchors.all):
            return 0.0 if covered == self.wanted else 99.0
        key = (begin, covered)
        if key not in self.known:
            self.known[key] = min(
                (self.step(choice, keys, covered) + self.cost(choice.end, covered | keys))
                for _, choice, keys in self.at(begin)
            )
        return self.known[key]

    def step(self, choice: Choice, keys: frozenset[Hashable], covered: frozenset[Hashable]) -> float:
        if not keys:
            return 0.3
        again = 0.5 * len(keys & covered)
        borrowed = 0.4 * ("-" in choice.way.label.rpartition(" ")[2])
        guessed = 0.5 * ("?" in choice.way.label or choice.way.label.startswith(("ent", "hlp", "bounce both")))
        return again + borrowed + guessed + (9.0 if not keys - covered else 0.0)

    def states(self) -> Iterator[tuple[int, str, int, list[int], tuple[tuple[Part, int], ...]]]:
        """Choices on the cheapest ways, with those that are right."""
        waiting: dict[tuple[int, str, int, frozenset[Hashable]], tuple[tuple[Part, int], ...]] = {
            (0, "-", 0, frozenset()): ()
        }
        while waiting:
            key = min(waiting, key=lambda each: each[0])
            told = waiting.pop(key)
            begin, before, taken, covered = key
            if begin == len(self.reader.anchors.all):
                yield begin, before, taken, [], told
                continue
            best = self.cost(begin, covered)
            right = [
                (number, choice, keys)
                for number, choice, keys in self.at(begin)
                if self.step(choice, keys, covered) + self.cost(choice.end, covered | keys) <= best + 1e-6
            ]
            yield begin, before, taken, [number for number, _, _ in right], told
            for _, choice, keys in right:
                more = (*told, *((part, choice.end - 1) for part in choice.way.parts))
                waiting.setdefault((choice.end, choice.way.label, len(more), covered | keys), more)


def states_of(line: Line) -> tuple[list[State], str]:
    """Choices to learn from a line, and the outcome."""
    reader = line.reader(None)
    if reader is None:
        return [], "none"
    for deal in line.deals:
        gold = Gold(line, reader, deal)
        if gold.cost(0, frozenset()) < 90:
            return list(_made(line, reader, gold)), "found"
    return [], "open" if line.one.where.open_deals else "missing"


def _made(line: Line, reader: Reader, gold: Gold) -> Iterator[State]:
    count = 0
    written = line.one.source.split()[0] in ("strangers", "train")
    weight = float(_STRANGE if written else 1)
    timed = False
    for begin, before, taken, right, told in gold.states():
        if begin == len(reader.anchors.all):
            if not timed and told:
                yield from _times(line, reader, gold, told, weight)
            timed = True
            continue
        count += 1
        if count > _MOST_STATES:
            continue
        found, rows, labels, facts, _ = reader.choices(begin)
        marks = np.zeros(len(found), bool)
        marks[right] = True
        row_of = np.array([one.row for one in found], np.int32)
        yield State(rows, row_of, labels, facts, reader.linked(begin, before, taken), marks, weight)


def _times(
    line: Line, reader: Reader, gold: Gold, told: tuple[tuple[Part, int], ...], weight: float
) -> Iterator[State]:
    told = reader.in_turn(told)
    parts = tuple((part, None) for part, _ in told)
    at = [place for _, place in told]
    for number, when in enumerate(reader.anchors.times):
        ways = reader.times(parts, at, when)
        rest = reader.anchors.times[number + 1 :]
        right = np.array([_may_end((line, reader, gold), each, at, rest) for _, each in ways], bool)
        if not right.any():
            return
        labels = np.array([label_numbers(label) for label, _ in ways], np.uint32)
        facts = np.zeros((len(ways), 4), np.uint32)
        rows = [reader.time_features(parts, when)]
        yield State(rows, np.zeros(len(ways), np.int32), labels, facts, np.zeros(0, np.uint32), right, weight)
        parts = ways[int(np.argmax(right))][1]


def _may_end(read: tuple[Line, Reader, Gold], parts: Any, at: Sequence[int], rest: Sequence[Anchor]) -> bool:
    """True if the parts may still get the right times."""
    line, reader, gold = read
    if not rest:
        return line.keys(parts) == gold.timed
    return any(_may_end(read, each, at, rest[1:]) for _, each in reader.times(parts, at, rest[0]))


@dataclass(frozen=True)
class Lines:
    """States of many lines, each with the fold of its line."""

    states: list[State]
    folds: list[int]


def fold_of(group: str) -> int:
    """The quarter that a line is in, its likes in the same."""
    return crc32(group.encode()) % FOLDS


def gathered(found: Sequence[Marked]) -> Lines:
    """All that is to be learnt."""
    lines = Lines([], [])
    for one in found:
        line = Line(one)
        states, _ = states_of(line)
        lines.states.extend(states)
        lines.folds.extend([fold_of(line.group)] * len(states))
    return lines


def learnt(lines: Lines, without: int = -1) -> Any:
    """Weights of all lines but those of a fold."""
    return weights_of([one for one, fold in zip(lines.states, lines.folds, strict=True) if fold != without])


def write(weights: Any, states: int) -> None:
    """Keep the weights of parts."""
    step = float(np.abs(weights).max()) / 127
    facts = {"step": step, "seed": SEED, "lines": {path.name: digest_of([path]) for path in (*sources(), PARTS)}}
    keep("parts", {"weights": np.round(weights / step).astype(np.int8)}, facts | {"scores": {"choices": states}})


def found_at(line: Line, weights: Any) -> tuple[int, int] | None:
    """Rank of the right deal, with times and without.

    It is -1 where the deal is missing.
    """
    reader = line.reader(weights)
    if reader is None:
        return None
    beam = reader.beam()
    ranks = []
    for timed in (True, False):
        right = {line.keys(told_in(deal), timed=timed) for deal in line.deals}
        ranks.append(next((at for at, one in enumerate(beam) if line.keys(one.parts, timed=timed) in right), -1))
    return ranks[0], ranks[1]


def main() -> None:
    """Print how often the right deal of lines kept apart is likely."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--source", default="strangers", help="lines to ask of")
    source = parser.parse_args().source
    found = [*marked(), *of_parts()]
    lines = gathered(found)
    asked = [line for one in found if one.source.startswith(source) and fold_of((line := Line(one)).group) == 0]
    print("\n".join(table(asked, learnt(lines, 0))))


def table(asked: Sequence[Line], weights: Any) -> Iterator[str]:
    """Shares of lines by the number of their parts."""
    by_size: dict[str, list[tuple[int, int]]] = {}
    for line in asked:
        if line.deals and (ranks := found_at(line, weights)) is not None:
            name = f"{min(len(told_in(line.deals[0])), 4)}{' open' if line.one.where.open_deals else ''}"
            by_size.setdefault(name, []).append(ranks)
    for name, each in sorted(by_size.items()):
        shares = [sum(0 <= rank[0] < most for rank in each) / len(each) for most in (1, 4, 8)]
        bare = sum(rank[1] >= 0 for rank in each) / len(each)
        yield f"{name:8}{len(each):6}  " + "  ".join(f"{share:5.1%}" for share in shares) + f"  no times {bare:5.1%}"


if __name__ == "__main__":
    main()
