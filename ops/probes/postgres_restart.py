"""PostgreSQL is begun anew while people talk, in order or as if the power failed: what was answered stands, once."""

import asyncio
import sys

from ops.probes.report import options, report
from ops.probes.site import a_site
from ops.probes.stream import check, pairs_of, stream_while


def main() -> int:
    parser = options(__doc__)
    parser.add_argument("--times", type=int, default=4)
    chosen = parser.parse_args()
    times = 1 if chosen.short else chosen.times
    with a_site() as (site, cluster):
        assert cluster is not None

        async def restart() -> None:
            for number in range(times):
                await asyncio.sleep(4)
                await asyncio.to_thread(cluster.stop, "fast" if number % 2 else "immediate")
                await asyncio.sleep(3)
                await asyncio.to_thread(cluster.start)

        found = asyncio.run(stream_while(pairs_of(site, 2 if chosen.short else 6), restart))
        rows, failed = check(found)
    return report(f"PostgreSQL begun anew {times} times", rows, failed=failed)


if __name__ == "__main__":
    sys.exit(main())
