"""Words for deals: refusals, gains, hints, the deal as a message."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from adjudication.board import province_of
from adjudication.names import place_name, region_phrase
from adjudication.orders import Order, Waive
from adjudication.position import Position
from adjudication.powers import POWER_NAMES, Power
from bots.puzzles.goal import Goal, by_power
from bots.puzzles.puzzle import Puzzle
from frontend.words import listed
from negotiation.diplomacy import action_of
from negotiation.english.reported_speech import pledge
from negotiation.english.writer import write
from negotiation.terms import And, Commit, Commits, Do, Formula, Propose

if TYPE_CHECKING:
    from bots.puzzles.checking import Check

__all__ = ["as_message", "hint", "praise", "refusal_words", "rule", "solution", "title"]


def rule(goal: Goal) -> str:
    """The rule by which the partner signs."""
    they = _partner(goal)
    return (
        f"{they} signs if the deal makes sure that it wins a center, too: none of yours, and none that its own orders "
        f"would win it without you. Write the orders you offer and those you ask of {they}. Units of both without an "
        "order hold; everybody else knows the deal and does their worst."
    )


def refusal_words(goal: Goal, found: "Check") -> str:
    """Reason why a proposal is no answer."""
    they = _partner(goal)
    place = place_name(found.other) if found.other else ""
    match found.fault:
        case "nothing":
            return f"{they} refuses: no order of its units wins it a center. Offer it one that is not yours."
        case "unsure":
            return f"{they} refuses: it cannot be sure of {place}. These orders of the others prevent it."
        case "alone":
            return f"{they} refuses: its own part wins it {place} without you, whatever you and the others order."
        case _:
            return (
                f"{they} would sign, for {place}. But you cannot be sure of {place_name(goal.place)}: "
                "these orders of the others prevent it."
            )


def title(goal: Goal, found: "Check") -> str:
    """The heading over a reply that shows what is wrong."""
    if found.fault == "goal":
        return "How you miss it"
    return f"Why {_partner(goal)} refuses"


def praise(goal: Goal, found: "Check", others: str) -> str:
    """Words for a right proposal."""
    return f"{_partner(goal)} signs. {_gains(goal, found.other)}: it works against {others}."


def solution(puzzle: Puzzle) -> str:
    """The deal in words, with what each side gets."""
    deal = _deal(puzzle.position, puzzle.goal, puzzle.answer)
    clauses = " ".join(f"{pledge(each.agent, each.content, puzzle.goal.power)}." for each in deal.items)
    return f"The deal: {clauses} {_gains(puzzle.goal, puzzle.goal.other)}."


def hint(puzzle: Puzzle) -> str:
    """Names of the units that take part."""
    goal = puzzle.goal
    owned = by_power(puzzle.position, puzzle.answer)
    theirs = _units(owned.get(goal.partner or goal.power, []))
    return f"Ask {_partner(goal)} for {theirs}, and offer {_units(owned.get(goal.power, []), 'your')}."


def as_message(puzzle: Puzzle, orders: Sequence[Order]) -> str:
    """The deal as a message to the partner."""
    return write(Propose(puzzle.goal.power, puzzle.goal.sides[1:], _deal(puzzle.position, puzzle.goal, orders)))


def _deal(position: Position, goal: Goal, orders: Sequence[Order]) -> Commits:
    owned = by_power(position, orders)
    promises = [
        Commit(power, tuple(each for each in goal.sides if each != power), _content(position, power, owned[power]))
        for power in reversed(goal.sides)
        if power in owned
    ]
    return Commits(tuple(promises))


def _content(position: Position, power: Power, orders: Sequence[Order]) -> Formula:
    deeds = tuple(Do(action_of(power, order, position)) for order in orders)
    return deeds[0] if len(deeds) == 1 else And(deeds)


def _gains(goal: Goal, other: str) -> str:
    return f"You get {place_name(goal.place)}, {_partner(goal)} gets {place_name(other)}"


def _partner(goal: Goal) -> str:
    return POWER_NAMES[goal.partner or goal.power]


def _units(orders: Sequence[Order], whose: str = "its") -> str:
    """`an order of its unit in Vienna`, or of more units."""
    places = [region_phrase(province_of(order.region)) for order in orders if not isinstance(order, Waive)]
    if len(places) == 1:
        return f"an order of {whose} unit in {places[0]}"
    return f"orders of {whose} units in {listed(places)}"
