"""The site on SQLite: its processes are killed without a word, one after the other, while people talk."""

import asyncio
import sys

from ops.probes.report import options, report
from ops.probes.site import a_site
from ops.probes.stream import check, pairs_of, stream_while


def main() -> int:
    parser = options(__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    chosen = parser.parse_args()
    rounds = 1 if chosen.short else chosen.rounds
    with a_site("sqlite") as (site, _):

        async def kill() -> None:
            for _ in range(rounds):
                for name in ("web", "worker", "bots", "redis", "beat"):
                    await asyncio.sleep(2)
                    await asyncio.to_thread(site.kill, name)
                    await asyncio.sleep(1)
                    await asyncio.to_thread(site.start, name)

        found = asyncio.run(stream_while(pairs_of(site, 2 if chosen.short else 5), kill))
        rows, failed = check(found)
        from django.db import connection

        with connection.cursor() as cursor:
            cursor.execute("PRAGMA integrity_check")
            whole = cursor.fetchone()[0]
    rows.append(("integrity check", whole))
    failed += [f"the database is damaged: {whole}"] if whole != "ok" else []
    return report(f"SQLite, each process killed {rounds} times", rows, failed=failed)


if __name__ == "__main__":
    sys.exit(main())
