"""Read a log in a process of its own, with limits: `python -m bots.experiment.read_upload IN OUT NAME [FILE]`.

What it reads is written to OUT, a JSON line a game after a first one with the experiment's file. On standard output it
says how far it is, `{"games": 3}`, and at last `{"done": 3}` or `{"refused": "why"}`.
"""

import json
import resource
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from bots.experiment.file.reading import BadFileError
from bots.experiment.importing import BadLogError, read_log

__all__ = ["limit", "main"]

_EVERY: Final = 20
"""Games between two words of how far it is."""


def main(arguments: Sequence[str]) -> int:
    """Read the log that the arguments name.

    Returns the exit code: 0 also for a log that is refused.
    """
    source, out, name, seconds, megabytes, most, most_bytes, *file = arguments
    limit(int(seconds), int(megabytes))
    try:
        text = Path(file[0]).read_bytes().decode() if file else None
        with Path(source).open("rb") as log:
            found = read_log(log, name, text, most=int(most), most_bytes=int(most_bytes), told=_tell)
        with Path(out).open("w", encoding="utf-8") as written:
            print(json.dumps({"text": found.text, "name": found.declaration.name}), file=written)
            for record, figures in found.games():
                row = {"record": record, "figures": figures.as_dict(), "faults": figures.faults}
                print(json.dumps(row), file=written)
    except BadLogError as problem:
        _say({"refused": str(problem)})
    except UnicodeDecodeError:
        _say(
            {"refused": "The experiment's file is no text in UTF-8; it is a TOML file. Perhaps the two were mixed up."}
        )
    except BadFileError as bad:
        _say({"refused": "\n".join(f"The experiment's file, {fault}" for fault in bad.faults)})
    except MemoryError:
        _say({"refused": f"To read it takes more than {megabytes} MB of memory. Take in its sessions one by one."})
    else:
        _say({"done": found.count})
    return 0


def limit(seconds: int, megabytes: int) -> None:
    """From here on, so much computing time and so much memory more than there is in use."""
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    status = Path("/proc/self/status").read_text(encoding="ascii")
    used = int(status.partition("VmData:")[2].split()[0]) * 1024
    resource.setrlimit(resource.RLIMIT_DATA, (used + megabytes * 2**20,) * 2)


def _tell(games: int) -> None:
    if games % _EVERY == 1:
        _say({"games": games})


def _say(words: dict[str, object]) -> None:
    print(json.dumps(words), flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
