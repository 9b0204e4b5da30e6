"""Figures of games as one table for pandas, polars or R: a row for each player of each game, as a Parquet file."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

import numpy as np

from adjudication.powers import POWERS
from bots.experiment.figures import PAIRS, Figures
from bots.experiment.file.declaration import GAMES_OF_A_SESSION, VARIABLES, Declaration
from bots.experiment.packages import load

__all__ = ["COLUMNS", "write_parquet"]

COLUMNS: Final = {
    "experiment": "its name",
    "session": "the session's name",
    "number": "the game's number in the log",
    "game": "the game's number in its session, from 1",
    "seed": "the experiment's",
    "edition": "the rulebook",
    "level": "the highest level of L that may be spoken",
    "protocol": "who may say what when",
    "last_year": "the game's last year, if nobody won before",
    "years": "how many were begun",
    "power": "the player's power, three letters",
    "player": "the label of the player's bot",
    "bot": "the bot itself, with its parameters",
    "winner": "who won outright; missing where nobody did",
}
"""Columns besides figures. Figures of two players are named as `attacks_FRA`: of this player on France."""

_TEXTS: Final = ("experiment", "session", "edition", "protocol", "power", "player", "bot", "winner")
_SHARES: Final = ("first",)


def write_parquet(declaration: Declaration, games: Iterable[Figures], path: Path) -> None:
    """Write the table. Raises PackageMissingError where duckdb is not installed."""
    duckdb = load("duckdb")
    columns: dict[str, list[Any]] = {name: [] for name in (*COLUMNS, *VARIABLES)}
    pairs = [(kind, other, f"{kind}_{other}") for kind in PAIRS for other in POWERS]
    columns |= {name: [] for _, _, name in pairs}
    sessions = {session.name: session for session in declaration.sessions}
    for game in games:
        playing = sessions[game.session].playing
        for power in POWERS:
            label = game.players[power]
            row = {
                "experiment": declaration.name,
                "session": game.session,
                "number": game.number,
                "game": game.number % GAMES_OF_A_SESSION + 1,
                "seed": declaration.seed,
                "edition": playing.edition,
                "level": playing.press_level,
                "protocol": playing.press_protocol,
                "last_year": playing.last_year,
                "years": game.years,
                "power": power,
                "player": label,
                "bot": declaration.bots.get(label, label),
                "winner": game.winner,
            }
            for name, value in row.items():
                columns[name].append(value)
            for name in VARIABLES:
                columns[name].append(game.value(power, name))
            for kind, other, name in pairs:
                columns[name].append(game.between.get(f"{power} {other}", {}).get(kind, 0))
    with duckdb.connect() as table:
        table.register("players", {name: _column(name, values) for name, values in columns.items()})
        table.table("players").write_parquet(str(path), compression="zstd")


def _column(name: str, values: list[Any]) -> Any:
    """Numbers of a column; of objects where an earlier version counted some games without them."""
    return np.array(values, object if None in values else _type_of(name))


def _type_of(name: str) -> Any:
    if name in _TEXTS:
        return object
    if name in _SHARES:
        return np.float64
    return np.int64 if name == "seed" else np.int32
