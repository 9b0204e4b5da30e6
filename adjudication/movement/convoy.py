"""Decide convoys, the only orders that can depend on themselves.

Whether a convoy holds depends on whether its fleets are dislodged; that depends on supports; and a
support may be cut by an army that needs a convoy itself. Nothing else comes into it: a fleet that
carries stands still, and only fleets attack it. So each doubtful convoy is kept at "do not know",
everything is counted between a least and a greatest value, and whatever follows is noted, until
nothing more follows. A convoy whose fleets are dislodged is disrupted ("broken" in reasons and on pages).

What is left then are circles. An army attacks one province, so it can cut one support, which bears
on one fleet, which carries one army. So each undecided convoy depends on one other: it succeeds if
that one does, or if that one fails. Such a circle has two consistent results or none, never one: it
is a paradox, and the rulebook's policy says what happens.
"""

from dataclasses import dataclass
from typing import TypeAlias

from adjudication.board import Province
from adjudication.movement.field import Fate, Field
from adjudication.movement.support import cutters
from adjudication.powers import Power
from adjudication.reasons import Reason
from adjudication.seas import SEA_BIT, SeaMask, can_carry, seas_in, useful_seas

__all__ = ["name_breakers", "settle_convoys"]

Bounds: TypeAlias = tuple[int, int]
"""The least and the greatest a number can still turn out to be."""


def settle_convoys(field: Field, fate: Fate) -> None:
    """Decide `fate.sailing`, `.stranded`, `.called_off` and `.spared`.

    Movers that are stranded are taken out of `field.entrants`.
    """
    armies: set[Province] = set()
    for army, carriers in field.voyages.items():
        if can_carry(army, field.moves[army].target, carriers):
            if any(sea in field.entrants for sea in seas_in(carriers)):
                armies.add(army)
            else:
                fate.sailing.add(army)
    if armies:
        _Doubts(field, fate, armies).settle()
    for army in field.voyages:
        if army not in fate.sailing and not _may_walk(field, army):
            fate.stranded.add(army)
    for mover in fate.stranded:
        _strand(field, fate, mover)
    for fleet, facts in field.convoys.items():
        fate.because[fleet] = _use(fate, facts.other), ()


def name_breakers(field: Field, fate: Fate) -> None:
    """Name who disrupted (broke) each convoy, once it is known who dislodged its fleets."""
    for army in fate.stranded:
        if fate.because[army][0] is Reason.CONVOY_BROKEN:
            seas = seas_in(field.voyages[army])
            breakers = sorted(fate.dislodged[sea] for sea in seas if sea in fate.dislodged)
            fate.because[army] = Reason.CONVOY_BROKEN, tuple(breakers)


def _strand(field: Field, fate: Fate, mover: Province) -> None:
    """Keep a mover from attacking anybody."""
    target = field.moves[mover].target
    if mover in fate.called_off:
        reason = Reason.PARADOX
    elif can_carry(mover, target, field.voyages[mover]):
        reason = Reason.CONVOY_BROKEN
    else:
        reason = Reason.NO_CONVOY
    fate.because[mover] = reason, ()
    entrants = field.entrants[target]
    entrants.remove(mover)
    if not entrants:
        del field.entrants[target]


def _use(fate: Fate, army: Province) -> Reason:
    """Reason reported to a fleet that was ready to carry an army."""
    if army in fate.sailing:
        return Reason.CONVOYED
    return Reason.PARADOX if army in fate.called_off else Reason.CONVOY_UNUSED


def _may_walk(field: Field, army: Province) -> bool:
    return field.rulebook.land_fallback and field.moves[army].walks


@dataclass(slots=True)
class _Doubts:
    """The convoys not yet decided, and what can be said while they are not.

    A convoyed army is in `fate.sailing` (holds), in `armies` (doubtful) or in neither (fails).
    """

    field: Field
    fate: Fate
    armies: set[Province]

    def settle(self) -> None:
        while self.armies:
            if not self._deduce():
                self._settle_paradox(self._circle())

    def _deduce(self) -> bool:
        """Note every convoy whose fate follows from what is known; whether there was any."""
        decided = {army: answer for army in sorted(self.armies) if (answer := self._holds(army)) is not None}
        for army, holds in decided.items():
            self._note(army, holds)
        return bool(decided)

    def _note(self, army: Province, holds: bool) -> None:
        self.armies.discard(army)
        if holds:
            self.fate.sailing.add(army)

    # three-valued: None is "do not know"

    def _holds(self, army: Province) -> bool | None:
        """True if a chain of fleets stays whole for the army.

        None if undecided.
        """
        target = self.field.moves[army].target
        safe, doubtful = self._fleets(army)
        if can_carry(army, target, safe):
            return True
        return None if can_carry(army, target, safe | doubtful) else False

    def _fleets(self, army: Province) -> tuple[SeaMask, SeaMask]:
        """The seas of the army's fleets that are sure to stay, and of those that may stay."""
        safe = doubtful = 0
        for sea in seas_in(self.field.voyages[army]):
            lost = self._dislodged(sea)
            if lost is None:
                doubtful |= SEA_BIT[sea]
            elif not lost:
                safe |= SEA_BIT[sea]
        return safe, doubtful

    def _dislodged(self, sea: Province) -> bool | None:
        """True if the fleet carrying in this sea is dislodged.

        None if undecided.
        """
        field = self.field
        victim = field.powers[sea]
        attackers = [mover for mover in field.entrants.get(sea, ()) if mover not in self.fate.stranded]
        least, greatest = self._bounds(sea)
        doubt = False
        for attacker in attackers:
            if field.powers[attacker] == victim:
                continue
            low, high = self._bounds(attacker, against=victim)
            rivals = [self._bounds(other) for other in attackers if other != attacker]
            if low > greatest and all(low > most for _, most in rivals):
                return True
            doubt |= high > least and all(high > fewest for fewest, _ in rivals)
        return None if doubt else False

    def _bounds(self, province: Province, against: Power | None = None) -> Bounds:
        """The strength behind a unit's order; `against` a power, without that power's own support."""
        low = high = 1
        for supporter in self.field.backing.get(province, ()):
            if self.field.powers[supporter] == against:
                continue
            given = self._given(supporter)
            low += given is True
            high += given is not False
        return low, high

    def _given(self, supporter: Province) -> bool | None:
        """True if a support for or against a carrying fleet counts.

        None if undecided. That fleet itself attacks nobody.
        """
        doubt = False
        for attacker in cutters(self.field, self.fate, supporter):
            if attacker in self.fate.stranded:
                continue
            if attacker in self.armies and not _may_walk(self.field, attacker):
                doubt = True
            elif attacker not in self.field.voyages or attacker in self.fate.sailing or _may_walk(self.field, attacker):
                return False
        return None if doubt else True

    # circles that wait for themselves

    def _circle(self) -> list[Province]:
        """Convoys that all wait for each other and for no others."""
        reach = {army: self._awaited(army) for army in self.armies}
        changed = True
        while changed:
            changed = False
            for army, awaited in reach.items():
                grown = awaited.union(*(reach[other] for other in awaited))
                changed |= grown != awaited
                reach[army] = grown
        return min(sorted(awaited) for awaited in reach.values() if all(reach[other] == awaited for other in awaited))

    def _awaited(self, army: Province) -> set[Province]:
        """The doubtful armies that may cut a support on which a needed fleet of this army's depends."""
        field = self.field
        safe, doubtful = self._fleets(army)
        needed = useful_seas(army, field.moves[army].target, safe | doubtful) & doubtful
        return {
            cutter
            for sea in seas_in(needed)
            for backed in (sea, *field.entrants[sea])
            for supporter in field.backing.get(backed, ())
            if self._given(supporter) is None
            for cutter in cutters(field, self.fate, supporter)
            if cutter in self.armies
        }

    def _settle_paradox(self, group: list[Province]) -> None:
        if self.field.rulebook.paradox != "text_2023" or not self._spare(group):
            self._call_off(group)

    def _spare(self, group: list[Province]) -> bool:
        """Keep the group's armies from cutting supports of attacks on fleets they need; whether that is news."""
        field = self.field
        news = False
        for army in group:
            supporter = field.moves[army].target
            facts = field.supports.get(supporter)
            if facts is None or facts.to_hold or (army, supporter) in self.fate.spared:
                continue
            carriers = field.voyages[army]
            attacked = SEA_BIT.get(facts.target, 0) & carriers
            if attacked and not can_carry(army, supporter, carriers & ~attacked):
                self.fate.spared.add((army, supporter))
                news = True
        return news

    def _call_off(self, group: list[Province]) -> None:
        """A paradox: the convoys do not take place; under "all_hold" the attackers of their fleets stay as well."""
        frozen = set(group)
        if self.field.rulebook.paradox == "all_hold":
            for army in group:
                for sea in seas_in(self._fleets(army)[1]):
                    frozen.update(self.field.entrants[sea])
        self.fate.called_off |= frozen
        self.fate.stranded |= frozen if self.field.rulebook.paradox == "all_hold" else set()
        self.armies -= frozen
