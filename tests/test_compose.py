"""docker-compose.yml is a valid compose file and runs the same processes as the Procfile."""

import json
import re
import shlex
from pathlib import Path

import yaml
from compose_spec import PyCompose
from honcho.environ import parse_procfile

ROOT = Path(__file__).parent.parent
TEXT = ROOT.joinpath("docker-compose.yml").read_text(encoding="utf-8")
# As compose fills it in when only what must be set is set.
FILLED = re.sub(r"\$\{\w+:(?:-([^}]*)|\?[^}]*)\}", lambda match: match[1] if match[1] is not None else "set", TEXT)
COMPOSE = yaml.safe_load(FILLED)


def test_it_follows_the_compose_specification() -> None:
    compose = PyCompose.from_json(json.dumps(COMPOSE))
    assert set(compose.service_names()) == {"postgres", "redis", "migrate", "web", "worker", "bots", "beat"}


def test_workers_listen_to_the_queues_of_the_procfile() -> None:
    services = COMPOSE["services"]
    procfile = parse_procfile(ROOT.joinpath("Procfile").read_text(encoding="utf-8")).processes
    for name in ("worker", "bots"):
        here = services[name]["command"]
        there = shlex.split(procfile[name])
        assert here[here.index("--queues") + 1] == there[there.index("--queues") + 1]
    assert "beat" in services["beat"]["command"]
    assert "dipgame.asgi:application" in ROOT.joinpath("Dockerfile").read_text(encoding="utf-8")


def test_secrets_come_from_the_environment() -> None:
    for name in ("SECRET_KEY", "POSTGRES_PASSWORD"):
        assert re.search(rf"\$\{{{name}:\?", TEXT), f"{name} must be asked for, not written down"
