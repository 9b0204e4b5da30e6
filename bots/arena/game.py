"""One whole game between bots, from the opening to a winner or the last year."""

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from math import inf
from time import monotonic
from typing import Any, TypeAlias

from adjudication.engine import adjudicate
from adjudication.notation import format_order
from adjudication.options import must_decide
from adjudication.orders import Order
from adjudication.outcomes import Outcome, outcome_as_dict
from adjudication.packed import read_word
from adjudication.position import Position, opening, position_as_dict
from adjudication.powers import POWERS, Power
from adjudication.rulebook import EDITIONS
from adjudication.victory import Verdict, verdict
from bots.agent import Agent, Memory
from bots.arena.seats import agent_called
from bots.arena.talk import ROUNDS, Conference
from bots.asking import Fault, ask_in_time
from bots.chance import stream
from bots.game_terms import EXPERIMENT_LEVEL, usual
from bots.view import PastPhase

__all__ = ["GamePlan", "Record", "play"]

Record: TypeAlias = dict[str, Any]
"""A game that was played, as JSON values; `docs/bots.md` lists the fields."""


@dataclass(frozen=True, slots=True)
class GamePlan:
    """Everything that decides how a game goes; plain values, so that it travels between processes."""

    number: int
    seed: int
    seats: Mapping[Power, str]
    until: int
    seconds: float
    rulebook: str = usual("edition")
    level: int = EXPERIMENT_LEVEL
    """The highest level of L the bots may speak; 0 for silent games."""
    protocol: str = "l3"
    talk_seconds: float | None = None
    """Seconds for each thing a bot says or hears; as many as for a phase where nobody says."""
    rounds: int = ROUNDS
    """Most rounds of talk before each movement phase."""
    trace: bool = False
    """True to log every bot's memory after each decision."""
    first: str = ""
    """The position the game begins with, as a word of `adjudication.packed`; the opening where nobody says."""
    luck: int | None = None
    """Number that, with the seed, decides all chance; the game's own where nobody says."""
    most_seconds: float | None = None
    """Real time after which the game is called off, at the next phase; None for no limit."""


def play(
    plan: GamePlan,
    tell: Callable[[Position], None] | None = None,
    seated: Mapping[Power, Agent] | None = None,
    *,
    follow: Callable[[PastPhase, Record], None] | None = None,
    untimed: Collection[Power] = (),
) -> Record:
    """Play the game to a winner or the end of the year `plan.until`. The same plan gives the same record, unless
    real time runs out.

    tell: is given the position when each phase begins; what it raises ends the game. seated: agents of powers for which
    the plan's name is not enough. follow: is given each phase that is over, with its entry in the record. untimed:
    powers that take all the time they want: people.
    """
    rulebook = EDITIONS[plan.rulebook]
    there = seated or {}
    agents = {power: there.get(power) or agent_called(name) for power, name in plan.seats.items()}
    memories: dict[Power, Memory] = {power: {} for power in POWERS}
    position = read_word(plan.first) if plan.first else opening()
    luck = plan.number if plan.luck is None else plan.luck
    history: tuple[PastPhase, ...] = ()
    phases: list[Record] = []
    counts: dict[Power, Counter[str]] = {power: Counter() for power in POWERS}
    ending: Verdict | None = None
    cancelled, began = False, monotonic()
    talk_seconds = plan.seconds if plan.talk_seconds is None else plan.talk_seconds
    conference = Conference(
        agents, plan.level, plan.protocol, (plan.seed, luck), talk_seconds, rounds=plan.rounds, untimed=untimed
    )

    while ending is None and position.phase.year <= plan.until:
        if tell is not None:
            tell(position)
        if plan.most_seconds is not None and monotonic() - began > plan.most_seconds:
            cancelled = True
            break
        orders: dict[Power, tuple[Order, ...]] = {}
        faults: dict[Power, tuple[Fault, ...]] = {}
        if position.phase.kind == "M":
            faults |= conference.meet(position, rulebook, history, memories)
            if conference.agreed:
                ending = _agreed_end(conference.agreed)
                break
        for power in POWERS:
            if not must_decide(position, power):
                continue
            view = conference.view(power, position, rulebook, history)
            rng = stream(plan.seed, luck, power, position.phase)
            seconds = inf if power in untimed else plan.seconds
            answer = ask_in_time(agents[power], view, memories[power], rng, seconds)
            orders[power] = answer.orders
            memories[power] = answer.memory
            if answer.faults:
                faults[power] = faults.get(power, ()) + answer.faults
        for power, found in faults.items():
            counts[power].update(fault.kind for fault in found)
        resolution = adjudicate(position, orders, rulebook)
        phases.append(
            _phase_record(position, orders, resolution.outcomes, faults)
            | conference.record(position, resolution.outcomes, rulebook)
            | ({"minds": {power: memories[power] for power in orders}} if plan.trace else {})
        )
        history += (PastPhase(position, resolution.outcomes),)
        if follow is not None:
            follow(history[-1], phases[-1])
        position = resolution.next
        ending = verdict(position, rulebook)

    return {
        "game": plan.number,
        "seed": plan.seed,
        "rulebook": plan.rulebook,
        "until": plan.until,
        "level": plan.level,
        "protocol": plan.protocol,
        "seats": dict(plan.seats),
        "phases": phases,
        "final": position_as_dict(position),
        "standing": conference.standing(),
        "centers": {power: len(position.centers_of(power)) for power in POWERS},
        "winner": ending.winner if ending else None,
        **({"ending": conference.ending(position)} if conference.agreed else {}),
        **({"cancelled": True} if cancelled else {}),
        "faults": {power: dict(counter) for power, counter in counts.items() if counter},
    }


def _agreed_end(sharers: frozenset[Power]) -> Verdict:
    """The end that all who are on the board agreed on in the talk."""
    powers = tuple(sorted(sharers))
    return Verdict(powers[0] if len(powers) == 1 else None, powers)


def _phase_record(
    position: Position,
    orders: Mapping[Power, tuple[Order, ...]],
    outcomes: tuple[Outcome, ...],
    faults: Mapping[Power, tuple[Fault, ...]],
) -> Record:
    record: Record = {
        **position_as_dict(position),
        "orders": {power: [format_order(order) for order in given] for power, given in orders.items()},
        "outcomes": [outcome_as_dict(outcome) for outcome in outcomes],
    }
    if faults:
        record["faults"] = {
            power: [{"kind": fault.kind, "text": fault.text} for fault in found] for power, found in faults.items()
        }
    return record
