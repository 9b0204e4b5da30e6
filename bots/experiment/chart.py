"""Chart of games won by negotiators and mutes (Fabregues 2012, 6.17)."""

from collections.abc import Iterable, Sequence
from typing import Final

from bots.experiment.design import SESSIONS
from bots.experiment.diptools.drawing import draw
from bots.experiment.diptools.tables import Cell, ChartData, Subject
from bots.experiment.results import Session

__all__ = ["draw_chart", "shares_won"]

_KINDS: Final = ("negotiators", "mutes")
_X: Final = "negotiators among the seven players"


def draw_chart(sessions: Sequence[Session], title: str, subtitle: str) -> str:
    """SVG text. sessions: one for each number of negotiators there are games of, in order.

    Raises PackageMissingError where charts cannot be drawn.
    """
    return draw(shares_won(sessions, f"{title}: games won, in percent. {subtitle}"))


def shares_won(sessions: Sequence[Session], title: str) -> ChartData:
    """Percent of games won by each kind, beside those of equal players."""
    won = [f"won by {kind}" for kind in _KINDS]
    equal = [f"{kind}, if all were equal" for kind in _KINDS]
    cells = [cell for session in sessions for cell in _cells(session, won, equal)]
    return ChartData(title, _X, tuple(map(str, SESSIONS)), (*won, *equal), tuple(cells))


def _cells(session: Session, won: Sequence[str], equal: Sequence[str]) -> Iterable[Cell]:
    low, high = session.interval
    shares = ((session.won, low, high, session.expected), (1 - session.won, 1 - high, 1 - low, 1 - session.expected))
    for at, (share, least, most, expected) in enumerate(shares):
        ends = (100 * least, 100 * most)
        yield Cell(
            session.name, won[at], Subject(_KINDS[at], None), 100 * share, *ends, session.games, share * session.games
        )
        yield Cell(session.name, equal[at], Subject(equal[at], None), 100 * expected, None, None, session.games, 0)
