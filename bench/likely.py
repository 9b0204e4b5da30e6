"""Learns how likely a text means a term from the deals that people worded: `python -m bench.likely [--write]`.

Of every wording of a deal (but those kept back), of our own sentences, and of small talk and near misses, which mean
nothing, all that might be meant is gathered; weights of the traits that are met are learnt so that what was meant is
the likeliest (a softmax, by gradient descent with L2). Without --write each series is asked of weights that were learnt
without it: how often what was meant is the likeliest, and among the three likeliest, at the first try; and, by how
likely the grammar's own reading must be to be claimed, how many claims are left of those that mean something and how
many are wrong. With --write the weights of all go into `negotiation/likely/weights.txt`; with --without those of all
but a series, so that `python -m bench.task_success` can ask it as a stranger. Write those of all again afterwards.
"""

import argparse
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, Literal, get_args

import numpy as np

from bench.task_success.data import PERSONS, Series, deals, near_misses, small_talk, wordings
from bench.task_success.meaning import meaning
from negotiation.diplomacy import DIPLOMACY
from negotiation.english.context import Context, context_of
from negotiation.grammar.reader import ranked
from negotiation.likely.naming import named_in
from negotiation.likely.ranking import pool
from negotiation.likely.traits import labelled, traits
from negotiation.parser import parse
from negotiation.terms import Utterance
from tests.negotiation.data import context, lines

_LEVEL: Final = 9
_RARE: Final = 3
"""A trait that fewer texts have is not learnt."""
_L2: Final = 0.3
_ROUNDS: Final = 100
_SMALL: Final = 0.15
"""A smaller weight is left out: three in five are, and cost nothing."""
_WEIGHTS: Final = Path(__file__).parent.parent / "negotiation" / "likely" / "weights.txt"
_SHOWN: Final = 3
_BOUNDS: Final = (0.0, 0.3, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95)

_Source = Series | Literal["kept"]


@dataclass(frozen=True)
class _Typed:
    """A text. first: whether it is the first try. deal: whether it means something."""

    series: str
    person: str
    first: bool
    deal: bool
    text: str


@dataclass(frozen=True)
class Example:
    """A text with all that it may mean. found: the traits of each, by number, one after the other; sizes: how many each
    has; meant: which of it is meant. sure: whether the grammar would claim the first."""

    typed: _Typed
    found: Any
    sizes: Any
    meant: Any
    sure: bool


class Gathered:
    """Examples of all there is to learn from, their traits numbered."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}

    def of(self, source: _Source) -> Iterator[Example]:
        """Those of a series of deals, or of our own sentences (`kept`)."""
        yield from self._kept() if source == "kept" else (*self._deals(source), *self._remarks(source))

    def _kept(self) -> Iterator[Example]:
        for name in ("sentences.jsonl", "near_misses.jsonl"):
            for case in lines(name):
                terms = tuple(parse(one, DIPLOMACY) for one in (case["l"] or "").split("\n") if one)
                yield self._example(_Typed("kept", "", True, bool(terms), case["text"]), context(case), terms)

    def _deals(self, series: Series) -> Iterator[Example]:
        for deal in deals(series):
            if deal.held:
                continue
            where = replace(context_of(deal.speaker, deal.hearers, deal.position, deal.talk), level=_LEVEL)
            for person in PERSONS:
                for number, text in enumerate(wordings().get((deal.name, person), ())):
                    yield self._example(_Typed(series, person, number == 0, True, text), where, (deal.term,))

    def _remarks(self, series: Series) -> Iterator[Example]:
        for one in (*small_talk(series), *near_misses(series)) if series != "second" else ():
            if not one.held:
                where = replace(context_of(one.speaker, one.hearers, one.position, one.talk), level=_LEVEL)
                yield self._example(_Typed(series, "", True, False, one.text), where, ())

    def _example(self, typed: _Typed, where: Context, terms: tuple[Utterance, ...]) -> Example:
        named = named_in(typed.text, where)
        read = ranked(typed.text, where)
        found = list(pool(named, dict(zip(read.candidates, read.costs, strict=True))))

        def meaning_of(candidate: tuple[Utterance, ...]) -> Any:
            if not candidate:
                return None
            return meaning(candidate, where.position) if where.position is not None else traits(candidate, named).key

        wanted = meaning_of(terms)
        each = [[*seen.own, *reading, *labelled(seen, named)] for _, seen, reading in found]
        numbers = [self.numbers.setdefault(trait, len(self.numbers)) for one in each for trait in one]
        return Example(
            typed,
            np.array(numbers, np.int32),
            np.array([len(one) for one in each], np.int32),
            np.array([meaning_of(one) == wanted for one, _, _ in found], bool),
            read.sure and read.costs[0] > 0,
        )


class Learnt:
    """Weights learnt from examples, or to be asked of others."""

    def __init__(self, found: Sequence[Example], size: int) -> None:
        found = [one for one in found if one.meant.any()]
        met = np.zeros(size, np.int64)
        for one in found:
            met[np.unique(one.found)] += 1
        self.weights = np.zeros(size)
        self._learn(found, met >= _RARE)

    @staticmethod
    def _packed(found: Iterable[Example]) -> tuple[Any, Any, Any, Any]:
        """Of all examples the traits, of which choice each is, where each example begins, and what is meant."""
        every = list(found)
        sizes = np.concatenate([one.sizes for one in every])
        columns = np.concatenate([one.found for one in every])
        starts = np.concatenate([[0], np.cumsum([len(one.sizes) for one in every])])
        return columns, np.repeat(np.arange(len(sizes)), sizes), starts, np.concatenate([one.meant for one in every])

    def _learn(self, found: Sequence[Example], known: Any) -> None:
        """Adam over all examples at once."""
        columns, rows, starts, meant = self._packed(found)
        used = known[columns]
        numbers = np.cumsum(known) - 1
        columns, rows = numbers[columns[used]], rows[used]
        which = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
        size, total = int(known.sum()), len(found)
        weights, mean, square = np.zeros(size), np.zeros(size), np.zeros(size)

        def share(scores: Any, among: Any) -> Any:
            scores = np.where(among, scores, -1e9)
            powers = np.exp(scores - np.maximum.reduceat(scores, starts[:-1])[which]) * among
            return powers / np.add.reduceat(powers, starts[:-1])[which]

        for turn in range(1, _ROUNDS + 1):
            scores = np.bincount(rows, weights[columns], minlength=starts[-1])
            off = share(scores, np.ones(len(meant), bool)) - share(scores, meant)
            slope = (np.bincount(columns, off[rows], minlength=size) + _L2 * weights) / total
            mean = 0.9 * mean + 0.1 * slope
            square = 0.99 * square + 0.01 * slope * slope
            step = 0.08 if turn < 0.7 * _ROUNDS else 0.024
            weights -= step * (mean / (1 - 0.9**turn)) / (np.sqrt(square / (1 - 0.99**turn)) + 1e-8)
        self.weights[known] = np.where(np.abs(weights) < _SMALL, 0.0, np.round(weights, 1))

    def likelihoods(self, found: Sequence[Example]) -> list[Any]:
        """For each example how likely each thing is that it may mean."""
        columns, rows, starts, _ = self._packed(found)
        scores = np.bincount(rows, self.weights[columns], minlength=starts[-1])
        powers = [np.exp(scores[begin:end] - scores[begin:end].max()) for begin, end in pairwise(starts)]
        return [one / one.sum() for one in powers]

    def written(self, numbers: dict[str, int]) -> str:
        """The weights as a table."""
        by_weight: dict[float, list[str]] = {}
        for trait, number in numbers.items():
            if weight := float(self.weights[number]):
                by_weight.setdefault(weight, []).append(trait)
        rows = ["# What speaks for a reading and against it, by weight. Learnt by `python -m bench.likely --write`."]
        for weight in sorted(by_weight):
            rows += [f"[{weight:.1f}]", *(trait.replace("\n", "\\n") for trait in sorted(by_weight[weight]))]
        return "\n".join(rows) + "\n"


def place(likely: Any, meant: Any) -> int:
    """Number of likelier candidates than the right one, silence aside.

    10,000 if it is missing.
    """
    order = np.argsort(-likely[:-1], kind="stable")
    right = np.flatnonzero(meant[:-1][order])
    return int(right[0]) if len(right) else 10_000


def _printed(name: str, found: Sequence[Example], likely: Sequence[Any]) -> None:
    firsts = [
        (one.typed.person, place(each, one.meant))
        for one, each in zip(found, likely, strict=True)
        if one.typed.first and one.typed.deal
    ]
    for person in ("", *PERSONS):
        places = [at for whose, at in firsts if person in ("", whose)]
        best, shown = (sum(at < most for at in places) / len(places) for most in (1, _SHOWN))
        print(f"{name:<8}{person or 'all':<9}{len(places):>5} likeliest {best:6.1%}  of three {shown:6.1%}")


def _curve(name: str, claims: Sequence[tuple[_Typed, float, bool]]) -> None:
    """By how likely a claim must be: how many there are, how many of them are wrong, and how many are of no deal."""
    print(f"{name:<8}claims by how likely they must be")
    for bound in _BOUNDS:
        kept = [(typed, right) for typed, likely, right in claims if likely >= bound]
        of_deals = [right for typed, right in kept if typed.deal]
        wrong = of_deals.count(False)
        share = wrong / max(1, len(of_deals))
        print(
            f"   {bound:5.2f}{len(of_deals):>6} wrong {wrong:>3} ({share:5.1%}), of no deal {len(kept) - len(of_deals)}"
        )


def main() -> None:
    """Print how each series fares by the weights of the others, or write those of all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="write the weights of all")
    parser.add_argument("--without", choices=get_args(Series), help="write those of all but a series, to ask it")
    arguments = parser.parse_args()
    gathered = Gathered()
    every: dict[_Source, list[Example]] = {name: list(gathered.of(name)) for name in (*get_args(Series), "kept")}
    if arguments.write or arguments.without:
        known = [one for name, found in every.items() if name != arguments.without for one in found]
        learnt = Learnt(known, len(gathered.numbers))
        _WEIGHTS.write_text(learnt.written(gathered.numbers), encoding="utf-8")
        print(f"{np.count_nonzero(learnt.weights)} weights")
        return
    claims: list[tuple[_Typed, float, bool]] = []
    for name in get_args(Series):
        others = [one for other, found in every.items() if other != name for one in found]
        likely = Learnt(others, len(gathered.numbers)).likelihoods(every[name])
        _printed(name, every[name], likely)
        of_series = [
            (one.typed, float(each[0]), bool(one.meant[0]))
            for one, each in zip(every[name], likely, strict=True)
            if one.sure
        ]
        _curve(name, of_series)
        claims += of_series if name in ("third", "fourth", "fifth", "sixth") else []
    _curve("unseen", claims)


if __name__ == "__main__":
    main()
