"""Stragotiator's model of the others: friendship, wits and trust.

Source: Fabregues' thesis, 2.5, after Loeb and Hall (1990). Past moves are read as intentions that raise or lower
friendship; the wits of a power are the share of its moves that Stragotiator would have made; trust comes from kept
deals and from positive and negative proposals, as a fuzzy set of four, of which the one with most membership counts.
Who broke a deal is never forgiven. All numbers are ours.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, Final, TypeAlias

from adjudication.board import province_of
from adjudication.orders import Convoy, Move, MovementOrder, Support
from adjudication.outcomes import Outcome
from adjudication.position import Position
from adjudication.powers import POWERS, Power, as_power
from bots.agent import Memory
from bots.view import SeatView
from bots.zoo.stragotiator.core import Outlook
from bots.zoo.thesis.strategy import destination_of
from negotiation.compliance import State
from negotiation.diplomacy import Aly, Mto, Pce, Sup
from negotiation.sense import parts_of
from negotiation.terms import Deal, Do, Propose

__all__ = ["START", "Fuzzy", "Model", "Trust", "defuzzified", "lowered", "model_of", "raised", "tone_of"]

Fuzzy: TypeAlias = tuple[float, float, float, float]
"""Membership in each degree of `Trust`, from none to full; they sum to 1."""


class Trust(IntEnum):
    NONE = 0
    LITTLE = 1
    MUCH = 2
    FULL = 3


START: Final[Fuzzy] = (0.0, 0.6, 0.4, 0.0)
KEPT: Final = 0.35
"""Part of every membership that one kept deal moves up."""
GOOD_PROPOSAL: Final = 0.1
BAD_PROPOSAL: Final = 0.2

HOSTILE: Final = -1.0
"""A move or a help against a unit or a center."""
HELPFUL: Final = 1.0
FADING: Final = 0.85
"""Share of friendship left after a turn."""
_REMEMBERED: Final = 20
"""Turns whose moves are read: older ones have faded."""
_JUDGED_AT_ONCE: Final = 2
"""Turns whose wits are judged in one call, at most."""


def raised(fuzzy: Fuzzy, part: float) -> Fuzzy:
    """Move a part of every membership one degree up."""
    none, little, much, full = fuzzy
    left = 1 - part
    return none * left, little * left + none * part, much * left + little * part, full + much * part


def lowered(fuzzy: Fuzzy, part: float) -> Fuzzy:
    """Move a part of every membership one degree down."""
    none, little, much, full = raised((fuzzy[3], fuzzy[2], fuzzy[1], fuzzy[0]), part)
    return full, much, little, none


def defuzzified(fuzzy: Fuzzy) -> Trust:
    """The degree with most membership, of equals the lowest."""
    return Trust(max(range(4), key=lambda degree: (fuzzy[degree], -degree)))


@dataclass(frozen=True, slots=True)
class Model:
    """Opinions of the others.

    friendship: by the power that acts and the one it is done to, about -5 to 5. wits: moves like Stragotiator's and all
    moves, by power. betrayers: powers that broke a deal with it, ever. seen: the last phase whose wits were judged.
    """

    trust: Mapping[Power, Fuzzy] = field(default_factory=dict)
    friendship: Mapping[tuple[Power, Power], float] = field(default_factory=dict)
    wits: Mapping[Power, tuple[int, int]] = field(default_factory=dict)
    betrayers: frozenset[Power] = frozenset()
    seen: str = ""

    def trust_in(self, power: Power) -> Trust:
        """Degree of trust; none in a betrayer, for good."""
        return Trust.NONE if power in self.betrayers else defuzzified(self.trust.get(power, START))

    def friendship_of(self, one: Power, other: Power) -> float:
        """Friendship that a power showed another of late."""
        return self.friendship.get((one, other), 0.0)

    def shares(self) -> dict[Power, float]:
        """Share of a power's units expected to do what Stragotiator would."""
        return {power: (same + 2) / (judged + 3) for power, (same, judged) in self.wits.items()}

    def as_memory(self) -> dict[str, Any]:
        """JSON of what cannot be read from the view again."""
        return {
            "seen": self.seen,
            "wits": {power: list(counts) for power, counts in sorted(self.wits.items())},
            "betrayers": sorted(self.betrayers),
        }


def model_of(view: SeatView, memory: Memory, *, learns: bool = False) -> Model:
    """The model from what is seen, heard and remembered.

    learns: True to judge wits of past turns, which takes some milliseconds each.
    """
    me = view.power
    kept = memory.get("betrayers")
    betrayers = {power for power in POWERS if isinstance(kept, list) and power in kept}
    trust: dict[Power, Fuzzy] = {}
    for said in _first_of_a_phase(view):
        power, tone = as_power(said.speaker), tone_of(said.deal, me, view.position)
        if tone > 0:
            trust[power] = raised(trust.get(power, START), GOOD_PROPOSAL)
        elif tone < 0:
            trust[power] = lowered(trust.get(power, START), BAD_PROPOSAL)
    for line in view.ledger:
        if line.agent == me or me not in line.powers:
            continue
        if line.state is State.BROKEN:
            betrayers.add(line.agent)
        elif line.state is State.KEPT:
            for _ in range(1 + min(2, line.judged.year - line.made.year)):
                trust[line.agent] = raised(trust.get(line.agent, START), KEPT)
    wits, seen = _wits(view, memory) if learns else (_remembered(memory), _text(memory.get("seen")))
    return Model(trust, _friendships(view), wits, frozenset(betrayers), seen)


def tone_of(deal: Deal, me: Power, position: Position) -> int:
    """Tone of a proposal: 1 positive, -1 negative, 0 neither.

    Positive: peace or an alliance with me, a support of my unit. Negative: an alliance against me, somebody else's move
    into my center.
    """
    tone = 0
    for part in parts_of(deal):
        match part.content:
            case Aly(_, against) if me in against:
                return -1
            case Pce(powers) | Aly(powers) if me in powers:
                tone = 1
            case Do(Sup(_, Mto(unit, region)) | Mto(unit, region)) if unit.power != me:
                if position.centers.get(region.province) == me:
                    return -1
            case Do(Sup(helper, action)) if action.unit.power == me and helper.power != me:
                tone = 1
    return tone


def _first_of_a_phase(view: SeatView) -> Iterable[Propose]:
    """Each power's first proposal of every phase."""
    found: dict[tuple[str, str], Propose] = {}
    for said in view.talk:
        if isinstance(said.utterance, Propose) and said.utterance.speaker != view.power:
            found.setdefault((str(said.phase), said.utterance.speaker), said.utterance)
    return found.values()


def _friendships(view: SeatView) -> dict[tuple[Power, Power], float]:
    friendship: dict[tuple[Power, Power], float] = {}
    turns = [past for past in view.history if past.position.phase.kind == "M"]
    for past in turns[-_REMEMBERED:]:
        friendship = {pair: value * FADING for pair, value in friendship.items()}
        for outcome in past.outcomes:
            for other, change in _intentions(outcome, past.position):
                pair = outcome.power, other
                friendship[pair] = friendship.get(pair, 0.0) + change
    return friendship


def _intentions(outcome: Outcome, position: Position) -> Iterable[tuple[Power, float]]:
    """Powers that an order helps or hurts, and how much."""
    order, me = outcome.order, outcome.power
    helped = None
    target = None
    match order:
        case Move(target=region):
            target = province_of(region)
        case Support(supported=place, target=region):
            helped = position.unit_at(province_of(place))
            target = province_of(region) if region is not None else None
        case Convoy(army=place, target=region):
            helped, target = position.unit_at(place), region
    if helped is not None and helped.power != me:
        yield helped.power, HELPFUL
    if target is not None:
        unit = position.unit_at(target)
        for victim in {unit.power if unit is not None else None, position.centers.get(target)}:
            if victim is not None and victim != me and (helped is None or victim != helped.power):
                yield victim, HOSTILE


def _wits(view: SeatView, memory: Memory) -> tuple[dict[Power, tuple[int, int]], str]:
    """Count moves that Stragotiator would have made, since the last count."""
    wits, seen = _remembered(memory), _text(memory.get("seen"))
    turns = [past for past in view.history if past.position.phase.kind == "M"]
    names = [str(past.position.phase) for past in turns]
    new = turns[names.index(seen) + 1 :] if seen in names else turns
    for past in new[-_JUDGED_AT_ONCE:]:
        moved = {
            (outcome.power, province_of(outcome.order.region)): destination_of(outcome.order)
            for outcome in past.outcomes
            if isinstance(outcome.order, MovementOrder) and outcome.result != "illegal"
        }
        for power in POWERS:
            if power == view.power:
                continue
            mine = Outlook(past.position, power, view.rulebook).move_set(past.position, power)
            same, judged = wits.get(power, (0, 0))
            same += sum(moved.get((power, place)) == destination_of(order) for place, order in mine.items())
            wits[power] = same, judged + len(mine)
    return wits, names[-1] if names else ""


def _remembered(memory: Memory) -> dict[Power, tuple[int, int]]:
    """Remembered wits; none where there is something else."""
    kept = memory.get("wits")
    found: dict[Power, tuple[int, int]] = {}
    for power in POWERS:
        counts = kept.get(power) if isinstance(kept, Mapping) else None
        if isinstance(counts, list) and len(counts) == 2 and all(type(each) is int and each >= 0 for each in counts):
            found[power] = min(counts[0], counts[1]), counts[1]
    return found


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""
