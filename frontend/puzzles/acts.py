"""Acts of a solver, carried out without keeping anything."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec
from msgspec import Meta

from adjudication.board import province_of
from adjudication.engine import adjudicate
from adjudication.legality import refusal
from adjudication.names import region_phrase
from adjudication.notation import NotationError, divide, parse_order
from adjudication.orders import Hold, MovementOrder, Order
from adjudication.powers import POWER_NAMES
from adjudication.reasons import Reason
from adjudication.rulebook import STANDARD_RULES
from adjudication.sentences import order_sentence
from adjudication.written import parse_written
from bots.puzzles.goal import by_power
from bots.puzzles.puzzle import Puzzle, task_of
from frontend.board import LAYERS, Scene, render_layers
from frontend.game import writing
from frontend.game.options import options_of
from frontend.game.phases import fate_of
from frontend.puzzles import deals
from frontend.wire.page import Options
from frontend.wire.puzzles import PuzzleReply
from frontend.wire.state import Sheet
from frontend.words import listed

if TYPE_CHECKING:
    from bots.puzzles.checking import Check

__all__ = ["Act", "Judged", "NotPossible", "carry_out", "orders_open", "scene_of", "sheet_of"]

_LONGEST = 600
_ORDERS = "layer-orders"
_BROWSERS_OWN = "layer-targets"
_TITLES = {"right": "One of the replies", "wrong": "How it fails", "shown": "One of the replies"}


class NotPossible(ValueError):  # noqa: N818 - named after what was asked
    """Raised with a sentence for the solver."""


class Act(msgspec.Struct, frozen=True):
    """An act as sent.

    orders: those written so far. text: an order or a list of them. unit: whose order is taken back.
    """

    do: Literal["sheet", "order", "cancel", "ask", "check", "hint", "solution", "good", "bad"]
    orders: list[str] = []
    text: Annotated[str, Meta(max_length=_LONGEST)] = ""
    unit: Annotated[str, Meta(max_length=9)] = ""


@dataclass(frozen=True, slots=True)
class Judged:
    """A reply, and what to record; None for nothing."""

    reply: PuzzleReply
    record: Literal["right", "wrong", "hint", "shown"] | None = None


def orders_open(puzzle: Puzzle) -> Options:
    """Legal orders of all units that the solver may order."""
    of_sides = [options_of(puzzle.position, power, STANDARD_RULES) for power in puzzle.goal.sides]
    return {**of_sides[0], "units": [unit for each in of_sides for unit in each["units"]]}


def scene_of(puzzle: Puzzle, orders: Sequence[Order] = ()) -> Scene:
    """The board of a puzzle."""
    owned = by_power(puzzle.position, orders)
    written = {power: owned.get(power, []) for power in puzzle.goal.sides}
    title = f"{puzzle.position.phase.title}: {task_of(puzzle.goal, puzzle.position)}"
    return Scene(puzzle.position, orders=written, viewer=puzzle.goal.power, labels="long", title=title)


def sheet_of(puzzle: Puzzle, orders: Mapping[str, Order]) -> Sheet:
    """Orders of all sides so far, as a game's page shows them."""
    drawing = render_layers(scene_of(puzzle, list(orders.values())), [_ORDERS])[_ORDERS]
    owned = by_power(puzzle.position, orders.values())
    sheets = [
        writing.sheet_of(puzzle.position, power, writing.keyed(owned.get(power, [])), drawing=drawing)
        for power in puzzle.goal.sides
    ]
    return {
        **sheets[0],
        "orders": [order for sheet in sheets for order in sheet["orders"]],
        "missing": [unit for sheet in sheets for unit in sheet["missing"]],
    }


def carry_out(puzzle: Puzzle, act: Act) -> Judged:
    """Carry out an act but a vote. Raises NotPossible."""
    orders = _read_all(puzzle, act.orders)
    match act.do:
        case "order":
            for text in divide(act.text, "M", puzzle.position) or [act.text]:
                orders = writing.keyed([*orders.values(), _read(puzzle, text)])
        case "cancel":
            orders = {key: order for key, order in orders.items() if key != act.unit}
        case "ask":
            _read(puzzle, act.text)
            raise NotPossible("That is possible.")
        case "check":
            return _checked(puzzle, orders)
        case "hint":
            return Judged(_hint(puzzle), "hint")
        case "solution":
            return _shown(puzzle)
        case "sheet":
            scene = scene_of(puzzle, list(orders.values()))
            return Judged(_reply(sheet=sheet_of(puzzle, orders), layers=_layers(scene)))
        case "good" | "bad":
            pass
    return Judged(_reply(sheet=sheet_of(puzzle, orders)))


def _reply(**fields: object) -> PuzzleReply:
    reply: PuzzleReply = {
        "type": "puzzle",
        "verdict": "",
        "message": "",
        "sheet": None,
        "layers": {},
        "title": "",
        "happened": [],
        "said": "",
        "rating": "",
    }
    reply.update(fields)  # type: ignore[typeddict-item]
    return reply


def _read(puzzle: Puzzle, text: str) -> Order:
    power, position = puzzle.goal.power, puzzle.position
    try:
        order = parse_order(text, "M", position, power if puzzle.goal.partner is None else None)
    except NotationError as error:
        raise NotPossible(str(error)) from None
    refused = _refusal(puzzle, order)
    if refused:
        raise NotPossible(refused)
    return order


def _refusal(puzzle: Puzzle, order: Order) -> str:
    """Reason why the order cannot be part of an answer, or empty."""
    goal = puzzle.goal
    owner = next(iter(by_power(puzzle.position, [order])), goal.power)
    if goal.partner is not None and owner not in goal.sides:
        sides = listed([POWER_NAMES[power] for power in goal.sides])
        return f"This unit belongs to {POWER_NAMES[owner]}. A deal is about units of {sides}."
    refused = refusal(puzzle.position, owner if owner in goal.sides else goal.power, order)
    return "" if refused is None else refused.text


def _read_all(puzzle: Puzzle, texts: Sequence[str]) -> dict[str, Order]:
    read = (parse_written(text, "M") for text in texts[: writing.MOST_ORDERS])
    return writing.keyed(order for order in read if order is not None and not _refusal(puzzle, order))


def _checked(puzzle: Puzzle, orders: Mapping[str, Order]) -> Judged:
    mine = [order for order in orders.values() if not isinstance(order, Hold)]
    if not mine:
        raise NotPossible("Nothing is ordered yet. Units without an order hold.")
    # Not above: it imports and loads the kernel.
    from bots.puzzles.checking import check
    from bots.puzzles.proving import TooManyReplies

    try:
        found = check(puzzle.position, puzzle.goal, mine)
    except TooManyReplies:
        raise NotPossible(
            "There are too many replies to check with so many of your units ordered. "
            "Take back the orders that the goal does not need."
        ) from None
    if found.right:
        message = _praise(puzzle, found)
        return Judged(_outcome(puzzle, mine, found, "right", message), "right")
    message = "Not for sure: these orders of the others prevent it. Change your orders and check again."
    if puzzle.goal.kind == "deal":
        message = deals.refusal_words(puzzle.goal, found)
    reply = _outcome(puzzle, mine, found, "wrong", message)
    reply["sheet"] = sheet_of(puzzle, orders)
    return Judged(reply, "wrong")


def _praise(puzzle: Puzzle, found: "Check") -> str:
    others = f"all {found.replies:,} replies that can matter" if found.replies > 1 else "anything they can do"
    if puzzle.goal.kind == "deal":
        return deals.praise(puzzle.goal, found, others)
    return f"Right: it works against {others}."


def _shown(puzzle: Puzzle) -> Judged:
    # Not above: it imports and loads the kernel.
    from bots.puzzles.checking import check

    found = check(puzzle.position, puzzle.goal, puzzle.answer)
    if puzzle.goal.kind == "deal":
        message = deals.solution(puzzle)
    else:
        message = "The solution: " + " ".join(order_sentence(order) for order in puzzle.answer)
    if len(puzzle.answers) > 1:
        message += " The units may also change parts."
    return Judged(_outcome(puzzle, puzzle.answer, found, "shown", message), "shown")


def _hint(puzzle: Puzzle) -> PuzzleReply:
    if puzzle.goal.kind == "deal":
        return _reply(message=deals.hint(puzzle))
    places = [region_phrase(province_of(order.region)) for order in puzzle.answer if isinstance(order, MovementOrder)]
    units = "One order is needed" if len(places) == 1 else f"{len(places)} orders are needed"
    return _reply(message=f"{units}: of your unit{'s' * (len(places) > 1)} in {listed(places)}.")


def _outcome(
    puzzle: Puzzle, mine: Sequence[Order], found: "Check", verdict: Literal["right", "wrong", "shown"], message: str
) -> PuzzleReply:
    """The board with one reply of the others."""
    goal = puzzle.goal
    owned = by_power(puzzle.position, mine)
    if found.fault == "alone":
        # Its own part against everybody, us among them.
        owned = {power: orders for power, orders in owned.items() if power == goal.partner}
    outcomes = adjudicate(puzzle.position, {**owned, **found.reply}).outcomes
    told = [each for each in outcomes if each.reason is not Reason.NO_ORDER]
    scene = Scene(puzzle.position, outcomes=told, viewer=goal.power, labels="long")
    sides_first = sorted(told, key=lambda each: (each.power != goal.power, each.power not in goal.sides, each.power))
    return _reply(
        verdict=verdict,
        message=message,
        title=deals.title(goal, found) if goal.kind == "deal" and verdict == "wrong" else _TITLES[verdict],
        layers=_layers(scene),
        happened=[fate_of(each) for each in sides_first],
        said=deals.as_message(puzzle, mine) if goal.kind == "deal" and found.right else "",
    )


def _layers(scene: Scene) -> dict[str, str]:
    return render_layers(scene, [name for name in LAYERS if name != _BROWSERS_OWN])
