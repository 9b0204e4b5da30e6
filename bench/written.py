"""Do the productions alone read what the writer writes for the deals people want? `python -m bench.written`.

Each deal of `bench/task_success` is written in three wordings, on its board, and read without the writer's own frames.
"""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Final, Literal, get_args

from bench.task_success.__main__ import context
from bench.task_success.data import Deal, Series, deals
from bench.task_success.meaning import meaning
from negotiation.english.writer import write
from negotiation.grammar.reader import ranked
from negotiation.levels import FREE

__all__ = ["Verdict", "read_back"]

Verdict = Literal["right", "offered", "missed", "wrong"]
"""Claimed as that deal; among what is offered; neither; claimed as something else."""
_SHOWN: Final = 3
WORDINGS: Final = (None, 1, 2)
"""The plain one, and others by these seeds."""


def read_back(deal: Deal, seed: int | None) -> tuple[Verdict, str]:
    """Write a deal and read it again: verdict and wording.

    seed: None for the plain wording.
    """
    where = context(deal, FREE)
    text = write(deal.term, None if seed is None else Random(seed), where)
    found = ranked(text, where)
    wanted = meaning((deal.term,), deal.position)
    shown = [meaning(each, deal.position) for each in found.candidates[: 1 if found.sure else _SHOWN]]
    if found.sure:
        return ("right" if shown == [wanted] else "wrong"), text
    return ("offered" if wanted in shown else "missed"), text


def _each() -> Iterator[tuple[str, Verdict, str]]:
    for series in get_args(Series):
        for deal in deals(series):
            for seed in WORDINGS:
                yield deal.kind, *read_back(deal, seed)


def main() -> None:
    """Print the counts, and what is missed or taken for something else."""
    counts: Counter[Verdict] = Counter()
    for kind, verdict, text in _each():
        counts[verdict] += 1
        if verdict in ("missed", "wrong"):
            print(f"{verdict} {kind}: {text!r}")
    for verdict, count in counts.most_common():
        print(f"{verdict:10}{count:6}{100 * count / counts.total():7.1f} %")


if __name__ == "__main__":
    main()
