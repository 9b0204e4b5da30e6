"""All that must not be lost, and back again: the database as one file, and the logs of experiments beside it.

Redis holds nothing that is worth keeping.
"""

import os
import sqlite3
import subprocess
import tarfile
from contextlib import closing
from pathlib import Path
from shutil import which

from django.conf import settings
from django.db import connection

__all__ = ["BackupError", "keep", "keep_logs", "logs_beside", "restore", "restore_logs"]

_SQLITE = b"SQLite format 3\x00"
_POSTGRES = b"PGDMP"


class BackupError(Exception):
    """It could not be done; the message is a sentence that says what to do."""


def keep(file: Path) -> None:
    """Write the database, as it stands at one moment, into a new file, which only its owner may read. The site goes on.

    Raises BackupError; then there is no such file.
    """
    if file.exists():
        raise BackupError(f"{file} is there already; choose another name.")
    draft = file.with_name(f"{file.name}.part")
    draft.unlink(missing_ok=True)
    os.close(os.open(draft, os.O_WRONLY | os.O_CREAT, 0o600))
    try:
        if connection.vendor == "sqlite":
            with closing(_opened(str(connection.settings_dict["NAME"]))) as here, closing(_opened(str(draft))) as there:
                here.backup(there)
        else:
            _run("pg_dump", "--format=custom", f"--file={draft}", f"--dbname={_address()}")
        draft.rename(file)
    except (OSError, sqlite3.Error) as error:
        raise BackupError(f"{file} could not be written: {error}") from None
    finally:
        draft.unlink(missing_ok=True)


def restore(file: Path) -> None:
    """Put the database back as it was kept, in place of what is there now. Stop the site first.

    Raises BackupError; then the database is as it was before.
    """
    wanted = _SQLITE if connection.vendor == "sqlite" else _POSTGRES
    try:
        with file.open("rb") as kept:
            head = kept.read(len(wanted))
    except OSError as error:
        raise BackupError(f"{file} cannot be read: {error}") from None
    if head != wanted:
        raise BackupError(f"{file} is no backup of a {connection.vendor} database.")
    connection.close()
    if connection.vendor == "sqlite":
        _restore_sqlite(file)
    else:
        options = ("--clean", "--if-exists", "--no-owner", "--single-transaction", "--exit-on-error")
        _run("pg_restore", *options, f"--dbname={_address()}", str(file))


def logs_beside(file: Path) -> Path:
    """Folder of the experiments' logs that belong to a backup."""
    return file.with_name(f"{file.name}.experiments.tar")


def keep_logs(file: Path) -> int:
    """Write the logs of experiments beside a backup, and return how many there are. The site goes on.

    Raises BackupError; then there is no such file.
    """
    place, folder = logs_beside(file), Path(settings.EXPERIMENTS_DIR)
    draft = place.with_name(f"{place.name}.part")
    count = 0
    try:
        os.close(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600))
        with tarfile.open(draft, "w") as archive:
            for log in sorted(folder.rglob("*.jsonl.gz")) if folder.is_dir() else ():
                archive.add(log, str(log.relative_to(folder)))
                count += 1
        draft.rename(place)
    except OSError as error:
        raise BackupError(f"{place} could not be written: {error}") from None
    finally:
        draft.unlink(missing_ok=True)
    return count


def restore_logs(file: Path) -> int:
    """Put the logs beside a backup back, over those that are there, and return how many. Raises BackupError."""
    place = logs_beside(file)
    if not place.exists():
        return 0
    try:
        with tarfile.open(place) as archive:
            archive.extractall(settings.EXPERIMENTS_DIR, filter="data")
            return len(archive.getnames())
    except (OSError, tarfile.TarError) as error:
        raise BackupError(f"{place} could not be restored: {error}") from None


def _restore_sqlite(file: Path) -> None:
    try:
        with closing(_opened(str(file))) as kept:
            if kept.execute("PRAGMA integrity_check").fetchone() != ("ok",):
                raise BackupError(f"{file} is damaged; take an older one.")
            with closing(_opened(str(connection.settings_dict["NAME"]))) as here:
                kept.backup(here)
    except sqlite3.Error as error:
        raise BackupError(f"{file} could not be restored: {error}") from None


def _opened(name: str) -> sqlite3.Connection:
    return sqlite3.connect(name, timeout=30)


def _address() -> str:
    """The database as PostgreSQL's own programs take it.

    The password goes by the environment, where none lists it.
    """
    given = connection.settings_dict
    parts = {"dbname": given["NAME"], "user": given["USER"], "host": given["HOST"], "port": given["PORT"]}
    return " ".join(f"{name}='{value}'" for name, value in parts.items() if value)


def _run(program: str, *options: str) -> None:
    found = which(program)
    if found is None:
        raise BackupError(f"{program} is not installed; on Debian: apt-get install postgresql-client")
    password = connection.settings_dict["PASSWORD"]
    env = os.environ | ({"PGPASSWORD": password} if password else {})
    done = subprocess.run([found, *options], env=env, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        raise BackupError(f"{program} failed: {done.stderr.strip()}")
