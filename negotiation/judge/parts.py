"""Deals put together part by part: a beam over names.

Each name chooses among all that the board allows for it, by learnt probabilities.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Any, Final, TypeAlias, TypeVar

import numpy as np

from adjudication.position import Position
from adjudication.powers import Power
from negotiation.diplomacy import Dmz, Ent, Hlp, Scd, turn_of
from negotiation.english.understanding import Candidate
from negotiation.judge.naming import Named
from negotiation.judge.order_ways import Part, Way
from negotiation.judge.spans import Anchors
from negotiation.judge.ways import Ways
from negotiation.learnt.weighing import arrays, hashed, manifest
from negotiation.terms import Agree, Commit, Commits, Do, Formula, Inform, Propose, both

__all__ = ["BITS", "Choice", "Found", "Reader", "deals_of", "label_numbers", "numbers", "put_together", "told_of"]

BITS: Final = 18
"""The logarithm of the number of weights."""
_WIDTH: Final = 10
"""Partial deals that are followed."""
_MOST: Final = 8
"""Deals that are looked at."""
_OFFERED: Final = 3
_BEHIND: Final = 1.5
"""Logarithm of probability that a further deal may lack against the first."""
_LEAST: Final = -9.0
"""The logarithm of the probability of a choice that is followed."""
_SKIP: Final = Way((), "-")
_Part = TypeVar("_Part", Part, int)


@dataclass(frozen=True, slots=True)
class Choice:
    """A way of a span of names.

    end: the name after it; row: the number of its span; parts: of the way, by number.
    """

    way: Way
    end: int
    row: int
    parts: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Found:
    """A deal with its logarithm of probability."""

    parts: tuple[tuple[Part, Any], ...]
    score: float


@lru_cache(maxsize=1 << 14)
def label_numbers(label: str) -> tuple[int, int, int]:
    """Numbers of a label: the whole, its kind, its kind and side."""
    words = label.split(" ")
    return hashed(label), hashed(f"k {words[0]}"), hashed(f"s {' '.join(words[:2])}")


_hash = lru_cache(maxsize=1 << 15)(hashed)


def numbers(features: Sequence[str]) -> Any:
    """The hashes of features."""
    return np.array([_hash(one) for one in features], np.uint32)


def _at(features: Any, labels: Any) -> Any:
    """Indices of the weights of features with labels."""
    return (((features ^ labels) * np.uint32(2654435761)) >> np.uint32(32 - BITS)).astype(np.intp)


class Reader:
    """Choices at each name of a text, with their features.

    weights: those that are learnt.
    """

    def __init__(self, named: Named, position: Position, weights: Any) -> None:
        self.anchors = Anchors(named, position)
        self.ways = Ways(named, position)
        self.weights = weights
        self.named = named
        self.now = turn_of(position.phase)
        self.parts: list[Part] = []
        self._numbers: dict[Part, int] = {}
        self._doers: list[Any] = []
        self._bases: dict[int, Any] = {}
        self._likely: dict[tuple[int, str, int], Any] = {}
        self._known: dict[int, tuple[list[Choice], list[Any], Any, Any, Any]] = {}

    def choices(self, begin: int) -> tuple[list[Choice], list[Any], Any, Any, Any]:
        """Choices at an anchor.

        Given are the features of their spans, their labels and facts, and the features of the link before.
        """
        if begin not in self._known:
            found = [Choice(_SKIP, begin + 1, 0)]
            rows = [numbers(self.anchors.context(begin, begin + 1))]
            for end, span in self.anchors.spans(begin):
                ways = self.ways.of(span)
                if ways and end > begin + 1:
                    rows.append(numbers(self.anchors.context(begin, end)))
                by_parts: dict[tuple[int, ...], Choice] = {}
                for way in ways:
                    parts = tuple(map(self._number, way.parts))
                    by_parts.setdefault(parts, Choice(way, end, len(rows) - 1, parts))
                found += by_parts.values()
            labels = np.array([label_numbers(one.way.label) for one in found], np.uint32)
            facts = np.zeros((len(found), 4), np.uint32)
            for at, one in enumerate(found):
                for place, fact in enumerate(one.way.facts[:4]):
                    facts[at, place] = _hash(f"fact {fact}")
            self._known[begin] = (found, rows, labels, facts, numbers(self.anchors.link(begin)))
        return self._known[begin]

    def _number(self, part: Part) -> int:
        """The number of a part among all of the text."""
        number = self._numbers.setdefault(part, len(self.parts))
        if number == len(self.parts):
            self.parts.append(part)
            self._doers.append(_doer(part[1]))
        return number

    def _clash(self, parts: Sequence[tuple[int, int]], more: Sequence[int]) -> bool:
        """True if a unit would do two things."""
        doers = self._doers
        done = {doers[part]: part for part, _ in parts if doers[part] is not None}
        return any(doers[part] is not None and done.get(doers[part], part) != part for part in more)

    def linked(self, begin: int, before: str, taken: int) -> Any:
        """Features of the link to what the anchor before told.

        taken: how many parts were told.
        """
        link = self._known[begin][4] if begin in self._known else self.choices(begin)[4]
        kinds = label_numbers(before)
        each = [link ^ np.uint32((kind * 31 + 7) & 0xFFFFFFFF) for kind in kinds]
        return np.concatenate([*each, np.array([_hash(f"taken {min(taken, 3)}")], np.uint32)])

    def _base(self, begin: int) -> Any:
        if begin not in self._bases:
            self._bases[begin] = self._scored(begin)
        return self._bases[begin]

    def _scored(self, begin: int) -> Any:
        found, rows, labels, facts, _ = self.choices(begin)
        scores = np.zeros(len(found))
        row_of = np.array([one.row for one in found])
        for row, features in enumerate(rows):
            of_it = np.flatnonzero(row_of == row)
            for column in range(3):
                at = _at(features[:, None], labels[of_it, column][None, :])
                scores[of_it] += self.weights[at].sum(0)
        told = self.weights[_at(facts, labels[:, :1])] * (facts != 0)
        told2 = self.weights[_at(facts, labels[:, 1:2])] * (facts != 0)
        return scores + told.sum(1) + told2.sum(1)

    def likely(self, begin: int, before: str, taken: int) -> Any:
        """The logarithm of the probability of each choice at an anchor."""
        key = (begin, before, taken)
        if key not in self._likely:
            self._likely[key] = self._weighed(begin, before, taken)
        return self._likely[key]

    def _weighed(self, begin: int, before: str, taken: int) -> Any:
        _, _, labels, _, _ = self.choices(begin)
        linked = self.linked(begin, before, taken)
        scores = self._base(begin)
        for column in range(3):
            scores = scores + self.weights[_at(linked[:, None], labels[:, column][None, :])].sum(0)
        scores = scores - scores.max()
        return scores - math.log(np.exp(scores).sum())

    def beam(self) -> list[Found]:
        """The likeliest deals with their times, the likeliest first."""
        count = len(self.anchors.all)
        waiting: list[list[_Told]] = [[] for _ in range(count + 1)]
        waiting[0].append((0.0, (), "-"))
        for begin in range(count):
            for score, parts, before in _best(waiting[begin]):
                found = self.choices(begin)[0]
                likely = self.likely(begin, before, min(len(parts), 3))
                for at in np.argsort(-likely)[:_WIDTH].tolist():
                    choice = found[at]
                    if likely[at] < _LEAST:
                        break
                    if not self._clash(parts, choice.parts):
                        more = tuple((part, choice.end - 1) for part in choice.parts)
                        waiting[choice.end].append((score + float(likely[at]), (*parts, *more), choice.way.label))
        ends = [
            Found(tuple((self.parts[part], at) for part, at in self.in_turn(parts)), score)
            for score, parts, _ in _best(waiting[count])
        ]
        return sorted(self._timed(ends), key=lambda one: -one.score)[:_MOST]

    def in_turn(self, parts: Sequence[tuple[_Part, int]]) -> tuple[tuple[_Part, int], ...]:
        """Parts with the anchors they end at, in the order of the text."""
        return tuple(sorted(parts, key=lambda one: self.anchors.all[one[1]].at))

    # ── times ───────────────────────────────────────────────────────────────────────────────────

    def _timed(self, found: Sequence[Found]) -> Iterator[Found]:
        for one in found:
            waiting = [Found(tuple((part, None) for part, _ in one.parts), one.score)]
            at = [place for _, place in one.parts]
            for when in self.anchors.times:
                grown: list[Found] = []
                for each in waiting:
                    ways = self.times(each.parts, at, when)
                    likely = self.time_scores(ways, each.parts, when)
                    grown += [
                        Found(told, each.score + float(score)) for (_, told), score in zip(ways, likely, strict=True)
                    ]
                waiting = sorted(grown, key=lambda each: -each.score)[:4]
            yield from waiting

    def times(
        self, parts: tuple[tuple[Part, Any], ...], at: Sequence[int], when: Any
    ) -> list[tuple[str, tuple[tuple[Part, Any], ...]]]:
        """Scopes of a time.

        None, all, lasting parts, the part before it, the one after.
        """
        last, turn = when.told.last, when.told.turn
        found: dict[tuple[Any, ...], str] = {tuple(was for _, was in parts): "t none"}
        places = [self.anchors.all[one].at for one in at]
        before = [number for number, place in enumerate(places) if place < when.at]
        after = [number for number, place in enumerate(places) if place > when.at]
        near = {number for number in before if places[number] == places[before[-1]]} if before else set()
        then = {number for number in after if places[number] == places[after[0]]} if after else set()
        lasting = {number for number, (part, _) in enumerate(parts) if not isinstance(part[1], Do | Hlp | Ent)}
        for kind, time in (("last", last), ("turn", turn)):
            if time is None or (kind == "turn" and time == last):
                continue
            groups = [("all", set(range(len(parts)))), ("lasting", lasting), ("before", near), ("after", then)]
            groups += [("all before", set(before)), ("all after", set(after))]
            for name, group in groups:
                told = tuple(
                    time if number in group and not self._is_due(part, time) else was
                    for number, (part, was) in enumerate(parts)
                )
                found.setdefault(told, f"t {kind} {name}")
        bare = [part for part, _ in parts]
        return [(label, tuple(zip(bare, told, strict=True))) for told, label in found.items()]

    def _is_due(self, part: Part, time: Any) -> bool:
        """True for an order of the turn at hand."""
        return time == self.now and isinstance(part[1], Do | Hlp | Ent)

    def time_features(self, parts: Sequence[tuple[Part, Any]], when: Any) -> Any:
        """Features of the choice of a time."""
        kinds = sorted({type(part[1]).__name__ for part, _ in parts})
        found = [*self.anchors.timed(when), f"t of {'+'.join(kinds)}", *(f"t kind {kind}" for kind in kinds)]
        return numbers([*found, f"t parts {min(len(parts), 3)}"])

    def time_scores(self, ways: Sequence[tuple[str, Any]], parts: Sequence[tuple[Part, Any]], when: Any) -> Any:
        labels = np.array([label_numbers(label) for label, _ in ways], np.uint32)
        features = self.time_features(parts, when)
        scores = sum(self.weights[_at(features[:, None], labels[:, column][None, :])].sum(0) for column in range(3))
        scores = scores - scores.max()
        return scores - math.log(np.exp(scores).sum())


_Told: TypeAlias = tuple[float, tuple[tuple[int, int], ...], str]
"""The score of parts that were told, with the names they end at, and the last label."""


def _best(found: Sequence[_Told]) -> list[_Told]:
    """The likeliest, none twice."""
    kept: dict[tuple[frozenset[int], str], _Told] = {}
    for one in sorted(found, key=lambda each: -each[0]):
        kept.setdefault((frozenset(part for part, _ in one[1]), one[2]), one)
        if len(kept) >= _WIDTH:
            break
    return list(kept.values())


def _doer(content: Any) -> Any:
    return getattr(content.action, "unit", None) if isinstance(content, Do) else None


def put_together(parts: Sequence[tuple[Part, Any]], me: Power, you: Power) -> Iterator[Candidate]:
    """Propose the parts as a deal.

    Promises by the speaker alone may be told as well.
    """
    told = [(who, content, time) for (who, content), time in dict.fromkeys(parts)]
    if not told:
        return
    agreed = any(who is None or isinstance(content, Scd) for who, content, _ in told)
    if agreed and len({time for _, _, time in told}) == 1:
        contents = _joined([content for _, content, _ in told])
        yield (Propose(me, (you,), Agree(tuple(sorted((me, you))), both(tuple(contents)), told[0][2])),)
        return
    items: list[Commit] = []
    for who, content, time in told:
        for power in _promising(who, content, me, you):
            its = Dmz((power,), content.provinces) if isinstance(content, Dmz) else content
            items.append(Commit(power, (you,) if power == me else (me,), its, time))
    yield (Propose(me, (you,), Commits(tuple(_grouped(items)))),)
    if all(item.agent == me for item in items):
        yield (Inform(me, (you,), Commits(tuple(_grouped(items)))),)


def _promising(who: Power | None, content: Formula, me: Power, you: Power) -> tuple[Power, ...]:
    """Powers that promise a part; a center is promised by its loser."""
    if isinstance(content, Scd):
        return (you,) if content.power == me else (me,)
    return (me, you) if who is None else (who,)


def _grouped(items: Sequence[Commit]) -> list[Commit]:
    """Zones of one side and time in one."""
    found: list[Commit] = []
    for item in items:
        for at, one in enumerate(found):
            same = (one.agent, one.time) == (item.agent, item.time)
            if same and isinstance(one.content, Dmz) and isinstance(item.content, Dmz):
                found[at] = replace(one, content=_with(one.content, item.content))
                break
        else:
            found.append(item)
    return found


def _joined(contents: Sequence[Formula]) -> list[Formula]:
    found: list[Formula] = []
    for new in contents:
        for at, one in enumerate(found):
            zones = isinstance(one, Dmz) and isinstance(new, Dmz) and one.powers == new.powers
            if zones or (isinstance(one, Scd) and isinstance(new, Scd) and one.power == new.power):
                found[at] = _with(one, new)
                break
        else:
            found.append(new)
    return list(dict.fromkeys(found))


def _with(one: Any, more: Any) -> Any:
    if isinstance(one, Dmz):
        return Dmz(one.powers, (*one.provinces, *more.provinces))
    return Scd(one.power, (*one.centers, *more.centers))


def told_of(named: Named) -> list[Found]:
    """The likeliest deals that a text tells."""
    position = named.context.position
    if position is None or len(named.context.hearers) != 1:
        return []
    reader = Reader(named, position, _weights())
    return reader.beam() if reader.anchors.all else []


def deals_of(named: Named) -> Iterator[Candidate]:
    """The likeliest deals of several parts, nearly as likely as the first."""
    found = told_of(named)
    for one in found[:_OFFERED]:
        if len(one.parts) > 1 and one.score > found[0].score - _BEHIND:
            yield from put_together(one.parts, named.context.speaker, named.context.hearers[0])


USED: Final[list[Any]] = []
"""Weights in place of those that are kept, while they are learnt."""


def _weights() -> Any:
    return USED[-1] if USED else _kept()


@cache
def _kept() -> Any:
    return arrays()["parts.weights"].astype(np.float32) * np.float32(manifest()["models"]["parts"]["step"])
