"""Was a deal kept?

From what was agreed and what became of the orders of a phase, promise by promise.

What counts, in one place:

- An order promised for no particular time is due in the phase at hand if that is of its kind (a move
  in a movement phase); with a time it is due then. A time that is of another kind ("a move in winter
  1902") is the latest: it may be ordered in any phase of its kind before. It is *kept* when it was
  ordered, even if it bounced or was not used; *void* when the unit was gone, the order was not
  possible, or a promised support or convoy was given but cut or broken by others; else *broken*.
- What is promised without naming a unit (`hlp`, `ent`) is due like an order. It is kept when any unit of the
  power was ordered so, void when none could be.
- `¬Do(x)` is kept when x was not ordered. `¬(x ∧ y)`, which is also how a ϕ says "y only if not x", is
  kept when one of them was not so.
- Of `x ; y`, y is judged once x is done with.
- Peace: no member orders an attack on another: a move, or support or convoy of a move, into a
  province with another member's unit or center. A center that the attacker owns itself, or a
  province the member's unit was ordered out of, does not count; nor does helping the member itself.
- Alliance: peace among its members, and nobody helps a unit of the enemies named.
- DMZ: no member's unit is ordered into the provinces, built there or kept there; one that tries to
  leave and cannot makes it void, and so does one that stands there in retreats and winter. Helping another
  member in breaks it, too.
- Division of centers: no other member goes for a center that was given away, or helps anybody but
  the power that is to get it.

An agreement binds those who agreed, a commitment the one who made it. Peace, alliances, DMZs and
divisions last: until their time, or with no time as long as the game. They are judged anew in every
phase; `lasting` says so. Who broke a peace, an alliance or a DMZ in an earlier phase has no part in it any
more: nobody breaks it by what is done to that power. Everything else that no order can show stays *open*; draws
and solos are votes (`negotiation.ending`), which lapse with their phase in the ledger.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from typing import Final

from adjudication.legality import refusal
from adjudication.orders import Move, Order, Support
from adjudication.outcomes import Outcome
from adjudication.phase import PhaseKind
from adjudication.position import Position
from adjudication.powers import POWER_NAMES, Power, as_power
from adjudication.reasons import Reason
from adjudication.rulebook import STANDARD_RULES, Rulebook
from negotiation.diplomacy import (
    Action,
    Aly,
    Bld,
    Cvy,
    Dmz,
    Dsb,
    Ent,
    Hld,
    Hlp,
    Mto,
    Pce,
    Rem,
    Rto,
    Scd,
    SeasonName,
    Sup,
    Turn,
    Unnamed,
    Wve,
    actor_of,
    board_unit,
    order_of,
    turn_of,
)
from negotiation.lasting import LASTING, Lasting, breach, lingers, place_text
from negotiation.matching import coast_open, given_to, instead, matching, unwritten
from negotiation.terms import Agree, And, Deal, Do, Formula, Not, Then, Time
from negotiation.unnamed import keeping_actions, keeps

__all__ = ["Check", "State", "check_deal", "is_due"]


class State(StrEnum):
    KEPT = "kept"
    BROKEN = "broken"
    VOID = "void"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Check:
    """Judgement of one promise of one power in one phase.

    lasting: it will be judged again in the next.
    """

    agent: Power
    content: Formula
    state: State
    reason: str
    lasting: bool = False


_KINDS: Final[Mapping[type, PhaseKind]] = {
    Hld: "M",
    Mto: "M",
    Sup: "M",
    Cvy: "M",
    Rto: "R",
    Dsb: "R",
    Bld: "A",
    Rem: "A",
    Wve: "A",
    Hlp: "M",
    Ent: "M",
}
_SEASONS: Final[tuple[SeasonName, ...]] = ("spr", "sum", "fal", "aut", "win")
_SEASONS_OF: Final[Mapping[PhaseKind, tuple[SeasonName, ...]]] = {
    "M": ("spr", "fal"),
    "R": ("sum", "aut"),
    "A": ("win",),
}
_CUT_OFF: Final = frozenset({Reason.CUT, Reason.DISLODGED, Reason.CONVOY_BROKEN, Reason.PARADOX})


def is_due(time: Time | None, position: Position) -> bool:
    """True if what is agreed for this time is due in the position's phase, or was before."""
    return not isinstance(time, Turn) or _key(time) <= _key(turn_of(position.phase))


def _key(turn: Turn) -> tuple[int, int]:
    return turn.year, _SEASONS.index(turn.season)


def check_deal(
    deal: Deal,
    position: Position,
    outcomes: Sequence[Outcome],
    rulebook: Rulebook = STANDARD_RULES,
    done: Collection[int] = (),
    *,
    broken: Collection[tuple[str, Formula]] = (),
) -> tuple[Check, ...]:
    """Judge a deal that was made before the orders of `position` were carried out.

    outcomes: of every order of that phase, as `adjudicate` returns them. done: the places in the result
    of promises that were done with in earlier phases; what was to come after them is judged now. broken:
    who broke what in earlier phases. The result has one check for every promise of every power, in the
    order of the deal, whatever happened.
    """
    if not (outcomes or done or broken):
        return _before_orders(deal, position, rulebook)
    return _checked(deal, _Judge(position, outcomes, rulebook, done, broken=broken))


@lru_cache(maxsize=512)
def _before_orders(deal: Deal, position: Position, rulebook: Rulebook) -> tuple[Check, ...]:
    """Promises of a deal on a position, before orders; cached.

    Every message about a deal asks again.
    """
    return _checked(deal, _Judge(position, (), rulebook, (), broken=()))


def _checked(deal: Deal, judge: "_Judge") -> tuple[Check, ...]:
    if isinstance(deal, Agree):
        for content in _parts(deal.content):
            judge.agreed(deal.agents, content, deal.time)
    else:
        for commit in deal.items:
            for content in _parts(commit.content):
                judge.promised(commit.agent, content, commit.time)
    return tuple(judge.checks)


def _parts(content: Formula) -> Iterable[Formula]:
    if isinstance(content, And):
        for item in content.items:
            yield from _parts(item)
    else:
        yield content


class _Judge:
    def __init__(
        self,
        position: Position,
        outcomes: Sequence[Outcome],
        rulebook: Rulebook,
        done: Collection[int],
        *,
        broken: Collection[tuple[str, Formula]],
    ) -> None:
        self.position = position
        self.outcomes = outcomes
        self.rulebook = rulebook
        self.done = done
        self.broken = broken
        self.now = _key(turn_of(position.phase))
        self.checks: list[Check] = []

    # ── who is bound by what ────────────────────────────────────────────────────────────────────

    def agreed(self, agents: Sequence[str], content: Formula, time: Time | None) -> None:
        """An agreement binds those of its members it speaks of; all of them when it names none."""
        if isinstance(content, And):
            for part in content.items:
                self.agreed(agents, part, time)
        elif isinstance(content, Then):
            self._in_turn(content, lambda item: self.agreed(agents, item, time))
        else:
            named = _bound(content)
            for agent in [power for power in named if power in agents] if named else agents:
                self.promised(agent, content, time)
            if named and not set(named) & set(agents):
                self._add(agents[0], content, (State.OPEN, "None of those who agreed can see to this."))

    def promised(self, agent: str, content: Formula, time: Time | None) -> None:
        match content:
            case And():
                for part in content.items:
                    self.promised(agent, part, time)
            case Then():
                self._in_turn(content, lambda item: self.promised(agent, item, time))
            case Pce() | Aly() | Dmz() if agent not in content.powers:
                self._add(agent, content, (State.OPEN, "No order can show this."))
            case _ if isinstance(content, LASTING):
                self._lasting(agent, content, time)
            case _:
                self._add(agent, content, self._so(content, time))

    def _add(self, agent: str, content: Formula, verdict: tuple[State, str], *, lasting: bool = False) -> None:
        self.checks.append(Check(agent, content, *verdict, lasting))  # type: ignore[arg-type]

    def _in_turn(self, content: Then, judge: Callable[[Formula], None]) -> None:
        """Each item as usual, but those after one that is not done with are not due."""
        ready = True
        for item in content.items:
            start = len(self.checks)
            judge(item)
            added = range(start, len(self.checks))
            if not ready:
                for index in added:
                    check = self.checks[index]
                    self.checks[index] = Check(
                        check.agent, check.content, State.OPEN, "What comes before it is not done yet.", check.lasting
                    )
            ready = ready and all(index in self.done or self.checks[index].lasting for index in added)

    # ── what orders show ────────────────────────────────────────────────────────────────────────

    def _so(self, content: Formula, time: Time | None) -> tuple[State, str]:
        """Judge whether an order was given or not.

        Also nested denials, and conjunctions in denials.
        """
        match content:
            case Do():
                return self._ordered(content, content.time or time)
            case Not(item=Do() as item):
                return self._unordered(item, item.time or time)
            case Hlp() | Ent():
                return self._somehow(content, time)
            case Not(item=(Hlp() | Ent()) as item):
                return self._refrained(item, self._keeping(item), time)
            case Not(item=Not() as inner):
                return self._so(inner.item, time)
            case Not(item=And() as inner):
                return self._not_all([self._so(item, time) for item in _parts(inner)])
            case _:
                return State.OPEN, "No order can show this."

    @staticmethod
    def _not_all(parts: Sequence[tuple[State, str]]) -> tuple[State, str]:
        for state, reason in parts:
            if state in (State.BROKEN, State.VOID):
                return State.KEPT, reason
        if any(state is State.OPEN for state, _ in parts):
            return next(part for part in parts if part[0] is State.OPEN)
        return State.BROKEN, " ".join(reason for _, reason in parts)

    def _ordered(self, content: Do, time: Time | None) -> tuple[State, str]:
        action: Action = content.action
        waiting, last = self._waiting(action, time)
        if waiting is not None:
            return waiting
        owner, order = order_of(action)
        gone = self._gone(action)
        given = given_to(owner, order, self.outcomes) if gone is None else []
        found = matching(order, given)
        if found is not None:
            if found.reason in _CUT_OFF and isinstance(action, Sup | Cvy):
                return State.VOID, f"It was ordered. {found.text}"
            return State.KEPT, found.text
        if not last:
            return State.OPEN, "There is time for it yet."
        if gone is not None:
            return State.VOID, gone
        if not self._possible(owner, order):
            return State.VOID, "This order was not possible."
        return State.BROKEN, instead(owner, given)

    def _unordered(self, content: Do, time: Time | None) -> tuple[State, str]:
        owner, order = order_of(content.action)
        found = matching(order, given_to(owner, order, self.outcomes))
        return self._refrained(content.action, [found] if found is not None else [], time)

    def _refrained(self, action: Action | Unnamed, found: Sequence[Outcome], time: Time | None) -> tuple[State, str]:
        """Judge whether the power refrained as promised.

        found: outcomes of orders that did it.
        """
        waiting, last = self._waiting(action, time)
        if waiting is not None:
            return waiting
        name = POWER_NAMES[actor_of(action)]
        if found:
            return State.BROKEN, f"{name} did {'it without an order' if unwritten(found[0]) else 'order it'}."
        return (State.KEPT, f"{name} did not order it.") if last else (State.OPEN, "There is time for it yet.")

    def _somehow(self, promise: Unnamed, time: Time | None) -> tuple[State, str]:
        """Judge whether any unit was ordered to do it."""
        waiting, last = self._waiting(promise, time)
        if waiting is not None:
            return waiting
        found = self._keeping(promise)
        if found:
            counted = next((one for one in found if one.reason not in _CUT_OFF), None)
            if counted is None and isinstance(promise, Hlp):
                return State.VOID, f"It was ordered. {found[0].text}"
            return State.KEPT, (counted or found[0]).text
        if not last:
            return State.OPEN, "There is time for it yet."
        name = POWER_NAMES[promise.power]
        if not keeping_actions(promise, self.position, self.rulebook):
            return State.VOID, f"No unit of {name} could do it."
        return State.BROKEN, f"{name} ordered no unit to do it."

    def _keeping(self, promise: Unnamed) -> list[Outcome]:
        """Outcomes of orders that do the promised thing."""
        return [
            one
            for one in self.outcomes
            if one.power == promise.power and one.result != "illegal" and keeps(promise, one.order, self.position)
        ]

    def _waiting(self, action: Action | Unnamed, time: Time | None) -> tuple[tuple[State, str] | None, bool]:
        """Why an order is not due in this phase, if it is not; and whether it could not be given later."""
        kind = _KINDS[type(action)]
        here = kind == self.position.phase.kind
        elsewhen = (State.OPEN, "It is not due in this phase.")
        if not isinstance(time, Turn):
            return (None if here else elsewhen), True
        exact = time.season in _SEASONS_OF[kind]
        last = _key(time if exact else _last_before(time, kind))
        if self.now > last:
            return (State.VOID, "It was due before this phase."), True
        if self.now < last and exact:
            return (State.OPEN, "It is not due yet."), False
        return (None if here else elsewhen), self.now == last

    def _gone(self, action: Action) -> str | None:
        """Why the unit of an action is not there to do it."""
        if isinstance(action, Bld | Wve):
            return None
        unit = board_unit(action.unit)
        beaten = [one.unit for one in self.position.dislodged] if isinstance(action, Rto | Dsb) else []
        found = [self.position.unit_at(unit.province), *(one for one in beaten if one.province == unit.province)]
        if any(one is not None and one.power == unit.power and one.kind == unit.kind for one in found):
            return None
        return f"{POWER_NAMES[unit.power]} had no such unit in {place_text(unit.province)}."

    def _possible(self, power: Power, order: Order) -> bool:
        if isinstance(order, Move | Support) and coast_open(order):
            return True
        return refusal(self.position, power, order, self.rulebook) is None

    # ── what lasts ──────────────────────────────────────────────────────────────────────────────

    def _lasting(self, agent: str, content: Lasting, time: Time | None) -> None:
        if isinstance(time, Turn) and self.now > _key(time):
            self._add(agent, content, (State.OPEN, "It has ended."))
            return
        judged = self._among_the_faithful(agent, content)
        faults = [
            fault
            for one in self.outcomes
            if one.power == agent
            and (fault := breach(judged, one.power, one, self.position, self.outcomes)) is not None
        ]
        if (there := lingers(judged, as_power(agent), self.position, self.outcomes)) is not None:
            faults.append(there)
        worst = min(faults, key=lambda fault: fault.excused, default=None)
        verdict = (
            (State.KEPT, "Kept so far.")
            if worst is None
            else (State.VOID if worst.excused else State.BROKEN, worst.reason)
        )
        self._add(agent, content, verdict, lasting=True)

    def _among_the_faithful(self, agent: str, content: Lasting) -> Lasting:
        """The promise without powers that broke it in earlier phases."""
        if isinstance(content, Scd) or not self.broken:
            return content
        left = tuple(power for power in content.powers if power == agent or (power, content) not in self.broken)
        return replace(content, powers=left)


def _bound(content: Formula) -> tuple[str, ...]:
    """The powers that an agreed content is about; none when it is about all who agree."""
    match content:
        case Pce() | Aly() | Dmz():
            return content.powers
        case Do():
            return (actor_of(content.action),)
        case Hlp() | Ent():
            return (content.power,)
        case Not():
            return tuple(dict.fromkeys(power for part in _parts(content.item) for power in _bound(part)))
        case _:
            return ()


def _last_before(time: Turn, kind: PhaseKind) -> Turn:
    """The last turn of phases of this kind that is not after a time."""
    seasons = _SEASONS_OF[kind]
    earlier = [season for season in seasons if _SEASONS.index(season) <= _SEASONS.index(time.season)]
    return Turn(earlier[-1], time.year) if earlier else Turn(seasons[-1], time.year - 1)
