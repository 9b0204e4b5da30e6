"""Charts as files."""

import resvg_py
from django.http import HttpResponse

from frontend.board.typeface import font_paths

__all__ = ["picture_of"]


def picture_of(svg: str, kind: str) -> HttpResponse:
    """The chart as SVG, or as PNG of twice its size."""
    if kind == "svg":
        return HttpResponse(svg, content_type="image/svg+xml")
    png = bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg, width=1520, skip_system_fonts=True, font_files=list(font_paths()),
            sans_serif_family="EB Garamond", font_family="EB Garamond",
        )
    )  # fmt: skip
    return HttpResponse(png, content_type="image/png")
