"""The picture on the home page: a letter and its answer over a board of a game that ended here, or made up."""

import re
from dataclasses import dataclass
from functools import cache as once
from typing import Final

from django.core.cache import cache

from adjudication.engine import adjudicate
from adjudication.notation import parse_order
from adjudication.outcomes import Outcome
from adjudication.position import Position, position_from_dict
from adjudication.powers import POWER_NAMES, Power, as_power
from dipgame.games import convert, queries
from dipgame.games.models import Game, Message
from frontend.board import Scene, render_board
from frontend.words import listed

__all__ = ["Letter", "Picture", "picture"]


@dataclass(frozen=True, slots=True)
class Letter:
    """What one power wrote to another."""

    power: Power
    name: str
    to: str
    text: str


@dataclass(frozen=True, slots=True)
class Picture:
    """A board with the orders just opened, and a letter and its answer. `game` is None when both are made up."""

    svg: str
    turn: str
    letters: tuple[Letter, ...]
    game: Game | None


def picture() -> Picture:
    """What the home page shows now: bots of the last finished game in which one answered another, else a made-up
    board. Nothing of a running game, whose talk is private, and nothing that people wrote. Looked for and drawn once
    in a few minutes, whoever asks."""
    return cache.get_or_set("home-picture", _picture, _KEPT) or _picture()


def _picture() -> Picture:
    for game in queries.finished_games()[:_GAMES_LOOKED_AT]:
        answer = queries.last_exchange(game, _LONGEST_LETTER)
        if answer is not None and answer.reply_to is not None:
            phase = answer.phase
            letters = (_letter(answer.reply_to), _letter(answer))
            return _draw(convert.position_of(phase), convert.outcomes_of(phase), letters, game)
    return _made_up()


def _letter(message: Message) -> Letter:
    speaker = convert.power_of(message.speaker)
    to = [POWER_NAMES[as_power(power)] for power in message.powers if power != speaker]
    return Letter(
        speaker, POWER_NAMES[speaker], listed(to) if len(to) < len(POWER_NAMES) - 1 else "everybody", message.text
    )


def _draw(position: Position, outcomes: tuple[Outcome, ...], letters: tuple[Letter, ...], game: Game | None) -> Picture:
    scene = Scene(position, outcomes=outcomes, title=f"Orders of {position.phase.turn}, opened")
    svg = re.sub(
        r'viewBox="[^"]*"', f'viewBox="{_CROP}" preserveAspectRatio="xMidYMid slice"', render_board(scene), count=1
    )
    return Picture(svg, position.phase.turn, letters, game)


_KEPT: Final = 300
"""Seconds."""

_GAMES_LOOKED_AT: Final = 5
_LONGEST_LETTER: Final = 140
"""Letters; more would cover the board."""

_CROP: Final = "318 420 1010 832"
"""The middle of the map, in its own units: from Ireland to the Bosporus."""

_LETTERS: Final = (
    Letter("GER", "Germany", "France", "Munich went to Burgundy. I said it would, if you let England into Belgium."),
    Letter("FRA", "France", "Germany", "Fair. Shall we take Belgium together?"),
)

_UNITS: Final = [
    *("AUS A VIE", "AUS A BUD", "AUS A TRI", "AUS A SER", "AUS F GRE"),
    *("ENG F NTH", "ENG F ECH", "ENG A BEL", "ENG A EDI"),
    *("FRA A BUR", "FRA A PAR", "FRA F BRE", "FRA A MAR", "FRA F GOL"),
    *("GER A MUN", "GER A RUH", "GER F DEN", "GER A HOL", "GER F KIE"),
    *("ITA A TYR", "ITA A ROM", "ITA F TYS", "ITA F ION"),
    *("RUS A WAR", "RUS A UKR", "RUS F SWE", "RUS F RUM"),
    *("TUR A BUL", "TUR A CON", "TUR F SMY"),
]
_CENTERS: Final = {
    "AUS": ["VIE", "BUD", "TRI", "SER", "GRE"],
    "ENG": ["LON", "EDI", "LVP", "BEL"],
    "FRA": ["PAR", "BRE", "MAR", "SPA", "POR"],
    "GER": ["BER", "MUN", "KIE", "DEN", "HOL"],
    "ITA": ["ROM", "VEN", "NAP", "TUN"],
    "RUS": ["WAR", "MOS", "SEV", "STP", "SWE", "RUM"],
    "TUR": ["CON", "ANK", "SMY", "BUL"],
}
_ORDERS: Final[dict[Power, tuple[str, ...]]] = {
    "AUS": ("A VIE - GAL", "A BUD H", "A TRI H", "A SER S F GRE - BUL", "F GRE - BUL/SC"),
    "ENG": ("F NTH C A EDI - NWY", "A EDI - NWY", "F ECH S A BEL", "A BEL H"),
    "FRA": ("A BUR H", "A PAR H", "F BRE - MAO", "A MAR - PIE", "F GOL H"),
    "GER": ("A MUN - BUR", "A RUH S A MUN - BUR", "F DEN H", "A HOL H", "F KIE - HEL"),
    "ITA": ("A TYR H", "A ROM - VEN", "F TYS - ION", "F ION - ADR"),
    "RUS": ("A WAR - GAL", "A UKR H", "F SWE H", "F RUM S A BUL"),
    "TUR": ("A BUL H", "A CON S A BUL", "F SMY - AEG"),
}


@once
def _made_up() -> Picture:
    """A spring in the middle of a game; the rules decide what becomes of it, as everywhere."""
    position = position_from_dict({"phase": "S1903M", "units": _UNITS, "centers": _CENTERS})
    orders = {power: [parse_order(text, "M", position) for text in texts] for power, texts in _ORDERS.items()}
    return _draw(position, adjudicate(position, orders).outcomes, _LETTERS, None)
