"""Weights of traits for kinds: a softmax by gradient descent with L2, from examples."""

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Any, Final

import numpy as np
from scipy.sparse import csr_matrix

from bench.weights import packed
from negotiation.learnt.weighing import SPREAD

__all__ = ["Example", "Learnt"]

_L2: Final = 0.3
_ROUNDS: Final = 120
_RARE: Final = 2
"""A trait that fewer examples have is not learnt."""
_SMALL: Final = 0.12

Example = tuple[str, Collection[str]]
"""A kind, and the traits of one that is of that kind."""


class Learnt:
    """Weights learnt from examples. within: kinds are told apart only from others of the same gist (`doubt:proof`)."""

    def __init__(self, given: Sequence[Example], *, within: bool = False) -> None:
        self.kinds = sorted({kind for kind, _ in given})
        met = Counter(trait for _, traits in given for trait in set(traits))
        common = sorted(trait for trait, count in met.items() if count >= _RARE)
        self.numbers = {trait: number for number, trait in enumerate(common)}
        self.rarities = np.array([np.sqrt(np.log(len(given) / met[trait]) + 1e-3) for trait in common], np.float32)
        groups = np.array([kind.partition(":")[0] if within else "" for kind in self.kinds])
        self._apart = np.where(groups[:, None] == groups[None, :], np.float32(0), np.float32(-1e9))
        seen = self._matrix([traits for _, traits in given])
        right = np.array([self.kinds.index(kind) for kind, _ in given])
        wanted = np.eye(len(self.kinds), dtype=np.float32)[right]
        self.weights = np.zeros((len(self.numbers), len(self.kinds)), np.float32)
        self.biases = np.zeros(len(self.kinds), np.float32)
        first, second = np.zeros_like(self.weights), np.zeros_like(self.weights)
        across = seen.T.tocsr()
        for turn in range(1, _ROUNDS + 1):
            off = self._shares(seen, self._apart[right]) - wanted
            slope = across @ off + _L2 * self.weights
            first, second = 0.9 * first + 0.1 * slope, 0.99 * second + 0.01 * slope**2
            step = first / (1 - 0.9**turn) / (np.sqrt(second / (1 - 0.99**turn)) + 1e-9)
            self.weights -= np.float32(0.08) * step.astype(np.float32)
            self.biases -= 0.01 * off.sum(axis=0) / 10

    def _matrix(self, given: Sequence[Collection[str]]) -> Any:
        found = [sorted({self.numbers[trait] for trait in traits if trait in self.numbers}) for traits in given]
        columns = np.array([number for row in found for number in row], np.int32)
        counts = np.concatenate([_counting(self.rarities[row]) for row in found if row] or [np.zeros(0, np.float32)])
        ends = np.cumsum([0, *(len(row) for row in found)])
        return csr_matrix((counts, columns, ends), shape=(len(given), len(self.numbers)))

    def _shares(self, seen: Any, apart: Any) -> Any:
        scores = seen @ self.weights + self.biases + apart
        grown = np.exp(scores - scores.max(axis=1, keepdims=True))
        return grown / grown.sum(axis=1, keepdims=True)

    def told(self, given: Sequence[Example]) -> list[tuple[str, float]]:
        """The likeliest kind of each, and how likely it is; where kinds are told apart within a gist, of its own."""
        apart = self._apart[[self.kinds.index(kind) if kind in self.kinds else 0 for kind, _ in given]]
        shares = self._shares(self._matrix([traits for _, traits in given]), apart)
        return [(self.kinds[int(row.argmax())], float(row.max())) for row in shares]

    def packed(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """The arrays and the facts that are kept, without small weights."""
        rows: dict[str, tuple[float, dict[str, float]]] = {}
        for trait, number in self.numbers.items():
            found = zip(self.kinds, self.weights[number].tolist(), strict=True)
            kept = {kind: weight for kind, weight in found if abs(weight) >= _SMALL}
            if kept:
                rows[trait] = (float(self.rarities[number]), kept)
        return packed(self.kinds, self.biases.tolist(), rows)


def _counting(rarities: Any) -> Any:
    """Weights of one example's traits."""
    return SPREAD * rarities / np.linalg.norm(rarities)
