"""Throws random and mangled strings at one parser: `python -m tests.negotiation.fuzz english 100000`.

A process of its own for each parser, so that its memory can be measured from outside the interpreter: the
most it ever took, at each quarter of the way. The last line of the output is JSON:
{"parser", "runs", "seconds", "slowest": CPU seconds of one string, "text": that string, "memory": [MB, MB, MB, MB]}.
A crash, a wrong error or a broken promise of a parser ends the run with the string that did it.
"""

import copy
import json
import re
import resource
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from random import Random
from typing import Any, get_args

from adjudication.notation import NotationError, format_order, parse_order
from adjudication.orders import Retreat
from adjudication.phase import PhaseKind
from adjudication.position import ImpossiblePosition, opening, position_as_dict, position_from_dict
from negotiation.diplomacy import DIPLOMACY
from negotiation.english.context import Context, context_of
from negotiation.english.frames import Voice
from negotiation.english.writer import parse_careful
from negotiation.errors import MalformedTermError
from negotiation.grammar.productions import productions
from negotiation.parser import parse
from negotiation.printer import format_term
from negotiation.words.phrasebook import phrases
from tests.negotiation.data import lines, read, scenes

LONGEST = 4_000
PHASE_KINDS = get_args(PhaseKind)
_WORDS = "if and or then , ; : ( ) [ ] { } - / ? . ! < > support s c via you i we not dmz peace bel nth A F the to 1"
PIECES = _WORDS.split()
JUNK: tuple[Any, ...] = (
    None,
    True,
    0,
    -1,
    10**30,
    float("inf"),
    "",
    "A",
    "x" * 500,
    "<b>",
    [],
    [[]],
    {},
    {"": None},
    ["ENG F NTH"] * 90,
)


def mangled(rng: Random, texts: Sequence[str]) -> str:
    """A text cut, doubled, shuffled or sprinkled with noise."""
    text = rng.choice(texts)
    for _ in range(rng.randint(1, 4)):
        at = rng.randint(0, len(text))
        match rng.randint(0, 6):
            case 0:
                text = text[:at] + chr(rng.choice([rng.randint(0, 127), rng.randint(128, 0xD7FF)])) + text[at:]
            case 1:
                text = text[:at] + text[at + rng.randint(1, 8) :]
            case 2:
                text = text[:at] + " " + rng.choice(PIECES) + " " + text[at:]
            case 3:
                words = text.split(" ")
                rng.shuffle(words)
                text = " ".join(words)
            case 4:
                text = (text + rng.choice([" ", " and ", ", "])) * rng.randint(1, 6)
            case 5:
                text = text[:at].rstrip() if rng.random() < 0.5 else text[at:]
            case _:
                text = text[:at] + rng.choice(texts) + text[at:]
    return text[:LONGEST]


def spliced(rng: Random, texts: Sequence[str]) -> str:
    """A few words each of several texts, and words the reader knows in any order."""
    pieces = []
    for _ in range(rng.randint(1, 4)):
        if rng.random() < 0.3:
            pieces += rng.sample(_vocabulary(), 3)
        else:
            words = rng.choice(texts).split()
            at = rng.randrange(len(words))
            pieces += words[at : at + rng.randint(1, 6)]
    return " ".join(pieces)[:LONGEST]


def repeated(rng: Random, texts: Sequence[str]) -> str:
    """A name, a mark or a few words, over and over."""
    words = rng.choice(texts).split()
    at = rng.randrange(len(words))
    known = rng.choice([*_vocabulary(), *PIECES, "@FRA", "France", "Paris", " "])
    unit = rng.choice([" ".join(words[at : at + rng.randint(1, 4)]), known, rng.choice(PIECES)])
    return ((unit + rng.choice(["", " ", ", ", " and "])) * 1_000)[:1_000]


@cache
def _vocabulary() -> list[str]:
    """The words in the tables of the reader, as people write them."""
    patterns = [*(one.pattern for one, _ in productions()), *(line for *_, line in phrases("times"))]
    return sorted({word for pattern in patterns for word in re.findall(r"[a-z']{2,}", pattern)})


def noise(rng: Random) -> str:
    return "".join(chr(rng.choice([rng.randint(32, 126), rng.randint(0, 0xD7FF)])) for _ in range(rng.randint(0, 200)))


def twisted(rng: Random, texts: Sequence[str]) -> str:
    """A JSON text with some of its values swapped for others, or for junk."""
    data = json.loads(rng.choice(texts))
    for _ in range(rng.randint(1, 3)):
        holder, places = rng.choice(list(_holders(data)))
        place = rng.choice(places)
        other, elsewhere = rng.choice(list(_holders(data)))
        holder[place] = copy.deepcopy(rng.choice([rng.choice(JUNK), other[rng.choice(elsewhere)]]))
    return json.dumps(data)


def _holders(data: Any) -> Iterator[tuple[Any, Sequence[Any]]]:
    """Every object and list in a value that holds something, with the places in it."""
    places: Sequence[Any] = list(data) if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ()
    if places:
        yield data, places
    for place in places:
        yield from _holders(data[place])


# ── the parsers ─────────────────────────────────────────────────────────────────────────────────


def term(text: str) -> None:
    refused = found = None
    try:
        found = parse(text, DIPLOMACY)
    except MalformedTermError as error:
        refused = error
    if refused is not None:
        assert 0 <= refused.position <= len(text)
        assert str(refused)
        assert refused.pointer
    else:
        assert found is not None
        assert parse(format_term(found, DIPLOMACY), DIPLOMACY) == found


TALKS: tuple[tuple[str, ...], ...] = (
    (),
    ("propose(fra, eng, Agree([eng fra], dmz([eng fra], [bur ech])))",),
    ("propose(fra, eng, [Commit(eng, fra, Do(mto(Unit(eng, Region(nth, sea)), Region(bel, sea))))])",),
    ("propose(eng, fra, Agree([eng fra], aly([eng fra], ger)))",),
    ("query(fra, eng, Desire(eng, Do(mto(Unit(eng, Region(nth, sea)), Region(bel, sea)))))",),
    ("inform(fra, eng, [Commit(fra, eng, dmz(fra, bur))])",),
)
"""Earlier talk: none, deals of either side, a question, a promise."""


@cache
def settings() -> tuple[Context, ...]:
    """England and France, with and without a board, after every talk; and England before everybody."""
    boards = (scenes()["west"], None)
    two = [context_of("ENG", ("FRA",), board, [parse(one, DIPLOMACY) for one in t]) for board in boards for t in TALKS]
    return (*two, context_of("ENG", ("AUS", "FRA", "GER", "ITA", "RUS", "TUR"), boards[0]))


def english(text: str) -> None:
    understanding = read(text, settings()[len(text) % len(settings())])
    assert (understanding.verdict == "none") == (not understanding.candidates)
    assert len(understanding.candidates) <= 3
    for candidate in understanding.candidates:
        for utterance in candidate:
            assert parse(format_term(utterance, DIPLOMACY), DIPLOMACY) == utterance


def careful(text: str) -> None:
    for utterance in parse_careful(text, Voice("ENG", ("FRA",))):
        assert parse(format_term(utterance, DIPLOMACY), DIPLOMACY) == utterance


def notation(text: str) -> None:
    for kind in PHASE_KINDS:
        for position in (None, opening()):
            order = None
            with suppress(NotationError):
                order = parse_order(text, kind, position)
            # If nothing can retreat, a written retreat reads as a move.
            if order is not None and (kind == "R" or not isinstance(order, Retreat)):
                assert parse_order(format_order(order), kind, position) == order


def position(text: str) -> None:
    data = found = None
    with suppress(ValueError, RecursionError):
        data = json.loads(text)
    if not isinstance(data, dict):
        return
    with suppress(ImpossiblePosition):
        found = position_from_dict(data)
    if found is not None:
        assert position_from_dict(position_as_dict(found)) == found


def _orders() -> list[str]:
    """The orders in the sentences of the cases, and the thesis'."""
    places = ("BUR", "MUN", "STP/SC", "spain nc", "the Channel", "north sea", "Bulgaria (EC)", "mao", "liverpool")
    forms = (
        "A {} - {}",
        "F {} s {}-{}",
        "army {} supports {} into {}",
        "{} c {} to {}",
        "move {} to {}",
        "{} hold",
        "F {} C A {} - {} via",
    )
    tails = ("build fleet {}", "remove A {}", "disband {}", "waive", "retreat {} to {}")
    rng = Random(0)
    return [form.format(*(rng.choice(places) for _ in range(3))) for form in forms + tails for _ in range(9)]


def _positions() -> list[str]:
    found = [json.dumps(position_as_dict(one)) for one in scenes().values() if one is not None]
    return found


def _terms() -> list[str]:
    return [case["l"] for case in lines("seed_examples.jsonl") if "l" in case]


def _sentences() -> list[str]:
    return [case["text"] for name in ("sentences.jsonl", "near_misses.jsonl") for case in lines(name)]


PARSERS: dict[str, tuple[Callable[[str], None], Callable[[], list[str]]]] = {
    "term": (term, _terms),
    "english": (english, _sentences),
    "careful": (careful, _sentences),
    "notation": (notation, _orders),
    "position": (position, _positions),
}


def _given(name: str, text: str) -> None:
    try:
        PARSERS[name][0](text)
    except BaseException as error:
        error.add_note(f"the {name} parser was given {text!r}")
        raise


def run(name: str, runs: int, seed: int = 0) -> dict[str, Any]:
    """Throw this many strings at a parser.

    Raises what the parser raised, or AssertionError, with the string.
    """
    texts = PARSERS[name][1]()
    rng = Random(f"{name} {seed}")
    slowest, culprit, memory = 0.0, "", []
    for text in texts[:20]:  # Tables that are built at the first text that needs them are no text's fault.
        _given(name, text)
    begun = time.monotonic()
    for quarter in range(4):
        for _ in range(runs * (quarter + 1) // 4 - runs * quarter // 4):
            text = noise(rng) if rng.random() < 0.2 else _broken(rng, name, texts)
            before = time.process_time()
            _given(name, text)
            took = time.process_time() - before
            if took > slowest:
                slowest, culprit = took, text
        memory.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
    return {
        "parser": name,
        "runs": runs,
        "seconds": round(time.monotonic() - begun, 1),
        "slowest": round(slowest, 3),
        "text": culprit[:200],
        "memory": memory,
    }


def _broken(rng: Random, name: str, texts: Sequence[str]) -> str:
    """Something like what the parser is for, and not quite."""
    chance = rng.random()
    if name == "position" and chance < 0.75:
        return twisted(rng, texts)
    if name == "english" and chance > 0.85:
        return repeated(rng, texts)
    return spliced(rng, texts) if name == "english" and chance < 0.4 else mangled(rng, texts)


if __name__ == "__main__":
    print(json.dumps(run(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 0)))
