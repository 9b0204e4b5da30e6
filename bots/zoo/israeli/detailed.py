"""The Detailed Suggestion Evaluator: compare strategies that fit with others.

Source: Kraus, Lehmann, Ephrati (1989), section 6. The Pre-Analyzer adds the powers involved and what earlier
agreements still ask. Strategies that fit are looked for in the store, then with the Strategies Finder, from the
suggestion compiled into a strategy with holes. The best of them is compared with the best for the same cooperation that
does not fit.
Ours: a strategy that fits may be worse by up to a third, the more willing to change the Diplomat is.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from adjudication.orders import Move, MovementOrder, Support
from adjudication.powers import Power
from bots.zoo.israeli.finder import find
from bots.zoo.israeli.fitting import compiled, fits
from bots.zoo.israeli.ministry import Cabinet, department, front_of, store
from bots.zoo.israeli.sentences import (
    Accord,
    Character,
    Enemies,
    Friends,
    General,
    Help,
    Later,
    Message,
    Negated,
    Ordered,
    Sentence,
    Units,
)
from bots.zoo.israeli.strategy import Strategy, aim_of
from negotiation.foresight import promised_orders

__all__ = ["Verdict", "evaluate", "involved"]

_GIVES: Final = 1 / 3


@dataclass(frozen=True, slots=True)
class Verdict:
    """Reaction to a detailed suggestion.

    fitting: the best strategy that fits. better: a strategy for the same cooperation that pays more.
    """

    answer: Literal["yes", "no", "details"]
    fitting: Strategy | None = None
    better: Strategy | None = None


def evaluate(cabinet: Cabinet, message: Message) -> Verdict:
    """Evaluate a detailed suggestion of one power to the Diplomat."""
    ally, me, position = message.speaker, cabinet.me, cabinet.position
    if (
        message.unread
        or not any(_is_now(each) for each in message.sentences)
        or not all(map(_is_plain, message.sentences))
    ):
        return Verdict("no")
    enemies = involved(cabinet, message)
    promised = tuple(Ordered(me, order) for order in _promised(cabinet))
    asked = replace(message, sentences=(*message.sentences, *promised))
    found = compiled(asked, position, me, cabinet.known.closed, cabinet.view.rulebook)
    if not found.possible:
        return Verdict("no")
    closed = [
        Negated(General("enter", (power,), tuple(sorted(places)))) for power, places in found.closed.items() if places
    ]
    sentences = (*asked.sentences, *closed)
    usual = department(cabinet, ally, enemies)
    fitting = [strategy for strategy in usual if fits(strategy, sentences, position)]
    others = [strategy for strategy in usual if strategy not in fitting]
    if not fitting:
        front = front_of(cabinet, ally, enemies, cabinet.known.friends)
        searched = find(position, front, cabinet.rng, found, in_time=cabinet.in_time)
        fitting = [strategy for strategy in searched if fits(strategy, sentences, position)]
        store(cabinet.files, ally, enemies, fitting[:2])
    if not fitting:
        return Verdict("details")
    best = _best(fitting, me)
    rival = _best(others, me) if others else None
    if rival is None:
        return Verdict("yes", best)
    gives = _GIVES * cabinet.personality.willingness * abs(rival.profit(me))
    if best.profit(me) >= rival.profit(me) - gives:
        return Verdict("yes", best)
    return Verdict("no", best, rival)


def _promised(cabinet: Cabinet) -> list[MovementOrder]:
    """Orders of the Diplomat that are promised for this season."""
    view = cabinet.view
    return [
        order
        for agreement in view.agreements
        for order in promised_orders(agreement.deal, view.power, view.position, view.rulebook)
        if isinstance(order, MovementOrder)
    ]


def involved(cabinet: Cabinet, message: Message) -> frozenset[Power]:
    """Enemies in a suggestion, by the Pre-Analyzer.

    Those named, those at the places attacked, and those agreed upon with the sender before.
    """
    members = {message.speaker, *message.hearers}
    found = {enemy for ally, enemy in cabinet.known.against if ally == message.speaker}
    for sentence in message.sentences:
        match sentence:
            case Accord(enemies=enemies):
                found.update(enemies)
            case Ordered(_, (Move() | Support()) as order):
                found |= _at(cabinet, (aim_of(order),))
            case General("attack" | "enter", _, places) | Help(_, General("attack" | "enter", _, places)):
                found |= _at(cabinet, places)
    return frozenset(found - members)


def _at(cabinet: Cabinet, places: Sequence[str]) -> set[Power]:
    """Powers that own these places or stand there."""
    found: set[Power] = set()
    for place in places:
        unit, owner = cabinet.position.unit_at(place), cabinet.position.centers.get(place)
        found.update(power for power in (unit.power if unit else None, owner) if power is not None)
    return found


def _best(strategies: Sequence[Strategy], me: Power) -> Strategy:
    return max(strategies, key=lambda strategy: (strategy.profit(me), strategy.mean))


def _is_now(sentence: Sentence) -> bool:
    """True if a sentence asks for something in this season."""
    return isinstance(sentence, Ordered | General | Help | Negated)


def _is_plain(sentence: Sentence) -> bool:
    """True if orders can carry out a sentence, or it needs none."""
    match sentence:
        case Negated(plain) | Later(plain):
            return _is_plain(plain)
        case Ordered(_, order):
            return isinstance(order, MovementOrder)
        case General() | Help() | Accord() | Character() | Units() | Friends() | Enemies():
            return True
        case _:
            return False
