"""Pictures that leave the page, with everything they need inside: SVG, PNG, thumbnails."""

from dataclasses import replace
from typing import Literal, TypeAlias

import resvg_py

from frontend.board.palette import stylesheet
from frontend.board.render import render_board
from frontend.board.scene import Scene
from frontend.board.typeface import embedded_faces, font_paths

__all__ = ["render_png", "render_svg", "render_thumbnail"]

PaperTheme: TypeAlias = Literal["light", "dark"]


def render_svg(scene: Scene, theme: PaperTheme = "light") -> str:
    """The picture as an SVG file that any program shows alike: colours written out, letters inside."""
    return render_board(scene, embedded_faces() + stylesheet(theme))


def render_png(scene: Scene, width: int = 1600, theme: PaperTheme = "light") -> bytes:
    """The picture as PNG, `width` pixels wide."""
    return _rasterise(render_board(scene, stylesheet(theme)), width)


def render_thumbnail(scene: Scene, width: int = 480, theme: PaperTheme = "light") -> bytes:
    """A small PNG for lists: no names, no memory, tokens large enough to tell apart."""
    small = replace(scene, labels="none", memory=(), hatching=False)
    return _rasterise(render_board(small, stylesheet(theme, scale=2.0)), width)


def _rasterise(svg: str, width: int) -> bytes:
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            width=width,
            skip_system_fonts=True,
            font_files=list(font_paths()),
            font_family="EB Garamond",
            serif_family="EB Garamond",
        )
    )
