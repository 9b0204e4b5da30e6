"""What a text speaks of, piece by piece: who would get a place, keep out of it or help into it, whom it is about.

It is found in any text, also in one that no sentence of L was read in. Each piece is a predicate of L; together they
are no deal, for what ties them is not known.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from adjudication.board import STANDARD, Province
from adjudication.powers import Power, as_power
from negotiation.diplomacy import Aly, Dmz, Ent, Hlp, Opn, Pce, Scd
from negotiation.terms import Agree, Formula
from negotiation.words.spotting import Place, UnitRef, spot

__all__ = ["pieces_in"]

_MOST_LETTERS: Final = 400


def pieces_in(text: str, speaker: Power, hearers: Sequence[str]) -> tuple[Formula, ...]:
    """The pieces of a text, those of places first, none twice."""
    you = as_power(hearers[0])
    groups = list(_groups(text))
    told = [each for each in groups if not each.acts] or groups
    found = [piece for group in told for piece in _of_places(group, speaker, you)]
    if _WARNS.search(text) and all(_is_taken(each, you) for each in found):
        found = [place for group in told for place in group.places]
    if _SHARED.search(text):
        found = [Dmz((speaker, you), (each,)) if isinstance(each, str) else each for each in found]
    pact = [Pce((speaker, you))] if _PACT.search(text) and not _ON_ME.search(text) else []
    return tuple(dict.fromkeys((*found, *_of_powers(text, speaker, you, hearers), *pact)))


# ── places ──────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class _Word:
    """A word, or the places that stand in one list. unit: they are named as those of units."""

    text: str
    places: tuple[Province, ...] = ()
    unit: bool = False


@dataclass(frozen=True, slots=True)
class _Group:
    """Places that stand in one list, with the words of their clause before and after them. acts: they stand for the
    units that are there, or for where one comes from."""

    places: tuple[Province, ...]
    before: str
    after: str
    acts: bool


def _groups(text: str) -> Iterator[_Group]:
    """The lists of places of each clause, in their order."""
    for clause in _clauses(_words(text)):
        words = _in_lists(clause)
        at = [index for index, word in enumerate(words) if word.places]
        for index in at:
            before = " ".join(word.text for word in words[:index])
            after = " ".join(word.text for word in words[index + 1 :])
            does = (words[index].unit or _DOES.match(after) is not None) and index != at[-1]
            acts = (does or _FROM.search(before) is not None) and _LEAVES.search(before) is None
            yield _Group(words[index].places, before, after, acts)


def _words(text: str) -> list[_Word]:
    """The words as they are spotted, powers by `@` and their code, units by whose they are."""
    seen = spot(text[:_MOST_LETTERS], None)
    found: list[_Word] = []
    for token in seen.tokens:
        entity = seen.entities.get(token.sym)
        place = entity.place if isinstance(entity, UnitRef) else entity
        places = (place.province,) if isinstance(place, Place) else ()
        word = f"@{entity}" if isinstance(entity, str) else token.sym.partition("~")[0].lower()
        stands = isinstance(entity, UnitRef) and not (found and found[-1].text in _NONE)
        found.append(_Word(_OWNED.get(entity.owner, "unit") if isinstance(entity, UnitRef) else word, places, stands))
    return found


def _clauses(words: Sequence[_Word]) -> Iterator[list[_Word]]:
    """Parts between marks and joining words, but for those that stand between two places of a list."""
    clause: list[_Word] = []
    for index, word in enumerate(words):
        if word.text in _BREAKS and not _is_glue(words, index):
            yield clause
            clause = []
        else:
            clause.append(word)
    yield clause


def _in_lists(clause: Sequence[_Word]) -> list[_Word]:
    """The words of a clause, with the places of a list in one."""
    kept = [word for index, word in enumerate(clause) if not _is_glue(clause, index)]
    found: list[_Word] = []
    for listed, run in groupby(kept, key=lambda word: bool(word.places) and not word.unit):
        named = list(run)
        found += [_Word("", tuple(place for word in named for place in word.places))] if listed else named
    return found


def _is_glue(words: Sequence[_Word], index: int) -> bool:
    """Whether a word only stands between two places."""
    inside = 0 < index < len(words) - 1
    return words[index].text in _GLUE and inside and bool(words[index - 1].places and words[index + 1].places)


def _of_places(group: _Group, me: Power, you: Power) -> Iterator[Formula]:
    is_so = _PASSIVE.match(group.after) and not group.before.endswith(("leave", "keep", "let"))
    who = None if is_so else _subject(group.before, me, you)
    if _EMPTY.search(f"{group.before} _ {group.after}"):
        who = who or (you if _BIDS.match(group.before) else None)
        yield Dmz((who,) if who is not None else (me, you), group.places)
        return
    helped = list(_HELP.finditer(group.before))
    if helped:
        by_me = _is_help_of_mine(group, helped[-1], me, you)
        yield from (Hlp(me if by_me else you, you if by_me else me, place) for place in group.places)
        return
    taker = _taker(group, who, me, you)
    for place in group.places:
        if taker is None:
            yield place
        else:
            yield Scd(taker, (place,)) if place in STANDARD.centers and taker in (me, you) else Ent(taker, place)


def _is_help_of_mine(group: _Group, help_: re.Match[str], me: Power, you: Power) -> bool:
    """Whether it is the one who writes that helps: by whom the help is for, by whose unit it comes from, else by who
    is named before it."""
    before = group.before[: help_.start()].rstrip()
    helped, by = _WHOM.match(group.before[help_.end() :]), _BY_UNIT.search(group.after)
    if helped is not None:
        return helped[1][0] == "y"
    if by is not None:
        return by[1] == "my"
    is_mine = before.endswith(("my", "let me")) or _subject(_OBJECT.sub("", before), me, you) == me
    return is_mine and _GETS.search(before) is None


def _is_taken(piece: Formula, you: Power) -> bool:
    """Whether the other one goes there or has it."""
    return isinstance(piece, Scd | Ent) and piece.power == you


def _taker(group: _Group, who: Power | None, me: Power, you: Power) -> Power | None:
    """Who is to have it, has it or goes there."""
    has = _HAS.match(group.after)
    if has is not None:
        return as_power(has["whose"][1:]) if has["whose"][0] == "@" else me if has["whose"][0] == "m" else you
    if _KEEPS.search(group.before):
        return me
    other = {me: you, you: me}.get(who) if who is not None else None
    if other is not None and _GIVES.search(group.before):
        return other
    return you if who == me and _UNWANTED.search(group.before) else who


def _subject(words: str, me: Power, you: Power) -> Power | None:
    """Who does it, by the last of the small words and the powers; None where that is nobody who is known."""
    last = (_PRONOUN.findall(words) or [""])[-1]
    return me if last in _ME else you if last in _YOU else as_power(last[1:]) if last[:1] == "@" else None


_BREAKS: Final = frozenset(
    {
        *".!?;:,-\N{EN DASH}\N{EM DASH}",
        "and",
        "but",
        "while",
        "if",
        "then",
        "so",
        "because",
        "unless",
        "plus",
        "or",
        "when",
        "condition",
        "provided",
        "exchange",
    }
)
_GLUE: Final = frozenset((*",&+/", "and", "n", "or"))
_OWNED: Final = {"me": "my", "you": "your"}
"""The small word that stands for a unit."""
_NONE: Final = frozenset({"no", "without", "any"})
"""Before a unit that is not there."""
_DOES: Final = re.compile(
    r"(?:will |would |is |to |could |can )*(?:go|goes|move|stay|support|help|hold|to|s|march|attack|hit|convoy|-)\b"
)
_OUT: Final = r"(?:withdraw\w*|retreat\w*|pull\w*(?: out| back)?|(?:move|go|get) (?:\w+ )?(?:out|away|back)|step back)"
_LEAVES: Final = re.compile(rf"\b{_OUT} (?:of|from)(?: the| my| your)?$")
"""What stands before a place that one goes out of."""
_FROM: Final = re.compile(r"\b(?:from|with|using)(?: the| my| your)?$")
_GETS: Final = re.compile(r"\b(?:get|need|want|use|ask for|some|any|your|have)(?: (?:some|any|your|a little))?$")
"""What stands before the help that one would have."""
_WHOM: Final = re.compile(r" *(?:to |for )?(me|my|you|your)\b")
"""For whom help is,"""
_BY_UNIT: Final = re.compile(r"\b(?:with|from|using) (my|your)\b")
"""and whose unit gives it."""
_OBJECT: Final = re.compile(r"\b(?:me|my|him|us)\b")
_ME: Final = frozenset({"i", "me", "my", "mine"})
_YOU: Final = frozenset({"you", "your", "yours"})
_OTHERS: Final = frozenset({"he", "his", "him", "they", "their", "we", "us", "our", "both", "nobody", "neither", "it"})
_SMALL: Final = "|".join(sorted(_ME | _YOU | _OTHERS, key=lambda word: -len(word)))
_PRONOUN: Final = re.compile(rf"(?<![\w'])(?:(?<!for )(?<!with )(?<!against )@[A-Z]{{3}}|{_SMALL})(?![\w'])")
_HAS: Final = re.compile(
    r"(?:is |are |be |being |become |becoming |stay |remain |go |goes |can be |basically |= )*(?:to |for |as )?"
    r"(?P<whose>mine\b|yours?\b|me\b|my\b|you\b|@[A-Z]{3}\b)"
)
_GIVES: Final = re.compile(
    r"(?<!not )(?<!never )\b(?:allow|give|grant|cede|concede|surrender|hand over|part with)\b"
    r"(?!.*(?:\b(?:me|you|my|your|him|them)\b|@))"
)
"""What one does who gives a place to the other one, where nobody else is said to get it."""
_PASSIVE: Final = re.compile(r"(?:is|are|be|remain|stay|must be|should be|to be) (?!my|me\b|your?\b)\w+")
"""What is so of a place, whoever sees to it."""
_UNWANTED: Final = re.compile(r"\b(?:no interest|not interested|not (?:want|need|care)|never (?:want|need))\b")
_KEEPS: Final = re.compile(r"\b(?:not|never|will not) (?:\w+ )?(?:give|hand|let|leave|offer) (?:\w+ )?you\b")
_EMPTY: Final = re.compile(
    r"\b(?:empty|emptied|dmz|demilitari[sz]ed|neutral|nobody|no ?one|neither|unoccupied|off limits|alone|hands off|"
    r"avoid|away|out of(?! it)|(?<!me )(?<!you )(?<!help )out(?! of)|(?:keep|stay|back|lay) off|clear of|quiet|"
    r"no _|buffer|stop|refrain|abstain|vacate\w*|leave (?:\w+ |_ ){1,3}in peace|"
    rf"{_OUT} (?:of|from)(?: the| my| your)? _|"
    r"(?:keep|stay|leave|remain) (?:\w+ |_ ){0,3}free|without (?:an? |any )?(?:fleet|army|unit)|no go|"
    r"no (?:\w+ )?(?:army|armies|fleet|fleets|unit|units|troops|soldiers?|boats?|ships?)|"
    r"(?:not|never|no) (?:\w+ ){0,2}(?:enter|go|move|touch|attack|come|take|set foot|"
    r"order|send|put|land|sail|walk|march|cross|step|grab|hit|invade))\b"
)
_BIDS: Final = re.compile(
    r"(?:so |just |please |ok |hey )*(?:stay|keep|leave|get|stop|move|not|never|avoid|withdraw|retreat|pull)\b"
)
"""How one begins who tells the other what to do."""
_WARNS: Final = re.compile(r"\b(?:if|should) you\b", re.IGNORECASE)
"""How something begins that is offered to nobody, where nothing is said of what comes for it."""
_SHARED: Final = re.compile(
    r"\b(?:neither of us|none of us|both of us|no man'?s|"
    r"(?:nobody|no ?one)(?= (?:goes|go|enters?|moves?|gets|touch\w*|stands|steps|in)\b))\b",
    re.IGNORECASE,
)
"""What makes a zone of all places that have nothing else said of them."""
_HELP: Final = re.compile(
    r"\b(?:support|help|assist|back(?:ing)?(?= (?:me|you|my|your|up|_))|(?<!')s|convoy(?= (?:me|you|my|your))|"
    r"hand|boost|cover|ferry)\b"
)


_PACT: Final = re.compile(
    r"\b(?:non-? ?aggress\w*|n\.?a\.?p|truce|cease-? ?fire|peace(?: treaty)?|treaty|pact|allian\w*|allies|ally|"
    r"be friends?|work together|team ?up|cooperat\w*|co-operat\w*|partner(?:s|ship)?)\b",
    re.IGNORECASE,
)

# ── powers ──────────────────────────────────────────────────────────────────────────────────────


def _of_powers(text: str, me: Power, you: Power, hearers: Sequence[str]) -> Iterator[Formula]:
    """Whom it is about: against whom it is, with whom the other one talks, else that it is about them."""
    said = _words(text)
    words = " ".join(word.text for word in said)
    for at, word in enumerate(said):
        if word.text[:1] != "@" or word.text[1:] in (me, *hearers) or (at and said[at - 1].text in _LANGUAGE):
            continue
        power = as_power(word.text[1:])
        if _ON_ME.search(words):
            yield Agree((you, power), Pce((you, power)))
        elif _DECLINES.search(words):
            continue
        elif _AGAINST.search(words):
            yield Aly((me, you), (power,))
        elif _TALKS.search(words) and not _EITHER.search(words):
            yield Agree((you, power), Pce((you, power)))
        else:
            yield Opn(power, "feared")


_LANGUAGE: Final = frozenset({"my", "speak", "only", "good", "bad"})
"""What stands before the name of a language."""
_AGAINST: Final = re.compile(
    r"\b(?:against|gang|crush|squash|finish|destroy|eliminate|versus|vs|kill|together|alliance|team|2v1|beat|sandwich|"
    r"carve|partition|(?:let us|lets|we|both) (?:\w+ ){0,3}(?:jump|attack|hit|fight|stop|go for|go after)|take down|"
    r"take out|rid of|problem|threat to (?:us|both))\b"
)
_ON_ME: Final = re.compile(
    r"\byou\b.*\b(?:gang|team|ally|allied|join|work|act|plot)\w*\b.*\b(?:on|against) me\b", re.IGNORECASE
)
"""That the other one and a third power are against who writes."""
_DECLINES: Final = re.compile(
    r"\bi (?:\w+ )?(?:not|never) (?:\w+ )?"
    r"(?:join\w*|help\w*|fight\w*|attack\w*|ally|go\w* against|turn\w*|work\w*|team\w*)\b"
)
"""How one declines to be against somebody."""
_TALKS: Final = re.compile(
    r"\b(?:talk|speak|say|said|saying|tell|told|write|wrote|writing|message|messages|letter|letters|get to you|"
    r"in touch|promise|promised|offer|offered|offering|heard|hear|asked me|talking|contact|deal|pact)\b"
)
_EITHER: Final = re.compile(r"@[A-Z]{3}(?: \S+){0,4} (?:or|and) (?:\S+ )?@[A-Z]{3}\b")
"""One power or another, which is about both of them."""
