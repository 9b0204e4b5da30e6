"""Playing the games that a log does not hold yet, on all cores."""

from collections.abc import Callable, Hashable, Sequence

from tqdm import tqdm

from bots.arena.game import GamePlan, Record
from bots.arena.tournament import play_all
from bots.experiment.log import Log

__all__ = ["play_missing"]


def play_missing(
    log: Log,
    wanted: Sequence[GamePlan],
    take: Callable[[Record], None],
    jobs: int,
    *,
    quiet: bool,
    record_as: Callable[[Record], Record] = lambda record: record,
) -> bool:
    """Give every game of the log to `take`, play those of `wanted` it does not hold, and add and give them as well.

    record_as: makes of what the arena recorded what is logged.

    Returns whether all that are wanted are in the log: False after Ctrl-C, with every finished game on disk.
    """
    there: set[Hashable] = set()
    for record in log.games():
        there.add((record["game"], frozenset(record["seats"].items())))
        take(record)
    missing = [plan for plan in wanted if (plan.number, frozenset(plan.seats.items())) not in there]
    done = len(wanted) - len(missing)
    try:
        with (
            play_all(missing, jobs) as played,
            tqdm(total=len(wanted), initial=done, unit="game", ncols=80, smoothing=0.05, disable=quiet) as bar,
        ):
            for record in map(record_as, played):
                log.add(record)
                take(record)
                bar.update()
    except KeyboardInterrupt:
        return False
    return True
