"""Games for learning on disk: numpy archives of some games each, a row a movement phase."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

import numpy as np
import numpy.typing as npt

from adjudication.batch import Boards
from bots.learning.playing import Played

__all__ = ["Phases", "keep"]

_FIELDS: Final = ("regions", "powers", "fleets", "counts", "owners", "turns", "after", "attackers", "centers", "games")


def keep(path: Path, played: Sequence[Played], first: int) -> None:
    """Write games, numbered from `first`, whole or not at all."""
    parts = {
        field: np.concatenate([getattr(game.boards, field) for game in played])
        for field in ("regions", "powers", "fleets", "counts", "owners", "turns")
    }
    parts |= {
        field: np.concatenate([getattr(game, field) for game in played]) for field in ("after", "attackers", "centers")
    }
    lengths = [len(game.after) for game in played]
    parts["games"] = np.repeat(np.arange(first, first + len(played)), lengths)
    scratch = path.with_suffix(".part")
    with scratch.open("wb") as out:
        np.savez_compressed(out, allow_pickle=False, **parts)
    scratch.rename(path)


@dataclass(frozen=True, eq=False, slots=True)
class Phases:
    """Movement phases of many games, those of a game one after another, as in `Played`. games: whose each is."""

    boards: Boards
    after: npt.NDArray[np.int8]
    attackers: npt.NDArray[np.int8]
    centers: npt.NDArray[np.int8]
    games: npt.NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.games)

    @classmethod
    def read(cls, folder: Path) -> Self:
        """Everything kept in a folder. Raises ValueError when there is nothing."""
        parts: dict[str, list[npt.NDArray[np.generic]]] = {field: [] for field in _FIELDS}
        for number, path in enumerate(sorted(folder.glob("*.npz"))):
            with np.load(path) as kept:
                for field in _FIELDS:
                    parts[field].append(kept[field] if field != "games" else kept[field] + number * 1_000_000)
        if not parts["games"]:
            raise ValueError(f"'{folder}' has no games; play some first: python -m bots.learning play --out {folder}")
        whole = {field: np.concatenate(each) for field, each in parts.items()}
        boards = Boards(*(whole[field] for field in ("regions", "powers", "fleets", "counts", "owners", "turns")))
        return cls(boards, whole["after"], whole["attackers"], whole["centers"], whole["games"])
