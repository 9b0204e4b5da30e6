"""Grammar of messages, by the one table `messages.txt`.

`fault_in` says where a message stops being one: there HUH puts its ERR.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import accumulate
from typing import Final, TypeAlias, TypeGuard

from daide.tokens import BRA, BY_NAME, ERR, KET, Words, category

__all__ = [
    "LEVELS",
    "LONGEST",
    "ROWS",
    "TRY_LEVELS",
    "Row",
    "brackets_match",
    "fault_in",
    "level_of",
    "too_deep",
    "without_higher",
]

LEVELS: Final[Mapping[int, str]] = {
    0: "No press",
    10: "Peace and alliances",
    20: "Orders proposed",
    30: "Several parts",
    40: "Sharing the supply centers",
    50: "Parts inside parts",
    60: "Questions and insistence",
    70: "Asking for suggestions",
    80: "Accusations",
    90: "The future",
    100: "Conditions",
    110: "Puppets and favors",
    120: "Forwarding",
    130: "Explanations",
    8000: "Free text",
}

LONGEST: Final = 4000
"""Tokens of a message; more are not read."""

DEEPEST: Final = 64
"""Brackets within each other; a message with more is not understood."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the table.

    option: the game's option without which it does not count, or "".
    """

    level: int
    option: str
    name: str
    syntax: str
    about: str


def _rows() -> Iterator[Row]:
    for line in files("daide").joinpath("messages.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            level, name, syntax, about = (part.strip() for part in line.split("|"))
            number, _, option = level.partition(" ")
            yield Row(int(number), option, name, syntax, about)


ROWS: Final[tuple[Row, ...]] = tuple(_rows())
"""The table, in its order."""

_TRIED: Final = "press_token"
TRY_LEVELS: Final[Mapping[int, int]] = {
    BY_NAME[name]: row.level for row in ROWS if row.name == _TRIED for name in row.syntax.split(" / ")
}
"""The level of each token that TRY may name."""


_Symbol: TypeAlias = int | str
"""A token by its number, a category as `@Powers`, any token but brackets and ERR as `@`, or a name."""

_Rules: TypeAlias = dict[str, list[tuple[_Symbol, ...]]]

_ANYTHING: Final = """
anything |
anything | anything @
anything | anything ERR
anything | anything ( anything )
"""
"""Any row of tokens with brackets that match."""


def _add(rules: _Rules, name: str, syntax: str) -> None:
    """Add a right side; groups and repetitions get names of their own."""
    levels: list[list[_Symbol]] = [[]]

    def put(*sides: tuple[_Symbol, ...]) -> None:
        made = f"{name}:{len(rules)}"
        rules[made] = [tuple(made if symbol == "" else symbol for symbol in side) for side in sides]
        levels[-1].append(made)

    for piece in re.findall(r"[<>*+?()]|@[\w-]*|\w+", syntax):
        if piece == "<":
            levels.append([])
        elif piece == ">":
            put(tuple(levels.pop()))
        elif piece in "*+?":
            last = levels[-1].pop()
            put(*{"*": ((), ("", last)), "+": ((last,), ("", last)), "?": ((), (last,))}[piece])
        else:
            levels[-1].append(BY_NAME.get(piece, piece))
    rules.setdefault(name, []).append(tuple(levels[0]))


def _is_name(symbol: _Symbol) -> TypeGuard[str]:
    return isinstance(symbol, str) and not symbol.startswith("@")


@dataclass(frozen=True, slots=True)
class _Grammar:
    """Rules that count together.

    sides: all right sides, with the name each is for. first: by name and first token
    or category, the numbers of the sides that may begin so. empty: by name, those that may be nothing."""

    sides: tuple[tuple[str, tuple[_Symbol, ...]], ...]
    first: Mapping[str, Mapping[_Symbol, frozenset[int]]]
    empty: Mapping[str, frozenset[int]]

    def begun(self, name: str, kinds: tuple[_Symbol, ...]) -> Iterator[int]:
        """The sides of a name that may begin with these kinds.

        Among them those that may be nothing.
        """
        yield from self.empty[name]
        begins = self.first[name]
        for kind in kinds:
            yield from begins.get(kind, _NONE)


_NONE: Final[frozenset[int]] = frozenset()


@cache
def _grammar(level: int, options: frozenset[str]) -> _Grammar:
    """The rows that count at a level, with these options."""
    rules: _Rules = {row.name: [] for row in ROWS}
    for row in ROWS:
        needed = min(row.level, 10) if row.name == _TRIED else row.level
        if needed <= level and (not row.option or row.option in options):
            for syntax in row.syntax.split(" / "):
                _add(rules, row.name, syntax)
    for line in _ANYTHING.strip().splitlines():
        _add(rules, *line.split(" |"))
    for whole, part in _PARTS:
        rules[whole].append((part,))
    return _compiled(rules)


_PARTS: Final = (
    ("client_message", "client_command"),
    ("client_message", "client_request"),
    ("client_command", "player_command"),
    ("client_request", "player_request"),
    ("server_message", "server_command"),
)
"""Kinds of messages, and kinds that are among them."""


def _compiled(rules: _Rules) -> _Grammar:
    sides = tuple((name, side) for name, each in rules.items() for side in each)
    nullable: set[_Symbol] = set()
    starts: dict[str, set[_Symbol]] = {name: set() for name in rules}
    size = -1
    while size != (size := len(nullable) + sum(map(len, starts.values()))):
        for name, side in sides:
            for symbol in side:
                starts[name] |= starts[symbol] if _is_name(symbol) else {symbol}
                if symbol not in nullable:
                    break
            else:
                nullable.add(name)
    first: dict[str, dict[_Symbol, frozenset[int]]] = {name: {} for name in rules}
    empty: dict[str, frozenset[int]] = dict.fromkeys(rules, _NONE)
    for number, (name, side) in enumerate(sides):
        if all(symbol in nullable for symbol in side):
            empty[name] |= {number}
        for symbol in side:
            for start in starts[symbol] if _is_name(symbol) else {symbol}:
                first[name][start] = first[name].get(start, _NONE) | {number}
            if symbol not in nullable:
                break
    return _Grammar(sides, first, empty)


_Item: TypeAlias = tuple[int, int, int]
"""A side, how many of its symbols are there, and where it began."""


def fault_in(words: Words, name: str, level: int, options: frozenset[str] = frozenset()) -> int | None:
    """Find the first token that does not fit.

    Returns its place, the length where a token is missing, or None where all is well. name: of rows in the table, as
    `client_message` or `press`. By Earley's method: in time that grows with the length, however deep brackets stand in
    each other.
    """
    if len(words) > LONGEST:
        return LONGEST
    chart = _Chart(_grammar(level, options), name)
    for place, word in enumerate(words):
        if not chart.read(word):
            return place
    return None if chart.is_whole() else len(words)


def too_deep(words: Words) -> int | None:
    """Find the first bracket in more than `DEEPEST` others."""
    depths = accumulate((word == BRA) - (word == KET) for word in words)
    return next((place for place, depth in enumerate(depths) if depth > DEEPEST), None)


class _Chart:
    """The possible readings of tokens so far."""

    def __init__(self, grammar: _Grammar, name: str) -> None:
        self.grammar, self.name = grammar, name
        self.waiting: list[dict[str, list[_Item]]] = []  # by place and name, the items that wait for it to end
        self.next: list[_Item] | None = None

    def read(self, word: int) -> bool:
        """Take a token; False where it does not fit."""
        kinds: tuple[_Symbol, ...] = (word, f"@{category(word)}", *(() if word in (BRA, KET, ERR) else ("@",)))
        self.next = [
            (number, dot + 1, origin)
            for number, dot, origin in self._items(kinds)
            if dot < len(side := self.grammar.sides[number][1]) and side[dot] in kinds
        ]
        return bool(self.next)

    def is_whole(self) -> bool:
        """True if a message may end here."""
        sides = self.grammar.sides
        return any(
            origin == 0 and sides[number][0] == self.name and dot == len(sides[number][1])
            for number, dot, origin in self._items(())
        )

    def _items(self, kinds: tuple[_Symbol, ...]) -> Iterable[_Item]:
        """All items of this place before a token of these kinds."""
        place, here, ended = len(self.waiting), dict[str, list[_Item]](), set[str]()
        begun = [(number, 0, 0) for number in self.grammar.begun(self.name, kinds)]
        items = dict.fromkeys(begun if self.next is None else self.next)
        self.waiting.append(here)
        queue = list(items)
        while queue:
            number, dot, origin = queue.pop()
            name, side = self.grammar.sides[number]
            found: list[_Item] = []
            if dot == len(side):
                if origin == place:
                    ended.add(name)
                found = [(which, at + 1, began) for which, at, began in self.waiting[origin].get(name, ())]
            elif _is_name(symbol := side[dot]):
                if symbol not in here:
                    here[symbol] = []
                    found = [(begins, 0, place) for begins in self.grammar.begun(symbol, kinds)]
                here[symbol].append((number, dot, origin))
                if symbol in ended:
                    found.append((number, dot + 1, origin))
            for item in found:
                if item not in items:
                    items[item] = None
                    queue.append(item)
        return items


def level_of(words: Words, name: str, options: frozenset[str] = frozenset()) -> int | None:
    """The lowest level at which this can be said, or None."""
    return next((level for level in LEVELS if fault_in(words, name, level, options) is None), None)


def brackets_match(words: Words) -> bool:
    """True if every bracket has its other half."""
    depth = 0
    for word in words:
        depth += {BRA: 1, KET: -1}.get(word, 0)
        if depth < 0:
            return False
    return depth == 0


def without_higher(words: Words, level: int) -> Words:
    """Remove tokens above a level from a TRY; return anything else."""
    if words[:2] != (BY_NAME["TRY"], BRA):
        return words
    return tuple(word for word in words if TRY_LEVELS.get(word, 0) <= level or word not in TRY_LEVELS)
