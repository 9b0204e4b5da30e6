"""Lines in which the role of every place and third power is marked: `keep [Tyrolia|both] empty`."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from adjudication.powers import POWERS
from bench.gists.learning import Example
from negotiation.gists.roles import OF_PLACE, OF_POWER, Word, traits_at, words_of_text
from negotiation.words.spotting import spot

__all__ = ["KEPT", "MARKED", "examples_of", "marked_lines", "read_marks", "roles_of", "unmarked"]

MARKED: Final = Path(__file__).with_name("marked.txt")
KEPT: Final = Path(__file__).with_name("kept.txt")
"""Lines that nothing is learnt from."""
_MARK: Final = re.compile(r"\[([^|\]]+)\|(\w+)\]")


def marked_lines(file: Path = MARKED) -> Iterator[tuple[str, str]]:
    """The gist and the marked text of each line."""
    for line in file.read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            kind, _, text = line.partition("\t")
            yield kind, text


def unmarked(text: str) -> str:
    """The text without its marks."""
    return _MARK.sub(r"\1", text)


def examples_of(kinds: str, gists: Mapping[str, str]) -> Iterator[tuple[str, Example]]:
    """Every marked name of these kinds (`P` places, `U` those of units, `W` powers) with its role and its traits.

    gists: of each text.
    """
    roles = OF_POWER if "W" in kinds else OF_PLACE
    for _, marked in marked_lines():
        text, spans = read_marks(marked)
        words = words_of_text(text, _addressed(text, spans))
        for at, word in enumerate(words):
            role = _role(word, spans) if word.kind and word.kind in kinds else ""
            if role in roles:
                yield f"{text}  ({', '.join(word.named)})", (role, tuple(traits_at(words, at, gists[text])))


def roles_of(marked: str) -> tuple[str, list[str], dict[int, str]]:
    """The text, the powers that write and read as far as they are named, and by where it begins each name's role."""
    text, spans = read_marks(marked)
    parties = _addressed(text, spans)
    words = [word for word in words_of_text(text, parties) if word.kind]
    found = {word.start: _role(word, spans) for word in words}
    return text, parties, {start: role for start, role in found.items() if role}


def read_marks(marked: str) -> tuple[str, list[tuple[int, int, str]]]:
    """The text, and where each mark stands in it."""
    spans: list[tuple[int, int, str]] = []
    text, ended = "", 0
    for mark in _MARK.finditer(marked):
        text += marked[ended : mark.start()]
        spans.append((len(text), len(text) + len(mark[1]), mark[2]))
        text += mark[1]
        ended = mark.end()
    return text + marked[ended:], spans


def _addressed(text: str, spans: list[tuple[int, int, str]]) -> list[str]:
    """The powers that are named and not marked: who writes and who reads."""
    seen = spot(text, None)
    found = [(token, seen.entities.get(token.sym)) for token in seen.tokens]
    return [
        str(entity)
        for token, entity in found
        if entity in POWERS and not any(start < token.end and token.start < end for start, end, _ in spans)
    ]


def _role(word: Word, spans: list[tuple[int, int, str]]) -> str:
    """The last mark on a name."""
    return next((role for start, end, role in reversed(spans) if start < word.end and word.start < end), "")
