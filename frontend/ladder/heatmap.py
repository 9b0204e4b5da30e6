"""Results of pairs of bots as a heat map."""

from typing import Final

from bots.ladder.standing import Standing
from bots.registry import BOTS
from frontend.board.ink import Picture, as_text
from frontend.portraits import bot_face_url

__all__ = ["draw_heatmap"]

_CELL: Final = 38
_LEFT: Final = 40
_NAMES: Final = 240
"""Width of the column of names, on the right: a phone shows faces and numbers first."""
_HEADS: Final = 44
_FACE: Final = 28
_TONES: Final = 10


def draw_heatmap(standing: Standing) -> str:
    """Draw each row's share of games ahead of each column, in percent.

    Every number is written in its field; colours come from the page's style. For the eyes alone: the page has a table
    of the same numbers for screen readers.
    """
    many = len(standing.rows)
    width, height = _LEFT + many * _CELL + _NAMES, _HEADS + many * _CELL + 2
    svg = Picture("heat", width, height, scaled=False, aria_hidden="true")
    offers = [BOTS[row.bot] for row in standing.rows]
    for at, offer in enumerate(offers):
        x, y = _LEFT + at * _CELL, _HEADS + at * _CELL
        above = svg.image(bot_face_url(offer), (x + 5, 8), (_FACE, _FACE))
        above.set_desc(title=offer.title)
        svg.add(above)
        svg.add(svg.image(bot_face_url(offer), (4, y + 5), (_FACE, _FACE)))
        svg.add(svg.text(offer.title, (_LEFT + many * _CELL + 10, y + 24), class_="heat-name"))
    for i, shares in enumerate(standing.shares_ahead):
        for j, share in enumerate(shares):
            x, y = _LEFT + j * _CELL, _HEADS + i * _CELL
            tone = "none" if share is None else str(round(share * _TONES))
            field = svg.rect((x + 1, y + 1), (_CELL - 2, _CELL - 2), rx=5, class_=f"heat-{tone}")
            svg.add(field)
            if share is not None:
                words = f"{offers[i].title} ahead of {offers[j].title}: {share:.0%} of {standing.met[i][j]} games"
                field.set_desc(title=words)
                svg.add(svg.text(f"{100 * share:.0f}", (x + _CELL / 2, y + 24), class_="heat-share"))
    return as_text(svg)
