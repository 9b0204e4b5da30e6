"""Self-play with talk, all characters at the table: how many of the proposals make no sense, and which.

    python -m bench.sense [GAMES] [--until YEAR] [--list N]
    python -m bench.sense --log games.jsonl.gz

The second looks at games that were played already: logs of the arena or of experiments.

What is said is looked at by a judge of its own, that shares nothing with `negotiation.sense` but the board: promised
orders are carried out by the adjudicator, and what they do to those who agree is read off the next position.
"""

import argparse
import gzip
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from adjudication.board import STANDARD, Province, province_of
from adjudication.engine import adjudicate
from adjudication.options import legal_orders
from adjudication.orders import Convoy, Hold, Move, Order, Support
from adjudication.outcomes import Outcome
from adjudication.position import Position, position_from_dict
from adjudication.powers import Power, as_power
from adjudication.reasons import Reason
from bots.arena.game import GamePlan, Record
from bots.arena.seats import seats_of_game
from bots.arena.tournament import available_cores, play_all
from negotiation.diplomacy import DIPLOMACY, Aly, Dmz, Ent, Hlp, Pce, Scd, order_of
from negotiation.levels import FREE
from negotiation.parser import parse
from negotiation.printer import format_formula
from negotiation.terms import Accept, Agree, And, Commits, Deal, Do, Formula, Inform, Propose

_FAST: Final = "bots.hana.variants:Fast"
SEATS: Final = tuple(
    _FAST + name for name in ("Neutral", "Talker", "Opportunist", "Cautious", "Vengeful", "Diplomat", "Neutral")
)
MOST_PARTS: Final = 3


@dataclass(frozen=True)
class Offer:
    """A deal that was proposed, or promised unasked, and what was in force between those it was said to.

    before: deals made in this phase before, or in force from earlier ones, by their powers.
    """

    game: int
    position: Position
    text: str
    deal: Deal
    among: tuple[Power, ...]
    speaker: Power
    before: tuple[tuple[tuple[Power, ...], Deal], ...]

    @property
    def known(self) -> list[tuple[tuple[Power, ...], Deal]]:
        """Earlier deals the speaker knows."""
        return [(among, deal) for among, deal in self.before if self.speaker in among]


def offers_of(game: Record) -> Iterator[Offer]:
    """Everything that was proposed in a game, agreed to, or promised unasked, and what was in force when it was."""
    standing: list[tuple[tuple[Power, ...], Deal]] = []
    for phase in game["phases"]:
        position, made = position_from_dict(phase), list(standing)
        agreed: dict[tuple[tuple[Power, ...], Deal], set[str]] = {}
        for text in phase.get("talk", ()):
            said = parse(text, DIPLOMACY)
            among = tuple(as_power(power) for power in sorted({said.speaker, *said.hearers}))
            deal = _deal_in(said)
            if deal is None:
                continue
            yield Offer(game["game"], position, text, deal, among, as_power(said.speaker), tuple(made))
            yes = agreed.setdefault((among, deal), set())
            yes.add(said.speaker)
            if isinstance(said, Inform) or yes == set(among):
                made.append((among, deal))
        broken = {
            (tuple(each["powers"]), each["content"]) for each in phase.get("promises", ()) if each["state"] == "broken"
        }
        standing = [
            (among, lasting)
            for among, deal in made
            if not any((among, format_formula(content, DIPLOMACY)) in broken for _, content in contents(deal))
            and (lasting := _what_lasts(deal)) is not None
        ]


def _deal_in(said: object) -> Deal | None:
    match said:
        case Propose(deal=deal) | Accept(deal=deal):
            return deal
        case Inform(speaker, _, Commits(items) as promise) if all(each.agent == speaker for each in items):
            return promise
        case _:
            return None


def contents(deal: Deal) -> list[tuple[Power | None, Formula]]:
    """Promises with their owners; None for what all agree on."""
    sides = [(None, deal.content)] if isinstance(deal, Agree) else [(each.agent, each.content) for each in deal.items]
    return [
        (as_power(agent) if agent else None, part)
        for agent, content in sides
        for part in (content.items if isinstance(content, And) else (content,))
    ]


def _what_lasts(deal: Deal) -> Agree | None:
    lasting = [part for _, part in contents(deal) if isinstance(part, Pce | Aly | Dmz | Scd)]
    if not lasting or not isinstance(deal, Agree):
        return None
    return Agree(deal.agents, lasting[0] if len(lasting) == 1 else And(tuple(lasting)))


# ── the judge ───────────────────────────────────────────────────────────────────────────────────


def wrongs(offer: Offer) -> Iterator[str]:
    """Faults of an offer, in a word or two each."""
    for look in (_too_long, _lasting_wrongs, _unnamed_wrongs, _order_wrongs):
        yield from look(offer)


def _too_long(offer: Offer) -> Iterator[str]:
    if len(contents(offer.deal)) > MOST_PARTS:
        yield "too long"


def _lasting(offers: Sequence[tuple[tuple[Power, ...], Deal]]) -> list[Formula]:
    return [part for _, deal in offers for _, part in contents(deal) if isinstance(part, Pce | Aly | Dmz | Scd)]


def _lasting_wrongs(offer: Offer) -> Iterator[str]:
    own = _lasting([(offer.among, offer.deal)])
    known = [
        (among, part)
        for among, deal in offer.known
        for _, part in contents(deal)
        if isinstance(part, Pce | Aly | Dmz | Scd)
    ]
    for part in own:
        if any(part == old for among, old in known if set(offer.among) <= set(among)):
            yield "already agreed"
        match part:
            case Pce(powers):
                if any(isinstance(old, Pce | Aly) and set(powers) <= set(old.powers) for _, old in known):
                    yield "already agreed"
                pacts = [old for _, old in known if isinstance(old, Aly)]
                if any(set(old.powers) & set(powers) and set(old.against) & set(powers) for old in pacts):
                    yield "peace with whom one is allied against"
            case Aly(powers, against):
                for _, old in known:
                    if isinstance(old, Pce | Aly) and set(old.powers) & set(powers) and set(old.powers) & set(against):
                        yield "alliance against a friend"
                if set(against) & set(offer.among):
                    yield "alliance against oneself"
            case Scd(power, centers):
                for center in centers:
                    others = {other for other in offer.among if other != power}
                    if center not in STANDARD.centers:
                        yield "no center"
                    if any(center in STANDARD.homes[other] for other in others):
                        yield "home given"
                    if offer.position.centers.get(center) in others:
                        yield "own center given"
                    if any(isinstance(old, Scd) and old.power != power and center in old.centers for _, old in known):
                        yield "center given to another"
                if all(offer.position.centers.get(center) == power for center in centers):
                    yield "owned already"
            case Dmz(powers, provinces):
                if any(place in STANDARD.homes[each] for place in provinces for each in powers):
                    yield "home kept empty"


def _unnamed_wrongs(offer: Offer) -> Iterator[str]:
    for agent, part in contents(offer.deal):
        match part:
            case Ent(power, province):
                legal = [each for found in legal_orders(offer.position, power).values() for each in found]
                if not any(isinstance(each, Move) and province_of(each.target) == province for each in legal):
                    yield "impossible"
                if any(_belongs(province, other, offer.position) for other in offer.among if other != power):
                    yield "into one's own center"
            case Hlp(power, helped, province):
                legal = [each for found in legal_orders(offer.position, power).values() for each in found]
                if not any(_helps(each, helped, province, offer.position) for each in legal):
                    yield "impossible"
                if any(_belongs(province, other, offer.position) for other in offer.among if other != helped):
                    yield "into one's own center"
            case _:
                continue
        if agent is not None and part.power != agent:
            yield "another's to do"


def _belongs(province: Province, power: Power, position: Position) -> bool:
    return position.centers.get(province) == power or province in STANDARD.homes[power]


def _helps(order: Order, helped: Power, province: Province, position: Position) -> bool:
    if not isinstance(order, Support):
        return False
    unit = position.unit_at(province_of(order.supported))
    aim = province_of(order.target or order.supported)
    return unit is not None and unit.power == helped and aim == province


def _orders(
    agreed: Sequence[tuple[tuple[Power, ...], Deal]], position: Position
) -> list[tuple[Power | None, Power, Order]]:
    """Orders promised for a movement phase: promiser, owner of the unit, order."""
    if position.phase.kind != "M":
        return []
    return [
        (agent, *order_of(part.action))
        for _, deal in agreed
        for agent, part in contents(deal)
        if isinstance(part, Do) and part.time is None
    ]


def _order_wrongs(offer: Offer) -> Iterator[str]:
    position, mine = offer.position, _orders([(offer.among, offer.deal)], offer.position)
    if not mine:
        return
    known = offer.known
    told = [
        order
        for among, deal in known
        if set(offer.among) <= set(among)
        for _, _, order in _orders([(among, deal)], position)
    ]
    before = {_place(order): order for _, _, order in _orders(known, position)}
    if any(agent not in (None, power) or power not in offer.among for agent, power, _ in mine):
        yield "another's to do"
    plan: dict[Province, tuple[Power, Order]] = {}
    for _, power, order in mine:
        place = _place(order)
        if place in plan and plan[place][1] != order:
            yield "two orders for one unit"
        if order in told:
            yield "already agreed"
        if place in before and before[place] != order:
            yield "contradicts another deal"
        plan[place] = power, order
    for among, deal in known:
        for part in _lasting([(among, deal)]):
            bound = {place: given for place, given in plan.items() if given[0] in among}
            yield from _breaks(part, bound, position)
    yield from _played_out(offer, plan, before)


def _breaks(part: Formula, plan: dict[Province, tuple[Power, Order]], position: Position) -> Iterator[str]:
    """Faults of own moves that break a lasting promise."""
    for power, order in plan.values():
        if not isinstance(order, Move):
            continue
        goal = province_of(order.target)
        match part:
            case Dmz(powers, provinces) if power in powers and goal in provinces:
                yield "contradicts another deal"
            case Scd(taker, centers) if power != taker and goal in centers:
                yield "contradicts another deal"
            case Pce(powers) | Aly(powers) if power in powers:
                if any(position.centers.get(goal) == other for other in powers if other != power):
                    yield "contradicts another deal"


def _played_out(
    offer: Offer, plan: dict[Province, tuple[Power, Order]], before: dict[Province, Order]
) -> Iterator[str]:
    """Carry the promised orders out, with those agreed before, all other units holding, and look who suffers."""
    position = offer.position
    orders: dict[Power, list[Order]] = {}
    for place, unit in ((unit.province, unit) for unit in position.units):
        given = plan[place][1] if place in plan else before.get(place, Hold(unit.kind, unit.region))
        orders.setdefault(unit.power, []).append(given)
    strays = [(power, order) for place, (power, order) in plan.items() if position.unit_at(place) is None]
    for power, order in strays:
        orders.setdefault(power, []).append(order)
    done = adjudicate(position, {power: tuple(given) for power, given in orders.items()})
    outcome = {_place(each.order): each for each in done.outcomes}
    for place, (power, order) in plan.items():
        one = outcome.get(place)
        if one is None or one.power != power or one.result == "illegal":
            yield "impossible"
            continue
        if isinstance(order, Support) and one.reason is Reason.SUPPORT_UNMATCHED:
            yield "support for nothing"
        if isinstance(order, Convoy) and one.reason is Reason.CONVOY_UNMATCHED:
            yield "convoy for nothing"
        if isinstance(order, Move) and one.result == "fail" and _is_own_doing(one, offer, plan):
            yield "in each other's way"
        goal = _goal(order)
        taker = power if isinstance(order, Move) else _helped(order, position)
        if goal is not None and any(_belongs(goal, other, position) for other in offer.among if other != taker):
            yield "into one's own center"
    for each in done.next.dislodged:
        if each.unit.power in offer.among and each.origin in plan:
            yield "one's own unit dislodged"


def _place(order: Order) -> Province:
    """Province of the ordered unit; empty for an order without a unit."""
    return province_of(getattr(order, "region", ""))


def _is_own_doing(one: Outcome, offer: Offer, plan: dict[Province, tuple[Power, Order]]) -> bool:
    """True if the promises themselves made the order fail.

    A promised unit stays in the target, moves there too, or comes the other way.
    """
    return bool(one.by) and all(
        place in plan and _goal(plan[place][1]) in (None, _goal(one.order), _place(one.order))
        if not isinstance(plan.get(place, (None, None))[1], Support)
        else True
        for place in one.by
    )


def _goal(order: Order) -> Province | None:
    match order:
        case Move(target=target):
            return province_of(target)
        case Support(target=str(target)) | Convoy(target=target):
            return province_of(target)
        case _:
            return None


def _helped(order: Order, position: Position) -> Power | None:
    ward = province_of(order.supported) if isinstance(order, Support) else getattr(order, "army", None)
    unit = position.unit_at(ward) if ward else None
    return unit.power if unit else None


# ── the command ─────────────────────────────────────────────────────────────────────────────────


def played(games: int, until: int, seed: int, jobs: int) -> Iterator[Record]:
    """Games of all characters, as they end."""
    plans = [
        GamePlan(number, seed, seats_of_game(SEATS, number, rotate=True), until, 5.0, level=FREE, protocol="talk")
        for number in range(games)
    ]
    with play_all(plans, jobs) as records:
        for game in records:
            yield game
            print(f"game {game['game']} is over", flush=True)


def logged(files: Sequence[Path]) -> Iterator[Record]:
    """The games of these logs."""
    for file in files:
        opener = gzip.open if file.suffix == ".gz" else open
        with opener(file, "rt", encoding="utf-8") as lines:
            yield from map(json.loads, lines)


def main(games: Iterable[Record], listed: int) -> int:
    """Print what is wrong with how many proposals. Returns how many."""
    counts: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    examples: list[str] = []
    for game in games:
        kinds["games"] += 1
        for offer in offers_of(game):
            found = sorted(set(wrongs(offer)))
            kind = offer.text.partition("(")[0]
            kinds[kind] += 1
            if found:
                kinds[f"{kind}, senseless"] += 1
                counts.update(found)
                examples.append(f"game {offer.game} {offer.position.phase} {', '.join(found)}: {offer.text}")
    print(*examples[:listed], sep="\n")
    for name, count in (*sorted(kinds.items()), *counts.most_common()):
        print(f"{name:40}{count:8}")
    return sum(counts.values())


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", type=int, nargs="?", default=10)
    parser.add_argument("--until", type=int, default=1906, metavar="YEAR", help="last year to be played (1906)")
    parser.add_argument("--seed", type=int, default=2026, metavar="N")
    parser.add_argument("--list", dest="listed", type=int, default=20, metavar="N", help="examples shown (20)")
    parser.add_argument("--jobs", type=int, default=available_cores(), metavar="N")
    parser.add_argument(
        "--log", type=Path, nargs="+", metavar="FILE", help="games that were played, .jsonl or .jsonl.gz"
    )
    given = parser.parse_args()
    records = logged(given.log) if given.log else played(given.games, given.until, given.seed, given.jobs)
    raise SystemExit(bool(main(records, given.listed)))
