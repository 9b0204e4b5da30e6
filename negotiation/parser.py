"""Text of L to terms.

>>> from negotiation.diplomacy import DIPLOMACY
>>> parse("accept(ita, rus, Agree([ita rus], aly([ita rus], eng)))", DIPLOMACY).speaker
'ITA'
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache, lru_cache, partial
from importlib.resources import files
from typing import Any, Final, cast

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken
from lark.visitors import Transformer_NonRecursive

from negotiation import terms
from negotiation.errors import MalformedTermError
from negotiation.levels import binds_anyone
from negotiation.ontology import INTEGER, Constructor, Ontology
from negotiation.terms import ANYONE, Feeling, Formula, Manner, TimeVariable, Utterance, Variable, Which

__all__ = ["MAX_LENGTH", "MAX_NESTING", "parse", "parse_formula"]

MAX_LENGTH: Final = 20_000
"""Characters a message may have."""

MAX_NESTING: Final = 100
"""Deepest nesting of brackets, negations and implications, counted together."""

_RELATIONS: Final[Mapping[str, terms.Comparison]] = {
    "<": "<",
    ">": ">",
    "≤": "≤",
    "<=": "≤",
    "≥": "≥",
    ">=": "≥",
    "=": "=",
}
_WORDS: Final[Mapping[str, str]] = {
    "MANNER": "a courtesy",
    "FEELING": "a feeling (VeryHappy, Happy, Sad, Angry)",
    "TIME_VARIABLE": "a time variable (t0, t1, …)",
    "RELATION": "a comparison of times",
    "_AND": "'∧'",
    "_NOT": "'¬'",
    "_IMPLIES": "'→'",
    "_OPEN_TIME": "a time",
    "_CLOSE_TIME": "'⟩'",
    "INT": "a number",
    "$END": "the end of the message",
}


def parse(text: str, ontology: Ontology) -> Utterance:
    """One message. Raises MalformedTermError, which points at the place, for anything else."""
    return cast(Utterance, _parse(text, ontology, "message"))


def parse_formula(text: str, ontology: Ontology) -> Formula:
    """Something that can be told: a deal, a belief, an action, a predicate … Raises MalformedTermError."""
    return _parse(text, ontology, "info")


@lru_cache(maxsize=1024)
def _parse(text: str, ontology: Ontology, start: str) -> Any:
    """Parse a text; recent results are cached."""
    if len(text) > MAX_LENGTH:
        raise MalformedTermError(f"A message has at most {MAX_LENGTH:,} characters.", text, MAX_LENGTH)
    _check_nesting(text)
    try:
        tree = _lark(ontology).parse(text, start=start)
    except UnexpectedInput as error:
        raise _explained(error, text, ontology) from None
    built = _Builder(ontology).transform(tree)
    stray = next(_strays(built), None) if "?" in text else None
    if stray is not None:
        raise MalformedTermError(
            f"{stray} stands for what is asked for: write Which({stray}, …), with it inside.", text, text.find(stray)
        )
    if binds_anyone(built):
        raise MalformedTermError(
            f"A deal binds named powers: write a power in place of '{ontology.anyone}'.",
            text,
            text.find(ontology.anyone),
        )
    return built


def _strays(value: Any) -> Iterator[Variable]:
    """Variables that no `Which` around them asks for, and those that are asked for nowhere."""
    if isinstance(value, Variable):
        yield value
    elif isinstance(value, Which):
        inside = list(_strays(value.content))
        yield from (each for each in inside if each != value.variable)
        if value.variable not in inside:
            yield value.variable
    elif isinstance(value, tuple):
        for part in value:
            yield from _strays(part)
    elif is_dataclass(value):
        for field in fields(value):
            yield from _strays(getattr(value, field.name))


_NESTING: Final = re.compile(r"[(\[⟨]|[)\]⟩]|[¬!~]|not\b|→|[-=]>")


def _check_nesting(text: str) -> None:
    depth = chained = 0
    for match in _NESTING.finditer(text):
        mark = match[0]
        if mark in ")]⟩":
            depth -= 1
        elif mark in "([⟨":
            depth += 1
        else:
            chained += 1
        if depth + chained > MAX_NESTING:
            raise MalformedTermError("The message is nested too deeply here.", text, match.start())


@cache
def _lark(ontology: Ontology) -> Lark:
    grammar = files("negotiation").joinpath("language.lark").read_text(encoding="utf-8")
    return Lark(
        grammar + "\n" + _rules(ontology),
        parser="lalr",
        lexer="contextual",
        start=["message", "info"],
        maybe_placeholders=True,
    )


def _rules(ontology: Ontology) -> str:
    """The ontology as lark rules: o_SORT for each sort, name_SORT for its constants, c_N for each constructor."""
    lines = [f'ANYONE.2: "{ontology.anyone}"', "INT: /[0-9]{1,6}/"]
    for names in ontology.names:
        choices = "|".join(sorted(map(re.escape, names.values), key=len, reverse=True))
        lines.append(f"{_terminal(names.sort)}: /(?:{choices})(?![A-Za-z0-9_])/")
        lines.append(f"name_{_snake(names.sort)}: {_terminal(names.sort)}")
    for index, constructor in enumerate(ontology.constructors):
        opening, closing = (f'"{constructor.name}" "("', '")"') if constructor.name else ('(_OPEN_TIME | "<")', "")
        closing = closing or '(_CLOSE_TIME | ">")'
        places = ""
        for place, argument in enumerate(constructor.arguments):
            sort = "INT" if argument.sort == INTEGER else f"o_{_snake(argument.sort)}"
            if argument.many:
                lines.append(f'l_{index}_{place}: {sort} | "[" {sort} (","? {sort})* "]"')
                sort = f"l_{index}_{place}"
            comma = '"," ' if place else ""
            places += f" [{comma}{sort}]" if argument.optional else f" {comma}{sort}"
        lines.append(f"c_{index}: {opening}{places} {closing}")
    for text, sort in ontology.variables.items():
        lines.append(f"{_variable(sort)}: /{re.escape(text)}\\b/")
    asked = " | ".join(map(_variable, ontology.variables.values()))
    lines.append(f"!o_variable: {asked or _NO_VARIABLE}")
    for sort in _sorts(ontology):
        parts = [f"o_{_snake(other)}" for other in ontology.sorts.get(sort, ())]
        parts += [f"name_{_snake(names.sort)}" for names in ontology.names if names.sort == sort]
        parts += [f"c_{index}" for index, one in enumerate(ontology.constructors) if one.sort == sort]
        parts += [f"v_{_snake(sort)}"] if sort in ontology.variables.values() else []
        lines.append(f"?o_{_snake(sort)}: {' | '.join(parts)}")
    lines += [f"v_{_snake(sort)}: {_variable(sort)}" for sort in ontology.variables.values()]
    return "\n".join(lines) + "\n"


def _sorts(ontology: Ontology) -> list[str]:
    found = dict.fromkeys(ontology.sorts)
    found.update(dict.fromkeys(names.sort for names in ontology.names))
    found.update(dict.fromkeys(constructor.sort for constructor in ontology.constructors))
    return list(found)


_NO_VARIABLE: Final = '"?"'


def _variable(sort: str) -> str:
    return f"VARIABLE_{_snake(sort).upper()}"


def _terminal(sort: str) -> str:
    return f"NAME_{_snake(sort).upper()}"


def _snake(sort: str) -> str:
    return re.sub(r"(?=[A-Z])", "_", sort).lower()


class _Builder(Transformer_NonRecursive):  # type: ignore[type-arg]
    """Builds the values bottom up, without recursion.

    Children of optional places are None when missing.
    """

    def __init__(self, ontology: Ontology) -> None:
        super().__init__()
        self._names = {_snake(names.sort): names.values for names in ontology.names}
        self._builders: dict[str, Callable[[list[Any]], Any]] = dict(_BUILDERS)
        for index, constructor in enumerate(ontology.constructors):
            self._builders[f"c_{index}"] = partial(_construct, constructor)

    def __default__(self, data: Any, children: list[Any], meta: Any) -> Any:
        rule = str(data)
        children = [ANYONE if isinstance(child, Token) and child.type == "ANYONE" else child for child in children]
        if rule.startswith("name_"):
            return self._names[rule[5:]][str(children[0])]
        if rule == "o_variable" or rule.startswith("v_"):
            return Variable(children[0])
        if rule.startswith("l_"):
            return tuple(_number(child) for child in children)
        build = self._builders.get(rule)
        return build(children) if build is not None else Tree(data, children, meta)


def _construct(constructor: Constructor, children: list[Any]) -> Any:
    return constructor.build(*(_number(child) for child in children))


def _number(child: Any) -> Any:
    return int(child) if isinstance(child, Token) and child.type == "INT" else child


def _time(child: Any) -> Any:
    return TimeVariable(str(child)) if isinstance(child, Token) else child


def _spread(build: Callable[..., Any]) -> Callable[[list[Any]], Any]:
    return lambda children: build(*children)


_BUILDERS: Final[Mapping[str, Callable[[list[Any]], Any]]] = {
    "message": lambda children: children[0],
    "propose": _spread(terms.Propose),
    "accept": _spread(terms.Accept),
    "reject": _spread(terms.Reject),
    "withdraw": _spread(terms.Withdraw),
    "inform": _spread(terms.Inform),
    "query": _spread(terms.Query),
    "answer": _spread(terms.Answer),
    "which": _spread(terms.Which),
    "courtesy": lambda children: terms.Courtesy(
        children[1], children[2], Manner(str(children[0])), children[3], children[4]
    ),
    "commits": lambda children: terms.Commits(tuple(children)),
    "commit": _spread(terms.Commit),
    "agree": _spread(terms.Agree),
    "do": _spread(terms.Do),
    "then": lambda children: terms.Then(tuple(children)),
    "and_": lambda children: terms.And(tuple(children)),
    "not_": _spread(terms.Not),
    "implies": _spread(terms.Implies),
    "compare": lambda children: terms.Compare(_time(children[0]), _RELATIONS[str(children[1])], _time(children[2])),
    "obs": _spread(terms.Obs),
    "belief": _spread(terms.Belief),
    "desire": _spread(terms.Desire),
    "unknown": _spread(terms.Unknown),
    "feel": lambda children: terms.Feel(children[0], Feeling(str(children[1])), children[2]),
    "explain": _spread(terms.Explain),
    "attack": _spread(terms.Attack),
    "support": _spread(terms.Support),
    "group": tuple,
    "spoken_at": lambda children: _time(children[0]),
}


def _explained(error: UnexpectedInput, text: str, ontology: Ontology) -> MalformedTermError:
    expected: set[str]
    if isinstance(error, UnexpectedToken):
        expected = set(error.accepts or error.expected)
        at_end = error.token.type == "$END"
    else:
        expected = set(error.allowed or ()) if isinstance(error, UnexpectedCharacters) else set()
        at_end = False
    position = len(text) if at_end or error.pos_in_stream is None else error.pos_in_stream
    words = tuple(sorted({_in_words(name, ontology) for name in expected}))
    found = re.match(r"\w+|\S", text[position:])
    what = "the message ends here" if found is None else f"'{found[0][:30]}' cannot stand here"
    listed = ", ".join(words[:8]) + (" …" if len(words) > 8 else "")
    return MalformedTermError(f"Character {position + 1}: {what}; expected {listed}.", text, position, words)


def _in_words(terminal: str, ontology: Ontology) -> str:
    if terminal in _WORDS:
        return _WORDS[terminal]
    if terminal == "ANYONE":
        return f"'{ontology.anyone}'"
    if terminal.startswith("VARIABLE_"):
        return next(f"'{text}'" for text, sort in ontology.variables.items() if _variable(sort) == terminal)
    for names in ontology.names:
        if terminal == _terminal(names.sort):
            return ontology.words.get(names.sort, names.sort)
    definition = next((one for one in _lark(ontology).terminals if one.name == terminal), None)
    return f"'{definition.pattern.value}'" if definition is not None else terminal.lower()
