"""`python -m bots.experiment.alone`: one bot alone among six of another; how strong each is, and how it behaves.

Every pairing plays the same games: the seat of the one goes round the powers, and game i has the same chance in all of
them. With `--alone` the personalities of a bot, the table compares them among the same others.
"""

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any, Final, TypeAlias

from adjudication.powers import POWERS, Power
from bots.arena.arguments import INTERRUPTED, add_game_options, at_least
from bots.arena.game import GamePlan, Record
from bots.arena.seats import BadSeatsError, agent_called
from bots.experiment.behaviour import Conduct, conduct_of
from bots.experiment.log import Log, LogError
from bots.experiment.results import NO_VALUE, Mean
from bots.experiment.running import play_missing
from bots.experiment.statistics import wilson
from bots.registry import BOTS

__all__ = ["Pairing", "format_conduct", "format_powers", "format_strength", "main", "plans_of", "play_pairings"]

Pairing: TypeAlias = tuple[str, str]
"""The bot that is alone, and the one its six others are."""

Games: TypeAlias = Mapping[tuple[str, ...], Sequence[Conduct]]
"""A bot's conduct in each of its games: by pairing, or by the key of another table's lines."""

_PAIRING: Final = ("alone", "among six")


def plans_of(pairings: Iterable[Pairing], games: int, **settings: Any) -> Iterator[GamePlan]:
    """The first game of every pairing, then the second of every one, …; settings: the other fields of GamePlan."""
    chosen = list(dict.fromkeys(pairings))
    for number in range(games):
        seat = _seat(number)
        for alone, others in chosen:
            seats = {power: alone if power == seat else others for power in POWERS}
            yield GamePlan(number=number, seats=seats, **settings)


def play_pairings(
    folder: Path, pairings: Sequence[Pairing], games: int, settings: Mapping[str, Any], jobs: int, *, quiet: bool
) -> tuple[dict[tuple[str, ...], list[Conduct]], bool]:
    """Play every pairing: the lone bot's conduct, and whether all were played.

    False after Ctrl-C.

    Games in the folder's log are not played again. Raises BadSeatsError, LogError.
    """
    for name in {name for pairing in pairings for name in pairing}:
        agent_called(name)
    found: dict[tuple[str, ...], list[Conduct]] = {pairing: [] for pairing in pairings}

    def take(record: Record) -> None:
        seat = _seat(record["game"])
        pairing = record["seats"][seat], next(record["seats"][power] for power in POWERS if power != seat)
        found.setdefault(pairing, []).append(conduct_of(seat, record))

    with Log(folder, settings) as log:
        finished = play_missing(log, list(plans_of(pairings, games, **settings)), take, jobs, quiet=quiet)
    return {pairing: conducts for pairing, conducts in found.items() if conducts}, finished


def format_strength(games: Games) -> str:
    """Table of centers, shares of games, and faults."""
    return _table(games, _STRENGTH, _PAIRING)


def format_conduct(games: Games, names: Sequence[str] = _PAIRING) -> str:
    """Table of proposals, promises, attacks and pardons.

    Means per game, unless the heading says otherwise. Shares of promises and attacks have 95 % intervals as if these
    were independent; those of one game are not, so the truth is wider. A share of nothing is a dash, as a note says.

    names: what the lines are named by.
    """
    table = _table(games, _CONDUCT, names)
    return f"{table}\n{_NOTHING}" if NO_VALUE in table else table


def format_powers(games: Games) -> str:
    """The lone bot's centers and share of solos with each power."""
    table = _table(games, [(power, _centers_with(power)) for power in POWERS], _PAIRING)
    return f"{table}\n{NO_VALUE}: no game was played with this power." if NO_VALUE in table else table


_Column: TypeAlias = tuple[str, Callable[[Sequence[Conduct]], str]]


def _mean(of: Callable[[Conduct], float]) -> Callable[[Sequence[Conduct]], str]:
    return lambda games: f"{fmean(map(of, games)):.1f}"


def _share(of: Callable[[Conduct], int], among: Callable[[Conduct], int]) -> Callable[[Sequence[Conduct]], str]:
    """Share of all promises, attacks or games, with Wilson's interval."""

    def text(games: Sequence[Conduct]) -> str:
        hits, whole = sum(map(of, games)), sum(map(among, games))
        return "{:.0%} ({:.0%} to {:.0%})".format(hits / whole, *wilson(hits, whole)) if whole else NO_VALUE

    return text


def _centers(games: Sequence[Conduct]) -> str:
    mean = Mean.of([game.centers for game in games])
    return f"{mean.value:.2f} ± {mean.error:.2f}"


def _centers_with(power: Power) -> Callable[[Sequence[Conduct]], str]:
    def text(games: Sequence[Conduct]) -> str:
        played = [game for game in games if game.power == power]
        return f"{_centers(played)}, {_share(lambda game: game.solo, _one)(played)}" if played else NO_VALUE

    return text


def _one(_game: Conduct) -> int:
    return 1


_STRENGTH: Final[Sequence[_Column]] = (
    ("games", lambda games: str(len(games))),
    ("centers", _centers),
    ("most", _share(lambda game: game.most, _one)),
    ("solo", _share(lambda game: game.solo, _one)),
    ("faults", lambda games: str(sum(game.faults for game in games))),
)
_CONDUCT: Final[Sequence[_Column]] = (
    ("games", lambda games: str(len(games))),
    ("centers", _centers),
    ("proposals", _mean(lambda game: game.proposals)),
    ("deals", _mean(lambda game: game.deals)),
    ("kept to the end", _mean(lambda game: game.fulfilled)),
    ("still standing", _mean(lambda game: game.standing)),
    ("broken", _mean(lambda game: game.broken)),
    ("kept, of all", _share(lambda game: game.kept, lambda game: game.kept + game.broken)),
    ("attacks a turn", lambda games: f"{_sum(games, 'attacks') / max(1, _sum(games, 'turns')):.2f}"),
    ("on partners", _share(lambda game: game.on_partners, lambda game: game.attacks)),
    ("helped", _mean(lambda game: game.helped)),
    ("betrayed", _mean(lambda game: game.betrayals)),
    ("forgiven", _share(lambda game: game.forgiven, lambda game: game.betrayals)),
)
_NOTHING: Final = f"{NO_VALUE}: a share of nothing: no promise that was kept or broken, no attack, or no betrayal."


def _sum(games: Iterable[Conduct], field: str) -> int:
    return sum(getattr(game, field) for game in games)


def _table(games: Games, columns: Sequence[_Column], names: Sequence[str]) -> str:
    rows = [[*names, *(heading for heading, _ in columns)]]
    rows += [[*named, *(text(found) for _, text in columns)] for named, found in games.items()]
    widths = [max(map(len, cells)) for cells in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if at < len(names) else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )


def _seat(number: int) -> Power:
    return POWERS[number % len(POWERS)]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command.

    Returns the exit code; bad arguments leave through argparse with code 2.
    """
    parser = _parser()
    options = parser.parse_args(arguments)
    settings = {name: getattr(options, name) for name in ("seed", "until", "seconds", "rulebook", "level", "protocol")}
    pairings = [(alone, others) for alone in options.alone for others in options.among]
    try:
        games, finished = play_pairings(
            options.out, pairings, options.games, settings, options.jobs, quiet=options.quiet
        )
    except (BadSeatsError, LogError) as problem:
        parser.error(str(problem))
    if games:
        text = "\n\n".join(form(games) for form in (format_strength, format_powers, format_conduct))
        (options.out / "table.txt").write_text(text + "\n", encoding="utf-8")
        print(text)
    if not finished:
        print("Stopped; the same command goes on from here.", file=sys.stderr)
        return INTERRUPTED
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m bots.experiment.alone",
        description="Play games with one bot alone among six of another, its seat going round the powers, and say how "
        "strong it is and how it behaves.",
        epilog=f"Bots: {', '.join(BOTS)}; a bot of your own is written package.module:Class. "
        "Ctrl-C keeps every finished game; the same command goes on.",
    )
    parser.add_argument("--alone", type=_names, required=True, metavar="BOT[,BOT...]", help="bots that are alone")
    parser.add_argument("--among", type=_names, required=True, metavar="BOT[,BOT...]", help="what the six others are")
    parser.add_argument("--games", type=at_least(1), default=14, metavar="N", help="games of each pairing (14)")
    parser.add_argument(
        "--out", type=Path, required=True, metavar="DIR", help="folder for games and table; played on if it exists"
    )
    add_game_options(parser)
    return parser


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(","))


if __name__ == "__main__":
    sys.exit(main())
