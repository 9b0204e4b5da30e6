"""The best compatible set of plans: AND/OR search with branch and bound.

Source: the paper's abstract and its reference 5 (Dechter, Mateescu 2007); its section on the search was not at hand.
Centers are variables; the values of one are its plans, the pairs of which it is the lower center, and nothing. An OR
node tries the values of one variable, those of most worth first. An AND node splits the variables that are left into
parts that share no unit: these are solved apart, and remembered. Ours: the variable with most neighbours comes next,
and the bound is the sum of the best worth of each variable that is left.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from adjudication.board import Province
from bots.zoo.clock import never
from bots.zoo.dbrane.oneshot import DipOrder
from bots.zoo.dbrane.plans import Footprint

__all__ = ["MOST_NODES", "Choice", "Item", "best_set"]

MOST_NODES: Final = 4000
"""Values tried in one search; then the best set so far counts."""
_EPSILON: Final = 1e-9


@dataclass(frozen=True, slots=True)
class Item:
    """A value of a variable: orders for one center, or for two.

    The first center is the variable; a pair has two.
    """

    centers: tuple[Province, ...]
    orders: tuple[DipOrder, ...]
    worth: float


@dataclass(frozen=True, slots=True)
class Choice:
    """Items that go together, and their worth.

    exact: no better set was left unseen.
    """

    items: tuple[Item, ...] = ()
    worth: float = 0.0
    exact: bool = True


def best_set(items: Sequence[Item], is_over: Callable[[], bool] = never, nodes: int = MOST_NODES) -> Choice:
    """The set of compatible items with most worth.

    is_over: true once the best so far has to do.
    """
    useful = sorted((item for item in items if item.worth > 0), key=lambda item: -item.worth)
    tree = _Tree(useful, is_over, nodes)
    chosen, worth = tree.solve((1 << len(useful)) - 1)
    return Choice(tuple(useful[index] for index in _bits(chosen)), worth, tree.exact)


@dataclass
class _Tree:
    items: Sequence[Item]
    is_over: Callable[[], bool]
    nodes: int
    exact: bool = True
    solved: dict[int, tuple[int, float]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Find out which items exclude each other."""
        prints = [Footprint(item.orders) for item in self.items]
        count = len(self.items)
        self.clash = [1 << index for index in range(count)]
        self.of_center: dict[Province, int] = {}
        for index, item in enumerate(self.items):
            variable = item.centers[0]
            self.of_center[variable] = self.of_center.get(variable, 0) | 1 << index
        for one in range(count):
            for other in range(one):
                if set(self.items[one].centers) & set(self.items[other].centers) or prints[one].clashes(prints[other]):
                    self.clash[one] |= 1 << other
                    self.clash[other] |= 1 << one

    def solve(self, free: int) -> tuple[int, float]:
        """The best set among free items: an AND node."""
        chosen, worth = 0, 0.0
        for part in self.parts(free):
            found = self.solved.get(part)
            if found is None:
                found = self.branch(part)
                if self.exact:
                    self.solved[part] = found
            chosen |= found[0]
            worth += found[1]
        return chosen, worth

    def parts(self, free: int) -> list[int]:
        """Free items in parts that exclude nothing of each other."""
        found: list[int] = []
        while free:
            part = edge = free & -free
            free ^= part
            while edge:
                index = (edge & -edge).bit_length() - 1
                edge &= edge - 1
                new = self.clash[index] & free
                free ^= new
                part |= new
                edge |= new
            found.append(part)
        return found

    def branch(self, part: int) -> tuple[int, float]:
        """The best set of one part: an OR node.

        It tries the values of one variable.
        """
        domains = {center: mask & part for center, mask in self.of_center.items() if mask & part}
        best = self.greedy(part)
        if len(domains) == 1 or self.spent():
            return best
        bound = {center: self.worth_of(domain) for center, domain in domains.items()}
        whole = sum(bound.values())
        variable = max(domains, key=lambda center: (self.neighbours(domains[center], part), center))
        rest = whole - bound[variable]
        for index in _bits(domains[variable]):
            worth = self.items[index].worth
            if worth + rest <= best[1] + _EPSILON or self.spent():
                break  # the items of a variable come best first
            left = part & ~self.clash[index]
            if worth + self.bound(left) <= best[1] + _EPSILON:
                continue
            self.nodes -= 1
            chosen, more = self.solve(left)
            if worth + more > best[1] + _EPSILON:
                best = chosen | 1 << index, worth + more
        if rest > best[1] + _EPSILON and not self.spent():
            self.nodes -= 1
            chosen, more = self.solve(part & ~domains[variable])
            if more > best[1] + _EPSILON:
                best = chosen, more
        return best

    def greedy(self, part: int) -> tuple[int, float]:
        """Items of most worth first, as long as they fit.

        The first solution, and the last resort.
        """
        chosen, worth = 0, 0.0
        while part:
            index = (part & -part).bit_length() - 1
            chosen |= 1 << index
            worth += self.items[index].worth
            part &= ~self.clash[index]
        return chosen, worth

    def bound(self, free: int) -> float:
        """An upper bound of the worth of the free items."""
        return sum(self.worth_of(mask & free) for mask in self.of_center.values() if mask & free)

    def worth_of(self, domain: int) -> float:
        """The best worth in a domain: that of its first item."""
        return self.items[(domain & -domain).bit_length() - 1].worth

    def neighbours(self, domain: int, part: int) -> int:
        """Number of items of other variables that this one's values exclude."""
        excluded = 0
        for index in _bits(domain):
            excluded |= self.clash[index]
        return (excluded & part & ~domain).bit_count()

    def spent(self) -> bool:
        """True once nodes or time have run out."""
        if self.nodes <= 0 or self.is_over():
            self.exact = False
        return not self.exact


def _bits(mask: int) -> list[int]:
    found = []
    while mask:
        found.append((mask & -mask).bit_length() - 1)
        mask &= mask - 1
    return found
