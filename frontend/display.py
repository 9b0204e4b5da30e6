"""Display options of boards, kept in cookies: names of provinces and hatching."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse

__all__ = ["LABELS", "USUAL", "DisplayOptions", "display_options_of", "prefer_full_names"]

LABELS: Final = ("short", "long", "none")
_NAMES: Final = "board_labels"
_A_YEAR: Final = 31_536_000
"""Seconds."""


@dataclass(frozen=True, slots=True)
class DisplayOptions:
    """Display options of this browser."""

    labels: str = "short"
    hatching: bool = False

    @property
    def key(self) -> str:
        """Name of this way to draw, for caches and pages: `short:0`."""
        return f"{self.labels}:{self.hatching:d}"


USUAL: Final = DisplayOptions()


def display_options_of(cookies: Mapping[str, str]) -> DisplayOptions:
    """From the cookies that the page's settings write; anything odd there counts as nothing."""
    labels = cookies.get(_NAMES, "short")
    return DisplayOptions(labels=labels if labels in LABELS else "short", hatching=cookies.get("board_hatching") == "1")


def prefer_full_names(request: HttpRequest, response: HttpResponse) -> None:
    """Write names in full unless this browser has chosen.

    Codes mean nothing to a newcomer.
    """
    if _NAMES not in request.COOKIES:
        secure = settings.SESSION_COOKIE_SECURE
        response.set_cookie(_NAMES, "long", max_age=_A_YEAR, secure=secure, samesite="Lax")
