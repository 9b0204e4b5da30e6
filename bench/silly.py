"""Orders that make no sense, counted over games the arena has written: `python -m bench.silly games.jsonl ...`.

Counted by bot, for each game and seat of it:

- *own bounce*: two units of a power go to one province, neither comes there, and nobody else went there;
- *own unit*: a unit goes where another of its own stays;
- *unmatched*: a support of a unit of one's own that does something else;
- *unmatched of others*: the same of somebody else's unit;
- *third try*: a move that fails in the third movement phase running, or later.

A bounce of one's own may be meant (two units that keep a third out); here nobody else has to go there, so it may be
counted though it was a guard that nobody tried.
"""

import argparse
import gzip
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from adjudication.board import province_of
from adjudication.orders import Move, Support
from adjudication.outcomes import Outcome, outcome_from_dict
from adjudication.reasons import Reason

KINDS: Final = ("own bounce", "own unit", "unmatched", "unmatched of others", "third try")
_TRIES: Final = 3
_MET: Final = frozenset({Reason.HEAD_ON, Reason.HEAD_ON_LOST})


def silly_of(phases: list[Mapping[str, Any]]) -> Iterator[tuple[str, str]]:
    """(power, kind) of every such order in a game's phases, as the arena writes them."""
    tried: Counter[tuple[str, str]] = Counter()
    for phase in phases:
        if not phase["phase"].endswith("M"):
            continue
        outcomes = [outcome_from_dict(each, "M") for each in phase["outcomes"]]
        failed = Counter[tuple[str, str]]()
        for one in outcomes:
            if isinstance(one.order, Move) and one.result == "fail":
                key = one.power, f"{one.order.region} {one.order.target}"
                failed[key] = tried[key] + 1
                if failed[key] >= _TRIES:
                    yield one.power, "third try"
            yield from ((one.power, kind) for kind in _alone(one, outcomes))
        tried = failed
        yield from ((power, "own bounce") for power in _own_bounces(outcomes))


def _alone(one: Outcome, outcomes: list[Outcome]) -> Iterator[str]:
    if one.reason is Reason.OWN_UNIT or (one.reason in _MET and _met_own(one, outcomes)):
        yield "own unit"
    if one.reason is Reason.SUPPORT_UNMATCHED and isinstance(one.order, Support):
        helped = province_of(one.order.supported)
        own = any(other.power == one.power and _stood(other) == helped for other in outcomes)
        yield "unmatched" if own else "unmatched of others"


def _met_own(one: Outcome, outcomes: list[Outcome]) -> bool:
    return any(other.power == one.power and _stood(other) in one.by for other in outcomes)


def _stood(one: Outcome) -> str:
    return province_of(getattr(one.order, "region", ""))


def _own_bounces(outcomes: list[Outcome]) -> Iterator[str]:
    goals: dict[str, list[Outcome]] = {}
    for one in outcomes:
        if isinstance(one.order, Move):
            goals.setdefault(province_of(one.order.target), []).append(one)
    for moves in goals.values():
        powers = {one.power for one in moves}
        if len(moves) > 1 and len(powers) == 1 and all(one.reason is Reason.BOUNCED for one in moves):
            yield powers.pop()


def count(files: list[Path]) -> tuple[dict[str, Counter[str]], Counter[str]]:
    """By bot, how many of each kind, and in how many seats it sat."""
    found: dict[str, Counter[str]] = {}
    seats: Counter[str] = Counter()
    for file in files:
        opener = gzip.open if file.suffix == ".gz" else open
        with opener(file, "rt", encoding="utf-8") as lines:
            for line in lines:
                game = json.loads(line)
                seats.update(game["seats"].values())
                for power, kind in silly_of(game["phases"]):
                    found.setdefault(game["seats"][power], Counter())[kind] += 1
    return found, seats


def main(files: list[Path]) -> None:
    """Print a line a bot."""
    found, seats = count(files)
    print(f"{'a game and seat':40}{'seats':>7}" + "".join(f"{kind:>22}" for kind in KINDS))
    for bot, number in sorted(seats.items()):
        rates = "".join(f"{found.get(bot, Counter())[kind] / number:22.2f}" for kind in KINDS)
        print(f"{bot:40}{number:7}{rates}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", type=Path, nargs="+", metavar="FILE", help="logs of the arena, .jsonl or .jsonl.gz")
    main(parser.parse_args().files)
