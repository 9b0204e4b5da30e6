"""The picture on the home page: the last orders of a game that runs or ran here, or else a made-up board."""

import re
from dataclasses import dataclass
from functools import cache
from typing import Final

from adjudication.board import province_of
from adjudication.engine import adjudicate
from adjudication.notation import parse_order
from adjudication.orders import Waive
from adjudication.outcomes import Outcome, Reason
from adjudication.position import Position, position_from_dict
from adjudication.powers import POWER_NAMES, Power
from dipgame.games import convert, queries
from dipgame.games.models import Game, GamePhase
from frontend.boardview import Scene, render_board

__all__ = ["Caption", "Picture", "picture"]


@dataclass(frozen=True, slots=True)
class Caption:
    """One thing that happened, in words."""

    power: Power
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Picture:
    """A board with the orders just opened. `game` is None when the board is made up."""

    svg: str
    turn: str
    captions: tuple[Caption, ...]
    game: Game | None

    @property
    def is_live(self) -> bool:
        return self.game is not None and self.game.status == Game.Status.RUNNING


def picture() -> Picture:
    """What the home page shows now."""
    for games in (queries.running_games(), queries.finished_games()):
        phase = (
            GamePhase.objects.filter(game__in=games.values("pk"), name__endswith="M", status=GamePhase.Status.RESOLVED)
            .select_related("game")
            .order_by("-resolved_at")
            .first()
        )
        if phase is not None:
            return _of_phase(phase)
    return _made_up()


def _of_phase(phase: GamePhase) -> Picture:
    return _draw(convert.position_of(phase), convert.outcomes_of(phase), phase.game)


def _draw(position: Position, outcomes: tuple[Outcome, ...], game: Game | None) -> Picture:
    scene = Scene(position, outcomes=outcomes, title=f"Orders of {position.phase.turn}, opened")
    svg = re.sub(
        r'viewBox="[^"]*"', f'viewBox="{_CROP}" preserveAspectRatio="xMidYMid slice"', render_board(scene), count=1
    )
    return Picture(svg, position.phase.turn, _captions(outcomes), game)


def _captions(outcomes: tuple[Outcome, ...]) -> tuple[Caption, ...]:
    """Two sentences worth reading, of two powers: the best tale, then one that met it if there is one."""
    tales = sorted((each for each in outcomes if each.reason in _TALES), key=lambda each: _TALES.index(each.reason))
    if not tales:
        return ()
    first = tales[0]
    others = [each for each in tales if each.power != first.power]
    told = [first, *sorted(others, key=lambda each: not _meet(first, each))[:1]]
    return tuple(Caption(each.power, POWER_NAMES[each.power], each.text) for each in told)


def _meet(one: Outcome, other: Outcome) -> bool:
    """Whether a unit of one had a part in the fate of the other."""
    return _province(one) in other.by or _province(other) in one.by


def _province(outcome: Outcome) -> str:
    return "" if isinstance(outcome.order, Waive) else province_of(outcome.order.region)


_CROP: Final = "318 420 1010 832"
"""The middle of the map, in its own units: from Ireland to the Bosporus."""

_TALES: Final = (Reason.DISLODGED, Reason.SUPPORTED, Reason.BOUNCED, Reason.CUT, Reason.CONVOYED, Reason.MOVED)
"""What is worth a sentence, best first."""

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


@cache
def _made_up() -> Picture:
    """A spring in the middle of a game; the rules decide what becomes of it, as everywhere."""
    position = position_from_dict({"phase": "S1903M", "units": _UNITS, "centers": _CENTERS})
    orders = {power: [parse_order(text, "M", position) for text in texts] for power, texts in _ORDERS.items()}
    return _draw(position, adjudicate(position, orders).outcomes, None)
