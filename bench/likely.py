"""Learns how likely a text means a term from the deals that people worded: `python -m bench.likely [--write]`.

Of every wording of a deal (but those kept back) and of our own sentences on a board, all that might be meant is
gathered; weights of the traits that are met are learnt so that what was meant is the likeliest (a softmax, by gradient
descent with L2). Without --write each series is asked of weights that were learnt without it: how often what was meant
is the likeliest, and among the three likeliest, at the first try. With --write the weights of all go into
`negotiation/likely/weights.txt`.
"""

import argparse
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, Literal, get_args

import numpy as np

from bench.task_success.data import PERSONS, Series, deals, wordings
from bench.task_success.meaning import meaning
from negotiation.diplomacy import DIPLOMACY
from negotiation.english.context import Context, context_of
from negotiation.grammar.reader import ranked
from negotiation.likely.naming import named_in
from negotiation.likely.ranking import pool
from negotiation.likely.traits import of_words
from negotiation.parser import parse
from negotiation.terms import Utterance
from tests.negotiation.data import context, lines

_LEVEL: Final = 9
_RARE: Final = 3
"""A trait that fewer texts have is not learnt."""
_L2: Final = 1.0
_ROUNDS: Final = 80
_SMALL: Final = 0.05
"""A smaller weight is left out."""
_WEIGHTS: Final = Path(__file__).parent.parent / "negotiation" / "likely" / "weights.txt"
_SHOWN: Final = 3


@dataclass(frozen=True)
class _Typed:
    """A wording. first: whether it is the first try."""

    series: str
    person: str
    first: bool
    text: str


@dataclass(frozen=True)
class Example:
    """A text with all that it may mean, the traits of each, and which of it is meant."""

    typed: _Typed
    choices: tuple[Counter[str], ...]
    meant: tuple[bool, ...]


def examples(series: Series | Literal["kept"]) -> Iterator[Example]:
    """Those of a series of deals, or of our own sentences (`kept`)."""
    if series == "kept":
        for case in lines("sentences.jsonl"):
            where = context(case)
            if case["l"] and where.position is not None:
                terms = tuple(parse(one, DIPLOMACY) for one in case["l"].split("\n"))
                yield _example(_Typed(series, "", True, case["text"]), where, terms)
        return
    for deal in deals(series):
        if deal.held:
            continue
        where = replace(context_of(deal.speaker, deal.hearers, deal.position, deal.talk), level=_LEVEL)
        for person in PERSONS:
            for number, text in enumerate(wordings().get((deal.name, person), ())):
                yield _example(_Typed(series, person, number == 0, text), where, (deal.term,))


def _example(typed: _Typed, where: Context, terms: tuple[Utterance, ...]) -> Example:
    assert where.position is not None
    named = named_in(typed.text, where)
    read = ranked(typed.text, where)
    found = list(pool(named, dict(zip(read.candidates, read.costs, strict=True))))
    wanted = meaning(terms, where.position)
    choices = tuple(
        Counter([*seen.own, *reading, *(one for label in seen.labels for one in of_words(label, named))])
        for _, seen, reading in found
    )
    return Example(typed, choices, tuple(meaning(one, where.position) == wanted for one, _, _ in found))


class Learnt:
    """Weights learnt from examples, or to be asked of others."""

    def __init__(self, found: Sequence[Example]) -> None:
        met = Counter(trait for one in found if any(one.meant) for trait in set().union(*one.choices))
        self.numbers = {trait: number for number, trait in enumerate(sorted(met)) if met[trait] >= _RARE}
        self.weights = np.zeros(len(met))
        self._learn([one for one in found if any(one.meant)])

    def _packed(self, found: Iterable[Example]) -> tuple[Any, Any, Any, Any, Any]:
        columns: list[int] = []
        rows: list[int] = []
        counts: list[int] = []
        starts = [0]
        meant: list[bool] = []
        for example in found:
            for choice, right in zip(example.choices, example.meant, strict=True):
                for trait, count in choice.items():
                    if (number := self.numbers.get(trait)) is not None:
                        columns.append(number)
                        rows.append(len(meant))
                        counts.append(count)
                meant.append(right)
            starts.append(len(meant))
        return np.array(columns), np.array(rows), np.array(counts, float), np.array(starts), np.array(meant)

    def _learn(self, found: Sequence[Example]) -> None:
        """Adam over all examples at once."""
        columns, rows, counts, starts, meant = self._packed(found)
        which = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
        size, total = len(self.weights), len(found)
        mean, square = np.zeros(size), np.zeros(size)

        def share(scores: Any, among: Any) -> Any:
            scores = np.where(among, scores, -1e9)
            powers = np.exp(scores - np.maximum.reduceat(scores, starts[:-1])[which]) * among
            return powers / np.add.reduceat(powers, starts[:-1])[which]

        for turn in range(1, _ROUNDS + 1):
            scores = np.bincount(rows, self.weights[columns] * counts, minlength=starts[-1])
            off = share(scores, np.ones(len(meant), bool)) - share(scores, meant)
            slope = (np.bincount(columns, off[rows] * counts, minlength=size) + _L2 * self.weights) / total
            mean = 0.9 * mean + 0.1 * slope
            square = 0.99 * square + 0.01 * slope * slope
            step = 0.08 if turn < 0.7 * _ROUNDS else 0.024
            self.weights -= step * (mean / (1 - 0.9**turn)) / (np.sqrt(square / (1 - 0.99**turn)) + 1e-8)
        self.weights = np.where(np.abs(self.weights) < _SMALL, 0.0, np.round(self.weights, 1))

    def places(self, found: Sequence[Example]) -> list[int]:
        """For each example how many are likelier than what is meant; as many as there are where it is missing."""
        columns, rows, counts, starts, meant = self._packed(found)
        scores = np.bincount(rows, self.weights[columns] * counts, minlength=starts[-1])
        places: list[int] = []
        for begin, end in pairwise(starts):
            order = np.argsort(-scores[begin:end], kind="stable")
            right = np.flatnonzero(meant[begin:end][order])
            places.append(int(right[0]) if len(right) else 10_000)
        return places

    def written(self) -> str:
        by_weight: dict[float, list[str]] = {}
        for trait, number in self.numbers.items():
            if weight := float(self.weights[number]):
                by_weight.setdefault(weight, []).append(trait)
        lines = ["# What speaks for a reading and against it, by weight. Learnt by `python -m bench.likely --write`."]
        for weight in sorted(by_weight):
            lines += [f"[{weight:.1f}]", *(trait.replace("\n", "\\n") for trait in sorted(by_weight[weight]))]
        return "\n".join(lines) + "\n"


def main() -> None:
    """Print how each series fares by the weights of the others, or write those of all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="write the weights of all")
    arguments = parser.parse_args()
    every = {name: list(examples(name)) for name in (*get_args(Series), "kept")}
    if arguments.write:
        learnt = Learnt([one for found in every.values() for one in found])
        _WEIGHTS.write_text(learnt.written(), encoding="utf-8")
        print(f"{np.count_nonzero(learnt.weights)} weights")
        return
    for name in get_args(Series):
        learnt = Learnt([one for other, found in every.items() if other != name for one in found])
        firsts = [one for one in every[name] if one.typed.first]
        places = learnt.places(firsts)
        for person in ("", *PERSONS):
            of_person = [at for one, at in zip(firsts, places, strict=True) if person in ("", one.typed.person)]
            best, shown = (sum(at < most for at in of_person) / len(of_person) for most in (1, _SHOWN))
            print(f"{name:<8}{person or 'all':<9}{len(of_person):>5} likeliest {best:6.1%}  of three {shown:6.1%}")


if __name__ == "__main__":
    main()
