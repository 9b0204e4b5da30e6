"""The field of a movement phase: who stands where and is ordered what, sorted for deciding.

Everything is keyed by province, because a province holds one unit. A unit's move, support or convoy
is named by the province it stands in.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from adjudication.board import Province
from adjudication.facts import CONVOY, MOVE, SUPPORT, OrderFacts
from adjudication.position import Unit
from adjudication.powers import Power
from adjudication.reasons import Reason
from adjudication.rulebook import Rulebook
from adjudication.seas import SEA_BIT, SeaMask, can_carry

__all__ = ["Fate", "Field", "Why"]

Why: TypeAlias = tuple[Reason, tuple[Province, ...]]
"""Why an order came out as it did, and the provinces of the units behind it."""


class Field:
    """A movement phase before anything is decided.

    powers: the power of the unit in each occupied province.
    moves: each moving unit's facts, by where it stands.
    entrants: who moves into a province.
    backing: supporters whose order matches the order of the unit they support, by that unit's province:
        for a mover they support its move, for any other unit its hold.
    supports: each of those supporters' facts.
    convoys: facts of each convoy order that matches the order of the army it is for.
    voyages: for each army that means to go by sea: the seas of the fleets ordered to carry it.
    void: supporters and fleets whose orders match no order, and why.
    """

    __slots__ = ("backing", "convoys", "entrants", "moves", "powers", "rulebook", "supports", "void", "voyages")

    def __init__(
        self, standing: Mapping[Province, Unit], orders: Mapping[Province, OrderFacts], rulebook: Rulebook
    ) -> None:
        """standing: all units. orders: one legal order for each unit that does more than hold."""
        self.rulebook = rulebook
        self.powers: dict[Province, Power] = {province: unit.power for province, unit in standing.items()}
        self.moves: dict[Province, OrderFacts] = {}
        self.entrants: dict[Province, list[Province]] = {}
        self.backing: dict[Province, list[Province]] = {}
        self.supports: dict[Province, OrderFacts] = {}
        self.convoys: dict[Province, OrderFacts] = {}
        self.voyages: dict[Province, SeaMask] = {}
        self.void: dict[Province, Why] = {}
        moves, entrants = self.moves, self.entrants
        supports: list[OrderFacts] = []
        convoys: list[OrderFacts] = []
        by_sea = False
        for source, facts in orders.items():
            verb = facts.verb
            if verb == MOVE:
                moves[source] = facts
                by_sea |= not facts.plain
                target = facts.target
                if target in entrants:
                    entrants[target].append(source)
                else:
                    entrants[target] = [source]
            elif verb == SUPPORT:
                supports.append(facts)
            elif verb == CONVOY:
                convoys.append(facts)
        if supports:
            self._match_supports(supports)
        if by_sea or convoys:
            self._match_convoys(convoys)

    def _match_supports(self, supports: list[OrderFacts]) -> None:
        moves, backing = self.moves, self.backing
        strict = self.rulebook.support_coasts == "must_match"
        for facts in supports:
            other = facts.other
            move = moves.get(other)
            if facts.to_hold:
                matched = move is None
            else:
                matched = (
                    move is not None
                    and move.target == facts.target
                    and not (strict and facts.coast and facts.coast != move.landing)
                )
            if not matched:
                self.void[facts.source] = Reason.SUPPORT_UNMATCHED, (other,)
                continue
            self.supports[facts.source] = facts
            if other in backing:
                backing[other].append(facts.source)
            else:
                backing[other] = [facts.source]

    def _match_convoys(self, convoys: list[OrderFacts]) -> None:
        carriers: dict[Province, SeaMask] = {}
        wanted: set[Province] = set()
        for facts in convoys:
            move = self.moves.get(facts.other)
            if move is None or move.target != facts.target:
                self.void[facts.source] = Reason.CONVOY_UNMATCHED, (facts.other,)
                continue
            self.convoys[facts.source] = facts
            carriers[facts.other] = carriers.get(facts.other, 0) | SEA_BIT[facts.source]
            if self.powers[facts.source] == self.powers[facts.other]:
                wanted.add(facts.other)
        intent = self.rulebook.convoy_intent
        for source, move in self.moves.items():
            if (
                not move.walks
                or move.via
                or (intent == "own_fleet" and source in wanted)
                or (intent == "any_fleet" and can_carry(source, move.target, carriers.get(source, 0)))
            ):
                self.voyages[source] = carriers.get(source, 0)


@dataclass(slots=True)
class Fate:
    """The outcome of a movement phase, decided step by step, with reasons.

    Convoys first. `sailing`: armies whose convoy holds. `stranded`: movers that stay where they are
    and attack nobody, because their convoy fails or a paradox froze them. `called_off`: those whose
    convoy or attack a paradox stopped. `spared`: (army, supporter) pairs where the army does not cut.

    Then `given`: whether each matched support counts; `force`: a supported unit's strength with all
    that is given. `moved`: whether each move succeeds.
    `dislodged`: beaten units and where their attacker came from. `contested`: provinces left empty
    by a standoff.

    `because`: what became of a unit's order that was not simply carried out; and of every convoy.
    """

    because: dict[Province, Why]
    sailing: set[Province] = field(default_factory=set)
    stranded: set[Province] = field(default_factory=set)
    called_off: set[Province] = field(default_factory=set)
    spared: set[tuple[Province, Province]] = field(default_factory=set)
    given: dict[Province, bool] = field(default_factory=dict)
    force: dict[Province, int] = field(default_factory=dict)
    moved: dict[Province, bool] = field(default_factory=dict)
    dislodged: dict[Province, Province] = field(default_factory=dict)
    contested: set[Province] = field(default_factory=set)
