"""Which of many patterns may match a text, told by the words they need: the others are not even tried.

A clause is tried against hundreds of patterns and holds a dozen words. What every match of a pattern must hold is
read from the pattern itself: `(?:war|peace) \\w+` needs `war ` or `peace `, where a space stands for the end or the
beginning of a word. No library does this for patterns that look around.
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from re import _constants as _ops  # what the library itself reads patterns with
from re import _parser
from typing import Any, Final, TypeAlias

__all__ = ["Needing", "needed"]

_Item: TypeAlias = tuple[Any, Any]
_NOTHING: Final[frozenset[str]] = frozenset()
_WORD: Final = 40
"""Letters of the longest word that is remembered."""


class Needing:
    """Patterns in a row, by what they need; whole: they are asked for the whole text."""

    def __init__(self, patterns: Iterable[re.Pattern[str]], whole: bool = False) -> None:
        needs = [needed(one.pattern, whole) for one in patterns]
        self._always = frozenset(at for at, pieces in enumerate(needs) if not pieces)
        self._pieces = [(at, piece) for at, pieces in enumerate(needs) for piece in pieces]
        self._remembered = lru_cache(maxsize=4096)(self._of_word)

    def among(self, text: str) -> Sequence[int]:
        """The numbers of the patterns that may match in the text, in order."""
        known = (self._remembered(word) if len(word) <= _WORD else self._of_word(word) for word in text.split())
        return sorted(self._always.union(*known))

    def _of_word(self, word: str) -> frozenset[int]:
        spaced = f" {word} "
        return frozenset(at for at, piece in self._pieces if piece in spaced)


def needed(pattern: str, whole: bool = False) -> frozenset[str]:
    """Pieces of words of which every match of a pattern holds at least one; none where a match may do without."""
    return _of_sequence(list(_parser.parse(pattern)), whole, whole)


def _of_sequence(items: Sequence[_Item], starts: bool, ends: bool) -> frozenset[str]:
    """The most telling of what the parts need; starts, ends: whether a word begins before or ends after them."""
    found: list[frozenset[str]] = []
    run, begins = "", False
    for at, (op, argument) in enumerate(items):
        before, after = _borders(items[:at], starts, -1), _borders(items[at + 1 :], ends, 0)
        if op is _ops.LITERAL and not _is_space(op, argument):
            begins = before if not run else begins
            run += chr(argument)
            if at + 1 == len(items) or items[at + 1][0] not in (_ops.LITERAL, _ops.BRANCH) or after:
                found.append(frozenset([f"{' ' * begins}{run}{' ' * after}"]))
                run = ""
            continue
        if op is _ops.BRANCH:
            begins = before if not run else begins
            heads = [_head(branch, after) for branch in argument[1]]
            found.append(frozenset(f"{' ' * begins}{run}{head}" for head in heads) if run or all(heads) else _NOTHING)
            branches = [_of_sequence(list(branch), before, after) for branch in argument[1]]
            found.append(_NOTHING.union(*branches) if all(branches) else _NOTHING)
        elif op is _ops.SUBPATTERN:
            found.append(_of_sequence(list(argument[3]), before, after))
        elif op in (_ops.MAX_REPEAT, _ops.MIN_REPEAT) and argument[0]:
            once = argument[1] == 1
            found.append(_of_sequence(list(argument[2]), before and once, after and once))
        run = ""
    return max(filter(None, found), key=_tells, default=_NOTHING)


def _borders(beside: Sequence[_Item], edge: bool, near: int) -> bool:
    """Whether a word surely ends where these items begin (near 0), or begins where they end (near -1)."""
    if not beside:
        return edge
    op, argument = beside[near]
    if op is _ops.ASSERT_NOT:
        return str(argument[1]) == _A_LETTER
    if op in (_ops.MAX_REPEAT, _ops.MIN_REPEAT):
        further = beside[1:] if near == 0 else beside[:-1]
        return _borders(list(argument[2]), False, near) and (argument[0] > 0 or _borders(further, edge, near))
    if op is _ops.SUBPATTERN:
        return _borders(list(argument[3]), False, near)
    if op is _ops.BRANCH:
        return all(_borders(list(branch), False, near) for branch in argument[1])
    return _is_space(op, argument)


_A_LETTER: Final = str(_parser.parse(r"\S"))


def _is_space(op: Any, argument: Any) -> bool:
    return op is _ops.LITERAL and chr(argument) == " "


def _head(items: Iterable[_Item], ends: bool) -> str:
    """The letters a branch begins with, and whether a word ends with them."""
    head = ""
    for op, argument in items:
        if op is not _ops.LITERAL:
            return head
        if _is_space(op, argument):
            return f"{head} "
        head += chr(argument)
    return head + " " * ends


def _tells(pieces: frozenset[str]) -> tuple[int, int]:
    """How well pieces tell a match: by the shortest of them, then by how few they are."""
    return min(*map(len, pieces), 4), -len(pieces)
