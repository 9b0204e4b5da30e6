"""The parser: every way to take a stretch of tokens as a category, with what each costs. Knows nothing of Diplomacy.

Top down, every category at a place only once. A word between two steps may be skipped for what it costs; some never.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from negotiation.grammar.productions import TERMINALS, Grammar, State

__all__ = ["NEVER", "PATIENCE", "Chart", "Edge", "Lexeme"]

NEVER: Final = 99.0
"""The cost of a word that is never skipped."""

_MOST: Final = 12
"""Edges of a category at a place that are kept, the cheapest."""
_HOPS: Final = 3
"""Words that may be skipped in one place."""
PATIENCE: Final = 12_000
"""Steps after which nothing more is looked for in a text. The longest of our own takes 8,500."""
_VALUE: Final = 6
"""Steps that a new value counts as: of one thing said over and over, ever more is made."""
_NOTHING: Final = -1
"""The number of what a production makes that means nothing."""
_DEAR: Final = 2.6
"""Highest cost of an edge. No kept line needs one that is dearer; 4.0 took 13 % more steps."""
_DEEPEST: Final = 120
"""Categories within each other, at most: each takes three frames of Python's stack."""


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


class Edge(NamedTuple):
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


Slots = tuple[tuple[str, int], ...]
"""Filled slots of a production: each slot's name, and the number of its value."""

_Key = tuple[str, int, float, int]
"""A word that may come next: its key, where it ends, what it costs to skip those before it, and which these are."""

_Step = tuple[int, int, float, int, str, int]
"""A step on from a state: the state and place it leads to, what it costs, the tokens it skips as bits, the slot it
fills ("" for none), and the number of the value in it."""


@dataclass(slots=True)
class Chart:
    """One row of tokens being parsed.

    value_makers: functions that build a value of a production's slots; None if it means nothing. patience: most
    steps of a search.
    """

    grammar: Grammar
    value_makers: Mapping[str, Make]
    tokens: Sequence[Lexeme]
    patience: int = PATIENCE
    known: dict[tuple[str, int], tuple[Edge, ...]] = field(default_factory=dict)
    wants: bool = False
    """True if it collects what might have come after the last token."""
    hops: list[tuple[tuple[int, float, int], ...]] = field(default_factory=list)
    keys: list[tuple[list[_Key], list[_Key]]] = field(default_factory=list)
    """By place the words that may come next there, if none and if some are skipped."""
    near: list[frozenset[str]] = field(default_factory=list)
    """By place the keys of all tokens that may come next there."""
    opens: list[frozenset[str]] = field(default_factory=list)
    """By token the categories that may begin with it."""
    open_near: list[frozenset[str]] = field(default_factory=list)
    """By place the categories that may begin there, some words being skipped or none."""
    begun: set[tuple[str, int]] = field(default_factory=set)
    """Categories that are being walked, and where."""
    onward: dict[tuple[int, int, bool], list[_Step]] = field(default_factory=dict)
    """By state, place, and whether words may be skipped there: every step that leads on. Many ways lead through the
    same state, with other things in their slots."""
    wanted: dict[str, float] = field(default_factory=dict)
    """Words and categories that might have come after the last token, with the cost up to there."""

    values: dict[Any, int] = field(default_factory=dict)
    """Every value met, numbered: slots hold numbers, which are quickly compared."""

    met: list[Any] = field(default_factory=list)
    made: dict[tuple[int, Slots], int] = field(default_factory=dict)
    """By production and slots the number of what it makes of them."""

    steps: int = 0

    def __post_init__(self) -> None:
        size = len(self.tokens)
        words, begun_by = self.grammar.words, self.grammar.begun_by
        for token in self.tokens:
            self.opens.append(frozenset[str]().union(*(begun_by.get(key, ()) for key in token.keys)))
        known = [[key for key in token.keys if key in words] for token in self.tokens]
        for at in range(size + 1):
            ways, cost, bits = [(at, 0.0, 0)], 0.0, 0
            for hop in range(at, min(at + _HOPS, size)):
                cost += self.tokens[hop].skip
                bits |= 1 << hop
                if cost >= _DEAR or hop + 1 == size:
                    break
                ways.append((hop + 1, cost, bits))
            self.hops.append(tuple(ways))
            keys = [[(key, hop + 1, price, passed) for key in known[hop]] for hop, price, passed in ways if hop < size]
            self.keys.append((keys[0] if keys else [], [each for row in keys for each in row]))
            self.near.append(frozenset(key for hop, *_ in ways if hop < size for key in self.tokens[hop].keys))
            self.open_near.append(frozenset[str]().union(*(self.opens[hop] for hop, *_ in ways if hop < size)))

    def at(self, category: str, start: int) -> tuple[Edge, ...]:
        """The edges of the category that begin with the token at `start`."""
        key = (category, start)
        found = self.known.get(key)
        if found is not None:
            return found
        if category in TERMINALS:
            found = self._terminal(category, start)
        elif len(self.begun) >= _DEEPEST:
            return ()
        else:
            self.known[key] = ()
            self.begun.add(key)
            found = self._walked(category, start)
            self.begun.remove(key)
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

    def _made(self, done: int, slots: Slots) -> int:
        """The number of what a production makes of its slots; `_NOTHING` where it means nothing."""
        held = self.made.get((done, slots))
        if held is None:
            production, filled = self.grammar.productions[done], {slot: self.met[held] for slot, held in slots}
            # A slot filled twice would lose one of its values.
            twice = len(filled) < len(slots)
            value = None if twice else self.value_makers[production.maker](**production.given, **filled)
            held = self.made[done, slots] = _NOTHING if value is None else self._number(value)
        return held

    def _walked(self, category: str, start: int) -> tuple[Edge, ...]:
        grammar, size = self.grammar, len(self.tokens)
        states, onward = grammar.states, self.onward
        best: dict[tuple[int, int], Edge] = {}
        waiting: list[tuple[int, int, float, int, Slots]] = [(grammar.starts[category], start, 0.0, 0, ())]
        seen: dict[tuple[int, int, Slots], float] = {}
        while waiting and self.steps < self.patience:
            self.steps += 1
            number, position, cost, skipped, slots = waiting.pop()
            place = (number, position, slots)
            if seen.get(place, NEVER) <= cost:
                continue
            seen[place] = cost
            state = states[number]
            if state.done:
                self._complete(state, best, (start, position, cost, skipped, slots))
            if position == size:
                if self.wants:
                    self._want(state, cost)
                continue
            key = (number, position, position > start)
            steps = onward.get(key)
            if steps is None:
                steps, whole = self._onward(state, position, position > start)
                if whole:
                    onward[key] = steps
            for to, end, price, bits, slot, held in steps:
                total = cost + price
                if total < _DEAR:
                    slotted = (*slots, (slot, held)) if slot else slots
                    waiting.append((to, end, total, skipped | bits, slotted))
        edges = sorted(best.values(), key=lambda edge: (edge.end, edge.cost))
        kept = sorted(edges, key=lambda edge: edge.cost)[: _MOST * 3] if len(edges) > _MOST * 3 else edges
        return tuple(kept)

    def _complete(
        self, state: State, best: dict[tuple[int, int], Edge], so_far: tuple[int, int, float, int, Slots]
    ) -> None:
        """Make what is complete in a state, and keep it where nothing cheaper means the same."""
        start, position, cost, skipped, slots = so_far
        for done in state.done:
            production = self.grammar.productions[done]
            if production.maker == "words":
                said = " ".join(self.tokens[at].keys[0] for at in range(start, position) if not skipped >> at & 1)
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

    def _want(self, state: State, cost: float) -> None:
        for wanted in (*state.words, *(f"<{call.category}" for call in state.calls)):
            if cost < self.wanted.get(wanted, _DEAR):
                self.wanted[wanted] = cost

    def _onward(self, state: State, position: int, skips: bool) -> tuple[list[_Step], bool]:
        """Every step on from a state at a place, and whether that is all: what a category begins with that is being
        walked itself is not known yet. skips: whether words may be skipped before it."""
        states, words, near, opens = self.grammar.states, state.words, self.near, self.opens
        last = len(self.tokens) if self.wants else -1
        found: list[_Step] = []
        for word, end, price, bits in self.keys[position][skips] if words else ():
            for to in words.get(word, ()):
                then = states[to]
                # Two steps in three would lead nowhere.
                if then.done or not then.words.keys().isdisjoint(near[end]) or then.calls or end == last:
                    found.append((to, end, price, bits, "", 0))
        if not state.calls:
            return found, True
        whole = True
        for at, price, bits in self.hops[position] if skips else self.hops[position][:1]:
            form, begin = self.tokens[at].form, opens[at]
            for call in state.calls:
                if call.category not in begin or (call.forms and form not in call.forms):
                    continue
                whole = whole and (call.category, at) not in self.begun and len(self.begun) < _DEEPEST
                then = states[call.to]
                for edge in self.at(call.category, at):
                    if (
                        then.done
                        or not then.words.keys().isdisjoint(near[edge.end])
                        or (then.calls and self._calls(then, edge.end))
                        or edge.end == last
                    ):
                        total, skipped = price + edge.cost, bits | edge.skipped
                        found.append((call.to, edge.end, total, skipped, call.slot, edge.number))
        return found, whole

    def _calls(self, state: State, position: int) -> bool:
        """True if a category the state expects may begin here."""
        near = self.open_near[position]
        return any(call.category in near for call in state.calls)
