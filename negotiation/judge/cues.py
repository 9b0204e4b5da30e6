"""Little words around a name that tell its part: `not X`, `X too`."""

from collections.abc import Iterator, Mapping, Sequence, Set
from typing import Final

__all__ = ["cues_of"]

_BREAKS: Final = frozenset([".", ";", "\n", "?", "!", ":", "...", "…"])
_FAR: Final = 4
"""Words before a name that may speak of it."""
_BEFORE: Final[Mapping[str, str]] = {
    word: cue
    for cue, words in {
        "not": "not never no nor neither without",
        "drop": "forget drop scrap skip lose minus except exclude remove delete cancel leave ignore cut strike cross",
        "than": "than instead",
        "only": "only just solely merely",
        "add": "add plus also include including additionally with too & +",
        "mean": "mean meant wait rather actually correction sorry oops pardon make said nvm nevermind scratch typo *",
        "keep": "keep stay still fine okay ok yes sure agree agreed accept",
        "but": "but though however",
        "swap": "swap replace change switch trade exchange",
    }.items()
    for word in words.split()
}
_AFTER: Final[Mapping[str, str]] = {
    "too": "too",
    "also": "too",
    "well": "too",
    "instead": "instead",
    "only": "only",
    "not": "not",
    "out": "out",
    "either": "too",
    "alone": "only",
    "no": "not",
    "yes": "keep",
    "rather": "instead",
}
_TURNS: Final = frozenset(
    [
        "wait",
        "actually",
        "correction",
        "sorry",
        "oops",
        "meant",
        "scratch",
        "rather",
        "pardon",
        "typo",
        "*",
        "mean",
        "said",
    ]
)
_NO: Final = frozenset(["no", "nah", "na"])
_STOPS: Final = frozenset([",", ".", "...", "-", "!", "?", ";", ":", "…"])


def cues_of(words: Sequence[str], marks: Sequence[tuple[int, str]]) -> Mapping[str, tuple[str, ...]]:
    """Cues around the last mention of each name.

    marks: the numbers of the words that are names, with these.
    """
    at_names = {at for at, _ in marks}
    found: dict[str, tuple[str, ...]] = {}
    for at, name in marks:
        found[name] = tuple(_around(at, words, at_names))
    end = marks[-1][0] if marks else 0
    turn = max((at for at in range(end) if words[at] in _TURNS or _turns_by_no(at, words)), default=-1)
    if turn >= 0:
        first: dict[str, int] = {}
        last: dict[str, int] = {}
        for at, name in marks:
            first.setdefault(name, at)
            last[name] = at
        for name, cues in found.items():
            side = "turned after" if first[name] > turn else "turned before" if last[name] < turn else "turned both"
            found[name] = (*cues, side)
    order = [name for _, name in sorted((at, name) for name, at in {name: at for at, name in marks}.items())]
    if order:
        found[order[-1]] = (*found[order[-1]], "at last")
    return found


def _around(at: int, words: Sequence[str], names: Set[int]) -> Iterator[str]:
    before = 0
    for back in range(at - 1, max(-1, at - 1 - _FAR), -1):
        word = words[back]
        if word in _BREAKS:
            break
        if back in names:
            before += 1
            if before > 1:
                break
            continue
        cue = "mean" if _turns_by_no(back, words) else _BEFORE.get(word)
        if cue is not None:
            yield f"{'' if not before else 'far '}{cue} <"
            break
    for ahead in range(at + 1, min(len(words), at + 4)):
        word = words[ahead]
        if word in _BREAKS or ahead in names:
            break
        cue = None if _turns_by_no(ahead, words) else _AFTER.get(word)
        if cue is not None:
            yield f"{cue} >"
            break


def _turns_by_no(at: int, words: Sequence[str]) -> bool:
    """True for a `no` alone between stops, which corrects."""
    return words[at] in _NO and 0 < at < len(words) - 1 and words[at - 1] in _STOPS and words[at + 1] in _STOPS
