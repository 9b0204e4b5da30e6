"""Compare names by their look: confusable letters count as the same."""

import unicodedata
from collections.abc import Mapping
from functools import cache
from typing import Final

__all__ = ["look_of"]

_AS_ONE: Final = (("i", "1"), ("o", "0"), ("rn", "m"), ("vv", "w"))
"""Small letters that capitals or a narrow type make alike, beside those that Unicode lists."""


def look_of(name: str) -> str:
    """Fold a name to its look, for comparing.

    `Alice`, `ALlCE` and one with a Cyrillic A get the same look, whatever stands between their letters. No two people
    may have names of the same look. Empty for an empty name only.
    """
    seen = _drawn(_drawn(unicodedata.normalize("NFKC", name)).casefold())
    for pair, one in _AS_ONE:
        seen = seen.replace(pair, one)
    return "".join(sign for sign in seen if sign.isalnum() or unicodedata.combining(sign)) or name


def _drawn(text: str) -> str:
    """Each sign as the one that stands for all that are drawn like it."""
    alike = _alike()
    return "".join(alike.get(sign, sign) for sign in text)


@cache
def _alike() -> Mapping[str, str]:
    """For each sign that is drawn like others, the first of them: those of Unicode's list of confusables."""
    from confusable_homoglyphs.confusables import confusables_data

    first: dict[str, str] = {}

    def root(sign: str) -> str:
        while first.setdefault(sign, sign) != sign:
            sign = first[sign]
        return sign

    for sign, others in confusables_data.items():
        for other in (each["c"] for each in others):
            if len(sign) == len(other) == 1:
                one, two = sorted((root(sign), root(other)))
                first[two] = one
    return {sign: root(sign) for sign in first}
