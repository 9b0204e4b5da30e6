"""Learns what a message is about from its words: `python -m bench.gists [--write]`.

A softmax over the traits of a text (`negotiation.gists`), by gradient descent with L2. Without --write it tells how
often the gist is right for lines that were kept out in turn, and what is taken for what; with --write the weights of
all lines go into `negotiation/gists/weights.txt`.
"""

import argparse
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

import numpy as np

from bench.task_success.data import deals, wordings
from negotiation.gists.telling import traits_of

_SAID: Final = (Path(__file__).with_name("said.txt"), Path(__file__).with_name("topics.txt"))
_COURTESIES: Final = Path(__file__).parent.parent.parent / "negotiation" / "grammar" / "courtesies.txt"
_WEIGHTS: Final = Path(__file__).parent.parent.parent / "negotiation" / "gists" / "weights.txt"
_DEALS: Final = 300
"""Wordings of deals that are no gist: the reader's."""
_FOLDS: Final = 4
_L2: Final = 0.6
_ROUNDS: Final = 80
_RARE: Final = 2
"""A trait that fewer lines have is not learnt."""
_SMALL: Final = 0.08
_SURE: Final = (0.0, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8)

Line = tuple[str, str]
"""A gist, or a gist and a topic (`rules:bounce`), and a text."""


def lines() -> Iterator[Line]:
    """Those of the file, the examples of the grammar of courtesies, and wordings of deals."""
    kind = ""
    for line in (line for file in _SAID for line in file.read_text("utf-8").splitlines()):
        if line.startswith("["):
            kind = line[1:-1]
        elif line and not line.startswith("#"):
            yield kind, line
    manner = ""
    for line in _COURTESIES.read_text("utf-8").splitlines():
        begun = re.match(r"Beside (\w+):", line)
        manner = begun[1] if begun else manner
        if line.startswith("  > ") and manner:
            yield manner, line[4:]
    worded = {deal.name for deal in deals("first") if not deal.held and deal.kind not in ("accept", "reject")}
    texts = [text for (name, _), found in sorted(wordings().items()) if name in worded for text in found[:1]]
    yield from (("deal", text) for text in Random(1).sample(texts, min(_DEALS, len(texts))))


class Learnt:
    """Weights learnt from lines."""

    def __init__(self, given: Sequence[Line]) -> None:
        self.kinds = sorted({kind for kind, _ in given})
        met = Counter(trait for _, text in given for trait in set(traits_of(text)))
        common = sorted(trait for trait, count in met.items() if count >= _RARE)
        self.numbers = {trait: number for number, trait in enumerate(common)}
        seen = self._matrix([text for _, text in given])
        right = np.array([self.kinds.index(kind) for kind, _ in given])
        wanted = np.eye(len(self.kinds), dtype=np.float32)[right]
        self.weights = np.zeros((len(self.numbers), len(self.kinds)), np.float32)
        self.biases = np.zeros(len(self.kinds), np.float32)
        first, second = np.zeros_like(self.weights), np.zeros_like(self.weights)
        for turn in range(1, _ROUNDS + 1):
            off = self._shares(seen) - wanted
            slope = seen.T @ off + _L2 * self.weights
            first, second = 0.9 * first + 0.1 * slope, 0.99 * second + 0.01 * slope**2
            step = first / (1 - 0.9**turn) / (np.sqrt(second / (1 - 0.99**turn)) + 1e-9)
            self.weights -= np.float32(0.08) * step.astype(np.float32)
            self.biases -= 0.01 * off.sum(axis=0) / 10

    def _matrix(self, texts: Sequence[str]) -> Any:
        seen = np.zeros((len(texts), len(self.numbers)), np.float32)
        for row, text in enumerate(texts):
            found = [number for trait in set(traits_of(text)) if (number := self.numbers.get(trait)) is not None]
            seen[row, found] = 1.0
        return seen

    def _shares(self, seen: Any) -> Any:
        scores = seen @ self.weights + self.biases
        grown = np.exp(scores - scores.max(axis=1, keepdims=True))
        return grown / grown.sum(axis=1, keepdims=True)

    def told(self, texts: Sequence[str]) -> list[tuple[str, float]]:
        """The likeliest gist of each text, and how likely it is."""
        shares = self._shares(self._matrix(texts))
        return [(self.kinds[int(row.argmax())], float(row.max())) for row in shares]

    def written(self) -> str:
        """The weights as they are kept, without the small ones."""
        rows = [
            "# Learnt: python -m bench.gists --write. A trait and what it says for each gist; first that of each alone."
        ]
        rows.append(_row("", dict(zip(self.kinds, self.biases, strict=True))))
        for trait, number in self.numbers.items():
            found = dict(zip(self.kinds, self.weights[number], strict=True))
            kept = {kind: weight for kind, weight in found.items() if abs(weight) >= _SMALL}
            if kept:
                rows.append(_row(trait, kept))
        return "\n".join(rows) + "\n"


def _row(trait: str, weights: Mapping[str, float]) -> str:
    return "\t".join([trait, *(f"{kind}={weight:.2f}" for kind, weight in weights.items())])


def main(*, write: bool) -> None:
    """Tell how well gists are told, or write the weights."""
    given = list(lines())
    if write:
        _WEIGHTS.write_text(Learnt(given).written(), "utf-8")
        return
    Random(2).shuffle(given)
    results: list[tuple[str, str, float, str]] = []
    for fold in range(_FOLDS):
        learnt = Learnt([one for at, one in enumerate(given) if at % _FOLDS != fold])
        kept = given[fold::_FOLDS]
        told = learnt.told([text for _, text in kept])
        results += [(kind, said, sure, text) for (kind, text), (said, sure) in zip(kept, told, strict=True)]
    for least in _SURE:
        told_so = [each for each in results if each[2] >= least]
        right = sum(kind.partition(":")[0] == said.partition(":")[0] for kind, said, _, _ in told_so)
        print(
            f"sure by {least:.1f}: {len(told_so) / len(results):.0%} of lines, {right / max(len(told_so), 1):.0%} right"
        )
    for kind, said, sure, text in sorted(results):
        if kind != said:
            print(f"{kind:10}{said:10}{sure:.2f}  {text}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="learn from all lines and keep the weights")
    main(**vars(parser.parse_args()))
