"""Stragotiator: a loyal player that wins with its allies.

Source: Fabregues' thesis, 2.5 (after Kemmerling et al., 2009-2012). Its character is Windsor's classicist: it keeps
alliances, breaks no deal, and never forgives a betrayal. Talk is bilateral: peace, alliances, move sets. The model of
the others decides on peace and alliances; after them it proposes move sets for both; a move set from a power it trusts
fully is accepted, any other if the strategy core finds it good enough.

The source leaves the thresholds open, and here they are ours: peace with half of the others at most, so that somebody
is left to win from; alliances from much trust on; a draw when all who are left are its allies.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from adjudication.board import province_of
from adjudication.facts import reachable_provinces
from adjudication.orders import MovementOrder, Order
from adjudication.position import Position
from adjudication.powers import Power, as_power
from bots.agent import Decision, Memory
from bots.blabbot import others_alive
from bots.hana.judge.reach import places_of, reach_of
from bots.talker import Talk
from bots.view import Said, SeatView
from bots.zoo.clock import stopwatch
from bots.zoo.deals import Pacts, faithful, is_sound, most_friends, orders_after_moves, orders_in, pacts_of
from bots.zoo.floor import answer_to, open_with, own_open, rejected_today, said_today, silent_powers
from bots.zoo.stragotiator.core import EFFORTS, Effort, Outlook, shared_orders
from bots.zoo.stragotiator.opponents import Model, Trust, model_of
from bots.zoo.stragotiator.values import WEIGHTS, Weights, table_of
from negotiation.diplomacy import Aly, Drw, Pce, action_of
from negotiation.terms import Accept, Agree, Commit, Commits, Deal, Do, Propose, Reject, Utterance, group

__all__ = ["Stragotiator"]

_FRIENDLY_ENOUGH: Final = -1.5
"""Friendship of a power from which on peace with it is possible."""
_MOST: Final = 3
"""Proposals to one power in a phase."""


@dataclass(frozen=True, slots=True)
class Stragotiator:
    """Keeps deals, trusts slowly, forgives nobody.

    Remembers who betrayed it, and wits of the others:
    `{"seen": "F1903M", "wits": {"FRA": [9, 14]}, "betrayers": ["ITA"]}`.
    """

    efforts: tuple[Effort, ...] = EFFORTS
    weights: Weights = WEIGHTS

    def decide(self, view: SeatView, memory: Memory, rng: Random, seconds: float) -> Decision:
        """Orders that keep all deals."""
        is_over = stopwatch(seconds)
        kind = view.position.phase.kind
        model = model_of(view, memory, learns=kind == "M")
        pacts = pacts_of(view)
        if kind != "M":
            return Decision(self._other_orders(view, pacts, rng), model.as_memory())
        if not view.position.units_of(view.power):
            return Decision((), model.as_memory())
        outlook = self._outlook(view, model, pacts)
        fixed = {province_of(order.region): order for order in pacts.due}
        orders, _ = outlook.best(fixed, rng, efforts=self.efforts, is_over=is_over)
        return Decision(tuple(faithful(view, orders).values()), model.as_memory())

    def open_talk(self, view: SeatView, memory: Memory, rng: Random, seconds: float) -> Talk:
        """Propose peace, alliances and move sets; to allies left alone, a draw."""
        model = model_of(view, memory)
        said: list[Utterance] = []
        if _takes_part(view):
            others = others_alive(view.position, view.power)
            pacts = pacts_of(view)
            if others and set(others) <= pacts.allies and view.draws != "none":
                return Talk(
                    (Propose(view.power, others, Agree(group((view.power, *others)), Drw())),), model.as_memory()
                )
            shut = open_with(view.power, said_today(view)) | silent_powers(view)
            for other in self._by_liking(view, model, others):
                if other not in shut:
                    said += self._next_proposal(view, model, other, said)
        return Talk(tuple(said), model.as_memory())

    def hear(self, view: SeatView, memory: Memory, message: Said, rng: Random, seconds: float) -> Talk:
        """Answer a proposal; after a yes make the next one."""
        model = model_of(view, memory)
        heard = message.utterance
        said: list[Utterance] = []
        if _takes_part(view) and view.power in heard.hearers:
            if isinstance(heard, Propose):
                is_over = stopwatch(seconds)
                said.append(answer_to(view.power, heard, agrees=self._agrees(view, model, heard, rng, is_over)))
            elif isinstance(heard, Accept):
                speaker = as_power(heard.speaker)
                if speaker not in open_with(view.power, said_today(view)):
                    said += self._next_proposal(view, model, speaker, ())
        return Talk(tuple(said), model.as_memory())

    # ── proposals ───────────────────────────────────────────────────────────────────────────────

    def _by_liking(self, view: SeatView, model: Model, others: Sequence[Power]) -> list[Power]:
        """Powers in the order in which it wants them as partners."""
        near = _nearness(view.position, view.power)
        me = view.power
        return sorted(
            others,
            key=lambda other: (
                -model.trust_in(other),
                -model.friendship_of(other, me) - 0.2 * near.get(other, 0),
                other,
            ),
        )

    def _next_proposal(
        self, view: SeatView, model: Model, other: Power, said: Sequence[Utterance]
    ) -> Iterator[Propose]:
        """The next step with a power: peace, alliance, move set.

        said: words that go out in front.
        """
        today = said_today(view)
        made = [each for each in (*today, *said) if isinstance(each, Propose) and each.speaker == view.power]
        if sum(other in each.hearers for each in made) >= _MOST or model.trust_in(other) is Trust.NONE:
            return
        pacts = pacts_of(view)
        deal = self._wanted(view, model, pacts, other, sum(_makes_friends(each.deal) for each in made))
        before = rejected_today(view) | {each.deal for each in made}
        if deal is not None and deal not in before and is_sound(view, deal, (view.power, other), own_open(view, said)):
            yield Propose(view.power, (other,), deal)

    def _wanted(self, view: SeatView, model: Model, pacts: Pacts, other: Power, asked: int) -> Deal | None:
        """The deal it would like next with a power.

        asked: how many were asked for peace today.
        """
        me = view.power
        pair = group((me, other))
        others = others_alive(view.position, me)
        if other not in pacts.peace:
            has_room = len(pacts.peace) + asked < most_friends(len(others))
            friendly = model.friendship_of(other, me) >= _FRIENDLY_ENOUGH
            return Agree(pair, Pce((me, other))) if has_room and friendly and other not in pacts.foes else None
        if other not in pacts.allies and model.trust_in(other) >= Trust.MUCH:
            refused = _refused_lately(view, other)
            foes = self._common_foes(view, model, pacts, other)
            deals = [Agree(pair, Aly((me, other), (foe,))) for foe in foes]
            if fresh := [deal for deal in deals if deal not in refused]:
                return fresh[0]
        found = shared_orders(self._outlook(view, model, pacts), other)
        if found is None or any(province_of(order.region) in _bound(pacts) for power, order in found if power == me):
            return None
        return Commits(
            tuple(
                Commit(power, (other if power == me else me,), Do(action_of(power, order, view.position)))
                for power, order in found
            )
        )

    def _common_foes(self, view: SeatView, model: Model, pacts: Pacts, other: Power) -> list[Power]:
        """Powers next to both and not at peace, least friendly first."""
        me = view.power
        mine, theirs = _nearness(view.position, me), _nearness(view.position, other)
        return sorted(
            (foe for foe in mine if foe in theirs and foe not in {*pacts.peace, other}),
            key=lambda foe: (model.friendship_of(foe, me) + model.friendship_of(foe, other), -mine[foe], foe),
        )

    # ── answers ─────────────────────────────────────────────────────────────────────────────────

    def _agrees(self, view: SeatView, model: Model, heard: Propose, rng: Random, is_over: Callable[[], bool]) -> bool:
        """True if it takes the deal, which it will keep."""
        me, deal = view.power, heard.deal
        speaker = as_power(heard.speaker)
        if isinstance(deal, Agree) and isinstance(deal.content, Drw):
            sharers = set(deal.content.powers) or {me, *others_alive(view.position, me)}
            return me in sharers and sharers - {me} <= pacts_of(view).allies
        among = {as_power(each) for each in (speaker, *heard.hearers)}
        if any(model.trust_in(each) is Trust.NONE for each in among - {me}):
            return False
        pacts = pacts_of(view)
        if not is_sound(view, deal, among, own_open(view)):
            return False
        if isinstance(deal, Agree) and isinstance(deal.content, Pce | Aly):
            return deal.time is None and self._befriends(view, model, pacts, deal.content)
        orders = orders_in(view, deal)
        if orders is None:
            return False
        return model.trust_in(speaker) is Trust.FULL or self._is_good(
            view, model, pacts, orders, rng=rng, is_over=is_over
        )

    def _befriends(self, view: SeatView, model: Model, pacts: Pacts, content: Pce | Aly) -> bool:
        me = view.power
        against = set(getattr(content, "against", ()))
        new = set(content.powers) - {me} - pacts.peace
        if me not in content.powers or against & (pacts.peace | {me}) or set(content.powers) & pacts.foes:
            return False
        room = most_friends(len(others_alive(view.position, me)))
        liked = all(model.friendship_of(other, me) >= _FRIENDLY_ENOUGH for other in new)
        if new and (not liked or len(pacts.peace | new) > room):
            return False
        if isinstance(content, Pce):
            return True
        return all(
            model.trust_in(other) >= Trust.MUCH or model.friendship_of(other, me) > 0
            for other in set(content.powers) - {me}
        )

    def _is_good(
        self,
        view: SeatView,
        model: Model,
        pacts: Pacts,
        orders: Sequence[tuple[Power, MovementOrder]],
        *,
        rng: Random,
        is_over: Callable[[], bool],
    ) -> bool:
        """True if the board looks as good with these orders."""
        me = view.power
        mine = tuple(order for power, order in orders if power == me)
        if {province_of(order.region) for order in mine} & _bound(pacts) or is_over():
            return False
        theirs = tuple((power, order) for power, order in orders if power != me)
        seed = rng.randrange(2**32)
        after = replace(pacts, due=(*pacts.due, *mine), promised=(*theirs, *pacts.promised))
        return self._prospect(view, model, after, seed) >= self._prospect(view, model, pacts, seed)

    def _prospect(self, view: SeatView, model: Model, pacts: Pacts, seed: int) -> float:
        """Value that the first move set around promised orders leads to."""
        outlook = self._outlook(view, model, pacts)
        fixed = {province_of(order.region): order for order in pacts.due}
        orders = outlook.move_set(view.position, view.power, fixed=fixed)
        return outlook.fitness(list(orders.values()), outlook.foreseen(Random(seed)), Random(seed))

    # ── orders ──────────────────────────────────────────────────────────────────────────────────

    def _outlook(self, view: SeatView, model: Model, pacts: Pacts) -> Outlook:
        return Outlook(view.position, view.power, view.rulebook, pacts, model.shares(), self.weights)

    def _other_orders(self, view: SeatView, pacts: Pacts, rng: Random) -> tuple[Order, ...]:
        """Retreats, never into a friend's province, builds and removals."""
        position, power = view.position, view.power
        values = table_of(position, power, pacts.peace, pacts.closed, self.weights).values
        return orders_after_moves(view, values, pacts.closed, rng)


def _takes_part(view: SeatView) -> bool:
    return view.position.phase.kind == "M" and bool(view.position.units_of(view.power))


def _makes_friends(deal: Deal) -> bool:
    return isinstance(deal, Agree) and isinstance(deal.content, Pce)


def _refused_lately(view: SeatView, other: Power) -> set[Deal]:
    """Deals that a power refused it in this year or the last."""
    return {
        each.utterance.deal
        for each in view.talk
        if isinstance(each.utterance, Reject)
        and each.utterance.speaker == other
        and view.power in each.utterance.hearers
        and each.phase.year >= view.position.phase.year - 1
    }


def _bound(pacts: Pacts) -> set[str]:
    """Provinces of own units with a promised order."""
    return {province_of(order.region) for order in pacts.due}


def _nearness(position: Position, power: Power) -> dict[Power, int]:
    """Number of units of each other power near to own ones."""
    within = reach_of(position, power) | places_of(position, power)
    found: dict[Power, int] = {}
    for unit in position.units:
        if unit.power != power and (unit.province in within or reachable_provinces(unit.kind, unit.region) & within):
            found[unit.power] = found.get(unit.power, 0) + 1
    return found
