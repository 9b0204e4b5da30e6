"""The orders that the tests of the browser's modules (`tests/js/`) work with are those that the server offers.

To write the file again: `python -m tests.frontend.game.test_options_for_modules`.
"""

import json
from pathlib import Path
from typing import Final

from adjudication.position import Position, opening
from adjudication.powers import as_power
from adjudication.rulebook import STANDARD_RULES
from frontend.game.options import options_of
from tests.bots.boards import board

MADE: Final = Path(__file__).resolve().parents[2] / "js" / "options.json"
BOARDS: Final[dict[str, tuple[str, Position]]] = {
    "opening": ("FRA", opening()),
    "convoys": ("ENG", board("S1902M", "ENG A LON", "ENG F NTH", "ENG F ECH", "FRA A BEL", "GER F DEN")),
    "coasts": ("FRA", board("F1901M", "FRA F POR", "FRA A MAR", "FRA F MAO")),
    "retreat": ("ITA", board("F1903R", "AUS A VEN", dislodged={"ITA A VEN": ("TRI", ("TUS", "PIE", "APU"))})),
    "builds": ("RUS", board("W1904A", "RUS A WAR", centers={"RUS": "WAR STP MOS SEV"})),
    "removals": ("TUR", board("W1905A", "TUR A BUL", "TUR F AEG", "TUR A CON", centers={"TUR": "CON"})),
}


def offered() -> str:
    """The file as it must be for the server of now."""
    found = {name: options_of(position, as_power(power), STANDARD_RULES) for name, (power, position) in BOARDS.items()}
    return json.dumps(found, indent=1) + "\n"


def test_the_modules_are_tested_with_what_the_server_offers():
    assert MADE.read_text(encoding="utf-8") == offered()


if __name__ == "__main__":
    MADE.write_text(offered(), encoding="utf-8")
