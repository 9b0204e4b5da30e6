"""Counts contradictions in words of bots about their own orders.

    python -m bench.contradictions [GAMES] [--until YEAR] [--seed N] [--list N]

Seven HANAs of all characters, at arena strength, ask each neighbour in every phase what it plans, where its units go,
and whether it comes. Counted are, of all that is said about one's own orders:

- *attack told*: who hears it would be attacked by it, or by what it helps;
- *impossible*: no rule allows the order on this board;
- *said otherwise*: it cannot be true beside what was said to the same power in this phase;
- *against a promise*: a promise in force forbids it;
- *not ordered*: who keeps its word ordered something else: a deal made later may have changed it, or it was untrue.
"""

import argparse
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from adjudication.board import Province
from adjudication.legality import refusal
from adjudication.notation import parse_order
from adjudication.orders import Order
from adjudication.phase import parse_phase
from adjudication.position import Position, position_from_dict
from adjudication.powers import Power, as_power
from bots.agent import Decision, Memory
from bots.arena.game import GamePlan, Record, play
from bots.arena.seats import seats_of_game
from bots.hana.agent import FAST
from bots.hana.judge.reach import closeness, reach_of
from bots.hana.remember.personality import PERSONALITIES
from bots.hana.talk.claims import Claim, at_odds, claims_in, target_in
from bots.hana.talk.talker import TalkingHana, make_talking_hana
from bots.talker import Talk
from bots.talking import MAX_UTTERANCES
from bots.view import Agreement, Said, SeatView
from negotiation.diplomacy import DIPLOMACY, Ent, Hlp, Mto, Sup, Tpc, order_of, unit_of
from negotiation.levels import FREE
from negotiation.parser import parse, parse_formula
from negotiation.sense import Flaw, faults
from negotiation.terms import Commit, Commits, Courtesy, Desire, Do, Formula, Query, Utterance, Variable, Which
from negotiation.unnamed import keeps

__all__ = ["KINDS", "Asker", "wrongs_in"]

KINDS: Final = ("attack told", "impossible", "said otherwise", "against a promise", "not ordered")
_LOYAL: Final = 0.5
_CHANGES: Final = ("planchanged", "planopen")
"""Notes that take back what was told of one's orders before."""
_NAMES: Final = (*PERSONALITIES, next(iter(PERSONALITIES)))
SEATS: Final = tuple(f"bench.contradictions:Asker?character={name}" for name in _NAMES)


@dataclass(frozen=True, slots=True)
class _Asker:
    """A HANA that asks its neighbours about their orders, too."""

    bot: TalkingHana

    def decide(self, view: SeatView, memory: Memory, rng: Random, seconds: float) -> Decision:
        return self.bot.decide(view, memory, rng, seconds)

    def open_talk(self, view: SeatView, memory: Memory, rng: Random, seconds: float) -> Talk:
        talk = self.bot.open_talk(view, memory, rng, seconds)
        asked = [*_questions(view)]
        rng.shuffle(asked)
        room = MAX_UTTERANCES - len(talk.utterances)
        return replace(talk, utterances=(*talk.utterances, *asked[:room]))

    def hear(self, view: SeatView, memory: Memory, message: Said, rng: Random, seconds: float) -> Talk:
        return self.bot.hear(view, memory, message, rng, seconds)


def Asker(character: str = "neutral") -> _Asker:  # noqa: N802 - a seat is named like a class
    """A seat of the arena: `bench.contradictions:Asker?character=diplomat`."""
    return _Asker(make_talking_hana(PERSONALITIES[character], FAST))


def _questions(view: SeatView) -> Iterator[Utterance]:
    """Ask each neighbour for plans, goals of units and visits."""
    me, position = view.power, view.position
    neighbours = {unit.power for unit in position.units if closeness(position, me, unit.power) > 0} - {me}
    for other in sorted(neighbours):
        yield Query(me, (other,), Which(Variable("?o"), Desire(other, Variable("?o"))))
        for unit in position.units_of(other):
            yield Query(me, (other,), Which(Variable("?r"), Do(Mto(unit_of(unit), Variable("?r")))))  # type: ignore[arg-type]
        for place in sorted(reach_of(position, other) & set(position.centers_of(me))):
            yield Query(me, (other,), Desire(other, Ent(other, place)))


# ── the judge ───────────────────────────────────────────────────────────────────────────────────


def wrongs_in(game: Record) -> Iterator[tuple[str, str, str]]:
    """List claims about own orders: seat, fault or "", words."""
    for phase in game["phases"]:
        position = position_from_dict(phase)
        if position.phase.kind != "M":
            continue
        given = {as_power(power): [parse_order(each) for each in orders] for power, orders in phase["orders"].items()}
        deals = [_agreement(each) for each in phase.get("deals", ())]
        before: dict[tuple[str, tuple[str, ...]], list[Claim]] = {}
        for term in phase.get("talk", ()):
            said = parse(term, DIPLOMACY)
            told = before.setdefault((said.speaker, said.hearers), [])
            if isinstance(said, Courtesy) and isinstance(said.about, Tpc) and said.about.topic in _CHANGES:
                told.clear()
            for claim in claims_in(said):
                seat = game["seats"][said.speaker]
                wrong = _wrong(said, claim, told, position, given.get(as_power(said.speaker), []), deals)
                if wrong == "not ordered" and not _is_loyal(seat):
                    wrong = ""
                yield seat, wrong, f"game {game['game']} {position.phase}: {term}"
                told.append(claim)


def _agreement(row: Record) -> Agreement:
    powers = tuple(map(as_power, row["powers"]))
    return Agreement(parse_phase(row["made"]), powers, parse_formula(row["deal"], DIPLOMACY))  # type: ignore[arg-type]


def _is_loyal(seat: str) -> bool:
    return PERSONALITIES[seat.partition("=")[2] or "neutral"].loyalty >= _LOYAL


def _wrong(  # noqa: PLR0917 - all that is known of a phase
    said: Utterance,
    claim: Claim,
    told: list[Claim],
    position: Position,
    orders: list[Order],
    deals: list[Agreement],
) -> str:
    me = as_power(said.speaker)
    if claim.so and any(_is_attack(claim, as_power(hearer), position) for hearer in said.hearers):
        return "attack told"
    if claim.so and isinstance(claim.content, Do) and refusal(position, *order_of(claim.content.action)) is not None:
        return "impossible"
    if any(at_odds(claim, old) for old in told):
        return "said otherwise"
    if claim.so and _is_forbidden(me, claim.content, position, deals):
        return "against a promise"
    return "" if _is_ordered(claim, orders, position) is claim.so else "not ordered"


def _is_attack(claim: Claim, hearer: Power, position: Position) -> bool:
    target: Province | None = target_in(claim)
    unit = position.unit_at(target) if target else None
    hit = target is not None and (position.centers.get(target) == hearer or (unit is not None and unit.power == hearer))
    action = claim.content.action if isinstance(claim.content, Do) else None
    helped = action.action.unit.power if isinstance(action, Sup) else None
    helped = claim.content.helped if isinstance(claim.content, Hlp) else helped
    return hit and helped != hearer and getattr(getattr(action, "army", None), "power", None) != hearer


def _is_forbidden(me: Power, content: Formula, position: Position, deals: list[Agreement]) -> bool:
    mine = [deal for deal in deals if me in deal.powers and deal.phase != position.phase]
    promise = Commits((Commit(me, (me,), content),))
    return any(fault.flaw is Flaw.AT_ODDS for fault in faults(promise, (me,), position, standing=mine))


def _is_ordered(claim: Claim, orders: list[Order], position: Position) -> bool:
    if isinstance(claim.content, Do):
        return order_of(claim.content.action)[1] in orders
    return any(keeps(claim.content, order, position) for order in orders)


def _judged(plan: GamePlan) -> list[tuple[str, str, str]]:
    return list(wrongs_in(play(plan)))


def main(given: argparse.Namespace) -> int:
    """Play, print the counts, and return the number of contradictions."""
    plans = [
        GamePlan(
            number, given.seed, seats_of_game(SEATS, number, rotate=True), given.until, 5.0, level=FREE, protocol="talk"
        )
        for number in range(given.games)
    ]
    counts: Counter[str] = Counter()
    with ProcessPoolExecutor(given.jobs) as pool:
        for number, game in enumerate(pool.map(_judged, plans), start=1):
            shown = [f"{wrong}: {text}" for _, wrong, text in game if wrong and counts[wrong] < given.listed]
            counts.update(wrong for _, wrong, _ in game)
            print(*shown, f"{number} games, {counts.total()} things said about one's own orders", sep="\n", flush=True)
    for kind in KINDS:
        print(f"{kind:20}{counts[kind]:6}")
    return sum(counts[kind] for kind in KINDS[:-1])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", type=int, nargs="?", default=7)
    parser.add_argument("--until", type=int, default=1904, metavar="YEAR", help="last year to be played (1904)")
    parser.add_argument("--seed", type=int, default=2026, metavar="N")
    parser.add_argument("--list", dest="listed", type=int, default=20, metavar="N", help="examples shown (20)")
    parser.add_argument("--jobs", type=int, default=1, metavar="N")
    raise SystemExit(bool(main(parser.parse_args())))
