"""Learns the judge of what a message means: `python -m bench.judge [--write]`.

Of every line that is marked, all that it may mean is gathered (`negotiation.judge`); weights of the features that are
met are learnt so that what was meant is the likeliest, that it says nothing being one of the choices (a softmax, by
gradient descent with L2). Marked are the series of wordings of `bench.task_success` but for the deals kept back, our
own sentences and near misses, and the lines of `bench/lines`. Without --write a part of all is asked of weights that
were learnt from the rest, and printed is how surely what is claimed at some likelihood is right. With --write the
weights of all go into `negotiation/learnt/weights.npz`, with a manifest.
"""

import argparse
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from multiprocessing import get_context
from typing import Any, Final

import numpy as np
from scipy.sparse import csr_matrix

from bench.marked import SEED, Marked, marked, of_parts, sources
from bench.parts import FOLDS, fold_of
from bench.parts import gathered as gathered_parts
from bench.parts import learnt as learnt_parts
from bench.parts import write as write_parts
from bench.task_success.meaning import meaning
from bench.weights import digest_of, keep
from negotiation.diplomacy import DIPLOMACY
from negotiation.english.tones import plain
from negotiation.judge.candidates import Text
from negotiation.judge.features import choices, shared_features
from negotiation.judge.parts import USED
from negotiation.judge.rules import CLAIM_KINDS, ClaimKind, binds, claim_kind, may_be_claimed
from negotiation.judge.traits import plainly
from negotiation.learnt.weighing import hashed
from negotiation.printer import format_term
from negotiation.terms import Courtesy, Query, Utterance
from negotiation.words.phrasing import trimmed

_L2: Final = 2.0
_BITS: Final = 18
"""The logarithm of the number of weights."""
_SHOWN: Final = 3
_RIGHT: Final[Mapping[ClaimKind, float]] = {"asks": 0.985, "sure": 0.985, "answer": 0.976, "other": 0.968}
"""Least share of right claims, by kind of claim: together at least 98 in 100."""
_ASK: Final = 0.35
"""Least probability of a reading that is shown without a question."""
_LEAST: Final = 0.08
"""Least probability of a reading that is asked about."""
_WORTH: Final = 0.035
"""Least probability of a further reading that is shown beside the first."""
_SILENCE: Final = 0.65
"""Most probability that nothing is said where a reading is shown."""
_RARE: Final = 3
"""A feature that fewer choices have is not learnt."""
_ROUNDS: Final = 120


@dataclass(frozen=True)
class Rows:
    """Numbers in rows, one after the other.

    sizes: how many each row has.
    """

    numbers: Any
    sizes: Any


def rows(found: Sequence[Sequence[int]]) -> Rows:
    """These numbers in rows."""
    numbers = np.fromiter((one for row in found for one in row), np.uint32)
    return Rows(numbers, np.fromiter(map(len, found), np.int32))


def matrix(parts: Sequence[Rows], width: int, starts: Any = None) -> Any:
    """The rows of all parts as a matrix of ones.

    starts: what is added to the numbers of each part.
    """
    begun = starts if starts is not None else [0] * len(parts)
    columns = np.concatenate([part.numbers.astype(np.int64) + start for part, start in zip(parts, begun, strict=True)])
    sizes = np.concatenate([part.sizes for part in parts])
    ends = np.concatenate([[0], np.cumsum(sizes)])
    columns = (columns & ((1 << _BITS) - 1)) if starts is None else columns
    return csr_matrix((np.ones(len(columns), np.float32), columns.astype(np.int32), ends), shape=(len(sizes), width))


@dataclass(frozen=True)
class Example:
    """A marked line with its choices.

    own: the features of each by number; shared: those of each label; labels: the labels of each by number. meant: which
    of them are meant; allowed: which the rules let be claimed; binds: which make, take or end a deal; kinds: the number
    of the kind of claim.
    """

    source: str
    group: str
    text: str
    deal: bool
    own: "Rows"
    shared: "Rows"
    labels: "Rows"
    meant: Any
    allowed: Any
    binds: Any
    kinds: Any


def example(one: Marked) -> Example:
    """The choices of a marked line."""
    where = one.where
    group = f"{one.source} {one.terms or one.text}"
    USED[:] = [_parts[fold_of(group)]] if _parts else []
    view = Text(trimmed(plain(one.text)), where)
    found = choices(view)
    among = [tuple(term for term in terms if not isinstance(term, Courtesy)) for terms in (one.terms, *one.others)]
    talk = any(not terms for terms in among)

    def told(said: Sequence[Utterance]) -> object:
        return meaning(said, where.position) if where.position is not None else plainly(said)

    wanted = {told(terms) for terms in among if terms}

    def is_meant(said: tuple[Utterance, ...]) -> bool:
        if one.never or one.needs:
            written = "; ".join(format_term(each, DIPLOMACY) for each in said)
            return not (one.never and one.never in written) and all(part in written or not said for part in one.needs)
        return told(said) in wanted if said else talk

    labels = {label: each.clues for each in found for label in each.labels}
    numbers = {label: number for number, label in enumerate(labels)}
    shared = [[hashed(one) for one in shared_features(label, clues)] for label, clues in labels.items()]
    return Example(
        one.source,
        group,
        one.text,
        bool(among[0]),
        rows([[hashed(one) for one in each.own] for each in found]),
        rows(shared),
        rows([[numbers[label] for label in each.labels] for each in found]),
        # What asks an open question was no line of its own when most near misses were written.
        np.array([is_meant(each.said) and not (not among[0] and _asks_openly(view)) for each in found], bool),
        np.array([bool(each.said) and may_be_claimed(each, view) for each in found], bool),
        np.array([binds(each.said) for each in found], bool),
        np.array([CLAIM_KINDS.index(claim_kind(each)) for each in found], np.int8),
    )


def _asks_openly(view: Text) -> bool:
    return any(isinstance(said, Query) for said in view.beside)


def gathered(found: Sequence[Marked], jobs: int, parts: Sequence[Any] = ()) -> list[Example]:
    """The choices of all lines, each as often as it counts.

    parts: by quarter of the lines, weights of parts that were learnt without it.
    """
    _parts[:] = parts
    if jobs == 1:
        made = [example(one) for one in found]
    else:
        # A position cannot be sent to another process, so that each has the lines from the beginning.
        with get_context("fork").Pool(jobs, _given.extend, (found,)) as pool:
            made = pool.map(_numbered, range(len(found)), chunksize=20)
    return [each for one, each in zip(found, made, strict=True) for _ in range(one.times)]


_given: Final[list[Marked]] = []
_parts: Final[list[Any]] = []


def _numbered(number: int) -> Example:
    return example(_given[number])


class Seen:
    """Features of all choices as matrices.

    Those of a label are kept once for all choices of a line that have it.

    starts: the first choice of each line.
    """

    def __init__(self, found: Sequence[Example]) -> None:
        counts = [len(one.shared.sizes) for one in found]
        before = np.concatenate([[0], np.cumsum(counts)])
        self.starts = np.concatenate([[0], np.cumsum([len(one.meant) for one in found])])
        self._own = matrix([one.own for one in found], 1 << _BITS)
        self._shared = matrix([one.shared for one in found], 1 << _BITS)
        self._labels = matrix([one.labels for one in found], int(before[-1]), before[:-1])
        self._across = [one.T.tocsr() for one in (self._own, self._shared, self._labels)]

    def scores(self, weights: Any) -> Any:
        """The sum of the weights of each choice."""
        return self._own @ weights + self._labels @ (self._shared @ weights)

    def slopes(self, off: Any) -> Any:
        """For each feature the sum over the choices that have it."""
        own, shared, labels = self._across
        return own @ off + shared @ (labels @ off)


class Learnt:
    """Weights by the number of a feature."""

    def __init__(self, weights: Any) -> None:
        self.weights = weights

    @classmethod
    def of(cls, given: Sequence[Example], l2: float = _L2) -> "Learnt":
        """Learnt from examples: Adam over all at once."""
        found = [one for one in given if one.meant.any()]
        seen = Seen(found)
        starts, meant = seen.starts, np.concatenate([one.meant for one in found])
        which = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
        known = seen.slopes(np.ones(len(meant), np.float32)) >= _RARE
        weights, mean, square = (np.zeros(1 << _BITS, np.float32) for _ in range(3))

        def share(scores: Any, among: Any) -> Any:
            scores = np.where(among, scores, np.float32(-1e9))
            powers = np.exp(scores - np.maximum.reduceat(scores, starts[:-1])[which]) * among
            return powers / np.add.reduceat(powers, starts[:-1])[which]

        for turn in range(1, _ROUNDS + 1):
            scores = seen.scores(weights)
            off = (share(scores, np.ones(len(meant), bool)) - share(scores, meant)).astype(np.float32)
            slope = (seen.slopes(off) + np.float32(l2) * weights) / np.float32(len(found)) * known
            mean = np.float32(0.9) * mean + np.float32(0.1) * slope
            square = np.float32(0.99) * square + np.float32(0.01) * slope * slope
            step = np.float32(0.06 if turn < 0.7 * _ROUNDS else 0.02)
            weights -= step * (mean / (1 - 0.9**turn)) / (np.sqrt(square / (1 - 0.99**turn)) + 1e-8)
        return cls(weights)

    def likelihoods(self, found: Sequence[Example]) -> list[Any]:
        """For each example how likely each of its choices is."""
        seen = Seen(found)
        scores = seen.scores(self.weights).astype(np.float64)
        parts = [scores[begin:end] for begin, end in pairwise(seen.starts)]
        powers = [np.exp(one - one.max()) for one in parts]
        return [one / one.sum() for one in powers]


@dataclass(frozen=True)
class Asked:
    """Outcome of a line whose weights were learnt from others.

    sure: how likely its best reading is; right: whether
    it is what was meant, or neither binds nor asks where nothing was; shown: whether that is shown; allowed: whether it
    may be claimed; kind: that of its claim."""

    one: Example
    sure: float
    right: bool
    shown: bool
    silence: float
    allowed: bool
    kind: ClaimKind


def asked(found: Sequence[Example], likely: Sequence[Any]) -> Iterator[Asked]:
    """Hold what is likely to what was meant."""
    for one, each in zip(found, likely, strict=True):
        if len(each) < 2:
            yield Asked(one, 0.0, False, False, 1.0, False, "other")
            continue
        order = np.argsort(-each[:-1], kind="stable")
        best = int(order[0])
        likely_enough = [at for at in order[:_SHOWN] if each[at] >= _WORTH] if each[-1] <= _SILENCE else []
        shown = any(bool(one.meant[at]) for at in likely_enough)
        kind = CLAIM_KINDS[one.kinds[best]]
        right = bool(one.meant[best]) or not (one.deal or one.binds[best] or kind == "asks")
        yield Asked(one, float(each[best]), right, shown, float(each[-1]), bool(one.allowed[best]), kind)


def bound_for(results: Sequence[Asked], kind: ClaimKind) -> float:
    """Lowest likelihood at which enough claims are right; a line counts once."""
    claims = sorted((each for each in once(results) if each.allowed and each.kind == kind), key=lambda each: -each.sure)
    least, wrong = 1.0, 0
    for count, each in enumerate(claims, 1):
        wrong += not each.right
        if wrong <= (1 - _RIGHT[kind]) * count:
            least = each.sure
    return least


def once(results: Sequence[Asked]) -> list[Asked]:
    """Each line a single time, however often it counts in learning."""
    return list({(each.one.group, each.one.text): each for each in results}.values())


def claimed(results: Sequence[Asked], claim: Mapping[ClaimKind, float]) -> list[Asked]:
    """Results that are claimed by these bounds."""
    return [each for each in results if each.allowed and each.sure >= claim[each.kind]]


def table(results: Sequence[Asked], claim: Mapping[ClaimKind, float]) -> Iterator[str]:
    """A row of figures for each source."""
    yield f"{'':<12}{'deals':>6}{'first':>8}{'shown':>8}{'claims':>8}{'wrong':>7}{'talk':>7}{'bothered':>10}"
    for name in dict.fromkeys(each.one.source.split()[0] for each in results):
        of_it = [each for each in results if each.one.source.split()[0] == name]
        deals_ = [each for each in of_it if each.one.deal]
        talk = [each for each in of_it if not each.one.deal]
        claims = claimed(of_it, claim)
        wrong = sum(not each.right for each in claims)
        first = sum(each.right for each in deals_) / max(1, len(deals_))
        shown = sum(each.shown for each in deals_) / max(1, len(deals_))
        bothered = sum(each.silence <= _SILENCE for each in talk)
        told = f"{name:<12}{len(deals_):>6}{first:>8.1%}{shown:>8.1%}"
        yield f"{told}{len(claims):>8}{wrong:>7}{len(talk):>7}{bothered:>10}"


def learnt(found: Sequence[Example], jobs: int) -> list[Learnt]:
    """Weights without each quarter of the lines, and last of all."""
    folds = range(FOLDS + 1)
    if jobs == 1:
        return [Learnt.of(_without(fold, found)) for fold in folds]
    with get_context("fork").Pool(jobs, _learning.extend, (found,)) as pool:
        return [Learnt(one) for one in pool.map(_weights_without, folds, chunksize=1)]


_learning: Final[list[Example]] = []


def _weights_without(fold: int) -> Any:
    return Learnt.of(_without(fold, _learning)).weights


def _without(fold: int, found: Sequence[Example]) -> list[Example]:
    return [one for one in found if fold_of(one.group) != fold]


def folded(found: Sequence[Example], by_fold: Sequence[Learnt]) -> list[Asked]:
    """Marked lines, each by weights that were learnt without its likes.

    Near misses that ask openly are left out: what they ask is marked nowhere.
    """
    results: list[Asked] = []
    told = [one for one in found if one.deal or one.meant.any()]
    for fold in range(FOLDS):
        kept = [one for one in told if fold_of(one.group) == fold]
        results += asked(kept, by_fold[fold].likelihoods(kept))
    return results


def main() -> None:
    """Print how claims fare, or write the weights of all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="write the weights of all")
    parser.add_argument("--jobs", type=int, default=2, help="how many processes gather and learn")
    arguments = parser.parse_args()
    lines = list(marked())
    told = gathered_parts([*lines, *of_parts()])
    parts = [learnt_parts(told, fold) for fold in (*range(FOLDS), -1)]
    found = gathered(lines, arguments.jobs, parts)
    by_fold = learnt(found, arguments.jobs)
    results = folded(found, by_fold)
    claim = {kind: bound_for(results, kind) for kind in CLAIM_KINDS}
    print("\n".join(table(results, claim)))
    print("claimed from", ", ".join(f"{kind} {bound:.3f}" for kind, bound in claim.items()))
    if arguments.write:
        write(by_fold[-1], results, claim)
        write_parts(parts[-1], len(told.states))


def write(weighed: Learnt, results: Sequence[Asked], claim: Mapping[ClaimKind, float]) -> None:
    """Keep the weights, with their sources and scores in the manifest."""
    step = float(np.abs(weighed.weights).max()) / 127
    results = once(results)
    claims = claimed(results, claim)
    deals_ = [each for each in results if each.one.deal]
    keep(
        "judge",
        {"weights": np.round(weighed.weights / step).astype(np.int8)},
        {
            "step": step,
            "bounds": {
                # Upwards: what lies at the bound itself is not sure.
                "claim": {kind: math.ceil(1000 * bound) / 1000 for kind, bound in claim.items()},
                "ask": _ASK,
                "least": _LEAST,
                "worth": _WORTH,
                "silence": _SILENCE,
            },
            "seed": SEED,
            "lines": {path.name: digest_of([path]) for path in sources()},
            "scores": {
                "lines": len(results),
                "claims": len(claims),
                "claims right": round(sum(each.right for each in claims) / max(1, len(claims)), 4),
                "deals shown": round(sum(each.shown for each in deals_) / max(1, len(deals_)), 4),
            },
        },
    )


if __name__ == "__main__":
    main()
