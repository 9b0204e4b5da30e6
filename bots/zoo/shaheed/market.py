"""The market of Shaheed's Diplomat: reliability, IOUs, auctions, lies.

Source: Webb et al. (2008), 2.3.2; Fabregues' thesis, 2.5. Units are resources. Those concerned by a deal meet, and the
best bidder gets it. Supports are paid by IOUs for later ones. The reliability of a power is Laplace's rule of
succession over its agreements; broken ones lower it, and the worth of its IOUs. Honesty is a weight on lies. Rates,
bids and the rule for lies are ours.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from adjudication.board import STANDARD
from adjudication.orders import MovementOrder, Support
from adjudication.position import Position
from adjudication.powers import POWERS, Power
from bots.values import dumbbot_values
from bots.view import LedgerLine
from bots.zoo.thesis.negotiator import Option, options_of
from bots.zoo.thesis.strategy import Plan
from negotiation.compliance import State
from negotiation.diplomacy import Sup
from negotiation.terms import Do

__all__ = ["Bid", "Books", "books_of", "honesty_toward", "lies_pay", "meetings", "reliability"]

RATE: Final = 0.25
"""Worth of one sure IOU, as a part of what an order of the plan is worth on average."""
FUTURE: Final = 4
"""Later deals that a lie puts at stake."""


def reliability(kept: int, agreements: int) -> float:
    """Laplace's rule of succession: the chance that the next agreement is kept."""
    return (kept + 1) / (agreements + 2)


@dataclass(frozen=True, slots=True)
class Books:
    """Accounts with the other powers, from promises that were judged.

    kept, judged: by power, its promises. given, taken: supports given to it and taken from it, each against an IOU.
    """

    kept: Mapping[Power, int]
    judged: Mapping[Power, int]
    given: Mapping[Power, int]
    taken: Mapping[Power, int]

    def reliability(self, power: Power) -> float:
        """Chance that the power keeps its next agreement."""
        return reliability(self.kept.get(power, 0), self.judged.get(power, 0))

    def owed(self, power: Power) -> int:
        """IOUs of the power that are open; negative where it holds mine."""
        return self.given.get(power, 0) - self.taken.get(power, 0)

    def iou(self, power: Power, scale: float) -> float:
        """Worth of the power's next IOU. scale: average worth of an order.

        The more of them are open, the less the next is worth.
        """
        return self.reliability(power) * RATE * scale / (1 + max(0, self.owed(power)))


def books_of(me: Power, ledger: Iterable[LedgerLine]) -> Books:
    """Accounts from the judged promises of a power's deals.

    Void promises do not count.
    """
    kept, judged, given, taken = Counter[Power](), Counter[Power](), Counter[Power](), Counter[Power]()
    for line in ledger:
        if me not in line.powers or line.state not in (State.KEPT, State.BROKEN):
            continue
        if line.agent != me:
            judged[line.agent] += 1
            kept[line.agent] += line.state is State.KEPT
        helped = _helped(line)
        if line.state is State.KEPT and helped is not None:
            if line.agent == me and helped != me:
                given[helped] += 1
            elif line.agent != me and helped == me:
                taken[line.agent] += 1
    return Books(kept, judged, given, taken)


def _helped(line: LedgerLine) -> Power | None:
    action = line.content.action if isinstance(line.content, Do) else None
    return action.action.unit.power if isinstance(action, Sup) else None


@dataclass(frozen=True, slots=True)
class Bid:
    """One power's place in a meeting.

    price: what the support costs it, by its own values. surplus: expected gain of the deal beyond the price.
    """

    option: Option
    price: float
    surplus: float

    @property
    def bidder(self) -> Power:
        """The power that would support."""
        return self.option.partner


def meetings(
    position: Position, power: Power, plan: Plan, books: Books, able: Iterable[Power] = POWERS
) -> list[tuple[MovementOrder, list[Bid]]]:
    """Bids for each order that lacks support, the best first.

    able: powers that may be asked. The order with the best bid comes first. Bids that cost more than they bring are
    left out.
    """
    found: dict[MovementOrder, list[Bid]] = {}
    for option in options_of(position, power, plan, set(able)):
        price = sum(_idle(position, option.partner, support) for support in option.supports)
        surplus = books.reliability(option.partner) * option.relief - price
        if surplus > 0:
            found.setdefault(option.order, []).append(Bid(option, price, surplus))
    for bids in found.values():
        bids.sort(key=lambda bid: (-bid.surplus, bid.bidder, str(bid.option.supports)))
    return sorted(found.items(), key=lambda meeting: -meeting[1][0].surplus)


def _idle(position: Position, power: Power, support: Support) -> float:
    """Price of a supporting unit.

    It is what the unit forgoes, at the rate of an IOU.
    """
    values = dumbbot_values(position, power)
    here = values.worth[support.kind, support.region]
    ways = [values.worth[support.kind, region] for region in STANDARD.borders(support.kind)[support.region]]
    return RATE * max(0.0, max(ways, default=here) - here)


# ── lies ────────────────────────────────────────────────────────────────────────────────────────


def honesty_toward(honesty: float, trusted: float) -> float:
    """Weight of keeping a deal with a power of this reliability.

    It is the honesty itself toward a stranger (one half), nearer to 1 toward the reliable, nearer to 0 toward the
    others; 0 and 1 stay what they are.
    """
    return float(honesty ** (0.5 / trusted))


def lies_pay(honesty: float, trusted: float, gain: float, scale: float, owed: int = 0) -> bool:
    """True if breaking deals with a power pays.

    gain: worth won at once. At stake are the deals to come and the IOUs that the power owes, as far as it can be relied
    on.
    """
    weight = honesty_toward(honesty, trusted)
    stake = trusted * RATE * scale * (FUTURE + max(0, owed))
    return (1 - weight) * gain > weight * stake
