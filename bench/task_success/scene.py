"""Find subjects for talk on a board.

Moves, supports, convoys, provinces between two powers, centers to gain.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random
from typing import Any, TypeVar

from adjudication.board import STANDARD, Province, province_of
from adjudication.options import legal_orders
from adjudication.orders import Convoy, Move, Support
from adjudication.position import Position, Unit
from adjudication.powers import Power
from negotiation import terms as l
from negotiation.diplomacy import Aly, Dmz, Pce, Turn, action_of

__all__ = ["NothingFitsError", "Scene"]

Thing = TypeVar("Thing")


class NothingFitsError(LookupError):
    """The board has no such deal for these powers; draw again."""


@dataclass(frozen=True)
class Scene:
    """A board with somebody who speaks, somebody who hears, and two others."""

    rng: Random
    position: Position
    me: Power
    you: Power
    him: Power
    other: Power

    def steps(self, power: Power) -> list[tuple[Unit, Move]]:
        """Moves over a border to places that are not one's own."""
        own = {unit.province for unit in self.position.units_of(power)} | set(self.position.centers_of(power))
        return [
            (unit, order)
            for unit in self.position.units_of(power)
            for order in legal_orders(self.position, power)[unit.region]
            if isinstance(order, Move)
            and not order.via
            and (unit.kind == "F" or province_of(order.target) in STANDARD.army_borders[unit.region])
            and province_of(order.target) not in own
        ]

    def step(self, power: Power) -> tuple[Unit, Move]:
        """One of them, to a center where there is one."""
        found = self.steps(power)
        good = [each for each in found if STANDARD.provinces[province_of(each[1].target)].is_center]
        return self.pick(good or found)

    def act(self, power: Power, order: Any) -> l.Do:
        return l.Do(action_of(power, order, self.position))

    def move(self, power: Power) -> l.Do:
        return self.act(power, self.step(power)[1])

    def support(self, helper: Power, helped: Power, hold: bool = False) -> tuple[l.Do, Support]:
        """A support of one power for a unit of the other, not against the helper's own."""
        own = {unit.province for unit in self.position.units_of(helper)} | set(self.position.centers_of(helper))
        theirs = {unit.region for unit in self.position.units_of(helped)}
        taken = theirs | set(self.position.centers_of(helped))
        found = [
            order
            for orders in legal_orders(self.position, helper).values()
            for order in orders
            if isinstance(order, Support)
            and order.supported in theirs
            and (order.target is None) is hold
            and (hold or province_of(order.target or "") not in own | {province_of(each) for each in taken})
        ]
        good = [one for one in found if one.target and STANDARD.provinces[province_of(one.target)].is_center]
        order = self.pick(good or found)
        return self.act(helper, order), order

    def convoy(self, carrier: Power, carried: Power) -> tuple[l.Do, Convoy]:
        theirs = {unit.region for unit in self.position.units_of(carried)}
        own = {unit.province for unit in self.position.units_of(carrier)} | set(self.position.centers_of(carrier))
        order = self.pick(
            [
                order
                for orders in legal_orders(self.position, carrier).values()
                for order in orders
                if isinstance(order, Convoy)
                and order.army in theirs
                and order.target not in own
                and {order.army, order.target} <= {province_of(each) for each in STANDARD.fleet_borders[order.region]}
            ]
        )
        return self.act(carrier, order), order

    def between(self, one: Power, two: Power) -> list[Province]:
        """Provinces without a unit that both can move to."""
        reach = [{province_of(order.target) for _, order in self.steps(power)} for power in (one, two)]
        return sorted(place for place in reach[0] & reach[1] if self.position.unit_at(place) is None)

    def to_gain(self, who: Power, without: tuple[Power, ...]) -> list[Province]:
        """Centers within two steps of a power's units that none of the others owns, nor itself."""
        near = {unit.region for unit in self.position.units_of(who)}
        for _ in range(2):
            near |= {place for each in near for place in _around(each)}
        return sorted(
            code
            for code in {province_of(each) for each in near}
            if STANDARD.provinces[code].is_center and self.position.centers.get(code) not in (who, *without)
        )

    def pick(self, things: Iterable[Thing]) -> Thing:
        found = list(things)
        if not found:
            raise NothingFitsError
        return self.rng.choice(found)

    def some(self, things: Iterable[Thing], count: int) -> list[Thing]:
        found = list(things)
        if len(found) < count:
            raise NothingFitsError
        return self.rng.sample(found, count)

    def mine(self, what: l.Formula) -> l.Commit:
        return l.Commit(self.me, (self.you,), what)

    def yours(self, what: l.Formula) -> l.Commit:
        return l.Commit(self.you, (self.me,), what)

    def both(self, what: l.Formula, time: Turn | None = None) -> l.Agree:
        return l.Agree((self.me, self.you), what, time)

    def propose(self, *deal: l.Commit) -> l.Utterance:
        return l.Propose(self.me, (self.you,), l.Commits(deal))

    def agree(self, what: l.Formula, time: Turn | None = None) -> l.Utterance:
        return l.Propose(self.me, (self.you,), self.both(what, time))

    def inform(self, what: l.Formula) -> l.Utterance:
        return l.Inform(self.me, (self.you,), what)

    def query(self, what: l.Formula) -> l.Utterance:
        return l.Query(self.me, (self.you,), what)

    def asked(self) -> l.Propose:
        """A proposal of the other side: a support, a move, peace, a zone, an alliance or an exchange."""
        kind = self.rng.randrange(6)
        peace: l.Formula = Pce((self.me, self.you))
        deal: l.Deal
        if kind == 0:
            deal = l.Commits((self.mine(self.support(self.me, self.you)[0]),))
        elif kind == 1:
            deal = l.Commits((self.mine(self.move(self.me)),))
        elif kind == 2:
            deal = self.both(peace)
        elif kind == 3:
            deal = self.both(Dmz((self.me, self.you), (self.pick(self.between(self.me, self.you)),)))
        elif kind == 4:
            deal = self.both(Aly((self.me, self.you), (self.him,)))
        else:
            deal = l.Commits((self.mine(self.move(self.me)), self.yours(self.move(self.you))))
        return l.Propose(self.you, (self.me,), deal)

    def later(self, years: int = 0) -> Turn:
        """The last movement turn of this year or one of the next."""
        return Turn("fal", self.position.phase.year + years)

    def year_end(self, years: int) -> Turn:
        return Turn("win", self.position.phase.year + years)


def _around(region: str) -> set[str]:
    """Regions an army or fleet could reach from there.

    Talk about a place does not depend on the kind of unit.
    """
    return set(STANDARD.army_borders.get(region, ())) | set(STANDARD.fleet_borders.get(region, ()))
