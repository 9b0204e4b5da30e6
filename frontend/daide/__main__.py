"""The process for programs over DAIDE.

python -m frontend.daide --bind 127.0.0.1 --port 16713

With port 0 it is off: it waits to be told to end, and loads nothing.
"""

import argparse
import asyncio
import os
import signal
import sys

__all__ = ["main"]


def main() -> None:
    """Serve until told to end."""
    parser = argparse.ArgumentParser(prog="python -m frontend.daide", description="Serves programs over DAIDE.")
    parser.add_argument("--bind", default="127.0.0.1", help="the address it listens at")
    parser.add_argument("--port", type=int, default=0, help="0: it is off")
    given = parser.parse_args()
    if not given.port:
        signal.sigwait({signal.SIGTERM, signal.SIGINT})
        return
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dipgame.settings")
    os.environ.setdefault("LOCK_SECONDS", "3")
    from django import setup

    setup(set_prefix=False)
    asyncio.run(_serve(given.bind, given.port))


async def _serve(host: str, number: int) -> None:
    from frontend.daide.server import Server

    server, told_to_end = Server(), asyncio.Event()
    for each in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(each, told_to_end.set)
    try:
        print(f"DAIDE on {host}:{await server.start(host, number)}", flush=True)
    except OSError as error:
        sys.exit(f"Nothing can listen at {host}:{number}: {error}")
    await told_to_end.wait()
    await server.stop()


if __name__ == "__main__":
    main()
