"""Complete a text: the grammar's next words and names, likeliest first.

The grammar says what may come, the board which names make sense, the talk and common use what comes first. Where a
sentence begins, whole beginnings are offered that fit the board (`starts.txt`).
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from importlib.resources import files
from math import log
from typing import Final, Literal

from adjudication.board import STANDARD, Province
from adjudication.powers import POWER_NAMES, Power
from negotiation.english.context import Context
from negotiation.grammar.beside import TABLES as BESIDE
from negotiation.grammar.chart import Chart, Make
from negotiation.grammar.fitting import Fitting, Named, name_of
from negotiation.grammar.production_makers import PRODUCTION_MAKERS
from negotiation.grammar.productions import grammar
from negotiation.grammar.reading import lexemes, sentences
from negotiation.grammar.usage import known_after, row_of, surest_after, words_of
from negotiation.words.entities import Spotted, Token
from negotiation.words.spotting import spot

__all__ = ["Completion", "complete"]

Kind = Literal["word", "place", "unit", "power", "start"]

_MOST: Final = 8
_TEXT: Final = 300
"""Characters before the end that are looked at."""
_LONGEST: Final = 7
"""Words of the longest name: `your army in the Gulf of Bothnia`."""
_UNSEEN: Final = 1e-4
"""Probability of a kind of name where none was ever typed."""
_UNLIKELY: Final = 4.0
"""Highest cost of a completion above the best one's, as a logarithm of probability."""
_UNASKED: Final = 1.3
"""As above, where a whole word ends the text and nothing may be wanted."""
_TYPED: Final = 3.0
"""Reduction of a name's cost for each whole word of it that is typed."""
_HALF: Final = 3.0
"""Cost of a whole word that could be the beginning of a name."""
_TOGETHER: Final = 4
"""Words that are offered together, at most."""
_FITS: Final = 0.15
"""Least weight of a name against the best one; the first few are offered in any case."""
_FEW: Final = 4


@dataclass(frozen=True, slots=True)
class Completion:
    """text: the word or name. start: where in the text it begins, so that what is half typed is replaced; where it
    goes on after a whole word, that is the text's end. place, power: what it names, and whose."""

    text: str
    start: int
    kind: Kind = "word"
    place: Province = ""
    power: Power | None = None


def complete(text: str, context: Context, most: int = _MOST) -> tuple[Completion, ...]:
    """The next words that make sense after what was typed, the likeliest first; none where nothing fits, and none right
    after the end of a sentence."""
    if text.endswith((".", "?", "!")):
        return ()
    found: dict[str, tuple[float, Completion]] = {}
    for cost, one in _offered(text, context):
        if one.text not in found or cost < found[one.text][0]:
            found[one.text] = cost, one
    ranked = sorted(found.values(), key=lambda each: (each[0], each[1].text))
    half = _half(text)
    first = ranked[0][1] if ranked else None
    unasked = half and first is not None and first.start == len(text) and first.kind == "word"
    more = _UNASKED if unasked else _UNLIKELY
    best = [one for cost, one in ranked[:most] if cost <= ranked[0][0] + more]
    row = _row(text[: len(text) - len(half)])
    whole = _row(text)
    return tuple(_with_next(one, whole if one.start == len(text) else row) for one in best)


def _with_next(one: Completion, row: Sequence[str]) -> Completion:
    """A word, with those that nearly always follow it there: `stay out of`."""
    if one.kind != "word":
        return one
    words = [one.text.lower()]
    while len(words) < _TOGETHER and (after := surest_after([*row, *words])).isalpha():
        words.append(after)
    return replace(one, text=" ".join([one.text, *words[1:]]))


def _offered(text: str, context: Context) -> Iterator[tuple[float, Completion]]:
    half = _half(text)
    at = len(text) - len(half)
    here = _Place(text[:at], context)
    yield from here.starts(half, at)
    longer = [*here.words(half, at), *here.names(half, at)]
    yield from longer
    typed = 0.0
    for begin in _beginnings(text, at):
        if any(name.startswith(text[begin:].lower()) for name in _every_name()):
            typed += _TYPED
            before = _Place(text[:begin], context)
            yield from ((cost - typed, one) for cost, one in before.names(text[begin:], begin))
    if half:
        after = _Place(f"{text} ", context)
        cost = here.cost_of(half) + (_HALF if any(one.kind != "word" for _, one in longer) else 0.0)
        yield from ((cost + more, one) for more, one in (*after.words("", len(text)), *after.names("", len(text))))


def _half(text: str) -> str:
    """The word that is half typed at the end."""
    at = len(text)
    while at and (text[at - 1].isalpha() or text[at - 1] in "'\u2019"):
        at -= 1
    return text[at:]


def _beginnings(text: str, at: int) -> Iterator[int]:
    """Positions where a partly typed name may begin.

    Before each of the last words before `at`.
    """
    for _ in range(_LONGEST):
        before = text[:at].rstrip(" ")
        word = _half(before)
        if not word or len(before) == at:
            return
        at = len(before) - len(word)
        yield at


@cache
def _every_name() -> frozenset[str]:
    """Every name there is, in small letters."""
    places = {name_of(code).lower() for code in STANDARD.provinces}
    owners = ("my", "your", *(f"{power.lower()}'s" for power in POWER_NAMES.values()))
    units = (f"{owner} {kind} in {place}" for owner in owners for kind in ("army", "fleet") for place in places)
    return frozenset((*places, *(place.removeprefix("the ") for place in places), *units))


def _row(text: str) -> list[str]:
    """The words of the last sentence."""
    rows = list(words_of(text[-_TEXT:]))
    return rows[-1] if rows and not _ended(text) else []


def _ended(text: str) -> bool:
    return text.rstrip().endswith((".", "?", "!"))


class _Place:
    """A place in a text: what the grammar, the board and common use want next."""

    def __init__(self, before: str, context: Context) -> None:
        phase = context.position.phase if context.position is not None else None
        self.seen = spot(before[-_TEXT:], phase)
        parts = sentences(self.seen.tokens)
        self.tokens = parts[-1].tokens if parts and not _ended(before) else ()
        self.row = row_of(self.tokens, self.seen)
        self.use = known_after(self.row)
        self.wanted = _wanted(self.tokens, self.seen)
        self.context = context
        self.fitting = Fitting(self.tokens, self.seen.entities, context)

    def words(self, half: str, at: int) -> Iterator[tuple[float, Completion]]:
        """Words that begin with what is half typed, each with what must follow it."""
        low = half.lower().replace("\u2019", "'")
        for word, likely in self.use.items():
            spelt = word.replace("'", "").isalpha() and (len(word) > 1 or word in ("a", "i"))
            if spelt and word.startswith(low) and word != low:
                dear = min((self.wanted[key] for key in _keys(word) if key in self.wanted), default=None)
                if dear is not None:
                    yield dear - log(likely), Completion(_typed_as(word, half), at)

    def names(self, typed: str, at: int) -> Iterator[tuple[float, Completion]]:
        """Names that begin with what is typed from `at` on."""
        for key, named in (("@P", self.fitting.places), ("@W", self.fitting.powers), ("@U", self.fitting.units)):
            dear = self.wanted.get(key)
            if dear is not None:
                yield from self._named(key, dear, list(named()), typed, at)

    def _named(
        self, key: str, dear: float, names: Sequence[Named], typed: str, at: int
    ) -> Iterator[tuple[float, Completion]]:
        whole = sum(one.weight for one in names)
        low = typed.lower()
        begun = sorted((one for one in names if _begins(one, low)), key=lambda one: -one.weight)
        for rank, one in enumerate(begun):
            if rank < _FEW or one.weight >= _FITS * begun[0].weight:
                likely = self.use.get(key, _UNSEEN) * one.weight / whole
                yield dear - log(likely), Completion(one.text, at, one.kind, one.place, one.power)

    def starts(self, half: str, at: int) -> Iterator[tuple[float, Completion]]:
        """Whole beginnings, where a sentence begins or its first word is half typed: `sup` finds all with support."""
        if self.tokens:
            return
        low = half.lower()
        for rank, text in enumerate(_starts_for(self.context)):
            words = text.lower().split()
            if words[0].startswith(low) or (len(low) > 1 and any(word.startswith(low) for word in words)):
                yield 0.2 * rank + (2.0 if low else -2.0), Completion(text, at, "start")

    def cost_of(self, word: str) -> float:
        """Cost of taking a typed word as it stands."""
        row = row_of(*_alone(word))
        return -log(self.use.get(row[0], 1e-6)) if row else 9.0


def _begins(name: Named, typed: str) -> bool:
    """True if the typed text begins a name, or its code."""
    low = name.text.lower()
    if low == typed:
        return False
    return low.startswith(typed) or low.removeprefix("the ").startswith(typed) or name.place.lower() == typed


def _typed_as(word: str, half: str) -> str:
    """The word in the letters that one would type."""
    if word == "i" or word.startswith(("i'", "i ")):
        return f"I{word[1:]}"
    return f"{word[0].upper()}{word[1:]}" if half[:1].isupper() else word


def _alone(word: str) -> tuple[tuple[Token, ...], Spotted]:
    seen = spot(word, None)
    return seen.tokens, seen


@lru_cache(4096)
def _keys(word: str) -> tuple[str, ...]:
    """Keys of the first typed word in patterns."""
    seen = spot(word, None)
    return lexemes(seen.tokens, seen.entities, (), seen.text)[0].keys


# ── what the grammar wants ──────────────────────────────────────────────────────────────────────

_BEGINNING: Final = ("Deal", "Clause", "News", "Ask", "Withdraw", "Yes", "No")
_BESIDE: Final = ("Open", "Beside")
_ANY: Final = defaultdict[str, Make](lambda: lambda **_: 0)
"""Makers of nothing: what a question or a courtesy means does not matter to what comes next in it."""
_JOINTS: Final = frozenset(("and", "then", "but", "if", "so", "ok", "please", "hi", "hello", "hey", "well"))


def _wanted(tokens: tuple[Token, ...], seen: Spotted) -> Mapping[str, float]:
    """Words and terminals (`@P`) that may come next, with what the text costs up to there."""
    begins = [0, *(at + 1 for at, token in enumerate(tokens) if token.sym in _JOINTS or not token.sym[0].isalnum())]
    lexed = lexemes(tokens, seen.entities, (), seen.text) if tokens else []
    found: dict[str, float] = {}

    def add(keys: Iterable[str], cost: float) -> None:
        for key in keys:
            found[key] = min(found.get(key, 9.0), cost)

    for table, makers, beginning in ((grammar(), PRODUCTION_MAKERS, _BEGINNING), (grammar(BESIDE), _ANY, _BESIDE)):
        chart = Chart(table, makers, lexed, wants=True)
        for begin in begins:
            for category in beginning:
                if begin >= len(tokens):
                    add(table.firsts[category], 0.7)
                elif not table.firsts[category].isdisjoint(lexed[begin].keys):
                    chart.at(category, begin)
        for key, cost in chart.wanted.items():
            if key.startswith("<") and len(key) > 1:
                add(table.firsts.get(key[1:], ()), cost + 0.3)
            else:
                add((key,), cost)
    return found


# ── beginnings ──────────────────────────────────────────────────────────────────────────────────


@cache
def _starts() -> tuple[tuple[str, str], ...]:
    """Conditions with the sentence starts they allow."""
    lines = files("negotiation.grammar").joinpath("starts.txt").read_text(encoding="utf-8").splitlines()
    rows = (line.split(": ", 1) for line in lines if not line.startswith("#"))
    return tuple((when, text) for when, text in rows)


def _starts_for(context: Context) -> list[str]:
    near = Fitting((), {}, context).has_common_ground()
    holds = {"always": True, "asked": bool(context.open_deals), "near": near}
    return [text for when, text in _starts() if holds[when]]
