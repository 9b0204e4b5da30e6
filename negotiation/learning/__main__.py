"""`python -m negotiation.learning judged.jsonl`: learn from judged readings how likely a reading is what was meant.

A line of the file is one sentence: a line for `python -m negotiation read` (text, speaker, hearers, position, dialogue)
with "talk", "right" and "doubtful" besides: which talk it is from (what is learnt from a talk is never tried on it),
and the texts of the candidates that somebody judged so; all others are wrong. Our own cases are learnt from as well:
those that are to be claimed count as much as the sentences of people.

Prints, by cross-validation over the talks, what of the readings of the rules reaches several bounds, and writes
`negotiation/english/phrases/likelihood.txt`. Needs `negotiation/learning/requirements.txt`.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import numpy as np
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GroupKFold
from tqdm import tqdm

from adjudication.position import opening, position_as_dict
from negotiation.__main__ import context_of_line
from negotiation.diplomacy import DIPLOMACY
from negotiation.english.likelihood import ANY, Weights, probability
from negotiation.english.reader import read_by_rules
from negotiation.english.trust import marked
from negotiation.printer import format_term
from negotiation.words.spotting import spot

_CASES: Final = Path("tests/negotiation/cases")
_TABLE: Final = files("negotiation.english").joinpath("phrases/likelihood.txt")
_HEAD: Final = """\
# What speaks for a reading and what against it: a weight, a tab and a mark (`likelihood.marks`). Learnt by
# `python -m negotiation.learning`, not written by hand.
"""

_LEAST: Final = 4
"""A mark counts that so many readings have."""

_MOST: Final = 4000
"""Of so many marks, those of the greatest weight, the weights are kept."""

_STRENGTH: Final = 0.05
_NEAR_MISSES: Final = 0.2
"""What a reading of a sentence of ours that is not claimed counts, compared with one of people's sentences."""


@dataclass(frozen=True, slots=True)
class Example:
    """One reading of a sentence. right: 1, 0 or, where it is doubtful, a half."""

    talk: str
    sentence: int
    claimed: bool
    marks: Collection[str]
    right: float
    weight: float = 1.0


def examples(lines: Sequence[dict[str, Any]], weights: tuple[float, float] = (1.0, 1.0)) -> Iterator[Example]:
    """The readings of judged sentences. weights: what a right one counts and what another does."""
    for number, line in enumerate(tqdm(lines, unit=" sentences", disable=None)):
        context = context_of_line(line)
        spotted = spot(line["text"], context.position.phase if context.position is not None else None)
        understood = read_by_rules(line["text"], context)
        for candidate, views in marked(spotted, understood, context):
            text = "\n".join(format_term(one, DIPLOMACY) for one in candidate)
            right = 1.0 if text in line["right"] else 0.5 if text in line["doubtful"] else 0.0
            clear = understood.verdict == "clear"
            weight = weights[0] if right == 1 else weights[1]
            yield Example(line["talk"], number, clear, views[0], right, weight)


def cases() -> Iterator[dict[str, Any]]:
    """Our own sentences, as lines."""
    scenes = json.loads((_CASES / "scenes.json").read_text(encoding="utf-8"))
    scenes = {name: position_as_dict(opening()) if one == "opening" else one for name, one in scenes.items()}
    for name in ("sentences", "asked_about", "near_misses", "held_aside"):
        for text in (_CASES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
            case = json.loads(text)
            right = [] if case["l"] is None else [case["l"]]
            yield {**case, "position": scenes[case["scene"]], "talk": "", "right": right, "doubtful": []}


def learnt(known: Sequence[Example]) -> Weights:
    """The weights that fit the examples best. One that is doubtful counts half as right and half as wrong."""
    counts = Counter(mark for one in known for mark in one.marks)
    marks = [mark for mark, count in counts.items() if count >= _LEAST]
    doubtful = [one for one in known if one.right == 0.5]
    rows = [*known, *doubtful]
    right = np.array([one.right == 1 for one in known] + [True] * len(doubtful))
    weight = np.array([one.weight / 2 if one.right == 0.5 else one.weight for one in rows])
    for kept in (None, _MOST):
        model = LogisticRegression(C=_STRENGTH, solver="liblinear", max_iter=300)
        model.fit(_matrix(rows, marks), right, sample_weight=weight)
        if kept is not None or len(marks) <= _MOST:
            break
        marks = [marks[at] for at in np.argsort(-np.abs(model.coef_[0]))[:_MOST]]
    return {ANY: float(model.intercept_[0]), **dict(zip(marks, map(float, model.coef_[0]), strict=True))}


def _matrix(known: Sequence[Example], marks: Sequence[str]) -> csr_matrix:
    columns = {mark: at for at, mark in enumerate(marks)}
    found = [[columns[mark] for mark in one.marks if mark in columns] for one in known]
    starts = np.cumsum([0, *map(len, found)], dtype=np.int32)
    indices = np.array([at for row in found for at in row], dtype=np.int32)
    return csr_matrix((np.ones(len(indices)), indices, starts), shape=(len(known), len(marks)))


def tried(people: Sequence[Example], ours: Sequence[Example]) -> None:
    """Print what comes of the bounds on talk that was not learnt from."""
    talks = np.array([one.talk for one in people])
    chances = np.zeros(len(people))
    for known, unknown in GroupKFold(6).split(talks, groups=talks):
        weights = learnt([*(people[at] for at in known), *ours])
        chances[unknown] = [probability(people[at].marks, weights) for at in unknown]
    wanted = len({one.sentence for one in people if one.right == 1})
    for bound in (0.0, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9):
        claims = [one for one, p in zip(people, chances, strict=True) if one.claimed and p >= bound]
        right, maybe = (sum(one.right == value for one in claims) for value in (1, 0.5))
        print(
            f"claimed from {bound:.2f}: {len(claims):5d}, right {right / max(1, len(claims)):.1%},"
            f" with the doubtful {(right + maybe) / max(1, len(claims)):.1%}, of all deals {right / wanted:.1%}"
        )
    for bound in (0.0, 0.03, 0.05, 0.08):
        shown = [one for one, p in zip(people, chances, strict=True) if p >= bound]
        fit = len({one.sentence for one in shown if one.right == 1})
        asked = len({one.sentence for one in shown})
        print(f"offered from {bound:.2f}: {asked:5d} sentences, the right one for {fit / wanted:.1%} of the deals")


def main(arguments: list[str] | None = None) -> int:
    """Learn from a file of judged readings. Returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m negotiation.learning", description=__doc__)
    parser.add_argument("judged", type=Path)
    given = parser.parse_args(arguments)
    people = list(examples([json.loads(line) for line in given.judged.read_text(encoding="utf-8").splitlines()]))
    ours = list(examples(list(cases()), (1.0, _NEAR_MISSES)))
    print(f"{len(people)} readings of people's sentences, {len(ours)} of ours")
    tried(people, ours)
    weights = learnt([*people, *ours])
    rows = sorted(weights.items(), key=lambda row: (-abs(row[1]), row[0]))
    Path(str(_TABLE)).write_text(_HEAD + "".join(f"{weight:.3f}\t{mark}\n" for mark, weight in rows), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
