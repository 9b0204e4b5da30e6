"""The grammar as data: the tables `*.txt`, read into one network of states for each category.

A line of a table is one production:

    Category maker key=value …: pattern
      > an example that it reads

A pattern is written on tokens (see `spotting`): words as they are or without their ending (`support` for
`supporting`), `[optional]`, `(one|other)`, `*` behind a group that may come any number of times, `<Category>`,
`slot=<Category>` and `slot=(words)` for what the maker is given, `<Category.bg>` where the verb must be in one of these
forms, and `<macro>` for a pattern with a small letter that was named before: `macro = pattern`. A number in braces at
the end is its cost.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from sys import intern
from typing import Any, Final

__all__ = ["TABLES", "Call", "Grammar", "Production", "State", "grammar", "productions"]

TABLES: Final = (
    "common",
    "orders",
    "pacts",
    "centers",
    "attitudes",
    "exchanges",
    "news",
    "questions",
    "answers",
    "replies",
    "talk",
)


@dataclass(frozen=True, slots=True)
class Production:
    """One way to say something of a category. maker: what builds its meaning; given: what the table gives the maker."""

    category: str
    maker: str
    pattern: str
    given: Mapping[str, str] = field(hash=False)
    cost: float = 0.0
    example: str = ""
    table: str = ""
    line: int = 0


@dataclass(frozen=True, slots=True)
class Call:
    """A step that takes a whole category. forms: the forms its verb may have, any if empty."""

    category: str
    slot: str
    forms: str
    to: int


@dataclass(slots=True)
class State:
    words: dict[str, tuple[int, ...]]
    calls: tuple[Call, ...]
    done: tuple[int, ...]
    """The productions that are complete here, by their number."""


@dataclass(frozen=True, slots=True)
class Grammar:
    """starts: category -> its first state. firsts: category -> the keys of the tokens it may begin with; begun_by: the
    other way round. words: every key that leads from a state to another."""

    productions: tuple[Production, ...]
    states: tuple[State, ...] = field(repr=False)
    starts: Mapping[str, int]
    firsts: Mapping[str, frozenset[str]]
    begun_by: Mapping[str, frozenset[str]] = field(repr=False)
    words: frozenset[str] = field(repr=False)


TERMINALS: Final = ("P", "U", "W", "J", "T", "N")


# ── tables ──────────────────────────────────────────────────────────────────────────────────────

_HEAD: Final = re.compile(r"([A-Z]\w*) (\w+)((?: \w+=[\w,.~ -]*?)*): ")
_COST: Final = re.compile(r" \{([\d.]+)\}$")
_MACRO: Final = re.compile(r"([a-z_]+) = ")


def productions(tables: Sequence[str] = TABLES) -> Iterator[tuple[Production, Mapping[str, str]]]:
    """Every production of the tables, with the macros that may stand in its pattern. Raises ValueError for a line that
    is none."""
    macros: dict[str, str] = {}
    for table in tables:
        lines = _lines(table)
        for at, (number, line) in enumerate(lines):
            if line.startswith(">"):
                continue
            macro = _MACRO.match(line)
            if macro is not None:
                macros[macro[1]] = line[macro.end() :]
                continue
            head = _HEAD.match(line)
            if head is None:
                raise ValueError(f"{table}.txt, line {number}: no production: {line[:60]}")
            given = dict(one.split("=", 1) for one in head[3].split())
            after = lines[at + 1][1] if at + 1 < len(lines) else ""
            example = after[1:].strip() if after.startswith(">") else ""
            priced = _COST.search(line)
            cost = float(priced[1]) if priced is not None else 0.0
            pattern = line[head.end() : priced.start() if priced is not None else len(line)]
            yield Production(head[1], head[2], pattern, given, cost, example, table, number), macros


def _lines(table: str) -> list[tuple[int, str]]:
    text = files("negotiation.grammar").joinpath(f"{table}.txt").read_text(encoding="utf-8")
    found: list[tuple[int, str]] = []
    for number, line in enumerate(text.splitlines(), 1):
        bare = line.strip()
        if bare.startswith("|") and found:
            found[-1] = (found[-1][0], f"{found[-1][1]} {bare}")
        elif bare and not bare.startswith("#"):
            found.append((number, bare))
    return found


# ── patterns to states ──────────────────────────────────────────────────────────────────────────

_PIECE: Final = re.compile(r"\s*(?:(\w+)=(?=[(<]))?(?:<([^>]+)>|([()|\[\]*])|([^\s()|\[\]<>*]+(?:\*(?=\S))?))")

_UNIT_FIRST: Final = re.compile(r"(?:\[[^\]]*\] )?u=")
"""Productions that begin with a unit: what it did is told in another way."""

_Step = tuple[str, str, str, str, int]
"""A possible next step: its kind, its word or category, the slot, the forms, and the state it leads to."""

_Steps = frozenset[_Step]


@dataclass(frozen=True, slots=True)
class _Node:
    """A piece of a pattern: `word`, `call`, `row`, `choice`, `maybe` or `any` (any number of times)."""

    kind: str
    name: str = ""
    slot: str = ""
    inner: tuple["_Node", ...] = ()


class _Builder:
    """States from their ends: a state is the set of steps that may come next, and two with the same steps are one.

    After the continuations of Thompson (1968) and the sharing of suffixes of Daciuk et al. (2000).
    """

    def __init__(self) -> None:
        self.known: dict[_Steps, int] = {}
        self.loops: list[_Steps] = []
        self.starts: dict[str, _Steps] = {}
        self.made: list[Production] = []
        self.parsed: dict[str, _Node] = {}
        self.captured: dict[int, str] = {}
        """Pieces that fill a slot, by identity: each is a category of its own."""

    def state(self, steps: _Steps) -> int:
        return self.known.setdefault(steps, len(self.known))

    def add(self, production: Production, macros: Mapping[str, str]) -> None:
        past = production.category == "Act" and not _UNIT_FIRST.match(production.pattern)
        steps = self.steps(self.node(production.pattern), self.ends(production), macros, past)
        self.starts[production.category] = self.starts.get(production.category, frozenset()) | steps

    def ends(self, production: Production) -> _Steps:
        self.made.append(production)
        return frozenset({("done", "", "", "", len(self.made) - 1)})

    def node(self, pattern: str) -> _Node:
        if pattern not in self.parsed:
            self.parsed[pattern] = _Pattern(pattern).whole()
        return self.parsed[pattern]

    def steps(self, node: _Node, after: _Steps, macros: Mapping[str, str], past: bool) -> _Steps:
        """First steps of a piece that is followed by these steps.

        past: words may stand in their past form.
        """
        match node.kind:
            case "word":
                words = (node.name, f"{node.name}^") if past else (node.name,)
                return frozenset(("word", word, "", "", self.state(after)) for word in words)
            case "row":
                for piece in reversed(node.inner):
                    after = self.steps(piece, after, macros, past)
                return after
            case "choice":
                return frozenset().union(*(self.steps(one, after, macros, past) for one in node.inner))
            case "maybe":
                return self.steps(node.inner[0], after, macros, past) | after
            case "any":
                number = len(self.loops)
                self.loops.append(frozenset())
                again = frozenset({("loop", "", "", "", number)})
                self.loops[number] = self.steps(node.inner[0], again, macros, past) | after
                return self.loops[number]
        return self.called(node, after, macros, past)

    def called(self, node: _Node, after: _Steps, macros: Mapping[str, str], past: bool) -> _Steps:
        category, _, forms = node.name.partition(".")
        inner = node.inner[0] if node.inner else None
        if inner is None and category[0].islower():
            inner = self.node(macros[category])
            if not node.slot:
                return self.steps(inner, after, macros, past)
        if inner is not None:
            category = f"<{category}>" if category else self.captured.setdefault(id(inner), f"={len(self.captured)}")
            if category not in self.starts:
                self.starts[category] = self.steps(
                    inner, self.ends(Production(category, "words", "", {})), macros, past
                )
        return frozenset({("call", category, node.slot, forms, self.state(after))})

    def finished(self) -> tuple[tuple[State, ...], dict[str, int]]:
        starts = {category: self.state(steps) for category, steps in self.starts.items()}
        same: dict[tuple[int, ...], tuple[int, ...]] = {}
        return tuple(self._finished(steps, same) for steps in self.known), starts

    def _finished(self, steps: _Steps, same: dict[tuple[int, ...], tuple[int, ...]]) -> State:
        """A state of its steps. same: rows of states met before, each kept once: there are many words, and few rows."""
        words: dict[str, list[int]] = {}
        calls: list[Call] = []
        done: list[int] = []
        for kind, name, slot, forms, to in sorted(self._without_loops(steps)):
            if kind == "word":
                words.setdefault(name, []).append(to)
            elif kind == "call":
                calls.append(Call(name, slot, forms, to))
            else:
                done.append(to)
        rows = {intern(word): same.setdefault(row, row) for word, to in words.items() if (row := tuple(to))}
        return State(rows, tuple(calls), tuple(done))

    def _without_loops(self, steps: _Steps) -> set[_Step]:
        found: set[_Step] = set()
        waiting, seen = list(steps), set[int]()
        while waiting:
            step = waiting.pop()
            if step[0] != "loop":
                found.add(step)
            elif step[4] not in seen:
                seen.add(step[4])
                waiting.extend(self.loops[step[4]])
        return found


class _Pattern:
    """One pattern being read."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.pieces: list[tuple[str, str]] = []
        at = 0
        while at < len(text.rstrip()):
            match = _PIECE.match(text, at)
            if match is None:
                raise ValueError(f"a pattern that cannot be read at {text[at : at + 30]!r}: {text}")
            slot, named, mark, word = match.groups()
            if slot:
                self.pieces.append(("slot", slot))
            self.pieces.append(("name", named) if named else ("mark", mark) if mark else ("word", word))
            at = match.end()
        self.at = 0

    def whole(self) -> _Node:
        node = self.choice()
        if self.at < len(self.pieces):
            raise ValueError(f"a pattern that closes what it did not open: {self.text}")
        return node

    def choice(self) -> _Node:
        rows = [self.row()]
        while self._is("|"):
            self.at += 1
            rows.append(self.row())
        return rows[0] if len(rows) == 1 else _Node("choice", inner=tuple(rows))

    def row(self) -> _Node:
        found: list[_Node] = []
        while self.at < len(self.pieces) and not any(map(self._is, "|)]")):
            found.append(self.item())
        return found[0] if len(found) == 1 else _Node("row", inner=tuple(found))

    def item(self) -> _Node:
        kind, value = self.pieces[self.at]
        self.at += 1
        if kind == "slot":
            inner = self.item()
            return replace(inner, slot=value) if inner.kind == "call" else _Node("call", slot=value, inner=(inner,))
        if kind == "word":
            return _Node("word", value)
        if kind == "name":
            return _Node("call", value)
        if value not in "([":
            raise ValueError(f"a pattern with {value!r} where nothing ends: {self.text}")
        node = self.choice()
        self.at += 1
        if self._is("*"):
            self.at += 1
            return _Node("any", inner=(node,))
        return _Node("maybe", inner=(node,)) if value == "[" else node

    def _is(self, mark: str) -> bool:
        return self.at < len(self.pieces) and self.pieces[self.at] == ("mark", mark)


@cache
def grammar(tables: tuple[str, ...] = TABLES) -> Grammar:
    """The tables as one grammar.

    Raises ValueError where a production cannot be read or names what there is not.
    """
    builder = _Builder()
    for production, macros in productions(tables):
        builder.add(production, macros)
    states, starts = builder.finished()
    for state in states:
        for call in state.calls:
            if call.category not in starts and call.category not in TERMINALS:
                raise ValueError(f"no production of {call.category}")
    firsts = _firsts(states, starts)
    words = frozenset[str]().union(*(one.words for one in states))
    return Grammar(tuple(builder.made), states, starts, firsts, _begun_by(firsts), words)


def _begun_by(firsts: Mapping[str, frozenset[str]]) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for category, keys in firsts.items():
        for key in keys:
            found.setdefault(key, set()).add(category)
    same: dict[frozenset[str], frozenset[str]] = {}
    return {key: same.setdefault(frozenset(each), frozenset(each)) for key, each in found.items()}


def _firsts(states: Sequence[State], starts: Mapping[str, int]) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {category: set() for category in starts}
    found.update({one: {f"@{one}"} for one in TERMINALS})
    changed: Any = True
    while changed:
        changed = False
        for category, start in starts.items():
            keys = set(states[start].words)
            for call in states[start].calls:
                keys |= found[call.category]
            if not keys <= found[category]:
                found[category] |= keys
                changed = True
    return {category: frozenset(keys) for category, keys in found.items()}
