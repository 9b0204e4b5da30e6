"""Chart of games won by negotiators and mutes (Fabregues 2012, 6.17)."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Final

from bots.experiment.design import SESSIONS
from bots.experiment.diptools.drawing import draw
from bots.experiment.diptools.tables import Cell, ChartData, Subject
from bots.experiment.figures import Counts, Figures
from bots.experiment.file.declaration import Declaration
from bots.experiment.results import Result, Session, sessions_of

__all__ = ["draw_chart", "shares_won", "titles_of", "won_by_number"]

_KINDS: Final = ("negotiators", "mutes")
_X: Final = "negotiators among the seven players"


_DASHES: Final[Mapping[str, Sequence[int]]] = {"negotiators": (9, 5), "mutes": (2, 4)}
"""Dashed and dotted, as in the thesis; continuous is what would be expected."""


def won_by_number(declaration: Declaration, games: Iterable[Figures]) -> dict[str, list[Session]]:
    """Sessions by number of seats, for each label with a table.

    A label that a test is about has a table if all sessions in which it sits beside others have the same one other
    label, and no two as many seats of it. Of two labels that share their sessions the first tested has the table.
    """
    played, found = list(games), dict[str, list[Session]]()
    shown: set[frozenset[str]] = set()
    for label in dict.fromkeys(test.of for test in declaration.tests):
        labels = {other for session in declaration.sessions if session.is_mixed(label) for other in session.seats}
        seats = {each.name: each.seats_of(label) for each in declaration.sessions if set(each.seats) <= labels}
        if len(labels) != 2 or len(set(seats.values())) < len(seats) or frozenset(seats) in shown:
            continue
        shown.add(frozenset(seats))
        theirs = (game for game in played if game.session in seats)
        if sessions := sessions_of(_result(game, seats[game.session], label) for game in theirs):
            found[label] = sessions
    return found


def titles_of(declaration: Declaration) -> tuple[str, str]:
    """Title and subtitle of its chart."""
    return declaration.name, f"Seed {declaration.seed}"


def _result(game: Figures, seats: int, label: str) -> Result:
    theirs = [counts for power, counts in game.of.items() if game.players[power] == label]
    others = [counts for power, counts in game.of.items() if game.players[power] != label]
    everybody = [*theirs, *others]

    def total(name: str, of: Iterable[Counts] = everybody) -> int:
        return round(sum(counts.get(name, 0) for counts in of))

    leaders = sum(counts["first"] > 0 for counts in everybody)
    return Result(
        session=seats,
        game=game.number,
        won=Fraction(sum(counts["first"] > 0 for counts in theirs), leaders),
        leaders=leaders,
        solo=game.winner is not None,
        drawn=any(counts.get("drawn", 0) for counts in everybody),
        centers=(total("centers", theirs), total("centers", others)),
        talk={"propose": total("proposals")},
        # Each deal is counted by both who made it.
        deals=total("deals") // 2,
        promises={state: total(state) for state in ("kept", "fulfilled", "standing", "broken", "void")},
        faults=total("faults"),
    )


def draw_chart(sessions: Sequence[Session], title: str, subtitle: str) -> str:
    """SVG text. sessions: one for each number of negotiators there are games of, in order.

    Raises PackageMissingError where charts cannot be drawn.
    """
    dashes = {f"won by {kind}": dash for kind, dash in _DASHES.items()}
    return draw(shares_won(sessions, f"{title}: games won, in percent. {subtitle}"), dashes=dashes)


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
