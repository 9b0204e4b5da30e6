"""Learns what a message is about, and what it says of each name in it: `python -m bench.gists [--write]`.

Without --write it tells how often the gist of a line and the roles of its names (`negotiation.gists`) are right for
lines that were kept out in turn, and what is taken for what; with --write the weights of all lines go into
`negotiation/learnt`.
"""

import argparse
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Final

from bench.gists.learning import Example, Learnt
from bench.gists.marked import MARKED, examples_of, marked_lines, unmarked
from bench.task_success.data import deals, wordings
from bench.weights import digest_of, keep
from negotiation.gists.telling import traits_of
from negotiation.topics import ASKING

_HERE: Final = Path(__file__).parent
_SAID: Final = (_HERE / "said.txt", _HERE / "topics.txt")
_REMARKED: Final = _HERE / "remarked.txt"
_COURTESIES: Final = _HERE.parent.parent / "negotiation" / "grammar" / "courtesies.txt"
_DEALS: Final = 300
"""Wordings of deals that are no gist: the reader's."""
_FOLDS: Final = 4
_SURE: Final = (0.0, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8)

Line = tuple[str, str]
"""A gist, or a gist and a topic (`rules:bounce`), and a text."""


def lines() -> Iterator[Line]:
    """Those of the files, the examples of the grammar of courtesies, and wordings of deals."""
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
    yield from ((kind, unmarked(text)) for file in (MARKED, _REMARKED) for kind, text in marked_lines(file))
    worded = {deal.name for deal in deals("first") if not deal.held and deal.kind not in ("accept", "reject")}
    texts = [text for (name, _), found in sorted(wordings().items()) if name in worded for text in found[:1]]
    yield from (("deal", text) for text in Random(1).sample(texts, min(_DEALS, len(texts))))


def _of_gists() -> Iterator[tuple[str, Example]]:
    """The gist of each line, with the topic where it is one of the game's."""
    for name, text in lines():
        kind = name.partition(":")[0]
        yield text, (name if kind in ASKING else kind, tuple(traits_of(text)))


def _of_topics() -> Iterator[tuple[str, Example]]:
    """The topic of each remark."""
    for name, text in lines():
        if ":" in name and name.partition(":")[0] not in ASKING:
            yield text, (name, tuple(traits_of(text)))


@cache
def _heard() -> dict[str, str]:
    """The gist of each marked text as it is told by those that are learnt from others: as well as of a new text."""
    given = list(_of_gists())
    found: dict[str, str] = {}
    for fold in range(_FOLDS):
        learnt = Learnt([one for at, (_, one) in enumerate(given) if at % _FOLDS != fold])
        kept = given[fold::_FOLDS]
        told = learnt.told([one for _, one in kept])
        found |= {text: kind.partition(":")[0] for (text, _), (kind, _) in zip(kept, told, strict=True)}
    return found


_LEARNT: Final[dict[str, Callable[[], Iterator[tuple[str, Example]]]]] = {
    "gists": _of_gists,
    "remarks": _of_topics,
    "places": lambda: examples_of("PU", _heard()),
    "powers": lambda: examples_of("W", _heard()),
}
"""By model, the examples that they are learnt from, each with its text."""
_WITHIN: Final = frozenset({"remarks"})
"""Models of kinds that are told apart within their gist only."""


_FROM: Final = {
    **dict.fromkeys(("gists", "remarks"), ("kept.txt", "remarked.txt", "said.txt", "topics.txt")),
    **dict.fromkeys(("places", "powers"), ("marked.txt",)),
}
"""By model, the files of its lines."""


def main(*, write: bool) -> None:
    """Tell how well gists and roles are told, or write the weights."""
    for name, examples in _LEARNT.items():
        given = list(examples())
        if write:
            learnt = Learnt([one for _, one in given], within=name in _WITHIN)
            found, facts = learnt.packed()
            keep(name, found, {**facts, "lines": {each: digest_of([_HERE / each]) for each in _FROM[name]}})
        else:
            print(f"\n== {name}: {len(given)} examples")
            _tell(given, within=name in _WITHIN)


def _tell(given: Sequence[tuple[str, Example]], *, within: bool) -> None:
    """Print how often the kind is right of examples that were kept out in turn, then each that is not."""
    given = Random(2).sample(given, len(given))
    results: list[tuple[str, str, float, str]] = []
    for fold in range(_FOLDS):
        learnt = Learnt([one for at, (_, one) in enumerate(given) if at % _FOLDS != fold], within=within)
        kept = given[fold::_FOLDS]
        told = learnt.told([one for _, one in kept])
        results += [(kind, said, sure, text) for (text, (kind, _)), (said, sure) in zip(kept, told, strict=True)]
    for least in _SURE:
        told_so = [each for each in results if each[2] >= least]
        right = sum(_alike(kind, within) == _alike(said, within) for kind, said, _, _ in told_so)
        print(
            f"sure by {least:.1f}: {len(told_so) / len(results):.0%} of lines, {right / max(len(told_so), 1):.0%} right"
        )
    for kind, said, sure, text in sorted(results):
        if kind != said:
            print(f"{kind:10}{said:10}{sure:.2f}  {text}")


def _alike(kind: str, within: bool) -> str:
    """The part of a kind to get right: topic, or gist."""
    return kind if within else kind.partition(":")[0]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="learn from all lines and keep the weights")
    main(**vars(parser.parse_args()))
