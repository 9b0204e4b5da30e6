"""Test whether HANA's characters can be told apart by their messages.

Transcripts without names, a key apart, and a simple judge.

    python -m bench.blind_characters FOLDER [--games 10] [--seed 1] [--until 1902]

Plays games in which each of the characters has a seat, and writes FOLDER/01.txt … with what one seat wrote and heard,
what it ordered and what became of its promises, and beside the folder, FOLDER-key.json with who it was. The judge is
naive Bayes over the words of a seat's own letters, learnt from the other games: what it names right is printed.
"""

import argparse
import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from math import log
from pathlib import Path
from typing import Final, TypeAlias

from adjudication.position import Position, position_from_dict
from adjudication.powers import POWER_NAMES, POWERS, Power, as_power
from bots.arena.game import GamePlan, Record, play
from bots.chance import stream
from bots.hana.remember.personality import NEUTRAL, PERSONALITIES
from negotiation.diplomacy import DIPLOMACY
from negotiation.english.context import context_of
from negotiation.english.tones import sentences_in
from negotiation.english.writer import say, write
from negotiation.levels import FREE
from negotiation.parser import parse, parse_formula
from negotiation.terms import Utterance

__all__ = ["Letter", "letters_of", "naive_bayes", "seats_of"]

Letter: TypeAlias = tuple[str, str, tuple[str, ...], str]
"""Phase, writer, those it was written to, text."""


def bot_of(character: str) -> str:
    """The name of the bot with this character."""
    return "hana" if character == NEUTRAL.name else f"hana-{character}"


def seats_of(number: int, seed: int) -> dict[Power, str]:
    """Characters by seat in a game: each once, one of them twice."""
    characters = list(PERSONALITIES)
    drawn = [*characters, characters[number % len(characters)]]
    stream(seed, number, "seats").shuffle(drawn)
    return dict(zip(POWERS, drawn, strict=True))


def letters_of(game: Record, characters: Mapping[Power, str]) -> list[Letter]:
    """Everything that was written in a game, as the site would have it written."""
    said: dict[tuple[str, ...], list[Utterance]] = defaultdict(list)
    texts: dict[tuple[str, tuple[str, ...]], dict[str, None]] = defaultdict(dict)
    letters: list[Letter] = []
    for phase in game["phases"]:
        position: Position = position_from_dict(phase)
        for number, term in enumerate(phase.get("talk", ())):
            utterance = parse(term, DIPLOMACY)
            speaker, hearers = as_power(utterance.speaker), tuple(map(as_power, utterance.hearers))
            there = tuple(sorted({speaker, *hearers}))
            context = replace(context_of(speaker, hearers, position, said[there]), level=FREE)
            rng = stream(game["seed"], game["game"], phase["phase"], "words", number)
            before = texts[speaker, there]
            text = write(utterance, rng, context, before, characters[speaker])
            before[text] = None
            said[there].append(utterance)
            letters.append((phase["phase"], speaker, hearers, text))
    return letters


def transcript(game: Record, letters: Sequence[Letter], power: Power) -> str:
    """Transcript of a seat: messages, orders and promises, without its character."""
    lines = [f"The power to name: {POWER_NAMES[power]}. Its own letters begin with >>>."]
    for phase in game["phases"]:
        if not phase["phase"].endswith("M"):
            continue
        lines += ["", f"== {phase['phase']} =="]
        for when, speaker, hearers, text in letters:
            if when == phase["phase"] and power in {speaker, *hearers}:
                to = ", ".join(POWER_NAMES[as_power(each)] for each in hearers)
                mark = ">>> " if speaker == power else "    "
                lines.append(f"{mark}{POWER_NAMES[as_power(speaker)]} to {to}: {' '.join(text.split())}")
        lines.append(f"Orders of {POWER_NAMES[power]}: {'; '.join(phase['orders'].get(power, []))}")
        lines += [f"Judged: {words}" for words in _judged(phase, power)]
    return "\n".join(lines) + "\n"


def _judged(phase: Record, power: Power) -> Iterator[str]:
    for promise in phase.get("promises", ()):
        if power in promise["powers"]:
            others = tuple(each for each in promise["powers"] if each != promise["power"])
            content = say(parse_formula(promise["content"], DIPLOMACY), promise["power"], others)
            yield f"{POWER_NAMES[promise['power']]} promised ({content}): {promise['state']}"


# ── the judge ───────────────────────────────────────────────────────────────────────────────────


def words_in(letters: Sequence[Letter], power: Power) -> Counter[str]:
    """The words of a seat's own letters, without the names of powers, and how many letters it wrote."""
    own = [text for _, speaker, _, text in letters if speaker == power]
    names = {word.casefold() for name in POWER_NAMES.values() for word in name.split()}
    found = Counter(word for text in own for word in re.findall(r"[a-z']+|[!?]", text.casefold()) if word not in names)
    found[f"#{min(len(own) // 5, 8)}"] += 1
    return found


def naive_bayes(known: Sequence[tuple[str, Counter[str]]], asked: Counter[str]) -> str:
    """The character whose words these are most likely, by words it used before; each seat known counts alike."""
    vocabulary: Final = {word for _, words in known for word in words}
    totals: dict[str, Counter[str]] = defaultdict(Counter)
    for name, words in known:
        totals[name].update(words)

    def likelihood(name: str) -> float:
        size = totals[name].total() + len(vocabulary)
        return sum(count * log((totals[name][word] + 1) / size) for word, count in asked.items())

    return max(sorted(totals), key=likelihood)


# ── the command ─────────────────────────────────────────────────────────────────────────────────


def _played(number: int, seed: int, until: int) -> tuple[Record, list[Letter]]:
    characters = seats_of(number, seed)
    seats = {power: bot_of(name) for power, name in characters.items()}
    game = play(GamePlan(number, seed, seats, until, 30.0, level=FREE, protocol="talk"))
    return game, letters_of(game, characters)


def main(folder: Path, games: int, seed: int, until: int) -> None:
    """Write the transcripts and the key, print what the judge names right and how often a sentence came again."""
    folder.mkdir(parents=True, exist_ok=True)
    with ProcessPoolExecutor() as pool:
        played = list(pool.map(_played, range(games), [seed] * games, [until] * games))
    seats: list[tuple[int, Power, str, Counter[str]]] = []
    for number, (_, letters) in enumerate(played):
        first: dict[str, Power] = {name: power for power, name in reversed(seats_of(number, seed).items())}
        seats += [(number, power, name, words_in(letters, power)) for name, power in first.items()]
    stream(seed, "transcripts").shuffle(seats)
    key: dict[str, str] = {}
    right: Counter[str] = Counter()
    confused: Counter[tuple[str, str]] = Counter()
    for index, (number, power, name, words) in enumerate(seats, 1):
        game, letters = played[number]
        (folder / f"{index:02}.txt").write_text(transcript(game, letters, power), "utf-8")
        key[f"{index:02}"] = name
        named = naive_bayes([(other, known) for at, _, other, known in seats if at != number], words)
        right[name] += named == name
        confused[name, named] += named != name
    folder.with_name(f"{folder.name}-key.json").write_text(json.dumps(key, indent=1) + "\n", "utf-8")
    print(f"{len(seats)} transcripts; the judge names {right.total() / len(seats):.0%} right (chance 17 %)")
    for name in PERSONALITIES:
        print(f"  {name}: {right[name]} of {sum(each == name for each in key.values())}")
    print("  taken for another:", ", ".join(f"{a} for {b} {n}" for (a, b), n in confused.items() if n) or "none")
    print(_repetition([letters for _, letters in played]))


def _repetition(games: Sequence[Sequence[Letter]]) -> str:
    texts = sentences = twice = again = 0
    for letters in games:
        for between in {(speaker, hearers) for _, speaker, hearers, _ in letters}:
            own = [text for _, speaker, hearers, text in letters if (speaker, hearers) == between]
            parts = [part for text in own for part in sentences_in(text)]
            texts, sentences = texts + len(own), sentences + len(parts)
            twice, again = twice + len(own) - len(set(own)), again + len(parts) - len(set(parts))
    return f"{texts} letters: {twice} said again as a whole; of {sentences} sentences in them {again} came again"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--until", type=int, default=1902, help="four movement phases are 1902")
    chosen = parser.parse_args()
    main(chosen.folder, chosen.games, chosen.seed, chosen.until)
