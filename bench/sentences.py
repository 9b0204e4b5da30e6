"""Measure bots' sentences: `python -m bench.sentences [GAMES] [--list N]`.

Printed are, of letters of arena games by seed: how many begin with an opener, sentences said twice in a conversation,
and kinds of reasons from the board. Of 2,000 sentences, half from these letters and half answers to remarks:
how many link-grammar parses without leaving out a word. Its `link-parser` is run as a program (Debian: link-grammar).
It knows neither the game's names, so cities stand for provinces and plain nouns for *unit* and *turn*, nor phrases
without a verb, so these are completed.
Exits with 1 if a share is worse than it was when this was written.
"""

import argparse
import re
import shutil
import subprocess
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Final

from adjudication.board import STANDARD
from adjudication.position import opening
from bench.blind_characters import Letter, letters_of, seats_of
from bots.arena.game import GamePlan, Record, play
from bots.hana.talk.reasons import KINDS
from negotiation.diplomacy import DIPLOMACY, Tpc
from negotiation.english.context import context_of
from negotiation.english.tones import TONES, has_opener, sentences_in
from negotiation.english.writer import write
from negotiation.levels import FREE
from negotiation.parser import parse
from negotiation.terms import Courtesy, Manner
from negotiation.topics import ANSWERS, STANCES

__all__ = ["answers", "completed", "openers", "plainly", "reasons_in", "repeated_in", "unparsed", "without_a_parse"]

SEED: Final = 5
HALF: Final = 1_000
MOST_OPENERS: Final = 0.2
MOST_TWICE: Final = 0.005
"""Sentences said twice for each letter."""
LEAST_PARSED: Final = 0.98
_SEAS: Final = [facts.name for facts in STANDARD.provinces.values() if facts.kind == "sea"]
_LANDS: Final = [facts.name for facts in STANDARD.provinces.values() if facts.kind != "sea"]
_CITIES: Final = ("London", "Paris", "Rome", "Berlin", "Vienna", "Madrid")
_CARRIERS: Final = ("It is {}", "I have {}", "I say {}", "I do it {}")
_GAME: Final = {r"\bunit(s?)\b": r"piece\1", r"\b(this|next|last|each|every) turn\b": r"\1 week"}
"""Words of the game, and what stands for them.

The dictionary has *an unit*, not *a unit*, and knows no turn as a time.
"""
_WORDINGS: Final = 2
"""Of each answer."""
_PART: Final = re.compile(r"[:;] |• ")


def played(number: int, until: int) -> tuple[Record, list[Letter]]:
    """A game of all characters, with its letters."""
    characters = seats_of(number, SEED)
    seats = {power: f"bench.contradictions:Asker?character={name}" for power, name in characters.items()}
    game = play(GamePlan(number, SEED, seats, until, 30.0, level=FREE, protocol="talk"))
    return game, letters_of(game, characters)


def openers(letters: Sequence[Letter]) -> float:
    """Share of letters that begin with an opener."""
    return sum(has_opener(text) for *_, text in letters) / len(letters)


def repeated_in(letters: Iterable[Letter]) -> list[str]:
    """Sentences of three words or more said twice in a conversation."""
    said: defaultdict[tuple[str, tuple[str, ...]], set[str]] = defaultdict(set)
    twice = []
    for _, speaker, hearers, text in letters:
        before = said[speaker, hearers]
        twice += [each for each in sentences_in(text) if each in before and len(each.split()) > 2]
        before.update(sentences_in(text))
    return twice


def reasons_in(game: Record) -> Counter[str]:
    """Topics of reasons from the board that were given."""
    said = (parse(term, DIPLOMACY) for phase in game["phases"] for term in phase.get("talk", ()))
    topics = (each.about.topic for each in said if isinstance(each, Courtesy) and isinstance(each.about, Tpc))
    return Counter(topic for topic in topics if topic in KINDS)


def answers() -> Iterator[str]:
    """Sentences of every topic, in changing tones."""
    rng, tones, position = Random(SEED), sorted(TONES), opening()
    named = {"plain": ("",), "places": ("BEL", "GAL", "NTH", "TRI"), "powers": ("AUS", "ITA", "RUS", "TUR")}
    context = context_of("FRA", ("GER",), position)
    rows = [(kind, topic) for kind, topics in (*STANCES.items(), *ANSWERS.items()) for topic in topics]
    rng.shuffle(rows)
    for kind, topic in rows:
        name = rng.choice(named.get(kind, ("",)))
        manner = Manner.NOTE if kind in named else Manner(kind)
        about = Courtesy("FRA", ("GER",), manner, Tpc(topic, (name,) if name else ()))
        said: set[str] = set()
        for _ in range(_WORDINGS):
            said.add(write(about, rng, context, said, rng.choice(tones)))
        yield from (each for text in sorted(said) for each in sentences_in(text))


# ── parsing ─────────────────────────────────────────────────────────────────────────────────────


def plainly(sentence: str) -> str:
    """The sentence with plain nouns for names and words of the game."""
    cities: dict[str, str] = {}
    text = _named(_SEAS).sub("sea", sentence)
    for word, noun in _GAME.items():
        text = re.sub(word, noun, text)
    return _named(_LANDS).sub(lambda match: cities.setdefault(match[0], _CITIES[len(cities) % len(_CITIES)]), text)


def _named(names: Sequence[str]) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(sorted(map(re.escape, names), key=len, reverse=True))})\b")


def completed(sentence: str) -> list[list[str]]:
    """Ways to complete each part of a sentence."""
    parts = [part.strip(" .!?:,") for part in _PART.split(sentence)]
    return [
        [f"{part}.", f"{part}?", *(each.format(f"{_small(part)}.") for each in _CARRIERS)] for part in parts if part
    ]


def _small(part: str) -> str:
    first = part.partition(" ")[0]
    return part if first == "I" or "'" in first or first in _CITIES else part[:1].lower() + part[1:]


def unparsed(sentences: Iterable[str]) -> set[str]:
    """Those for which link-grammar has no linkage of all words."""
    asked = dict.fromkeys(sentences)
    parser = shutil.which("link-parser")
    if parser is None:
        raise FileNotFoundError("no link-parser: sudo apt-get install link-grammar link-grammar-dictionaries-en")
    command = [parser, "en", "-batch", "-echo", "-timeout=20", "-limit=10"]
    lines = "".join(f"{each}\n" for each in asked)
    told = subprocess.run(command, input=lines, capture_output=True, text=True, check=True)
    bad, last = set(), ""
    for line in told.stdout.splitlines():
        if line.startswith("+++++ error"):
            bad.add(last)
        elif line in asked:
            last = line
    return bad


def _first(sentences: Iterable[str], count: int, but: Sequence[str]) -> list[str]:
    """So many different ones that are not among others."""
    found: dict[str, None] = {}
    for each in sentences:
        if len(found) == count:
            break
        if each not in but:
            found[each] = None
    return list(found)


def without_a_parse(sentences: Sequence[str]) -> tuple[list[str], list[str]]:
    """Those not parsed as they stand, and those not parsed completed either."""
    plain = {each: plainly(each) for each in sentences}
    bad = unparsed(plain.values())
    whole = [each for each in sentences if plain[each] in bad]
    ways = {each: completed(plain[each]) for each in whole}
    worse = unparsed(text for parts in ways.values() for part in parts for text in part)
    return whole, [each for each in whole if not all(any(way not in worse for way in part) for part in ways[each])]


def main(games: int, until: int, listed: int) -> int:
    """Print the figures; return 1 if one is too bad."""
    letters: list[Letter] = []
    twice, reasons = list[str](), Counter[str]()
    for number in range(games):
        game, written = played(number, until)
        letters += written
        twice += repeated_in(written)
        reasons += reasons_in(game)
    opened = openers(letters)
    print(f"{len(letters)} letters of {games} games: {opened:.1%} with an opener, {len(twice)} sentences said twice")
    print(*(f"  twice: {each}" for each in twice[:listed]), sep="\n")
    print(f"{len(reasons)} kinds of reasons: {dict(reasons)}")
    rng = Random(SEED)
    told = {each for *_, text in letters for each in sentences_in(text)}
    half = rng.sample(sorted(told), min(HALF, len(told)))
    sample = [*half, *_first(answers(), HALF, half)]
    whole, still = without_a_parse(sample)
    parsed = 1 - len(still) / len(sample)
    as_they_stand = 1 - len(whole) / len(sample)
    print(f"{len(sample)} sentences: {as_they_stand:.1%} parsed as they stand, {parsed:.1%} with phrases completed")
    print(*(f"  not parsed: {each}" for each in rng.sample(still, min(listed, len(still)))), sep="\n")
    return int(opened > MOST_OPENERS or len(twice) > MOST_TWICE * len(letters) or parsed < LEAST_PARSED)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", type=int, nargs="?", default=3)
    parser.add_argument("--until", type=int, default=1902, metavar="YEAR", help="last year to be played (1902)")
    parser.add_argument("--list", dest="listed", type=int, default=20, metavar="N", help="examples shown (20)")
    raise SystemExit(main(**vars(parser.parse_args())))
