"""EB Garamond, cut to what the board's names need, for pictures that leave the page.

The face comes as a dependency (`fontpkg-eb-garamond`, OFL-1.1) and stays its authors' own; a picture gets a
copy of the letters it shows.
"""

import base64
from functools import cache
from importlib.resources import files
from typing import Final

from frontend.fonts import Cut, Face, kept

__all__ = ["embedded_faces", "font_paths"]

_FACES: Final = {
    style: (Face("fontpkg_eb_garamond", name), Cut(((0x20, 0x7E),), (weight, weight), ("kern",)))
    for style, name, weight in (
        ("normal", "EBGaramond[wght].ttf", 500),
        ("italic", "EBGaramond-Italic[wght].ttf", 400),
    )
}


@cache
def embedded_faces() -> str:
    """CSS with the upright and the italic face inside, about 30 KB. Takes a moment the first time on a machine."""
    return "".join(
        f'@font-face {{ font-family: "EB Garamond"; font-style: {style}; font-weight: {cut.weights[0]}; '
        f'src: url("data:font/woff2;base64,{base64.b64encode(kept(face, cut)).decode("ascii")}") format("woff2"); }}\n'
        for style, (face, cut) in _FACES.items()
    )


@cache
def font_paths() -> tuple[str, ...]:
    """Paths of the whole faces, for programs that read fonts from files."""
    folder = files("fontpkg_eb_garamond").joinpath("files")
    return tuple(str(folder.joinpath(face.source)) for face, _ in _FACES.values())
