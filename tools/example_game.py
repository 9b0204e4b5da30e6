"""Let bots play a game in the arena and keep it as an example for the site.

    python -m tools.example_game "The Long Evening" 1-draw --seats hana-diplomat,hana,... --seed 21 --until 1904

The file holds orders, messages in L and in English, and what bots noted of their thoughts; boards and promises follow
from them by the rules. With `--phases N` it ends in its Nth phase, which the site then shows as the one now played.
"""

import argparse
import gzip
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from adjudication.position import Position, position_from_dict
from adjudication.powers import POWERS, as_power
from bots.arena.game import GamePlan, play
from bots.arena.seats import parse_seats
from bots.chance import stream
from bots.game_terms import usual
from bots.registry import BOTS
from negotiation.diplomacy import DIPLOMACY
from negotiation.english.context import context_of
from negotiation.english.writer import write
from negotiation.parley import present
from negotiation.parser import parse
from negotiation.terms import Utterance

__all__ = ["example_of", "keep", "main"]

_FOLDER: Final = Path(__file__).resolve().parents[1] / "dipgame" / "games" / "examples"
_NO_HURRY: Final = 600.0
"""Seconds for a phase, so that a busy machine makes no bot late."""


def example_of(record: Mapping[str, Any], name: str, phases: int | None = None) -> dict[str, Any]:
    """The example as a file holds it. phases: how many of them; None for the whole game."""
    return {
        "name": name,
        "over": phases is None,
        "seed": record["seed"],
        "edition": record["rulebook"],
        "end_year": record["until"] if record["winner"] is None and phases is None else None,
        "press_level": record["level"],
        "press_protocol": record["protocol"],
        "seats": record["seats"],
        "phases": [
            {
                "name": phase["phase"],
                "orders": phase["orders"],
                "talk": said,
                "minds": _minds(phase.get("minds", {}), whole=number == phases),
            }
            for number, (phase, said) in enumerate(zip(record["phases"][:phases], _talk(record), strict=False), 1)
        ],
    }


def _minds(minds: Mapping[str, Any], *, whole: bool) -> dict[str, Any]:
    """The journals of the bots in a phase. whole: all that they remember, so that they can go on."""
    journals = {power: {"journal": mind["journal"]} for power, mind in minds.items() if "journal" in mind}
    return dict(minds) if whole else journals


def _talk(record: Mapping[str, Any]) -> Iterator[list[dict[str, str]]]:
    """The messages of each phase, each in its speaker's own English."""
    written: dict[tuple[str, ...], set[str]] = {}
    for phase in record["phases"]:
        position, before = position_from_dict(phase), dict[tuple[str, ...], list[Utterance]]()
        said = []
        for term in phase.get("talk", ()):
            utterance = parse(term, DIPLOMACY)
            rng = stream(record["seed"], utterance.speaker, phase["phase"], "words", term)
            earlier = before.setdefault(present(utterance), [])
            mine = written.setdefault((utterance.speaker, *present(utterance)), set())
            tone = BOTS[record["seats"][utterance.speaker]].tone
            context = _context(utterance, position, earlier, record["level"])
            text = write(utterance, rng, context, frozenset(mine), tone)
            said.append({"term": term, "text": text})
            earlier.append(utterance)
            mine.add(text)
        yield said


def _context(utterance: Utterance, position: Position, earlier: Sequence[Utterance], level: int) -> Any:
    to = tuple(as_power(power) for power in utterance.hearers)
    return replace(context_of(as_power(utterance.speaker), to, position, earlier), level=level)


def main(arguments: Sequence[str] | None = None) -> int:
    """Play the game and write its file."""
    parser = argparse.ArgumentParser(prog="python -m tools.example_game", description="Make an example game.")
    parser.add_argument("title", help="name of the game")
    parser.add_argument("file", help="name of the file in dipgame/games/examples, without its ending")
    parser.add_argument("--seats", required=True, type=parse_seats, help="seven bots, as for the arena")
    parser.add_argument("--seed", required=True, type=int)
    parser.add_argument("--until", required=True, type=int, metavar="YEAR", help="last year to be played")
    parser.add_argument("--rounds", default=2, type=int, help="how often everybody may speak before a movement (2)")
    parser.add_argument("--phases", type=int, metavar="N", help="end in the Nth phase, which is then being played")
    options = parser.parse_args(arguments)
    plan = GamePlan(
        number=0,
        seed=options.seed,
        seats=dict(zip(POWERS, options.seats, strict=True)),
        until=options.until,
        seconds=_NO_HURRY,
        level=usual("press_level"),
        protocol=usual("press_protocol"),
        rounds=options.rounds,
        trace=True,
    )
    keep(example_of(play(plan), options.title, options.phases), _FOLDER / f"{options.file}.json.gz")
    return 0


def keep(example: Mapping[str, Any], file: Path) -> None:
    """Write the file of an example; the same example gives the same bytes."""
    text = json.dumps(example, ensure_ascii=False, separators=(",", ":"))
    file.write_bytes(gzip.compress(text.encode(), mtime=0))


if __name__ == "__main__":
    sys.exit(main())
