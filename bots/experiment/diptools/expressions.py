"""The language in which a chart is asked for: figures of one player or of two, and what can be reckoned of them.

    kept / (kept + broken)
    attacks on FRA
    100 * together(first)

An expression is read into a function that says its value for one player at one of several moments (the phases of a
game; a whole game is the only one of its own), or None where it has none, as a share of nothing.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from typing import Any, Final, TypeAlias

from lark import Lark, Token, Transformer, Tree, v_args
from lark.exceptions import UnexpectedCharacters, UnexpectedEOF, UnexpectedToken, VisitError

from adjudication.powers import POWER_NAMES, POWERS, Power
from bots.experiment.diptools.moments import Moment
from bots.experiment.figures import value_of
from bots.experiment.file.declaration import PARTS_OF_KEPT, SHARES, VARIABLES

__all__ = ["FUNCTIONS", "LONGEST", "PREPOSITIONS", "Expression", "ExpressionError", "read_expression"]

LONGEST: Final = 200
"""Signs of an expression."""

_DEEPEST: Final = 20
_MOST_INSIDE: Final = 2
"""Functions inside each other; each goes over all phases or players again."""

FUNCTIONS: Final[Mapping[str, str]] = {
    "total": "all there was of it up to that phase: total(kept)",
    "share": "the percentage of all seven players' that is this player's: share(messages)",
    "together": "the sum of all players of the same bot: together(first)",
    "least": "the smaller of two: least(kept, broken)",
    "most": "the greater of two: most(kept, 1)",
}

PREPOSITIONS: Final[Mapping[str, Mapping[str, str]]] = {
    "attacks": {"on": "out", "from": "in"},
    "supports": {"for": "out", "from": "in"},
    "deals": {"with": "out"},
    "kept": {"to": "out", "from": "in"},
    "standing": {"to": "out", "from": "in"},
    "broken": {"to": "out", "from": "in"},
    "trust": {"in": "in"},
}
"""Prepositions of figures between two players: "out" for the player's own deeds, "in" for the other's."""

_OWN: Final = ("trust", "seats")
_GRAMMAR: Final = r"""
start: comparison
?comparison: sum
    | sum COMPARE sum -> compare
?sum: product
    | sum "+" product -> add
    | sum "-" product -> subtract
?product: signed
    | product "*" signed -> multiply
    | product "/" signed -> divide
?signed: atom
    | "-" signed -> negate
?atom: NUMBER -> number
    | NAME -> figure
    | NAME PREPOSITION OTHER -> between
    | NAME "(" comparison ("," comparison)* ")" -> call
    | "(" comparison ")"
COMPARE: ">=" | "<=" | ">" | "<" | "="
PREPOSITION.2: /(on|for|with|from|to|in)\b/
OTHER: /"[^"]+"|[A-Za-z_][\w-]*/
NAME: /[A-Za-z_]\w*/
NUMBER: /\d+(\.\d+)?/
%ignore /\s+/
"""
_SHOWN: Final = {
    "NUMBER": "a number",
    "NAME": "a figure",
    "OTHER": "a power or a bot",
    "LPAR": "'('",
    "RPAR": "')'",
    "PLUS": "'+'",
    "MINUS": "'-'",
    "STAR": "'*'",
    "SLASH": "'/'",
    "COMMA": "','",
    "COMPARE": "a comparison",
}

_Value: TypeAlias = float | None
_Ask: TypeAlias = Callable[[Sequence[Moment], int, Power], _Value]


class ExpressionError(ValueError):
    """An expression that cannot be read. at: the character, from 1, where it goes wrong."""

    def __init__(self, at: int, text: str) -> None:
        super().__init__(f"character {at}: {text}")
        self.at, self.text = at, text


@dataclass(frozen=True, slots=True)
class Expression:
    """An expression that was read. value: of a player at one of several moments. whole: for a share, what all of it is
    (1 for `first`, 100 for `100 * first`); None for any other figure."""

    text: str
    value: _Ask
    whole: float | None = None


def read_expression(text: str, labels: Iterable[str]) -> Expression:
    """Read one. labels: of the bots that may be named. Raises ExpressionError."""
    if len(text) > LONGEST:
        raise ExpressionError(LONGEST, f"An expression has at most {LONGEST} characters; this one has {len(text)}.")
    if max(_depths(text), default=0) > _DEEPEST:
        raise ExpressionError(1, f"It goes more than {_DEEPEST} deep, with brackets or minus signs.")
    if not text.strip():
        raise ExpressionError(1, f"There is nothing here; write a figure, as {_list(list(VARIABLES)[:3])}.")
    try:
        tree = _lark().parse(text)
        if _inside(tree) > _MOST_INSIDE:
            raise ExpressionError(1, f"There are more than {_MOST_INSIDE} functions inside each other; trust is one.")
        return Expression(text.strip(), _Meaning(tuple(labels)).transform(tree), _whole(tree))
    except UnexpectedCharacters as problem:
        character = text[problem.pos_in_stream or 0]
        raise ExpressionError((problem.pos_in_stream or 0) + 1, f"'{character}' means nothing here.") from None
    except UnexpectedToken as problem:
        raise _unexpected(text, problem) from None
    except UnexpectedEOF:
        raise ExpressionError(len(text), "It ends too early.") from None
    except VisitError as problem:
        if isinstance(problem.orig_exc, ExpressionError):
            raise problem.orig_exc from None
        raise


def _depths(text: str) -> Iterator[int]:
    depth = 0
    for sign in text:
        depth += {"(": 1, ")": -1}.get(sign, 0)
        yield depth
    yield from (len(row.group().replace(" ", "")) for row in re.finditer(r"[- ]+", text))


def _unexpected(text: str, problem: UnexpectedToken) -> ExpressionError:
    token = problem.token
    wanted = _list(sorted({_SHOWN[each] for each in problem.expected if each in _SHOWN}))
    if token.type == "$END":
        return ExpressionError(len(text.rstrip()) + 1, f"It ends too early; there could follow {wanted}.")
    if token.type in ("NAME", "OTHER") and "PREPOSITION" in problem.expected:
        words = _list(sorted({each for row in PREPOSITIONS.values() for each in row}))
        told = f"'{token}' does not fit here; before a power or a bot goes {words}, between two figures + - * or /."
        return ExpressionError((token.start_pos or 0) + 1, told)
    found = f"'{token}' does not fit here"
    return ExpressionError((token.start_pos or 0) + 1, f"{found}; there could be {wanted}." if wanted else f"{found}.")


def _inside(part: Tree[Token] | Token) -> int:
    if isinstance(part, Token):
        return int(part == "trust")
    return max(map(_inside, part.children), default=0) + (part.data == "call")


def _whole(part: Tree[Token] | Token) -> float | None:
    """Whole of a share, as far as its expression tells."""
    if isinstance(part, Token):
        return None
    factor, core = _factor(part)
    if core is not part:
        whole = _whole(core)
        return None if whole is None or factor <= 0 else factor * whole
    match part.data:
        case "start":
            return _whole(part.children[0])
        case "compare":
            return 1.0
        case "figure":
            return 1.0 if part.children[0] in SHARES else None
        case "call":
            name, inside = str(part.children[0]), part.children[1]
            if name == "share":
                # Parts of anything else may be less than nothing, or more than all.
                return 100.0 if isinstance(inside, Tree) and inside.data == "figure" else None
            return _whole(inside) if name == "together" and not _names(inside) & {"alive", "drawn"} else None
        case "divide":
            scale, above = _factor(part.children[0])
            below = part.children[1]
            parts = _names(below) | ({"successes"} if _names(below) == {"moves"} else set())
            parts |= PARTS_OF_KEPT if "kept" in parts else set()
            is_part = isinstance(above, Tree) and above.data == "figure" and str(above.children[0]) in parts
            return scale if is_part and isinstance(below, Tree) and below.data in ("add", "figure") else None
        case _:
            return None


def _factor(part: Tree[Token] | Token) -> tuple[float, Tree[Token] | Token]:
    """The number that something is multiplied with, or divided by, and what is left."""
    if isinstance(part, Tree) and part.data in ("multiply", "divide"):
        one, other = part.children
        if isinstance(other, Tree) and other.data == "number" and float(str(other.children[0])):
            number = float(str(other.children[0]))
            return (number if part.data == "multiply" else 1 / number), one
        if part.data == "multiply" and isinstance(one, Tree) and one.data == "number":
            return float(str(one.children[0])), other
    return 1.0, part


def _names(part: Tree[Token] | Token) -> set[str]:
    if isinstance(part, Token):
        return {str(part)} if part.type == "NAME" else set()
    return {name for child in part.children for name in _names(child)}


@cache
def _lark() -> Lark:
    return Lark(_GRAMMAR, parser="lalr", propagate_positions=True)


@v_args(inline=True)
class _Meaning(Transformer[Token, Any]):
    """From the inside out, what each part says."""

    def __init__(self, labels: tuple[str, ...]) -> None:
        super().__init__()
        self.labels = labels

    def start(self, ask: _Ask) -> _Ask:
        return ask

    def number(self, token: Token) -> _Ask:
        value = float(token)
        return lambda _moments, _at, _power: value

    def figure(self, name: Token) -> _Ask:
        if name in VARIABLES:
            key = str(name)
            return lambda moments, at, power: value_of(moments[at].of[power], key)
        if name == "trust":
            return _trust(lambda kind: lambda moments, at, power: moments[at].of[power].get(kind, 0))
        if name == "seats":
            return _seats
        if name in PREPOSITIONS:
            words = " or ".join(PREPOSITIONS[name])
            raise ExpressionError(_place(name), f"'{name}' is between two players: write {name} {words} a player.")
        if name in FUNCTIONS:
            raise ExpressionError(_place(name), f"'{name}' wants brackets, and in them what it is of: {name}(centers).")
        raise ExpressionError(
            _place(name), f"There is no figure '{name}'{_guess(name, (*VARIABLES, *PREPOSITIONS, *_OWN))}"
        )

    def between(self, name: Token, preposition: Token, other: Token) -> _Ask:
        words = PREPOSITIONS.get(name)
        if words is None:
            known = _list(sorted(PREPOSITIONS))
            raise ExpressionError(_place(name), f"'{name}' is not counted between two players; {known} are.")
        if preposition not in words:
            fit = _list(list(words))
            raise ExpressionError(_place(preposition), f"After '{name}' goes {fit}, not '{preposition}'.")
        others, is_out = self.others(other), words[preposition] == "out"

        def counted(kind: str) -> _Ask:
            def ask(moments: Sequence[Moment], at: int, power: Power) -> _Value:
                moment = moments[at]
                return sum(
                    moment.between.get(f"{power} {each}" if is_out else f"{each} {power}", {}).get(kind, 0)
                    for each in others(moment)
                    if each != power
                )

            return ask

        return _trust(counted) if name == "trust" else counted(str(name))

    def others(self, token: Token) -> Callable[[Moment], Iterable[Power]]:
        """Powers a name refers to in a game: itself, or a bot's."""
        name = token.strip('"')
        if name in self.labels:
            return lambda moment: [power for power in POWERS if moment.players[power] == name]
        for power in POWERS:
            if name.upper() == power or name.lower() == POWER_NAMES[power].lower():
                return lambda _moment: (power,)
        known = (*self.labels, *POWERS)
        raise ExpressionError(_place(token), f"There is no power and no bot '{name}'{_guess(name, known)}")

    def call(self, name: Token, *asks: _Ask) -> _Ask:
        if name not in FUNCTIONS:
            raise ExpressionError(_place(name), f"There is no '{name}(…)'{_guess(name, tuple(FUNCTIONS))}")
        wanted = 2 if name in ("least", "most") else 1
        if len(asks) != wanted:
            raise ExpressionError(_place(name), f"'{name}' is of {wanted}, not of {len(asks)}.")
        if wanted == 2:
            return _both(asks[0], asks[1], min if name == "least" else max)
        return {"total": _total, "share": _share, "together": _together}[name](asks[0])

    def compare(self, one: _Ask, sign: Token, other: _Ask) -> _Ask:
        holds: Callable[[float, float], bool] = {
            ">": float.__gt__, "<": float.__lt__, ">=": float.__ge__, "<=": float.__le__, "=": float.__eq__,
        }[sign]  # fmt: skip
        return _both(one, other, lambda a, b: float(holds(float(a), float(b))))

    def add(self, one: _Ask, other: _Ask) -> _Ask:
        return _both(one, other, lambda a, b: a + b)

    def subtract(self, one: _Ask, other: _Ask) -> _Ask:
        return _both(one, other, lambda a, b: a - b)

    def multiply(self, one: _Ask, other: _Ask) -> _Ask:
        return _both(one, other, lambda a, b: a * b)

    def divide(self, one: _Ask, other: _Ask) -> _Ask:
        return _both(one, other, lambda a, b: a / b if b else None)

    def negate(self, ask: _Ask) -> _Ask:
        return _both(lambda _moments, _at, _power: 0.0, ask, lambda a, b: a - b)


def _both(one: _Ask, other: _Ask, reckon: Callable[[float, float], _Value]) -> _Ask:
    def ask(moments: Sequence[Moment], at: int, power: Power) -> _Value:
        a, b = one(moments, at, power), other(moments, at, power)
        return None if a is None or b is None else reckon(a, b)

    return ask


def _sum(values: Iterable[_Value]) -> _Value:
    found = [value for value in values if value is not None]
    return sum(found) if found else None


def _total(ask: _Ask) -> _Ask:
    return lambda moments, at, power: _sum(ask(moments, each, power) for each in range(at + 1))


def _share(ask: _Ask) -> _Ask:
    def share(moments: Sequence[Moment], at: int, power: Power) -> _Value:
        all_of_it = _sum(ask(moments, at, each) for each in POWERS)
        mine = ask(moments, at, power)
        return 100 * mine / all_of_it if mine is not None and all_of_it else None

    return share


def _together(ask: _Ask) -> _Ask:
    def together(moments: Sequence[Moment], at: int, power: Power) -> _Value:
        players = moments[at].players
        return _sum(ask(moments, at, each) for each in POWERS if players[each] == players[power])

    return together


def _trust(counted: Callable[[str], _Ask]) -> _Ask:
    """Chance that the next promise is kept.

    (kept + 1) / (kept + broken + 2), over those so far.
    """
    kept, broken = _total(counted("kept")), _total(counted("broken"))

    def trust(moments: Sequence[Moment], at: int, power: Power) -> _Value:
        good, bad = kept(moments, at, power) or 0, broken(moments, at, power) or 0
        return (good + 1) / (good + bad + 2)

    return trust


def _seats(moments: Sequence[Moment], at: int, power: Power) -> _Value:
    players = moments[at].players
    return float(sum(players[each] == players[power] for each in POWERS))


def _place(token: Token) -> int:
    return (token.start_pos or 0) + 1


def _guess(name: str, known: Sequence[str]) -> str:
    near = get_close_matches(name, known, 1, 0.5)
    return f"; perhaps '{near[0]}'." if near else f"; there are {_list(sorted(known))}."


def _list(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}" if words else ""
