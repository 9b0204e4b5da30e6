"""The General Suggestion Evaluator: fast, from relations and units that adjoin.

Source: Kraus, Lehmann, Ephrati (1989), section 5. Its three steps are those of the source; it gives no weight, no
threshold and no rule for when to pretend: these are ours.

The source counts the powers that border both sides, and units that adjoin. Here units adjoin units or centers, and
powers border if a unit of one could be next to the other's after a move.
"""

from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Final

from adjudication.facts import next_to
from adjudication.position import Position
from adjudication.powers import POWERS, Power
from bots.hana.judge.reach import places_of, reach_of
from bots.zoo.israeli.knowledge import Knowledge, Personality, adjoining
from bots.zoo.israeli.sentences import Accord

__all__ = ["Judgement", "borders", "common_enemies", "judge", "pretends"]

_RELATION: Final = 0.4
"""Weight of each of the parameters that speak for or against."""

_UNIT: Final = 0.15
"""Weight of a unit in dangers and profits."""

_NECESSARY: Final = -0.5
"""Least profit for each ally."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """Evaluation of a general suggestion.

    relations: for (positive) and against it by relations. profit: for the Diplomat, danger taken off. allies: the least
    profit of an ally. strong: a very strong agreement with an enemy of it.
    """

    relations: float
    profit: float
    allies: float
    strong: bool

    @property
    def worth(self) -> float:
        """One number for comparing suggestions."""
        return self.relations + self.profit

    def is_worthwhile(self, personality: Personality) -> bool:
        """True if there is some hope of profiting from it."""
        hope = 0.5 - personality.willingness
        return not self.strong and self.allies >= _NECESSARY and self.worth >= hope


def judge(suggestion: Accord, known: Knowledge, position: Position) -> Judgement:
    """Evaluate a general suggestion to the Diplomat."""
    me = known.me
    allies = tuple(power for power in suggestion.allies if power != me)
    profits = [_profit(me, other, suggestion, position) for other in allies]
    gains = [_profit(other, me, suggestion, position) for other in allies]
    return Judgement(
        relations=_RELATION * _balance(suggestion, known, position),
        profit=min(profits, default=0.0),
        allies=min(gains, default=0.0),
        strong=any(known.is_strong(enemy) for enemy in suggestion.enemies),
    )


def _balance(suggestion: Accord, known: Knowledge, position: Position) -> int:
    """Number of parameters for the agreement, less those against it."""
    me, enemies = known.me, suggestion.enemies
    members = sorted({*suggestion.allies, me})
    pairs = list(combinations(members, 2))
    others = [power for power in POWERS if power not in members]
    common = any(
        all(known.are_friends(each, other) for each in members)
        or all(known.are_enemies(each, other) for each in members)
        for other in others
    )
    against = [power for power in others if known.are_enemies(me, power)]
    return (
        any(known.are_friends(*pair) for pair in pairs)
        + any(known.are_enemies(me, enemy) for enemy in enemies)
        + (common or bool(set(common_enemies(position, me, members)) & set(enemies or others)))
        - any(known.are_enemies(*pair) for pair in pairs)
        - any(known.are_friends(me, enemy) for enemy in enemies)
        - any(known.are_friends(foe, ally) for foe in against for ally in members if ally != me)
    )


def _profit(one: Power, other: Power, suggestion: Accord, position: Position) -> float:
    """Expected profit of one power from an agreement, danger taken off."""
    danger = adjoining(position, other, one) - adjoining(position, one, other)
    enemies = suggestion.enemies or common_enemies(position, one, (one, other))
    shared = [enemy for enemy in enemies if enemy in common_enemies(position, one, (one, other))]
    gain = max((adjoining(position, one, enemy) - adjoining(position, enemy, one) for enemy in shared), default=0)
    return _UNIT * (gain - danger)


def common_enemies(position: Position, me: Power, members: Collection[Power]) -> tuple[Power, ...]:
    """Powers that border all members: the possible enemies of an agreement."""
    return tuple(
        power
        for power in POWERS
        if power not in members and position.units_of(power) and all(borders(position, each, power) for each in members)
    )


def pretends(suggestion: Accord, judgement: Judgement, known: Knowledge, personality: Personality) -> bool:
    """True if the Diplomat pretends to accept what is not worthwhile.

    Ours: it does where the sender is stronger at the border, no enemy of it is a friend, and it has little loyalty.
    """
    afraid = judgement.profit <= -2 * _UNIT
    friendly = any(known.are_friends(known.me, enemy) for enemy in suggestion.enemies)
    return afraid and not friendly and not judgement.strong and personality.loyalty < 0.5


@lru_cache(maxsize=256)
def borders(position: Position, one: Power, other: Power) -> bool:
    """True if two powers border.

    A unit of one could stand next to the other's units or centers after a move.
    """
    marks = places_of(position, other)
    return not reach_of(position, one).isdisjoint(marks.union(*map(next_to, marks)))
