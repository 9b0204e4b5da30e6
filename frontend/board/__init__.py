"""The pen: a position, its orders and what became of them, drawn as SVG.

Pages, replay, exports and mails all draw with this. `render_board` gives a whole picture,
`render_layers` only the layers that change from phase to phase, for a browser to swap in.
"""

from frontend.board.export import render_png, render_svg, render_thumbnail
from frontend.board.film import render_film
from frontend.board.geometry import GEOMETRY, Geometry
from frontend.board.palette import stylesheet
from frontend.board.render import LAYERS, render_board, render_ground, render_layers
from frontend.board.scene import Scene

__all__ = [
    "GEOMETRY",
    "LAYERS",
    "Geometry",
    "Scene",
    "render_board",
    "render_film",
    "render_ground",
    "render_layers",
    "render_png",
    "render_svg",
    "render_thumbnail",
    "stylesheet",
]
