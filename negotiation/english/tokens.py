"""Lists of tokens as the reader handles them."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from negotiation.english.answers import GREETINGS
from negotiation.words.entities import Entity, Token, UnitRef
from negotiation.words.lexicon import words
from negotiation.words.phrasebook import patterns

__all__ = [
    "carried_on",
    "granted",
    "inverted",
    "joined",
    "same_kind",
    "supposed",
    "trimmed",
    "uncalled",
    "united",
    "unreal",
    "without_greeting",
    "yes_apart",
]

_EDGES: Final = frozenset((*",-;:()/\"“”*…'&#_~|", "and"))


def joined(tokens: Iterable[Token]) -> str:
    return " ".join(token.sym for token in tokens)


def trimmed(tokens: Sequence[Token]) -> list[Token]:
    """Without punctuation and `and` at either end."""
    start, end = 0, len(tokens)
    while start < end and tokens[start].sym in _EDGES:
        start += 1
    while end > start and tokens[end - 1].sym in _EDGES:
        end -= 1
    return list(tokens[start:end])


def without_greeting(tokens: Sequence[Token]) -> list[Token] | None:
    match = GREETINGS.match(joined(tokens) + " ")
    if match is None:
        return None
    rest = tokens[len(match[0].split()) :]
    if match[0].startswith("if ") and rest and not match[0].endswith(", ") and rest[0].sym not in _BEGINS:
        return None
    return trimmed(rest)


_BEGINS: Final = words("i you we can could would will let~b how what please do are shall should why maybe perhaps")
"""What a clause begins with after a polite condition that no comma ends."""


def supposed(condition: list[Token]) -> list[Token]:
    """`you are not attacking P1`, said as a condition, as `you do not attack P1`; any other as it is."""
    size = next((size for size, begins in _ONGOING.items() if [one.sym for one in condition[:size]] == begins), 0)
    if not size or len(condition) <= size or not condition[size].sym.endswith("~g"):
        return condition
    does = [replace(condition[size - 1], sym="do"), condition[size - 1]] if condition[size - 1].sym == "not" else []
    verb = replace(condition[size], sym=f"{condition[size].sym[:-2]}~b")
    return [condition[0], *does, verb, *condition[size + 1 :]]


def granted(tokens: list[Token]) -> list[Token]:
    """`given that …`, which gives a reason and hands nothing over."""
    syms = [token.sym for token in tokens]
    return [
        replace(token, sym="given")
        if token.sym == "give~d" and syms[at + 1 : at + 2] in (["that"], ["how"]) and syms[at - 1] not in _HANDED_OVER
        else token
        for at, token in enumerate(tokens)
    ]


_HANDED_OVER: Final = words(
    "be been was were is are am have~b have~s have~d has had get~b get~d i you we he she they not"
)


def unreal(tokens: list[Token]) -> list[Token]:
    """`what if I took P1 and you moved to P2` as `what if I take …`: a past that only supposes; any other as it is."""
    opened = _SUPPOSING.search(joined(tokens))
    if opened is None:
        return tokens
    after = opened[0].count(" ") + joined(tokens)[: opened.start()].count(" ") + 1
    return [
        replace(one, sym=_present(one.sym)) if at >= after and _SUBJECT.fullmatch(tokens[at - 1].sym) else one
        for at, one in enumerate(tokens)
    ]


def _present(sym: str) -> str:
    return f"{sym[:-1]}b" if sym.endswith("~d") else {"did": "do", "tried": "try"}.get(sym, sym)


def same_kind(tokens: list[Token], entities: Mapping[str, Entity]) -> list[Token]:
    """`no fleet in P1 if you do not build one in P2`: one is a fleet, where only one kind was named before."""
    named = [entities.get(token.sym) for token in tokens]
    found = list(tokens)
    for at, token in enumerate(tokens[1:-1], 1):
        if token.sym == "one" and tokens[at - 1].sym in _BUILDING and tokens[at + 1].sym in ("in", "at", "on"):
            kinds = {one.kind for one in named[:at] if isinstance(one, UnitRef)}
            kinds |= {kind for kind, word in (("A", "army"), ("F", "fleet")) if word in joined(tokens[:at])}
            if kinds in ({"A"}, {"F"}):
                found[at] = replace(token, sym="army" if kinds == {"A"} else "fleet")
    return found


def carried_on(tokens: list[Token]) -> list[Token]:
    """`I will do that and move to P1` as `… and I will move to P1`; any other as it is."""
    found = _ALSO_DOING.search(joined(tokens))
    if found is None:
        return tokens
    at = found[0].count(" ") + joined(tokens)[: found.start()].count(" ")
    will = [replace(tokens[at], sym=sym) for sym in ("i", "will")]
    return [*tokens[: at + 1], *will, *tokens[at + 1 :]]


def yes_apart(tokens: list[Token]) -> list[Token]:
    """`if you leave P1 sure` as `if you leave P1, sure`; any other as it is."""
    syms = [one.sym for one in tokens]
    if (
        len(syms) < 4
        or "," in syms
        or syms[-1] not in _AGREEING
        or syms[-2] in _BEING
        or _SUPPOSED.match(" ".join(syms)) is None
    ):
        return tokens
    return [*tokens[:-1], replace(tokens[-1], sym=",", end=tokens[-1].start), tokens[-1]]


_ALSO_DOING: Final = re.compile(
    r"(?<!\S)(?:i (?:will|can|shall|could|would)|^(?:(?:ok|okay|sure|yes|yeah|yep|great|alright|,) )*will)"
    r"(?: (?:gladly|happily|definitely|certainly|just|also))* do(?: (?:it|that|this|so))?(?: (?:too|as well|then))? and"
    r"(?= (?:also |then |just )?[a-z]+~b)"
)
_AGREEING: Final = words("yes yeah yep yup sure ok okay deal agreed absolutely definitely")
_BEING: Final = words(
    "is are am be it was were not you i we they he she sounds seems looks feels ok okay all for to a the and or"
)
_SUPPOSED: Final = re.compile(
    r"(?:(?:i mean|well|but|and|so|yes|yeah|ok|okay|hmm+|then|only|maybe) )*(?:if|provided|assuming|as long as) "
)

_BUILDING: Final = ("build~b", "build~g", "build~d")
_SUBJECT: Final = re.compile(r"i|you|we|us|nobody|[PUW]\d+")
_SUPPOSING: Final = patterns("clauses")["SUPPOSING"]
"""What supposes: `what if`, `would it help if`, `I'd rather`, `if … I would`."""

_ONGOING: Final = {3: ["you", "are", "not"], 2: ["you", "are"]}
"""How a condition on what somebody is doing begins, by its length."""


def uncalled(tokens: list[Token]) -> list[Token]:
    """The tokens without what the hearer is called at the end: `sounds good, boss`, `deal my friend`."""
    end = len(tokens)
    if end < 2 or tokens[-1].sym not in _CALLED:
        return tokens
    end -= 1
    while end and tokens[end - 1].sym in _ENDEARING:
        end -= 1
    if end and tokens[end - 1].sym == ",":
        end -= 1
    return tokens[:end] if end and tokens[end - 1].sym not in _GOVERNING else tokens


_CALLED: Final = words("man dude bro boss chief captain mate buddy bud pal sir homie fam bruh brother champ amigo")
_ENDEARING: Final = words("my good dear old")
_GOVERNING: Final = words(
    "a an the your our his her their another new best as be is are am was were become stay remain of for with to and"
    " like not than no one this that every some each any big real better into in on at from"
)
"""What such a word belongs to where it calls nobody."""


def inverted(condition: Sequence[Token]) -> list[Token]:
    """`you are okay with …` as the question it stands for; empty when it stands for none."""
    verb = next((token.sym for token in condition[1:2]), "")
    if verb not in _ASKED_WITH or condition[0].sym != "you" or len(condition) < 4:
        return []
    return [replace(condition[1], sym=_ASKED_WITH[verb]), condition[0], *condition[2:]]


_ASKED_WITH: Final = {"are": "are", "were": "are", "would": "would", "can": "can", "could": "could", "will": "will"}
"""What a condition is asked with where it is put as a question."""


def united(tokens: Iterable[Token]) -> list[Token]:
    """The tokens with every `as well as` as the `and` that it is."""
    found: list[Token] = []
    for token in tokens:
        found.append(token)
        if [one.sym for one in found[-3:]] == ["as", "well", "as"]:
            found[-3:] = [replace(token, sym="and", start=found[-3].start)]
    return found
