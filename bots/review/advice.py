"""Reduce other orders to those that matter."""

from collections.abc import Callable, Collection, Mapping

from bots.review.played import Played

__all__ = ["fewest"]


def fewest(
    played: Played,
    changes: Mapping[int, int],
    is_good: Callable[[Mapping[int, int]], bool],
    bound: Collection[int] = (),
) -> dict[int, int]:
    """Leave out changes without which the orders are still good.

    Where the order given will not do, holding is tried. So a support of what no unit does, and a move that must fail,
    become a hold unless they matter.

    changes: code by column. bound: columns that may not keep the order given.
    """
    kept = dict(changes)
    while True:
        before = dict(kept)
        for column in sorted(before):
            simpler = []
            if column not in bound:
                simpler.append({other: code for other, code in kept.items() if other != column})
            hold = int(played.movement.legal.of(column)[0])
            if kept[column] != hold and played.given[0, column] != hold and not played.pledges.barred_of(column)[0]:
                simpler.append({**kept, column: hold})
            kept = next((each for each in simpler if is_good(each)), kept)
        if kept == before:
            return kept
