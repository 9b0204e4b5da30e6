"""Redis may be gone.

Whoever finds that out has it left alone for a moment, so that no request waits for it twice.
"""

import time
from typing import Final

from django.conf import settings

__all__ = ["is_away", "went_away"]

_QUIET: Final = 5.0
_until: dict[str, float] = {}


def is_away(url: str = "") -> bool:
    """True if this Redis did not answer a moment ago.

    url: as in the settings. Anything not sent now is found later, from the database.
    """
    return time.monotonic() < _until.get(url or settings.REDIS_URL, 0.0)


def went_away(url: str = "") -> None:
    """It did not answer."""
    _until[url or settings.REDIS_URL] = time.monotonic() + _QUIET
