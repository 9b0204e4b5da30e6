"""Adjudicate positions: `python -m adjudication` reads JSON lines and writes a JSON line for each.

`python -m adjudication convert --help` converts recorded games instead.

A line in, `id` being anything, `rulebook` the name of an edition:

    {"id": 1, "phase": "S1901M", "units": ["FRA A PAR"], "centers": {"FRA": ["PAR"]},
     "orders": {"FRA": ["A PAR - BUR"]}, "rulebook": "2023"}

and the line it is answered with:

    {"id": 1, "outcomes": [{"power": "FRA", "order": "A PAR - BUR", "result": "ok", "reason": "moved",
     "by": [], "text": "The army in Paris moved to Burgundy."}], "next": {"phase": "F1901M", ...}}

Where the game is over, the answer has an "ending" besides:

    "ending": {"winner": "TUR", "sharers": ["TUR"], "centers": 18, "text": "Turkey has won with 18 supply centers."}

`next` is a phase in which somebody has a choice: retreats and adjustments that leave none are decided by rule at once,
and their outcomes stand among the others.

A line that cannot be adjudicated is answered with {"id", "error": {"field", "message"}}, and the
next line is read. Other keys are not looked at. `docs/rules.md` has the details.
"""

import json
import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, BinaryIO, Final

from adjudication.engine import adjudicate
from adjudication.games import command
from adjudication.notation import NotationError, parse_order
from adjudication.options import must_decide
from adjudication.orders import Order
from adjudication.outcomes import outcome_as_dict
from adjudication.position import (
    ImpossiblePosition,
    Position,
    position_as_dict,
    position_from_dict,
    unknown_power,
)
from adjudication.powers import POWER_NAMES, POWERS, Power, as_power
from adjudication.rulebook import EDITIONS, STANDARD_RULES, Rulebook
from adjudication.victory import Verdict, verdict

__all__ = ["answer", "answers", "main"]

_MOST_ORDERS: Final = 200


def main(arguments: Sequence[str] = ()) -> int:
    """Answer every line of standard input, or convert a game.

    Returns the exit code: 0; 1 for a text that is no game; 2 for unknown arguments.
    """
    if arguments and arguments[0] == "convert":
        return command.main(arguments[1:])
    if arguments:
        asked = set(arguments) <= {"-h", "--help"}
        print(
            f"{__doc__}" if asked else "Unknown argument; try --help.",
            file=sys.stdout if asked else sys.stderr,
        )
        return 0 if asked else 2
    try:
        for line in answers(sys.stdin.buffer):
            print(line, flush=True)
    except BrokenPipeError:
        # The reader closed the pipe. Python flushes the rest at exit: send it nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def answers(lines: Iterable[bytes] | BinaryIO) -> Iterator[str]:
    """One JSON text for each line that is not blank."""
    for line in lines:
        if line.strip():
            yield _written(answer(line))


def _written(reply: dict[str, Any]) -> str:
    try:
        return json.dumps(reply, allow_nan=False)
    except (ValueError, RecursionError):
        return json.dumps(_error(None, "id", "cannot be written back as JSON"))


def answer(line: bytes) -> dict[str, Any]:
    """Answer one line with outcomes and the next position, or an error."""
    try:
        data = json.loads(line, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        return _error(None, "", f"this line is not JSON: {_brief(error)}")
    if not isinstance(data, dict):
        return _error(None, "", "a line must be a JSON object")
    name = data.get("id")
    try:
        rulebook = _rulebook(data.get("rulebook"))
        position = position_from_dict(data)
        orders = _orders(data.get("orders", {}), position)
    except ImpossiblePosition as error:
        return _error(name, error.field, error.reason)
    resolution = adjudicate(position, orders, rulebook)
    outcomes = list(resolution.outcomes)
    ending = verdict(resolution.next, rulebook)
    while ending is None and _decided_by_rule(resolution.next):
        resolution = adjudicate(resolution.next, {}, rulebook)
        outcomes += resolution.outcomes
        ending = verdict(resolution.next, rulebook)
    reply = {
        "id": name,
        "outcomes": [{**outcome_as_dict(outcome), "text": outcome.text} for outcome in outcomes],
        "next": position_as_dict(resolution.next),
    }
    return reply if ending is None else reply | {"ending": _ending(ending, resolution.next)}


def _decided_by_rule(position: Position) -> bool:
    """True if the phase is one of retreats or adjustments in which nobody has a choice."""
    return position.phase.kind != "M" and not any(must_decide(position, power) for power in POWERS)


def _ending(ending: Verdict, position: Position) -> dict[str, Any]:
    """Describe the end of the game, in codes and in words."""
    most = max(len(position.centers_of(power)) for power in POWERS)
    names = " and ".join(POWER_NAMES[power] for power in ending.sharers)
    words = "has won with" if ending.winner else "share a draw; the most any of them owns is"
    return {
        "winner": ending.winner,
        "sharers": list(ending.sharers),
        "centers": most,
        "text": f"{names} {words} {most} supply centers.",
    }


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not a JSON value")


def _brief(error: Exception) -> str:
    return "it is nested too deeply" if isinstance(error, RecursionError) else str(error)[:120]


def _error(name: object, field: str, message: str) -> dict[str, Any]:
    return {"id": name, "error": {"field": field, "message": message}}


def _rulebook(name: object) -> Rulebook:
    if name is None:
        return STANDARD_RULES
    if not isinstance(name, str) or name not in EDITIONS:
        raise ImpossiblePosition("rulebook", f"must be one of {', '.join(EDITIONS)}")
    return EDITIONS[name]


def _orders(value: object, position: Position) -> dict[Power, list[Order]]:
    if not isinstance(value, Mapping):
        raise ImpossiblePosition("orders", "must be an object of power to list of orders")
    orders: dict[Power, list[Order]] = {}
    for power, texts in value.items():
        field = f"orders.{power[:20]}"
        if power not in POWER_NAMES:
            raise ImpossiblePosition(field, unknown_power(power))
        if not isinstance(texts, list):
            raise ImpossiblePosition(field, "must be a list")
        if len(texts) > _MOST_ORDERS:
            raise ImpossiblePosition(field, f"has {len(texts)} orders; {_MOST_ORDERS} are read at most")
        orders[as_power(power)] = [_order(text, f"{field}[{index}]", position) for index, text in enumerate(texts)]
    return orders


def _order(text: object, field: str, position: Position) -> Order:
    if not isinstance(text, str):
        raise ImpossiblePosition(field, "must be a text")
    try:
        return parse_order(text, position.phase.kind, position)
    except NotationError as error:
        raise ImpossiblePosition(field, str(error)) from error


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
