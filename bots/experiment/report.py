"""An experiment as one page that needs nothing else: its file, what played it, its tables, charts and tests."""

from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

from adjudication.packed import read_word
from adjudication.position_text import format_position
from bots.experiment.diptools.drawing import draw
from bots.experiment.diptools.tables import of_lines
from bots.experiment.figures import Figures
from bots.experiment.file.declaration import VARIABLES, Declaration
from bots.experiment.hypotheses import Verdict, verdicts_of
from bots.experiment.packages import PackageMissingError
from bots.experiment.results import NO_VALUE
from bots.experiment.summary import Line, chance, left_out_of, lines_of

__all__ = ["report_of"]

_ALWAYS: Final = ("first", "centers")
_CSS: Final = """
body { font: 16px/1.5 Georgia, serif; max-width: 860px; margin: 2em auto; padding: 0 1em; color: #1d1c24; }
table { border-collapse: collapse; font-size: 14px; width: 100%; }
th, td { text-align: left; padding: 4px 10px 4px 0; border-bottom: 1px solid #dcdae2; vertical-align: top; }
pre { font-size: 13px; background: #f5f4f8; padding: 1em; overflow-x: auto; }
svg { max-width: 100%; height: auto; }
.wide { overflow-x: auto; }
td { white-space: nowrap; }
td:first-child, td:only-child, td[colspan] { white-space: normal; min-width: 12em; }
td { overflow-wrap: anywhere; }
pre, h1, p { overflow-wrap: anywhere; }
"""


def report_of(
    declaration: Declaration, text: str, games: Sequence[Figures], version: str, failed: Sequence[tuple[int, str]] = ()
) -> str:
    """The page as HTML. text: the experiment's file. version: of the program that played it. failed: the numbers of
    games that could not be played, and why."""
    lines = list(lines_of(declaration, games))
    tested = dict.fromkeys((*_ALWAYS, *(test.variable for test in declaration.tests)))
    parts = [
        f"<h1>{escape(declaration.name)}</h1><p>{escape(declaration.about)}</p>",
        "<h2>What was played</h2>",
        _table(
            ("", ""),
            [
                ("Games", f"{len(games)} of {declaration.games}"),
                ("Program", version),
                ("Seed", str(declaration.seed)),
                ("Matched", "yes: game i has the same chance in every session" if declaration.matched else "no"),
                ("Start positions", str(len(declaration.positions) or "the opening")),
                ("Faults of bots", str(sum(game.faults for game in games))),
                *((f"Player {label}", bot) for label, bot in declaration.bots.items()),
            ],
        ),
        _failed(failed),
        _tests(declaration, games),
        *(_figure(declaration, lines, variable) for variable in tested if lines),
        "<h2>All figures</h2><p>Means of a player and game; shares of games with their 95 % interval (Wilson). "
        f"{escape(left_out_of(lines))}</p>",
        _table(
            ("Session", "Player", *VARIABLES),
            [(line.session, line.label, *(line.shown(variable) for variable in VARIABLES)) for line in lines],
        ),
        _positions(declaration),
        f"<h2>The file</h2><pre>{escape(text)}</pre>",
    ]
    head = (
        '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(declaration.name)}</title><style>{_CSS}</style>"
    )
    return f'<!doctype html>\n<html lang="en"><head>{head}</head><body>\n' + "\n".join(parts) + "\n</body></html>\n"


def _failed(failed: Sequence[tuple[int, str]]) -> str:
    """Games that are in none of the tables."""
    if not failed:
        return ""
    rows = [(str(number), why) for number, why in failed]
    told = (
        f"<h2>Games that failed</h2><p>{len(failed)} games could not be played to their end; they are in no table.</p>"
    )
    return told + _table(("Game", "Why"), rows)


def _positions(declaration: Declaration) -> str:
    """The boards that the games began with, if not with the opening."""
    if not declaration.positions:
        return ""
    boards = [f"<pre>{escape(format_position(read_word(word)))}</pre>" for word in declaration.positions]
    told = "Game 1 of each session began with the first, game 2 with the second, and so on, round again after the last."
    return f"<h2>Start positions</h2><p>{told}</p>" + "".join(boards)


def _tests(declaration: Declaration, games: Sequence[Figures]) -> str:
    rows = [
        (
            f"{each.test.hypothesis} ({each.test.words})",
            f"{each.games} {each.unit}" + (f" ({each.note})" if each.note and each.games else ""),
            f"{each.difference:+.3f}" if each.games else f"{NO_VALUE} ({each.note or 'no games yet'})",
            _ends(each),
            chance(each.p) + ("" if each.exact else " (normal)"),
            chance(each.adjusted),
        )
        for each in verdicts_of(declaration, games)
    ]
    if not rows:
        return ""
    heads = ("Hypothesis", "Games", "Difference", "95 % interval", "p", "p after Holm")
    return "<h2>Tests</h2>" + _table(heads, rows)


def _ends(verdict: Verdict) -> str:
    if not verdict.games:
        return NO_VALUE
    if verdict.low is None or verdict.high is None:
        return f"{NO_VALUE} ({verdict.why_no_interval})"
    return f"{verdict.low:+.3f} to {verdict.high:+.3f}"


def _figure(declaration: Declaration, lines: Sequence[Line], variable: str) -> str:
    words = VARIABLES[variable]
    rows = []
    for line in lines:
        mean = line.means.get(variable)
        found = line.interval(variable)
        ends = f"{found[0]:.3f} to {found[1]:.3f}" if found else f"{NO_VALUE} ({line.why_no_interval(variable)})"
        rows.append(
            (line.session, line.label, line.games_shown(variable), f"{mean.value:.3f}" if mean else NO_VALUE, ends)
        )
    try:
        picture = draw(of_lines(f"{declaration.name}: {words}", lines, variable))
    except PackageMissingError as problem:
        picture = f"<p>{escape(str(problem))}</p>"
    heads = ("Session", "Player", "Games", "Mean", "95 % interval")
    return f"<h2>{escape(words.capitalize())}</h2>{picture}{_table(heads, rows)}"


def _table(heads: Iterable[str], rows: Iterable[Sequence[str]]) -> str:
    head = "".join(f'<th scope="col">{escape(each)}</th>' for each in heads)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'
