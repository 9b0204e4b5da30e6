"""docker-compose.yml is valid, says what it must, and its very commands make a site that stands."""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from compose_spec import PyCompose
from django.conf import settings
from django.urls import reverse
from honcho.environ import parse_procfile

from dipgame.experiments.uploads import MOST_BYTES
from dipgame.games.services.import_game import LARGEST_FILE
from ops.rehearse import filled

ROOT = Path(__file__).parent.parent
TEXT = ROOT.joinpath("docker-compose.yml").read_text(encoding="utf-8")
COMPOSE = filled(TEXT)
SERVICES = COMPOSE["services"]
OURS = ("prepare", "web", "worker", "bots", "experiments", "daide", "beat")


def test_it_follows_the_compose_specification() -> None:
    compose = PyCompose.from_json(json.dumps(COMPOSE))
    others = {"caddy", "postgres", "redis", "prometheus", "grafana"}
    assert set(compose.service_names()) == {*OURS, *others}


def test_it_runs_the_processes_of_the_procfile() -> None:
    procfile = parse_procfile(ROOT.joinpath("Procfile").read_text(encoding="utf-8")).processes
    assert set(procfile) <= set(SERVICES)
    for name in ("worker", "bots", "experiments"):
        here, there = SERVICES[name]["command"], shlex.split(procfile[name])
        for option in ("--queues", "--hostname"):
            assert here[here.index(option) + 1] == there[there.index(option) + 1]
    assert "dipgame.server" in SERVICES["web"]["command"]
    assert SERVICES["beat"]["deploy"]["replicas"] == 1


def test_the_proxy_lets_through_what_a_page_takes_and_no_more() -> None:
    caddyfile = ROOT.joinpath("ops/Caddyfile").read_text(encoding="utf-8")
    paths = dict(re.findall(r"^\s*@(\w+) ((?:not )?path \S+)$", caddyfile, re.MULTILINE))
    found = re.findall(r"request_body @(\w+) \{\s*max_size (\d+)MB\s*\}", caddyfile)
    page = reverse("experiment_import")
    rest = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    limits = {paths[name]: 1_000_000 * int(size) for name, size in found}
    assert limits == {f"path {page}": MOST_BYTES + rest, f"not path {page}": rest}
    assert rest > LARGEST_FILE, "a game is sent with the rest of its form"
    assert caddyfile.count("max_size ") == len(limits)


def test_the_proxy_cuts_requests_that_are_too_large_or_never_whole() -> None:
    """Nothing behind it does: docs/decisions/21."""
    caddyfile = ROOT.joinpath("ops/Caddyfile").read_text(encoding="utf-8")
    for limit in ("max_header_size 16KB", "read_header 10s", "read_body 20s", "idle 2m"):
        assert re.search(rf"^\s*{limit}$", caddyfile, re.MULTILINE)
    assert not {"ports", "expose"} & set(SERVICES["web"])


@pytest.mark.parametrize("name", OURS)
def test_each_is_locked_up(name: str) -> None:
    service = SERVICES[name]
    assert service["read_only"]
    assert service["cap_drop"] == ["ALL"]
    assert service["init"]
    assert name == "prepare" or service["user"] != "0"
    assert name == "prepare" or service["stop_grace_period"]
    assert name == "prepare" or service["healthcheck"]["test"]


def test_only_the_proxy_is_reached_from_outside() -> None:
    open_to_all = {
        name for name, service in SERVICES.items() for port in service.get("ports", ()) if not port.startswith("127.")
    }
    assert open_to_all == {"caddy"}
    assert COMPOSE["networks"]["inside"]["internal"]
    for name in ("postgres", "redis", "prometheus"):
        assert SERVICES[name]["networks"] == ["inside"]


def test_secrets_are_files() -> None:
    assert not re.search(r"(?:SECRET_KEY|PASSWORD):", TEXT)
    for secret in COMPOSE["secrets"].values():
        assert secret["file"].startswith("./secrets/")
    ignored = ROOT.joinpath(".gitignore").read_text(encoding="utf-8") + ROOT.joinpath(".dockerignore").read_text()
    assert ignored.count("secrets") == 2


def test_secrets_are_made_once(tmp_path: Path) -> None:
    folder, made = tmp_path / "secrets", []
    for _ in range(2):
        subprocess.run(["sh", "scripts/make_secrets.sh", str(folder)], cwd=ROOT, check=True)
        made.append({file.name: file.read_text() for file in folder.iterdir()})
    assert made[0] == made[1]
    assert set(made[0]) == set(COMPOSE["secrets"])
    assert len(made[0]["secret_key"]) >= 50
    assert folder.stat().st_mode & 0o077 == 0


def test_what_must_be_said_is_in_the_example() -> None:
    example = ROOT.joinpath(".env.example").read_text(encoding="utf-8")
    for name in set(re.findall(r"\$\{(\w+):", TEXT)):
        assert re.search(rf"^{name}=", example, re.M), name


def test_the_proxy_leaves_the_numbers_inside_and_knows_the_limits() -> None:
    caddy = ROOT.joinpath("ops", "Caddyfile").read_text(encoding="utf-8")
    for words in ("read_body 20s", "reverse_proxy", "handle_path /static/*", "name web"):
        assert words in caddy
    assert "9100" not in caddy
    assert caddy.count("{") == caddy.count("}")


def test_prometheus_asks_whoever_tells() -> None:
    asked = yaml.safe_load(ROOT.joinpath("ops", "prometheus.yml").read_text())["scrape_configs"][0]["dns_sd_configs"][0]
    assert set(asked["names"]) == {"web", "worker", "bots", "experiments"}
    assert str(asked["port"]) == SERVICES["web"]["environment"]["METRICS_PORT"]


def test_the_image_holds_no_more_than_it_runs() -> None:
    dockerfile = ROOT.joinpath("Dockerfile").read_text(encoding="utf-8")
    assert len(re.findall(r"^FROM ", dockerfile, re.M)) == 3, "packages, the researchers' pages, and what runs"
    last = dockerfile[dockerfile.rindex("\nFROM ") :]
    assert "requirements-pages" not in last
    assert "COPY --from=pages /srv/dipgame/.build/pages .build/pages" in last
    assert "--require-hashes" in dockerfile
    assert re.search(r"^USER 10001$", dockerfile, re.M)


_DOCKER = """#!/bin/sh
echo "$@" >>"$TOLD"
case "$*" in
"compose ps --quiet web") printf "$SERVE" ;;
"compose ps --all --quiet web") printf 'one\\ntwo\\nthree\\nfour\\n' ;;
*--scale*) exit "$NEW" ;;
esac
"""


def _deployed(folder: Path, serve: str, new: int) -> tuple[int, list[str]]:
    """Exit code of deploy.sh, and its calls of Docker.

    serve: number of web processes. new: 0 if others become ready.
    """
    docker, told = folder / "docker", folder / "told"
    docker.write_text(_DOCKER, encoding="utf-8")
    docker.chmod(0o755)
    env = os.environ | {"PATH": f"{folder}:{os.environ['PATH']}", "TOLD": str(told), "SERVE": serve, "NEW": str(new)}
    done = subprocess.run(["sh", "scripts/deploy.sh"], cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    return done.returncode, told.read_text(encoding="utf-8").splitlines()


def test_new_web_processes_are_ready_before_an_old_one_goes(tmp_path: Path) -> None:
    code, told = _deployed(tmp_path, "one\ntwo\n", 0)
    assert code == 0
    prepared = told.index("compose run --rm --no-deps prepare")
    (ready,) = (number for number, each in enumerate(told) if "--scale" in each)
    assert prepared < ready < min(told.index("stop -t 20 one"), told.index("stop -t 20 two"))
    assert {"--no-recreate", "web=4", "--wait"} <= set(told[ready].split())
    assert told[-1] == "compose up --detach"


def test_a_version_that_does_not_get_ready_goes_and_the_old_one_serves_on(tmp_path: Path) -> None:
    code, told = _deployed(tmp_path, "one\ntwo\n", 1)
    assert code == 1
    assert [each for each in told if each.startswith(("stop", "rm"))] == ["rm --force three", "rm --force four"]
    assert "compose up --detach" not in told


def test_where_nothing_serves_yet_all_is_started(tmp_path: Path) -> None:
    assert _deployed(tmp_path, "", 0) == (0, ["compose build web", "compose ps --quiet web", "compose up --detach"])


@pytest.mark.variation
@pytest.mark.slow
def test_its_commands_make_a_site_that_stands() -> None:
    """Prepared, served, played against bots, a web process replaced, ended; on a database and a Redis of its own."""
    done = subprocess.run([sys.executable, "ops/rehearse.py"], cwd=ROOT, capture_output=True, text=True, timeout=500)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "The site stands." in done.stdout


def test_what_git_ignores_anywhere_stays_out_of_the_image() -> None:
    """Docker's patterns start at the root where git's do not."""
    ignored = ROOT.joinpath(".gitignore").read_text(encoding="utf-8").splitlines()
    left_out = {line.removeprefix("**/").strip("/") for line in ROOT.joinpath(".dockerignore").read_text().splitlines()}
    anywhere = {line for line in ROOT.joinpath(".dockerignore").read_text().splitlines() if line.startswith("**/")}
    assert {line.strip("/") for line in ignored if line} <= left_out
    for line in ignored:
        if line and not line.startswith("/"):
            assert f"**/{line.strip('/')}" in anywhere
