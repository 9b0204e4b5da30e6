"""Sizes of large names in the board's typeface, EB Garamond."""

from functools import cache
from importlib.resources import files

from fontTools.ttLib import TTFont

__all__ = ["in_lines", "text_width"]


@cache
def _font(italic: bool) -> tuple[dict[int, str], dict[str, tuple[int, int]], int]:
    name = "EBGaramond-Italic[wght].ttf" if italic else "EBGaramond[wght].ttf"
    font = TTFont(str(files("fontpkg_eb_garamond").joinpath("files", name)))
    return font.getBestCmap(), font["hmtx"].metrics, font["head"].unitsPerEm


def text_width(text: str, size: float, italic: bool = False, spacing: float = 0.0) -> float:
    """Width in the unit of `size`, letter spacing included, kerning not."""
    cmap, metrics, em = _font(italic)
    return sum(metrics[cmap[ord(letter)]][0] for letter in text) * size / em + spacing * len(text)


def in_lines(name: str) -> tuple[str, ...]:
    """A long name in two lines of about the same length, a short one in one."""
    words = name.split()
    if len(words) == 1 or len(name) < 10:
        return (name,)
    cuts = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))]
    return min(cuts, key=lambda lines: max(map(len, lines)))
