"""Judge an experiment's file while it is being written.

Long files are judged in a process with limits.

`python -m dipgame.experiments.judging SECONDS MEGABYTES` reads a file on standard input and writes its verdict as JSON.
"""

import json
import subprocess
import sys
from threading import BoundedSemaphore
from typing import Any, Final

from django.conf import settings

from bots.experiment.file.reading import BadFileError, read_declaration
from bots.experiment.local import counted
from bots.experiment.read_upload import limit
from dipgame.experiments.estimate import hours_of

__all__ = ["SHORT", "judged", "verdict_of"]

SHORT: Final = 30_000
"""Characters of a file that is judged at once, in a tenth of a second at most; forms show no longer ones."""

_SECONDS: Final = 5
_MEGABYTES: Final = 300
_PATIENCE: Final = 20
"""Seconds by the clock, on a busy machine."""

_ONE_AT_A_TIME: Final = BoundedSemaphore()


def judged(text: str) -> dict[str, Any]:
    """The verdict of a file, within limits of time and memory.

    Long files are judged one after the other, each in a process of its own: nobody else's pages wait for them.
    """
    if len(text) <= SHORT:
        return verdict_of(text)
    if not _ONE_AT_A_TIME.acquire(timeout=_PATIENCE):
        return _fault("Other long files are being checked. Change something to have this one checked again.")
    try:
        command = [sys.executable, "-m", "dipgame.experiments.judging", str(_SECONDS), str(_MEGABYTES)]
        done = subprocess.run(  # noqa: S603 - our own program
            command, input=text.encode(), cwd=settings.BASE_DIR, stdout=subprocess.PIPE, timeout=_PATIENCE, check=False
        )
    except subprocess.TimeoutExpired:
        return _fault("The file could not be checked in time. Change something to have it checked again.")
    finally:
        _ONE_AT_A_TIME.release()
    if done.returncode:
        return _fault(f"To check this file takes more than {_SECONDS} seconds or {_MEGABYTES} MB. Make it shorter.")
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def verdict_of(text: str) -> dict[str, Any]:
    """Faults of a file or, without any, its size in words.

    Each fault has its line and the place of the value.
    """
    try:
        declaration = read_declaration(text)
    except BadFileError as bad:
        faults = [{"line": each.line, "text": each.text, "place": list(each.place)} for each in bad.faults]
        return {"faults": faults, "words": ""}
    hours = hours_of(declaration)
    about = f"{hours:.1f} hours" if hours >= 1 else f"{max(1, round(60 * hours))} min"
    return {"faults": [], "words": f"{counted(declaration)}; about {about} on one core."}


def _fault(words: str) -> dict[str, Any]:
    return {"faults": [{"line": 1, "text": words, "place": []}], "words": ""}


def main() -> int:
    """Judge the file on standard input."""
    limit(*map(int, sys.argv[1:]))
    json.dump(verdict_of(sys.stdin.buffer.read().decode()), sys.stdout)
    return 0


if __name__ == "__main__":
    sys.exit(main())
