"""Logs that researchers send: kept, read by a worker in a process with limits, and taken in or refused in words."""

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.core.files.base import File
from django.core.files.storage import Storage, storages
from django.utils import timezone

from dipgame.accounts.models import User
from dipgame.experiments import queue
from dipgame.experiments.importing import Taken, store
from dipgame.experiments.models import Upload

__all__ = ["MOST_BYTES", "keep_upload", "read_upload", "sweep_uploads"]

_PATIENCE: Final = timedelta(minutes=1)
_KEPT: Final = timedelta(days=7)
MOST_BYTES: Final = 100_000_000
"""Of a log that comes by a page, as sent and unpacked; `ops/Caddyfile` lets as much through."""

_OUT_OF_TIME: Final = "To read it takes more than {} seconds. Take in its sessions one by one."


def keep_upload(owner: User, name: str, log: File, file: File | None) -> Upload:
    """Keep what was sent, and wake a worker to read it."""
    upload = Upload.objects.create(owner=owner, name=name[:120], with_file=file is not None, at=timezone.now())
    _storage().save(_place(upload, "log"), log)
    if file is not None:
        _storage().save(_place(upload, "file"), file)
    queue.wake_reader(upload.pk)
    return upload


def read_upload(pk: int) -> None:
    """Read a log that waits, and take it in or say why not. Another worker's, or one that is gone, is left alone."""
    if not Upload.objects.filter(pk=pk, state=Upload.State.WAITING).update(state=Upload.State.READING):
        return
    upload = Upload.objects.get(pk=pk)
    try:
        with tempfile.TemporaryDirectory() as folder:
            why = _read(upload, Path(folder))
    except (OSError, ValueError) as problem:
        why = f"It could not be read: {problem}."
    finally:
        for part in ("log", "file"):
            _storage().delete(_place(upload, part))
    upload.state = Upload.State.REFUSED if why else Upload.State.DONE
    upload.problem = why
    upload.save(update_fields=["state", "problem", "experiment"])


def sweep_uploads() -> None:
    """Wake workers for logs that wait, refuse those whose worker was lost, and forget those of last week."""
    now = timezone.now()
    lost = now - timedelta(seconds=settings.UPLOAD_SECONDS + 600)
    words = "Its worker was lost. Send it once more."
    Upload.objects.filter(state=Upload.State.READING, at__lt=lost).update(state=Upload.State.REFUSED, problem=words)
    for pk in Upload.objects.filter(state=Upload.State.WAITING, at__lt=now - _PATIENCE).values_list("pk", flat=True):
        queue.wake_reader(pk)
    Upload.objects.filter(at__lt=now - _KEPT).delete()


def _read(upload: Upload, folder: Path) -> str:
    """Why the log is refused, or "" once it is taken in."""
    for part in ("log", "file") if upload.with_file else ("log",):
        with _storage().open(_place(upload, part)) as kept:
            (folder / part).write_bytes(kept.read())
    seconds, out = int(settings.UPLOAD_SECONDS), folder / "out"
    command = [sys.executable, "-m", "bots.experiment.read_upload", str(folder / "log"), str(out), upload.name]
    command += [str(seconds), str(int(settings.UPLOAD_MEGABYTES)), str(int(settings.EXPERIMENT_GAMES)), str(MOST_BYTES)]
    command += [str(folder / "file")] if upload.with_file else []
    last: dict[str, Any] = {}
    with subprocess.Popen(command, cwd=settings.BASE_DIR, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603
        for line in process.stdout or ():
            last = json.loads(line)
            if "games" in last:
                Upload.objects.filter(pk=upload.pk).update(games=last["games"])
    if "refused" in last:
        return str(last["refused"])
    if process.returncode or "done" not in last:
        return _OUT_OF_TIME.format(seconds) if process.returncode < 0 else "It takes more memory than there is for it."
    upload.experiment = store(_taken(out, int(last["done"])), upload.owner)
    return ""


def _taken(out: Path, count: int) -> Taken:
    with out.open(encoding="utf-8") as written:
        head = json.loads(written.readline())

    def games() -> Iterator[tuple[Any, Any, int]]:
        with out.open(encoding="utf-8") as again:
            again.readline()
            for line in again:
                row = json.loads(line)
                yield row["record"], row["figures"], row["faults"]

    return Taken(head["name"], head["text"], count, games)


def _place(upload: Upload, part: str) -> str:
    return f"uploads/{upload.slug}.{part}"


def _storage() -> Storage:
    return storages["experiments"]
