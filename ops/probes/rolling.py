"""A new version is rolled out: its migrations run beside the old code, people talk on the old code with the new tables,
and each process is begun anew with the new code. Needs git: old is what stood before the newest migration, or `--old`.
"""

import asyncio
import subprocess
import sys
import tempfile
from pathlib import Path

from ops.probes.report import options, report
from ops.probes.site import ROOT, a_site
from ops.probes.stream import check, pairs_of, stream_while


def main() -> int:
    parser = options(__doc__)
    parser.add_argument("--old", default="", help="the commit that runs at first")
    chosen = parser.parse_args()
    old = chosen.old or _git("log", "-1", "--format=%H", "--", ":(glob)dipgame/*/migrations/*.py") + "~1"
    with tempfile.TemporaryDirectory(prefix="dipgame-old-") as folder:
        code = Path(folder) / "code"
        _git("worktree", "add", "--detach", str(code), old)
        try:
            return _roll(code, _git("rev-parse", "--short", old), 2 if chosen.short else 6)
        finally:
            _git("worktree", "remove", "--force", str(code))


def _roll(code: Path, old: str, games: int) -> int:
    with a_site(code=code) as (site, _):

        async def roll_out() -> None:
            await asyncio.sleep(6)  # the old code runs on the new tables
            site.code = ROOT
            for name in ("worker", "bots", "beat", "web"):
                await asyncio.to_thread(site.end, name)
                await asyncio.to_thread(site.start, name)
                await asyncio.sleep(2)

        site.code = ROOT
        site.prepare()
        found = asyncio.run(stream_while(pairs_of(site, games), roll_out))
        rows, failed = check(found)
    return report(f"Rolled out over {old}", rows, failed=failed)


def _git(*arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=ROOT, check=True, capture_output=True, text=True)
    return done.stdout.strip()


if __name__ == "__main__":
    sys.exit(main())
