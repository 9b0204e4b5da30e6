"""Words of the game, as pages explain them at a tap.

The one source is `docs/glossary.md`; its section "Words of the game" is for players.
"""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

__all__ = ["Term", "terms", "terms_json"]

_FILE: Final = Path(__file__).parents[1] / "docs" / "glossary.md"
_SECTION: Final = "Words of the game"
_ROW: Final = re.compile(r"^\| (?P<forms>[^|]+) \| (?P<meaning>[^|]+) \|$", re.MULTILINE)
_A_DAY: Final = 86_400


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the game.

    forms: the ways it is written, the usual one first.
    """

    forms: tuple[str, ...]
    meaning: str

    @property
    def name(self) -> str:
        """The usual form."""
        return self.forms[0]

    @property
    def anchor(self) -> str:
        """Its place on *How to play*."""
        return f"word-{self.name.lower().replace(' ', '-')}"


@cache
def terms() -> tuple[Term, ...]:
    """All words of the game, in the glossary's order."""
    _, _, rest = _FILE.read_text("utf-8").partition(f"## {_SECTION}\n")
    section = rest.partition("\n## ")[0]
    rows = [(row["forms"], row["meaning"]) for row in _ROW.finditer(section)]
    return tuple(
        Term(tuple(forms.split(", ")), meaning[0].upper() + meaning[1:] + ".")
        for forms, meaning in rows
        if forms not in ("word", "---")
    )


@require_safe
@gzip_page
def terms_json(request: HttpRequest) -> HttpResponse:
    """The words for the pages' scripts."""
    found = [{"forms": term.forms, "meaning": term.meaning, "anchor": term.anchor} for term in terms()]
    answer = JsonResponse({"terms": found})
    answer["Cache-Control"] = f"public, max-age={_A_DAY}"
    return answer
