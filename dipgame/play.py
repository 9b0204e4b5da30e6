"""`make play`: the whole site with one command, the processes of the Procfile.

Without REDIS_URL it runs a Redis server of its own; without DATABASE_URL the settings use SQLite. Where STATIC_DIR
names a folder, the static files lie there already. EXPERIMENT_WORKERS=0: nobody plays experiments.
"""

import os
import shlex
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from pathlib import Path

from honcho.environ import parse_procfile

from dipgame.redis_server import prepare_redis
from dipgame.supervisor import Supervisor

__all__ = ["main"]

ROOT = Path(__file__).resolve().parent.parent
_READY_SECONDS = 120


def main() -> int:
    """Check the port, bring database and static files up to date, run everything until Ctrl-C."""
    host, port_text = os.environ.get("HOST", "127.0.0.1"), os.environ.get("PORT") or "8000"
    if not port_text.isdigit() or not 1 <= int(port_text) <= 65535:
        print(f"PORT={port_text} is not a port; choose one from 1 to 65535, e.g. make play PORT=8001", file=sys.stderr)
        return 2
    port = int(port_text)
    if _taken(host, port):
        print(f"Port {port} is taken. Choose another: make play PORT={port + 1}", file=sys.stderr)
        return 2

    state = Path(os.environ.get("PLAY_DIR") or ROOT / ".play").resolve()
    state.mkdir(parents=True, exist_ok=True)
    env = os.environ | {
        "HOST": host,
        "PORT": str(port),
        "PLAY_DIR": str(state),
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "PYTHONUNBUFFERED": "1",
        "COLLECTED_STATIC": "1",
    }
    # One machine for one table: one process where several would wait for the same cores, and beat in the worker.
    env = {"BOT_WORKERS": "1", "BEAT_SCHEDULE": str(state / "beat")} | env
    commands = {}
    if not env.get("REDIS_URL"):
        server = prepare_redis(state)
        env["REDIS_URL"] = server.url
        commands["redis"] = shlex.join(server.command)
    commands |= parse_procfile((ROOT / "Procfile").read_text(encoding="utf-8")).processes
    del commands["beat"]
    if not env.get("DAIDE_PORT", "0").strip("0 "):
        del commands["daide"]
    if env.get("EXPERIMENT_WORKERS") == "0":
        del commands["experiments"]

    # Compile the bots' code meanwhile; their workers wait for it.
    compiling = subprocess.Popen([sys.executable, "-m", "bots.hana"], cwd=ROOT, env=env)
    try:
        return _serve(commands, env, f"http://{host}:{port}/")
    finally:
        compiling.terminate()
        compiling.wait()


def _serve(commands: Mapping[str, str], env: Mapping[str, str], address: str) -> int:
    """Bring database and static files up to date, then run the processes; return the exit code."""
    steps = [["prepare", "--verbosity", "0"]]
    if not env.get("STATIC_DIR"):
        steps.append(["collectstatic", "--noinput", "--verbosity", "0"])
    for step in steps:
        # No Redis runs yet: that nobody is told of the games it begins with is no news.
        quiet = {**env, "LOG_LEVEL": "ERROR"}
        done = subprocess.run([sys.executable, "manage.py", *step], cwd=ROOT, env=quiet, check=False)  # noqa: S603
        if done.returncode:
            print(f"'manage.py {step[0]}' failed; nothing was started", file=sys.stderr)
            return done.returncode

    site = Supervisor(env, ROOT)
    for name, command in commands.items():
        site.add(name, command)
    threading.Thread(target=_announce, args=(address,), daemon=True).start()
    return site.run()


def _taken(host: str, port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return True
    return False


def _announce(address: str) -> None:
    """Print where the site is as soon as it answers."""
    deadline = time.monotonic() + _READY_SECONDS
    while time.monotonic() < deadline:
        try:
            urllib.request.urlopen(address, timeout=5).close()  # noqa: S310
        except urllib.error.HTTPError:
            break
        except OSError:
            time.sleep(0.2)
        else:
            break
    else:
        print(f"{address} does not answer yet; its messages above may say why", file=sys.stderr)
        return
    print(
        f"\n  The site is at {address}\n"
        "  An admin account:  .venv/bin/python manage.py createsuperuser   (then sign in at /admin/)\n"
        "  Ctrl-C stops everything; games are kept.\n",
        flush=True,
    )


if __name__ == "__main__":
    sys.exit(main())
