"""Faces from a few parts: a head, hair or a hat, eyes, brows, a nose, a mouth, and something worn."""

from typing import Final

__all__ = ["COUNT", "face"]

_PAPERS: Final = ("#F3D9C6", "#CFE3E0", "#E6DCEF", "#F4E3A9", "#D5E4CB", "#F2D3DA", "#D3DCF0")
_CLOTHES: Final = ("#34396B", "#AE4059", "#2B6B4C", "#80550C", "#3C626C", "#6D4C7D", "#56536A")
_HAIR: Final = ("#4A3B32", "#8B5A2B", "#2A2A38", "#B9A58C", "#A8482F", "#D6D1C7", "#6B6778")
_SKIN: Final = "#FFFDF9"
_INK: Final = "#2A2A38"

_HEADS: Final = (
    "M20 30c0-11 5-17 12-17s12 6 12 17-5 19-12 19-12-8-12-19z",
    "M19 31c0-12 6-17 13-17s13 5 13 17c0 10-6 17-13 17s-13-7-13-17z",
    "M20 28c0-9 5-14 12-14s12 5 12 14v8c0 8-5 13-12 13s-12-5-12-13z",
    "M18 30c0-10 6-15 14-15s14 5 14 15c0 11-8 18-14 18s-14-7-14-18z",
)
_TOPS: Final = (
    "M19 27c-1-11 5-16 13-16s14 5 13 16c-3-5-5-7-8-8-6 2-12 2-18 8z",
    "M18 29c-3-13 5-19 14-19s17 6 14 19c-1-6-3-9-5-11-7 4-14 2-18 1-3 3-4 6-5 10z",
    "M20 24c2-9 7-12 12-12s10 3 12 12c-8-4-16-4-24 0z",
    "M17 38c-3-16 2-27 15-27s18 11 15 27c-2-3-3-9-3-14-7-1-12-3-15-6-2 4-6 6-9 7 0 5-1 10-3 13z",
    "M16 24h32v-3h-6c0-8-3-12-10-12s-10 4-10 12h-6z",
    "M18 25c4-3 24-3 28 0-1-8-6-14-14-14s-13 6-14 14zM32 11a3 3 0 1 0-.1 0z",
    "M19 26c-4-3-3-8 0-9 0-4 5-6 8-4 3-3 8-2 9 0 4-1 8 1 8 5 3 1 4 6 1 9-1-4-3-6-5-7-6 2-12 2-17 0-2 2-3 4-4 6z",
)
_EYES: Final = (
    '<circle cx="27" cy="30" r="1.7"/><circle cx="37" cy="30" r="1.7"/>',
    '<path d="M24.5 31c1.5-2 3.5-2 5 0M34.5 31c1.5-2 3.5-2 5 0" class="l"/>',
    '<ellipse cx="27" cy="30" rx="1.3" ry="2.2"/><ellipse cx="37" cy="30" rx="1.3" ry="2.2"/>',
    '<path d="M24.5 30h5M34.5 30h5" class="l"/><circle cx="27" cy="31" r="1.4"/><circle cx="37" cy="31" r="1.4"/>',
)
_BROWS: Final = (
    "M24 26c2-1.5 4-1.5 6-.5M34 25.500c2-1 4-1 6 .5",
    "M24 25l6 1.200M34 26.200l6-1.2",
    "M24 26.500c2-2.5 4-2.5 5.5-1.500M34.5 25c1.5-1 3.5-1 5.5 1.5",
)
_NOSES: Final = ("M32 31c1.5 3 1.5 4-1 4.5", "M31.5 30v5h2", "M30.5 35c1 1 2.5 1 3.5 0")
_MOUTHS: Final = (
    "M28 40c2.5 2 5.5 2 8 0",
    "M28.5 41h7",
    "M28 40.500c3-1.5 5-1 8 .5",
    "M27.5 39.500c2 3.5 7 3.5 9 0",
)
_WORN: Final = (
    "",
    '<path d="M22 31a5 5 0 1 0 10 0a5 5 0 1 0-10 0M32 31a5 5 0 1 0 10 0a5 5 0 1 0-10 0" class="l"/>',
    '<path d="M26 38.500c2-2 4-2 6-.5 2-1.5 4-1.5 6 .5-2 1-4 1-6 .3-2 .7-4 .7-6-.3z"/>',
    '<path d="M32.5 31a5 5 0 1 0 10 0a5 5 0 1 0-10 0M42 33l2 10" class="l"/>',
    '<path d="M21 37c1 10 6 14 11 14s10-4 11-14c-2 3-4 4-6 4.5-1-2-9-2-10 0-2-.5-4-1.5-6-4.500z" fill="HAIR"/>',
    '<circle cx="19.5" cy="36" r="1.6" fill="#EFCB80"/><circle cx="44.5" cy="36" r="1.6" fill="#EFCB80"/>',
    '<circle cx="24.5" cy="36" r="2.6" fill="#F2A0AC" opacity=".6"/>'
    '<circle cx="39.5" cy="36" r="2.6" fill="#F2A0AC" opacity=".6"/>',
)

COUNT: Final = len(_PAPERS) * len(_HEADS)
"""So many faces are told apart by paper, hair and what is worn alone."""


def face(number: int) -> str:
    """The picture of a face as SVG; another one for each number below `COUNT`."""
    turn = number // len(_PAPERS)
    at = number % len(_PAPERS)
    hair = _HAIR[(at * 3 + turn * 2) % len(_HAIR)]
    worn = _WORN[(at + turn * 3) % len(_WORN)].replace("HAIR", hair)
    parts = (
        f'<circle cx="32" cy="32" r="32" fill="{_PAPERS[at]}"/>',
        f'<path d="M8 64c2-12 12-16 24-16s22 4 24 16z" fill="{_CLOTHES[(at + turn * 2) % len(_CLOTHES)]}"/>',
        f'<path d="{_HEADS[turn % len(_HEADS)]}" fill="{_SKIN}" stroke="{_INK}" stroke-width="1.2"/>',
        f'<path d="{_TOPS[(at * 2 + turn) % len(_TOPS)]}" fill="{hair}"/>',
        f'<g fill="{_INK}">{_EYES[(number * 3) % len(_EYES)]}{worn}',
        f'<path d="{_BROWS[number % len(_BROWS)]}" class="l"/>',
        f'<path d="{_NOSES[(at + turn) % len(_NOSES)]}" class="l"/>',
        f'<path d="{_MOUTHS[(at + turn * 3) % len(_MOUTHS)]}" class="l"/></g>',
    )
    line = f'fill="none" stroke="{_INK}" stroke-width="1.4" stroke-linecap="round"'
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">'
    ring = '<clipPath id="c"><circle cx="32" cy="32" r="32"/></clipPath><g clip-path="url(#c)">'
    return head + ring + "".join(parts).replace('class="l"', line) + "</g></svg>\n"
