"""Count which word is typed after which: `python -m tools.talk.count_words`.

Completions are ordered by it.

Counts the sentences of our own that are understood and the examples of the productions, with names as `@P` (place),
`@U` (unit), `@W` and `@J` (power), `@T` (time) and `@N` (number), and writes `negotiation/grammar/use.txt`. Needs no
more than the site does.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Final

from negotiation.grammar.beside import TABLES as BESIDE
from negotiation.grammar.productions import TABLES, productions
from negotiation.grammar.usage import BEFORE, END, words_of

__all__ = ["main"]

_CASES: Final = Path("tests/negotiation/cases/sentences.jsonl")
_TABLE: Final = files("negotiation.grammar").joinpath("use.txt")
_HEAD: Final = """\
# What is typed after what: up to two words, and what follows them how often. ^ begins a sentence, $ ends one.
# Counted by `python -m tools.talk.count_words`, not written by hand.
"""

_LEAST: Final = (2, 1, 2)
"""Least count of a word to be kept, after no, one and two words."""

_MOST: Final = (800, 200, 60)
"""Most words kept after no, one and two words: the commonest."""


def counted(texts: Iterator[str]) -> dict[tuple[str, ...], Counter[str]]:
    """Count next words after none, one and two words."""
    found: dict[tuple[str, ...], Counter[str]] = defaultdict(Counter)
    for text in texts:
        for words in words_of(text):
            row = [*BEFORE, *words, END]
            for at in range(len(BEFORE), len(row)):
                for length in range(min(at, 2) + 1):
                    found[tuple(row[at - length : at])][row[at]] += 1
    return found


def main() -> None:
    """Write the table anew."""
    cases = [json.loads(line)["text"] for line in _CASES.read_text(encoding="utf-8").splitlines()]
    tables = dict.fromkeys((*TABLES, *BESIDE))
    examples = [production.example for production, _ in productions((*tables,)) if production.example]
    rows = [_HEAD]
    for before, after in sorted(counted(iter([*cases, *examples])).items()):
        kept = [(word, count) for word, count in after.most_common(_MOST[len(before)]) if count >= _LEAST[len(before)]]
        if kept:
            rows.append(f"{' '.join(before)} > {' '.join(f'{word} {count}' for word, count in kept)}\n".lstrip())
    Path(str(_TABLE)).write_text("".join(rows), encoding="utf-8")


if __name__ == "__main__":
    main()
