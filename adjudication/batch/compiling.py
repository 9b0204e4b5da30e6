"""Compiling with numba, once: the machine code is kept on disk under a name made of the sources.

numba notices that a function's own file changed, but not that a function it calls in another file
did, and then serves machine code with a stale callee inside. Here every source and data file that
can reach the machine code is hashed into the name of the cache folder, so that a change anywhere
starts an empty folder.
"""

import fcntl
import hashlib
import os
import platform
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, TextIO, TypeVar, cast

import numba
import numpy as np
from numba.core import cgutils, types
from numba.core.caching import UserProvidedCacheLocator
from numba.extending import intrinsic

__all__ = [
    "CACHE_VARIABLE",
    "Locator",
    "cache_root",
    "compiled",
    "compiler",
    "compiling_alone",
    "count_bits",
    "lowest_bit",
    "source_key",
    "word",
]

F = TypeVar("F", bound=Callable[..., Any])

CACHE_VARIABLE: Final = "DIPGAME_CACHE_DIR"
"""The environment variable that says where compiled code is kept."""

_SILENT_SECONDS: Final = 5.0
_SECONDS_BETWEEN: Final = 60.0
_settings: Final[Any] = numba.config
_ROOM: Final = Path(__file__).parent.parent
_KERNEL_SOURCES: Final = (
    *sorted((_ROOM / "batch").glob("*.py")),
    *(_ROOM / f"{name}.py" for name in ("board", "encoding", "numbers", "powers", "reasons")),
    _ROOM / "standard" / "board.json",
)


def cache_root() -> Path:
    """Folder for compiled code: `DIPGAME_CACHE_DIR`, else `dipgame` in the user's cache."""
    chosen = os.environ.get(CACHE_VARIABLE)
    if chosen:
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "dipgame"


def source_key(sources: Iterable[Path]) -> str:
    """Twelve hexadecimal digits that change when a file's name or content does, or numba does."""
    digest = hashlib.sha256(f"{numba.__version__} {_settings.BOUNDSCHECK}".encode())
    for source in sources:
        content = source.read_bytes()
        digest.update(f"\0{source.name}\0{len(content)}\0".encode())
        digest.update(content)
    return digest.hexdigest()[:12]


class Locator(UserProvidedCacheLocator):
    """Place of machine code, the same for every checkout of its sources.

    numba's own names it by the path of the source file, so that each checkout would compile for itself.
    """

    @classmethod
    def get_suitable_cache_subpath(cls, py_file: str) -> str:
        return "-".join(Path(py_file).parts[-3:-1])


def compiler(*sources: Path) -> Callable[[F], F]:
    """A decorator that compiles functions living in `sources`, which may call the kernel's.

    Code is compiled at the first call and kept on disk; the global interpreter lock is released
    while it runs. Where the cache folder cannot be made, code is compiled anew in each process.
    Name every file of yours whose functions or tables end up in the compiled code.
    """
    folder = _folder(sources)

    def decorate(function: F) -> F:
        keeps = _writable(folder)
        before = _settings.CACHE_DIR, _settings.CACHE_LOCATOR_CLASSES
        if keeps:
            _settings.CACHE_DIR, _settings.CACHE_LOCATOR_CLASSES = str(folder), f"{__name__}.{Locator.__name__}"
        try:
            return cast(F, numba.njit(cache=keeps, nogil=True, error_model="numpy")(function))
        finally:
            _settings.CACHE_DIR, _settings.CACHE_LOCATOR_CLASSES = before

    return decorate


def _folder(sources: Iterable[Path]) -> Path:
    return cache_root() / f"kernel-{source_key((*_KERNEL_SOURCES, *sources))}"


@contextmanager
def compiling_alone(*sources: Path) -> Iterator[None]:
    """Let one process at a time compile these sources: the others wait, then load what it has kept.

    sources: as for `compiler`. The lock goes with the process that holds it, however that ends. Without a folder to
    write to nothing is kept for others, and nobody waits.
    """
    folder = _folder(sources)
    if not _writable(folder):
        yield
        return
    with (folder / "compiling.lock").open("a+") as lock:
        _wait_for(lock)
        lock.truncate(0)
        lock.write(f"process {os.getpid()} on {platform.node()}")
        lock.flush()
        yield


def _wait_for(lock: TextIO) -> None:
    """Take the lock.

    Says on stderr who holds it when that takes long, and again once a minute.
    """
    began, tells = time.monotonic(), _SILENT_SECONDS
    while True:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except BlockingIOError:
            waited = time.monotonic() - began
        if waited >= tells:
            tells = waited + _SECONDS_BETWEEN
            lock.seek(0)
            sys.stderr.write(
                f"Waiting for compiled code for {waited:.0f} seconds: {lock.read() or 'another process'} compiles it "
                f"and holds {lock.name}. If that process is stopped, let it go on or end it.\n"
            )
            sys.stderr.flush()
        time.sleep(0.1)


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)


compiled: Final = compiler()
"""The decorator of the kernel's own functions."""


def _instruction(generate: Callable[[Any, Any], Any]) -> Callable[[int], int]:
    """A function from int64 to int64 that is one machine instruction, for compiled code only."""

    def typed(typing_context: Any, mask: Any) -> Any:
        return types.int64(types.int64), lambda context, builder, signature, values: generate(builder, values[0])

    return cast("Callable[[int], int]", intrinsic(typed))


count_bits: Final = _instruction(lambda builder, mask: builder.ctpop(mask))
"""Number of bits set."""

lowest_bit: Final = _instruction(lambda builder, mask: builder.cttz(mask, cgutils.true_bit))
"""The index of the lowest bit that is set; the number must not be zero."""

word: Final = cast("Callable[[object], int]", np.int64)
"""A number or truth value as an int64."""
