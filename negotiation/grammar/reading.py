"""A sentence as the cheapest row of things said: clauses, deals, answers, news, talk, with words skipped between.

Nothing here knows the board: what comes out are values of `saying`, each with what it cost and what was left out.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from itertools import accumulate, groupby
from typing import Any, Final, NamedTuple

from negotiation.grammar.chart import NEVER, PATIENCE, Chart, Lexeme
from negotiation.grammar.passing import ASIDE, aside, ends, tells_why
from negotiation.grammar.production_makers import PRODUCTION_MAKERS
from negotiation.grammar.productions import grammar
from negotiation.grammar.saying import Clause, Deal, Marked, News
from negotiation.words.entities import Entity, Place, Token
from negotiation.words.lexicon import words

__all__ = ["Item", "Row", "Sentence", "lexemes", "rows", "sentences"]


class Item(NamedTuple):
    """Something said, from token to token. number: that of its value in the chart."""

    value: Any
    start: int
    end: int
    cost: float
    number: int


@dataclass(frozen=True, slots=True)
class Row:
    """One way to take a sentence. skipped: the tokens that say nothing in it, from and to."""

    items: tuple[Item, ...]
    cost: float
    skipped: tuple[int, ...] = ()
    reasons: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Sentence:
    tokens: tuple[Token, ...]
    question: bool


# ── words ───────────────────────────────────────────────────────────────────────────────────────


@cache
def _skips() -> tuple[Mapping[str, float], float]:
    text = files("negotiation.grammar").joinpath("skips.txt").read_text(encoding="utf-8")
    costs: dict[str, float] = {}
    for line in text.splitlines():
        if line and not line.startswith("#"):
            cost, these = line.split(": ", 1)
            costs.update(dict.fromkeys(these.split(), NEVER if cost == "never" else float(cost)))
    return costs, costs.pop("*other*", 0.8)


_LETTERS: Final = "PUWJTN"
_FORMLESS: Final = words("not never both all also just then to really please each only even actually instead gladly")


_CODES: Final = frozenset(["den", "bud", "vie", "par", "mar", "pie", "spa", "gal", "rum", "gas", "ank", "bel", "ber"])


def lexemes(
    tokens: Sequence[Token], values: Mapping[str, Entity], called: Collection[str] = (), text: str = ""
) -> list[Lexeme]:
    """The tokens as the parser sees them. called: whose name may only call them, at either end."""
    costs, other = _skips()
    found: list[Lexeme] = []
    form = ""
    vocative = [
        token
        for token, beside in ((tokens[0], tokens[1:2]), (tokens[-1], tokens[-2:-1]))
        if values.get(token.sym) in called and (not beside or beside[0].sym in (",", "-", ":"))
    ]
    for token, before in zip(reversed(tokens), reversed(["", *(token.sym for token in tokens[:-1])]), strict=True):
        sym = token.sym
        if _is_name(sym):
            skip = 0.02 if sym[0] == "T" else 0.1 if token in vocative else NEVER
            found.append(Lexeme((f"@{sym[0]}",), "", values.get(sym), skip))
            form = ""
            continue
        lemma, _, own = sym.partition("~")
        own = own or _form(sym)
        stems = (lemma,) if "~" in sym else (*_stems(sym), *_drawn_out(sym))
        keys = (sym, *(f"{stem}^" if own == "d" else stem for stem in stems))
        raw = text[token.start : token.end].lower()
        if sym in _CODES:
            # A code that is a word as well: where something goes it is a place.
            found.append(Lexeme((sym, "@P"), "", Place(sym.upper()), 2.5))
            form = ""
            continue
        if raw not in keys and raw.isalpha():
            keys = (*keys, raw)
        keys = tuple(filter(None, keys))
        form = form if sym in _FORMLESS else own
        unknown = 1.5 if "~" in sym else 2.0 if sym.isdigit() else other
        ends = sym in ("over", "off") and before in ("is", "are", "be")
        skip = NEVER if ends else costs.get(lemma, unknown)
        found.append(Lexeme(keys, form, sym, skip))
    return found[::-1]


@cache
def _stems(word: str) -> tuple[str, ...]:
    """Stems a word may be a form of."""
    if len(word) > 2 and word.isalpha() and word[-1] == word[-2]:
        return (word.rstrip(word[-1]) + word[-1],)
    if len(word) < 5 or not word.isalpha():
        return ()
    if word.endswith("ing"):
        stem = word[:-3]
        return (stem, f"{stem}e", stem[:-1]) if stem[-1:] == stem[-2:-1] else (stem, f"{stem}e")
    if word.endswith("ed"):
        stem = word[:-2]
        return (stem, word[:-1], stem[:-1]) if stem[-1:] == stem[-2:-1] else (stem, word[:-1])
    return (word[:-1],) if word.endswith("s") and not word.endswith("ss") else ()


def _drawn_out(word: str) -> tuple[str, ...]:
    """Word without its drawn-out letters: `yeah` for `yeaaah`."""
    runs = [(letter, len(list(run))) for letter, run in groupby(word)]
    short = "".join(letter * (1 if times >= _DRAWN and letter.isalpha() else times) for letter, times in runs)
    return (short,) if short != word else ()


_DRAWN: Final = 3
"""Letters in a row that are drawn out."""


def _form(word: str) -> str:
    if not word.isalpha():
        return word if word in ("-",) else ""
    if word.endswith("ing") and len(word) > 4:
        return "g"
    return "d" if word.endswith("ed") and len(word) > 4 else "b"


# ── sentences ───────────────────────────────────────────────────────────────────────────────────


def sentences(tokens: Sequence[Token]) -> list[Sentence]:
    """The tokens parted by full stops and question marks; one that is said again right away counts once."""
    found: list[Sentence] = []
    current: list[Token] = []
    said: list[str] = []
    for token in (*tokens, Token(".", 0, 0)):
        if token.sym not in (".", "?", "!", "\n"):
            current.append(token)
            continue
        syms = [one.sym for one in current] or said
        if syms != said:
            found.append(Sentence(tuple(current), token.sym == "?"))
        elif found and token.sym == "?":
            found[-1] = Sentence(found[-1].tokens, True)
        current, said = [], syms
    return found


_SAYS: Final[Mapping[str, float]] = {
    "Counter": 0.25,
    "Deal": 0.25,
    "Clause": 0.3,
    "News": 0.5,
    "Feel": 0.3,
    "Withdraw": 0.25,
    "Ask": 0.3,
    "Yes": 0.25,
    "No": 0.25,
    "Perhaps": 0.25,
    "Talk": 0.08,
}
"""Categories that can be said, each with the cost of beginning one more."""

_JOINTS: Final[Mapping[str, float]] = {
    **dict.fromkeys((",", "and", "&", "then", ";", "+", "so", "also", "plus", ":", "(", ")", "…", "—"), 0.03),
    **dict.fromkeys(("-", "while", "/", "*", "meanwhile", "as", "well"), 0.1),
    "but": 0.3,
}
_REASON: Final = 0.8
"""Cost of taking as meant a purpose that follows `so`: `so I can …`."""
_NAMES: Final = ("@P", "@U", "@W")
_MOST: Final = 6
_LONG: Final = 1.6
"""Cost of skipped words in a row above which more of them matter less."""
_LOOSE: Final = ("polite", "ifok", "close", "foryou", "tag")
"""Talk that may stand anywhere behind something said."""
_RUNS_INTO: Final = 0.6
"""Cost of beginning something with nothing between it and what was said before."""


class _Path(NamedTuple):
    cost: float
    items: tuple[Item, ...] = ()
    skipped: tuple[int, ...] = ()
    reasons: tuple[tuple[int, int], ...] = ()
    parted: bool = True
    run: float = 0.0
    """Cost of the words skipped in a row just before."""


def rows(
    tokens: Sequence[Token],
    values: Mapping[str, Entity],
    called: Collection[str] = (),
    text: str = "",
    patience: int = PATIENCE,
) -> list[Row]:
    """The cheapest ways to take a sentence, the cheapest first. patience: steps that the chart may take."""
    bare = tuple(token.sym[0] if _is_name(token.sym) else token.sym for token in tokens)
    return list(_rows(tuple(lexemes(tokens, values, called, text)), bare, patience))


def _is_name(sym: str) -> bool:
    return sym[0] in _LETTERS and sym[1:].isdigit()


@lru_cache(maxsize=64)
def _rows(lexed: tuple[Lexeme, ...], syms: tuple[str, ...], patience: int) -> tuple[Row, ...]:
    """The rows of a sentence by its words alone.

    No sentence is parsed twice, wherever it stands. syms: its tokens, names by their letter alone.
    """
    tokens = [Token(sym, 0, 0) for sym in syms]
    # What is said over and over deserves no more steps. Our own texts take 770 a word at most.
    told = 1_000 * (1 + len({lexeme.keys[0] for lexeme in lexed}))
    chart = Chart(grammar(), PRODUCTION_MAKERS, lexed, min(patience, told))
    size = len(lexed)
    named = [0, *accumulate(int(lexeme.keys[0] in _NAMES) for lexeme in lexed)]
    paths: list[list[_Path]] = [[] for _ in range(size + 1)]
    paths[0] = [_Path(0.0)]
    for at in range(size):
        here = _best(paths[at])
        if not here:
            continue
        token, lexeme = tokens[at].sym, lexed[at]
        joint = _JOINTS.get(token)
        if tokens[at].sym == "so" and tells_why(tokens, at):
            joint = _REASON
        skip = lexeme.skip
        for path in here:
            if joint is not None:
                paths[at + 1].append(_Path(path.cost + joint, path.items, path.skipped, path.reasons, True, path.run))
            elif skip < NEVER:
                price = skip if path.run < _LONG else skip * 0.06
                paths[at + 1].append(
                    _Path(
                        path.cost + price,
                        path.items,
                        (*path.skipped, at),
                        path.reasons,
                        path.parted or (skip < 0.2 and token not in ("the", "a", "an")),
                        path.run + skip,
                    )
                )
        whole = any(path.parted for path in here)
        for category, dear in _SAYS.items():
            if not whole and category in ("Deal", "Counter", "News", "Ask"):
                continue
            for edge in chart.at(category, at) if category in chart.opens[at] else ():
                loose = category == "Talk" and edge.value.kind in _LOOSE
                item = Item(edge.value, at, edge.end, edge.cost, edge.number)
                skipped = tuple(bit for bit in range(at, edge.end) if edge.skipped >> bit & 1)
                over = category == "Talk" and not loose
                for path in here:
                    if category not in _BESIDE_NO and _denied(path, at, tokens):
                        continue
                    if category == "Talk" and not (path.parted or loose):
                        continue
                    if loose and edge.value.kind in ("close", "foryou") and not path.parted and _answers(path):
                        continue
                    price = path.cost + dear + edge.cost + (0.0 if path.parted or loose else _RUNS_INTO)
                    paths[edge.end].append(
                        _Path(price, (*path.items, item), (*path.skipped, *skipped), path.reasons, over)
                    )
        beside, price = aside(lexed, tokens, at) if whole else (0, 0.0)
        for path in here if beside else ():
            answered = bool(path.items) and all(isinstance(one.value, Marked) for one in path.items)
            # Talk about others after a yes may be meant as such.
            dear = price + (0.5 if price > ASIDE and answered else 0.0)
            if path.parted and path.run == 0:
                skipped = (*path.skipped, *range(at, beside))
                paths[beside].append(_Path(path.cost + dear, path.items, skipped, path.reasons, True, path.run))
        for edge in chart.at("Reason", at) if "Reason" in chart.opens[at] else ():
            for end in ends(lexed, tokens, edge.end):
                names = named[end] - named[edge.end]
                for path in here:
                    spoken = any(not isinstance(item.value, Marked) for item in path.items)
                    weak = edge.cost > 0
                    if (path.parted and not weak) or spoken or (weak and not path.items and at == 0):
                        paths[end].append(
                            _Path(
                                path.cost + 0.25 + edge.cost + (0.05 if spoken else 0.1) * names,
                                path.items,
                                path.skipped,
                                (*path.reasons, (at, end)),
                                True,
                            )
                        )
    found = _best(paths[size])
    return tuple(Row(path.items, path.cost, path.skipped, path.reasons) for path in found)


_BESIDE_NO: Final = ("No", "Talk", "Feel", "Perhaps", "Withdraw")
"""Categories that may follow right after a no."""


def _answers(path: _Path) -> bool:
    """True if an answer stands right before."""
    return bool(path.items) and isinstance(path.items[-1].value, Marked)


def _denied(path: _Path, at: int, tokens: Sequence[Token]) -> bool:
    """True if a preceding answer continues here.

    `no more peace` is no no, `I will not …` no yes.
    """
    last = path.items[-1] if path.items else None
    if last is None or not isinstance(last.value, Marked) or last.value.kind not in ("yes", "no", "wont"):
        return False
    if last.value.kind == "yes":
        return tokens[last.end].sym == "not"
    return not any(token.sym in _JOINTS for token in tokens[last.end : at])


def _best(paths: Sequence[_Path]) -> list[_Path]:
    found: dict[tuple[tuple[int, ...], bool], _Path] = {}
    for path in sorted(paths, key=lambda one: one.cost):
        key = (
            tuple(
                item.number
                for item in path.items
                if not isinstance(item.value, Marked) or item.value.kind in ("yes", "no", "wont", "perhaps", "ifok")
            ),
            path.parted,
        )
        if key not in found:
            found[key] = path
        if len(found) >= _MOST:
            break
    return list(found.values())


Said = Clause | Deal | News | Marked
