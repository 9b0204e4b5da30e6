"""Standing of a table: ratings, style, and pairs."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import permutations

import msgspec

from bots.ladder.played import STYLE, Played
from bots.ladder.rating import rate
from bots.ladder.rounds import Settings

__all__ = ["Row", "Standing", "format_standing", "read_standing", "standing_of", "without", "write_standing"]


@dataclass(frozen=True, slots=True)
class Row:
    """An entrant.

    rating: in points; a beginner has 25. width: the true one is within so many points with 95 %. first: share of games
    it came first in, alone or with others. centers: mean at the end. kept: share of its promises that it did not break,
    of those that were not void. attacks: moves to a foreign unit or center, for each of its turns. on_partners: share
    of these on a power it had a deal with. forgiven: share of others' broken promises after which it made a deal with
    the breaker again. deals: made, a game. None: there was nothing to count.
    """

    bot: str
    rating: float
    width: float
    games: int
    first: float
    centers: float
    deals: float
    kept: float | None
    attacks: float | None
    on_partners: float | None
    forgiven: float | None


@dataclass(frozen=True, slots=True)
class Standing:
    """A table of the ladder.

    rows: the best first. shares_ahead: of each row's bot against each, in the order of the rows, the share of their
    games in which it ended ahead, equal places counting half; None for bots that have not met. met: number of games.
    """

    table: str
    seed: int
    until: int
    seconds: float
    games: int
    rounds: int
    faults: int
    rows: tuple[Row, ...]
    shares_ahead: tuple[tuple[float | None, ...], ...]
    met: tuple[tuple[int, ...], ...]


def standing_of(settings: Settings, games: Sequence[Played]) -> Standing:
    """The table after these games."""
    ratings = rate(games)
    order = sorted(ratings, key=lambda name: (-ratings[name].mu, name))
    counts: dict[str, Counter[str]] = {name: Counter() for name in order}
    met: Counter[tuple[str, str]] = Counter()
    ahead: Counter[tuple[str, str]] = Counter()
    for game in games:
        for name, centers, place, style in zip(game.seats, game.centers, game.places, game.style, strict=True):
            counts[name].update(dict(zip(STYLE, style, strict=True)) | {"centers": centers, "first": int(place == 1)})
        for (one, at), (other, beside) in permutations(zip(game.seats, game.places, strict=True), 2):
            met[one, other] += 1
            ahead[one, other] += 2 * (at < beside) + (at == beside)
    rows = [
        _row(name, round(ratings[name].mu, 2), round(ratings[name].width, 2), ratings[name].games, counts[name])
        for name in order
    ]
    return Standing(
        **settings.as_dict(),
        games=len(games),
        rounds=len({game.round for game in games}),
        faults=sum(game.faults for game in games),
        rows=tuple(rows),
        shares_ahead=tuple(tuple(_share(ahead[one, other] / 2, met[one, other]) for other in order) for one in order),
        met=tuple(tuple(met[one, other] for other in order) for one in order),
    )


def without(standing: Standing, gone: Collection[str]) -> Standing:
    """A table without these bots; the ratings of the others stay."""
    kept = [at for at, row in enumerate(standing.rows) if row.bot not in gone]
    return replace(
        standing,
        rows=tuple(standing.rows[at] for at in kept),
        shares_ahead=tuple(tuple(standing.shares_ahead[at][other] for other in kept) for at in kept),
        met=tuple(tuple(standing.met[at][other] for other in kept) for at in kept),
    )


def _row(name: str, rating: float, width: float, games: int, counts: Counter[str]) -> Row:
    kept = counts["fulfilled"] + counts["standing"]
    return Row(
        name,
        rating,
        width,
        games,
        first=round(counts["first"] / games, 3),
        centers=round(counts["centers"] / games, 2),
        deals=round(counts["deals"] / games, 2),
        kept=_share(kept, kept + counts["broken"]),
        attacks=_share(counts["attacks"], counts["turns"]),
        on_partners=_share(counts["on_partners"], counts["attacks"]),
        forgiven=_share(counts["forgiven"], counts["betrayals"]),
    )


def _share(part: float, of: float) -> float | None:
    return round(part / of, 3) if of else None


def write_standing(standing: Standing) -> bytes:
    """A table as JSON."""
    return msgspec.json.encode(standing) + b"\n"


def read_standing(text: bytes) -> Standing:
    """Read what `write_standing` wrote. Raises msgspec.ValidationError."""
    return msgspec.json.decode(text, type=Standing)


def format_standing(standing: Standing) -> str:
    """A table as text for a terminal."""
    head = f"{'bot':<28}{'rating':>8}{'±':>6}{'games':>7}{'first':>7}{'centers':>9}{'kept':>7}{'deals':>7}"
    lines = [
        f"{row.bot:<28}{row.rating:>8.1f}{row.width:>6.1f}{row.games:>7}{row.first:>7.0%}{row.centers:>9.1f}"
        f"{_percent(row.kept):>7}{row.deals:>7.1f}"
        for row in standing.rows
    ]
    faults = f"{standing.games} games, {standing.faults} faults of bots: late, illegal, crashed"
    return "\n".join([head, *lines, faults])


def _percent(value: float | None) -> str:
    return "-" if value is None else f"{value:.0%}"
