"""The boards that deals are drawn on: positions of games among bots, kept in `boards.json`.

`python -m bench.task_success.boards` plays the games anew and writes the file.
"""

import json
from functools import cache
from pathlib import Path
from typing import Final

from adjudication.position import Position, position_as_dict, position_from_dict
from adjudication.powers import POWERS

__all__ = ["boards"]

_FILE: Final = Path(__file__).parent / "boards.json"
_GAMES: Final = (
    ("dumbbot", 1, ("S1901M", "F1901M", "S1902M", "F1902M", "S1904M", "F1907M")),
    ("dumbbot-thesis", 2, ("S1903M", "F1903M", "F1905M", "S1906M", "S1908M")),
)
"""The bot in all seats, the seed, and the phases that are kept."""


@cache
def boards() -> dict[str, Position]:
    """Phase -> position, oldest first."""
    found = (position_from_dict(each) for each in json.loads(_FILE.read_text(encoding="utf-8")))
    return {str(position.phase): position for position in sorted(found, key=_age)}


def _age(position: Position) -> tuple[int, bool]:
    return position.phase.year, position.phase.season == "F"


def main() -> None:
    """Play the games and keep their phases."""
    from bots.arena.game import GamePlan, play

    kept = []
    for bot, seed, wanted in _GAMES:
        record = play(GamePlan(0, seed, dict.fromkeys(POWERS, bot), until=1908, seconds=5, level=0))
        kept += [position_from_dict(phase) for phase in record["phases"] if phase["phase"] in wanted]
    lines = ",\n".join(json.dumps(position_as_dict(each)) for each in sorted(kept, key=_age))
    _FILE.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
