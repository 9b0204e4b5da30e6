"""The disk of the database is full for a while: what was answered stands, what could not be written is said so, and all
goes on once there is room. Needs the right to mount a small file system (root)."""

import asyncio
import subprocess
import sys
import tempfile
from datetime import timedelta
from pathlib import Path

from ops.probes.report import options, report
from ops.probes.site import a_site
from ops.probes.stream import check, pairs_of, stream_while

_MARK = "probe"


def main() -> int:
    parser = options(__doc__)
    parser.add_argument("--database", choices=("postgres", "sqlite"), default="postgres")
    parser.add_argument("--seconds", type=float, default=20, help="how long it is full")
    chosen = parser.parse_args()
    if chosen.short:
        chosen.seconds = 6
    disk = Path(tempfile.mkdtemp(prefix="dipgame-disk-"))
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=300m", "tmpfs", str(disk)], check=False)
    if done.returncode:
        print("a small file system cannot be mounted here; run this as root", file=sys.stderr)
        disk.rmdir()
        return 2
    try:
        disk.chmod(0o755)
        return _fill(disk, chosen.database, chosen.seconds, 2 if chosen.short else 5)
    finally:
        subprocess.run(["umount", "--lazy", str(disk)], check=False)
        disk.rmdir()


def _fill(disk: Path, database: str, seconds: float, games: int) -> int:
    with a_site(database, folder=disk) as (site, cluster):  # type: ignore[arg-type]
        filled: list[int] = []
        why: list[str] = []

        async def fill() -> None:
            await asyncio.sleep(4)
            filled.append(await asyncio.to_thread(_write_all, disk / "filler"))
            why.append(await asyncio.to_thread(_use_up))
            await asyncio.sleep(seconds)
            (disk / "filler").unlink()
            if cluster is not None:
                # A server that could not even write its log has ended; an operator begins it anew.
                await asyncio.to_thread(cluster.revive)
            await asyncio.to_thread(_make_room)

        found = asyncio.run(stream_while(pairs_of(site, games), fill))
        rows, failed = check(found)
    rows.append(("MB that filled the disk", filled[0] // 1_000_000))
    rows.append(("what the database said then", why[0]))
    return report(f"{database}: disk full for {seconds:g} s", rows, failed=failed)


def _use_up() -> str:
    """Write rows until the database takes no more, not even into what it had set aside; returns what it says."""
    from django.db import DatabaseError, connection
    from django.utils import timezone

    from dipgame.accounts.models import Mail

    later = timezone.now() + timedelta(days=1)
    try:
        while True:
            Mail.objects.bulk_create(
                Mail(sender=_MARK, receivers=[], body="x" * 5_000, made_at=later, due_at=later) for _ in range(500)
            )
    except DatabaseError as full:
        return str(full).splitlines()[0][:90]
    finally:
        connection.close()


def _make_room() -> None:
    from django.db import connection

    from dipgame.accounts.models import Mail

    Mail.objects.filter(sender=_MARK).delete()
    connection.close()


def _write_all(filler: Path) -> int:
    written = 0
    with filler.open("wb", buffering=0) as file:
        for size in (1_000_000, 4_096):
            try:
                while True:
                    written += file.write(b"\0" * size)
            except OSError:
                continue
    return written


if __name__ == "__main__":
    sys.exit(main())
