"""The careful English of the writer, as one table that works both ways.

A frame ties a piece of English to a piece of L: `{who:who} [believe|believes] {that:that}` is a
`Belief`. The writer fills frames, the reader parses them back; what one can say the other
understands, because there is nothing else to keep in step. Everything is said from the point of
view of who speaks: `I`, `you`, `we`.
"""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import groupby
from operator import attrgetter
from random import Random
from typing import Any, Final, Literal, TypeAlias

from adjudication.position import Position
from adjudication.powers import Power

__all__ = ["Frame", "Frames", "Naming", "Voice"]

Slots: TypeAlias = Mapping[str, Any]
Take: TypeAlias = Callable[[Any, "Voice"], Slots | None]
Make: TypeAlias = Callable[[Slots, "Voice"], Any]


Naming: TypeAlias = Literal["full", "short", "brief"]
"""Length of units' names: `my army in Galicia`, `army Galicia`, `Galicia`."""


@dataclass(frozen=True, slots=True)
class Voice:
    """Voice of a sentence: speaker, hearers, board and tone.

    doer: the power whose units are `its`, where somebody else tells of it. position: the board both look at; without
    one a unit is always named in full. naming: how units on that board are named when something is written; whatever
    names one is read. tone: the character in which something is written, "" for none; every tone is read.
    """

    speaker: Power
    hearers: tuple[Power, ...]
    doer: Power | None = None
    position: Position | None = None
    naming: Naming = "full"
    tone: str = ""

    @property
    def we(self) -> tuple[Power, ...]:
        return tuple(sorted({self.speaker, *self.hearers}))


@dataclass(frozen=True)
class Frame:
    """A way to say something.

    category: what it can stand for. take: the slots of a value, or None when the frame does not say it.
    make: the value of slots, or None when no value fits. stiff: said only where nothing less stiff can be.
    tone: the character that says so, and nobody else; "" for all. topic: the topic of all values that it says; "" where
    they have none, or several.
    """

    category: str
    text: str
    take: Take
    make: Make
    stiff: int = 0
    tone: str = ""
    topic: str = ""

    @cached_property
    def pieces(self) -> tuple[str | tuple[str, str] | tuple[str, ...], ...]:
        """Literal text, (slot, category), or three or more agreeing forms with an empty first."""
        pieces: list[str | tuple[str, str] | tuple[str, ...]] = []
        for match in re.finditer(r"\{(\w+):(\w+)\}|\[([^\]]*)\]|[^{\[]+", self.text):
            if match[1]:
                pieces.append((match[1], match[2]))
            elif match[3]:
                pieces.append(("", *match[3].split("|"), ""))
            else:
                pieces.append(match[0])
        return tuple(pieces)

    @cached_property
    def slots(self) -> tuple[tuple[str, str], ...]:
        """Every slot with its category, in order."""
        return tuple((piece[0], piece[1]) for piece in self.pieces if isinstance(piece, tuple) and piece[0])

    @cached_property
    def steps(self) -> tuple["Step", ...]:
        """The pieces as they are read: what matches literal text, or a slot and its category."""
        return tuple(
            (_pattern(piece).match, "", "")
            if isinstance(piece, str)
            else (_forms(piece[1:-1]).match, "", "")
            if piece[0] == ""
            else (None, piece[0], piece[1])
            for piece in self.pieces
        )

    @cached_property
    def words(self) -> tuple[str, ...]:
        """Words, in small letters, that stand between blanks in each text of this frame."""
        literal = (piece for piece in self.pieces if isinstance(piece, str))
        return tuple(word for piece in literal for word in piece.lower().split(" ")[1:-1] if word)

    @cached_property
    def initials(self) -> frozenset[str]:
        """The letters, small ones, that a text of this frame begins with; none where a slot decides that."""
        first = self.pieces[0]
        if not isinstance(first, str):
            return frozenset(form[:1].lower() for form in first[1:-1]) if first[0] == "" else frozenset()
        return frozenset([first[0].lower()])


Rows: TypeAlias = tuple[tuple[Take, tuple[Frame, ...]], ...]
"""Frames of one meaning each, with what tells whether a value has it."""
Step: TypeAlias = tuple[Callable[[str, int], re.Match[str] | None] | None, str, str]
Leaf: TypeAlias = tuple[Callable[[Any, Voice], str | None], Callable[[str, int, Voice], Iterator[tuple[Any, int]]]]
"""A category that is written and read by code: (value -> text, text at a place -> values and ends)."""

_OWN: Final = 0.85
"""Chance that a character uses words of its own, if it has any."""
_MAX_DEPTH: Final = 60
_MAX_STEPS: Final = 60_000


class Frames:
    """A table of frames and leaves, to be written with and read with."""

    def __init__(self, frames: Sequence[Frame], leaves: Mapping[str, Leaf]) -> None:
        self.frames: dict[str, list[Frame]] = {}
        for frame in frames:
            self.frames.setdefault(frame.category, []).append(frame)
        self.leaves = leaves

    def possible(self, category: str, words: Collection[str]) -> list[Frame]:
        """The category's frames, in order, that a text of these words (in small letters) may have parts of."""
        needing = self._needing(category)
        places = sorted(place for word in ("", *words) for place in needing.get(word, ()))
        return [self.frames[category][place] for place in places]

    @cache  # noqa: B019 - there is one table
    def _needing(self, category: str) -> dict[str, list[int]]:
        return _by_rarest_word(self.frames[category])

    @cache  # noqa: B019
    def _rows(self, category: str, tone: str) -> tuple[Rows, dict[str, list[int]]]:
        """Rows of a category for a character, and their places by topic."""
        frames = (frame for frame in self.frames[category] if frame.tone in ("", tone))
        rows = tuple((take, tuple(row)) for take, row in groupby(frames, attrgetter("take")))
        places: dict[str, list[int]] = {}
        for place, (_, row) in enumerate(rows):
            places.setdefault(row[0].topic, []).append(place)
        return rows, places

    # ── writing ─────────────────────────────────────────────────────────────────────────────────

    def write(self, category: str, value: Any, voice: Voice, rng: Random | None) -> str | None:
        """Say a value; None when no frame can.

        Without rng the first fitting frame is used, else any.
        """
        leaf = self.leaves.get(category)
        if leaf is not None:
            return leaf[0](value, voice)
        options = self._fitting(category, value, voice)
        if rng is not None:
            rng.shuffle(options)
        # One's own words come first, mostly.
        prefers = bool(voice.tone) and (rng is None or rng.random() < _OWN)
        options.sort(key=lambda each: (each[0].stiff, prefers and each[0].tone != voice.tone))
        for frame, slots in options:
            text = self._filled(frame, slots, voice, rng)
            if text is not None:
                return text
        return None

    def _fitting(self, category: str, value: Any, voice: Voice) -> list[tuple[Frame, Slots]]:
        """The frames that a value fits, in order, with what goes into their slots."""
        rows, places = self._rows(category, voice.tone)
        topic = getattr(getattr(value, "about", None), "topic", "")
        found: list[tuple[Frame, Slots]] = []
        for place in sorted({*places.get("", ()), *places.get(topic, ())}):
            take, row = rows[place]
            slots = take(value, voice)
            if slots is not None:
                found += [(frame, slots) for frame in row]
        return found

    def _filled(self, frame: Frame, slots: Slots, voice: Voice, rng: Random | None) -> str | None:
        written: list[str] = []
        whose = next((name for name, category in frame.slots if category in ("who", "whos")), None)
        person = _person(slots[whose], voice) if whose is not None else 2
        for piece in frame.pieces:
            if isinstance(piece, str):
                written.append(piece)
            elif piece[0] == "":
                forms = piece[1:-1]
                written.append(forms[0] if person == 0 else forms[-1] if person == 2 else forms[-2])
            else:
                name, category = piece[0], piece[1]
                text = self.write(category, slots[name], voice, rng)
                if text is None:
                    return None
                if category in ("who", "whos"):
                    person = _person(slots[name], voice)
                written.append(text)
        return "".join(written)

    # ── reading ─────────────────────────────────────────────────────────────────────────────────

    def read(self, category: str, text: str, voice: Voice) -> list[Any]:
        """Every value the whole text may stand for."""
        parse = _Parse(self, text, voice)
        return list(dict.fromkeys(value for value, end in parse.at(category, 0, 0) if end == len(text)))


def _by_rarest_word(frames: Sequence[Frame]) -> dict[str, list[int]]:
    """The places of frames by the one of their words that fewest others have; by "" where they have none."""
    counts = Counter(word for frame in frames for word in set(frame.words))
    found: dict[str, list[int]] = {}
    for place, frame in enumerate(frames):
        found.setdefault(min(frame.words, key=lambda word: counts[word], default=""), []).append(place)
    return found


def _person(value: Any, voice: Voice) -> int:
    """0 for I, 1 for you and plurals, 2 for one other."""
    members = value if isinstance(value, tuple) else (value,)
    if members == (voice.speaker,):
        return 0
    return 1 if len(members) > 1 or members == voice.hearers else 2


@cache
def _pattern(literal: str) -> re.Pattern[str]:
    return re.compile(re.escape(literal).replace(r"\ ", " +"), re.IGNORECASE | re.ASCII)


@cache
def _forms(forms: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(
        "|".join(sorted(map(re.escape, forms), key=len, reverse=True)) + r"(?!\w)", re.IGNORECASE | re.ASCII
    )


class _Parse:
    """One text being read, top down, every part at a place only once."""

    def __init__(self, frames: Frames, text: str, voice: Voice) -> None:
        self.frames = frames
        self.text = text
        self.voice = voice
        self.memo: dict[tuple[str, int], list[tuple[Any, int]]] = {}
        self.words = frozenset(text.lower().split())
        self.possible: dict[str, list[Frame]] = {}
        self.steps = 0

    def at(self, category: str, start: int, depth: int) -> list[tuple[Any, int]]:
        key = (category, start)
        known = self.memo.get(key)
        if known is not None:
            return known
        if depth > _MAX_DEPTH or self.steps > _MAX_STEPS:
            return []
        self.memo[key] = []
        leaf = self.frames.leaves.get(category)
        if leaf is not None:
            found = list(leaf[1](self.text, start, self.voice))
        else:
            found = []
            initial = self.text[start : start + 1].lower()
            for frame in self._possible(category):
                if frame.initials and initial not in frame.initials:
                    continue
                self.steps += 1
                for slots, end in self._read(frame.steps, 0, start, {}, depth):
                    value = frame.make(slots, self.voice)
                    if value is not None:
                        found.append((value, end))
        found = list(dict.fromkeys(found))
        self.memo[key] = found
        return found

    def _possible(self, category: str) -> list[Frame]:
        found = self.possible.get(category)
        if found is None:
            found = self.possible[category] = self.frames.possible(category, self.words)
        return found

    def _read(
        self, steps: Sequence[Step], index: int, start: int, slots: dict[str, Any], depth: int
    ) -> Iterator[tuple[dict[str, Any], int]]:
        while index < len(steps):
            matches, name, category = steps[index]
            index += 1
            if matches is None:
                for value, end in self.at(category, start, depth + 1):
                    yield from self._read(steps, index, end, {**slots, name: value}, depth)
                return
            match = matches(self.text, start)
            if match is None:
                return
            start = match.end()
        yield slots, start
