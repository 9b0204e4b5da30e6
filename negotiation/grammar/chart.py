"""The parser: every way to take a stretch of tokens as a category, with what each costs. Knows nothing of Diplomacy.

Top down, every category at a place only once. A word between two steps may be skipped for what it costs; some never.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from negotiation.grammar.productions import TERMINALS, Grammar

__all__ = ["NEVER", "PATIENCE", "Chart", "Edge", "Lexeme"]

NEVER: Final = 99.0
"""The cost of a word that is never skipped."""

_MOST: Final = 12
"""Edges of a category at a place that are kept, the cheapest."""
_HOPS: Final = 3
"""Words that may be skipped in one place."""
PATIENCE: Final = 30_000
"""Steps after which nothing more is looked for in a text. The longest of our own takes 20,000."""
_VALUE: Final = 6
"""Steps that a new value counts as: of one thing said over and over, ever more is made."""
_NOTHING: Final = -1
"""The number of what a production makes that means nothing."""
_DEAR: Final = 4.0
"""What an edge may cost at most."""


@dataclass(frozen=True, slots=True)
class Lexeme:
    """A token as the parser sees it.

    keys: what a pattern may call it. form: the form of the verb that begins here (b, s, g, d; "" where none does).
    value: what it names. skip: what it costs to skip it.
    """

    keys: tuple[str, ...]
    form: str
    value: Any
    skip: float


@dataclass(frozen=True, slots=True)
class Edge:
    """A category over `start` to `end`.

    skipped: the tokens in it that were skipped, as bits. number: that of its value in the chart.
    """

    start: int
    end: int
    cost: float
    skipped: int
    value: Any
    number: int = 0


Make = Callable[..., Any]


@dataclass(slots=True)
class Chart:
    """One row of tokens being parsed. makers: what builds a value of a production's slots; None: it means nothing.

    patience: steps after which nothing more is looked for.
    """

    grammar: Grammar
    makers: Mapping[str, Make]
    tokens: Sequence[Lexeme]
    patience: int = PATIENCE
    known: dict[tuple[str, int], tuple[Edge, ...]] = field(default_factory=dict)
    hops: list[tuple[tuple[int, float, int], ...]] = field(default_factory=list)
    wanted: dict[str, float] = field(default_factory=dict)
    """What might have come after the last token, words and categories, and what it costs up to there."""

    values: dict[Any, int] = field(default_factory=dict)
    """Every value met, numbered: slots hold numbers, which are quickly compared."""

    met: list[Any] = field(default_factory=list)
    made: dict[tuple[int, tuple[tuple[str, int], ...]], int] = field(default_factory=dict)
    """By production and slots the number of what it makes of them."""

    steps: int = 0

    def __post_init__(self) -> None:
        size = len(self.tokens)
        for at in range(size + 1):
            ways, cost, bits = [(at, 0.0, 0)], 0.0, 0
            for hop in range(at, min(at + _HOPS, size)):
                cost += self.tokens[hop].skip
                bits |= 1 << hop
                if cost >= _DEAR or hop + 1 == size:
                    break
                ways.append((hop + 1, cost, bits))
            self.hops.append(tuple(ways))

    def at(self, category: str, start: int) -> tuple[Edge, ...]:
        """The edges of the category that begin with the token at `start`."""
        key = (category, start)
        found = self.known.get(key)
        if found is not None:
            return found
        self.known[key] = ()
        found = self._terminal(category, start) if category in TERMINALS else self._walked(category, start)
        self.known[key] = found
        return found

    def _terminal(self, category: str, start: int) -> tuple[Edge, ...]:
        token = self.tokens[start]
        if f"@{category}" not in token.keys:
            return ()
        return (Edge(start, start + 1, 0.0, 0, token.value, self._number(token.value)),)

    def _number(self, value: Any) -> int:
        number = self.values.setdefault(value, len(self.met))
        if number == len(self.met):
            self.met.append(value)
            self.steps += _VALUE
        return number

    def _made(self, done: int, slots: tuple[tuple[str, int], ...]) -> int:
        """The number of what a production makes of its slots; `_NOTHING` where it means nothing."""
        held = self.made.get((done, slots))
        if held is None:
            production, filled = self.grammar.productions[done], {slot: self.met[held] for slot, held in slots}
            # What was said twice would lose one of the two.
            twice = len(filled) < len(slots)
            value = None if twice else self.makers[production.maker](**production.given, **filled)
            held = self.made[done, slots] = _NOTHING if value is None else self._number(value)
        return held

    def _walked(self, category: str, start: int) -> tuple[Edge, ...]:
        grammar, tokens, size = self.grammar, self.tokens, len(self.tokens)
        states, productions, firsts, nexts = grammar.states, grammar.productions, grammar.firsts, grammar.nexts
        best: dict[tuple[int, int], Edge] = {}
        waiting: list[tuple[int, int, float, int, tuple[tuple[str, int], ...]]] = [
            (grammar.starts[category], start, 0.0, 0, ())
        ]
        seen: dict[tuple[int, int, tuple[tuple[str, int], ...]], float] = {}
        while waiting and self.steps < self.patience:
            self.steps += 1
            number, position, cost, skipped, slots = waiting.pop()
            place = (number, position, slots)
            if seen.get(place, NEVER) <= cost:
                continue
            seen[place] = cost
            state = states[number]
            for done in state.done:
                production = productions[done]
                if production.maker == "words":
                    said = " ".join(tokens[at].keys[0] for at in range(start, position) if not skipped >> at & 1)
                    held = self._number(said)
                else:
                    held = self._made(done, slots)
                if held == _NOTHING:
                    continue
                total = cost + production.cost
                key = (position, held)
                other = best.get(key)
                if other is None or total < other.cost:
                    best[key] = Edge(start, position, total, skipped, self.met[held], held)
            if position == size:
                for wanted in (*state.words, *(f"<{call.category}" for call in state.calls)):
                    if cost < self.wanted.get(wanted, _DEAR):
                        self.wanted[wanted] = cost
                continue
            hops = self.hops[position] if position > start else ((position, 0.0, 0),)
            words, calls, leads = state.words, state.calls, nexts[number]
            for at, price, bits in hops:
                if cost + price >= _DEAR:
                    break
                token = tokens[at]
                if leads.isdisjoint(token.keys):
                    continue
                for word in token.keys:
                    if word in words:
                        for to in words[word]:
                            waiting.append((to, at + 1, cost + price, skipped | bits, slots))
                for call in calls:
                    if call.forms and token.form not in call.forms:
                        continue
                    if firsts[call.category].isdisjoint(token.keys):
                        continue
                    for edge in self.at(call.category, at):
                        total = cost + price + edge.cost
                        if total < _DEAR:
                            slotted = (*slots, (call.slot, edge.number)) if call.slot else slots
                            waiting.append((call.to, edge.end, total, skipped | bits | edge.skipped, slotted))
        edges = sorted(best.values(), key=lambda edge: (edge.end, edge.cost))
        kept = sorted(edges, key=lambda edge: edge.cost)[: _MOST * 3] if len(edges) > _MOST * 3 else edges
        return tuple(kept)
