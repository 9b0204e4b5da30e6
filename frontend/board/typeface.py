"""EB Garamond, cut to what the board's names need, for pictures that leave the page.

The face comes as a dependency (`fontpkg-eb-garamond`, OFL-1.1) and stays its authors' own; a picture gets a
copy of the letters it shows.
"""

import base64
import io
from functools import cache
from importlib.resources import as_file, files
from typing import Final

__all__ = ["embedded_faces", "font_paths"]

_FACES: Final = {"normal": ("EBGaramond[wght].ttf", 500), "italic": ("EBGaramond-Italic[wght].ttf", 400)}
_LETTERS: Final = range(0x20, 0x7F)


@cache
def embedded_faces() -> str:
    """CSS with the upright and the italic face inside, about 30 KB. Takes a moment the first time."""
    return "".join(
        f'@font-face {{ font-family: "EB Garamond"; font-style: {style}; font-weight: {weight}; '
        f'src: url("data:font/woff2;base64,{_cut(name, weight)}") format("woff2"); }}\n'
        for style, (name, weight) in _FACES.items()
    )


@cache
def font_paths() -> tuple[str, ...]:
    """Paths of the whole faces, for programs that read fonts from files."""
    folder = files("fontpkg_eb_garamond").joinpath("files")
    return tuple(str(folder.joinpath(name)) for name, _ in _FACES.values())


def _cut(name: str, weight: int) -> str:
    """One weight of a face with plain Latin letters only, as WOFF2 in base64."""
    # Slow to import and seldom needed: not at the start of every process.
    from fontTools import subset
    from fontTools.ttLib import TTFont
    from fontTools.varLib import instancer

    with as_file(files("fontpkg_eb_garamond").joinpath("files", name)) as path, TTFont(path) as font:
        options = subset.Options(layout_features=["kern"], hinting=False, notdef_outline=True)
        cutter = subset.Subsetter(options)
        cutter.populate(unicodes=_LETTERS)
        cutter.subset(font)
        instancer.instantiateVariableFont(font, {"wght": weight}, inplace=True)
        font.flavor = "woff2"
        packed = io.BytesIO()
        font.save(packed)
    return base64.b64encode(packed.getvalue()).decode("ascii")
