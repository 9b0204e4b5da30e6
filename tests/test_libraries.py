"""The rules and the language are libraries.

Wheels of this repository that work without the site.
"""

import re
import shutil
import subprocess
import sys
import tomllib
import venv
from collections.abc import Iterable
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from zipfile import ZipFile

import pytest
import yaml
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]
LIBRARIES = {"adjudication": "dipgame-adjudication", "negotiation": "dipgame-language", "bots": "dipgame-bots"}
CLIENT = "clients/python"
_UNKEPT = shutil.ignore_patterns("__pycache__", "build", "*.egg-info")


def _declared(room: str) -> dict:
    return tomllib.loads((ROOT / room / "pyproject.toml").read_text(encoding="utf-8"))


def _run(*command: object, cwd: Path) -> str:
    done = subprocess.run([*map(str, command)], cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The wheel of each library, by its room."""
    place = tmp_path_factory.mktemp("wheels")
    for room in (*LIBRARIES, CLIENT):
        shutil.copytree(ROOT / room, place / room, ignore=_UNKEPT)
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "wheel", "--no-index", "--no-build-isolation")
    _run(*pip, "--no-deps", "--wheel-dir", place, *(place / room for room in (*LIBRARIES, CLIENT)), cwd=place)
    names = {**LIBRARIES, CLIENT: "dipgame-client"}
    return {room: next(place.glob(f"{name.replace('-', '_')}-*.whl")) for room, name in names.items()}


def _environment(place: Path, wheels: Iterable[Path], *others: str) -> Path:
    """Make an environment of these wheels and links; returns its Python."""
    venv.create(place, with_pip=False, symlinks=True)
    (packages,) = place.glob("lib/python*/site-packages")
    for wheel in wheels:
        with ZipFile(wheel) as files:
            files.extractall(packages)
    for name in others:
        needed = find_spec(name)
        assert needed is not None
        assert needed.origin is not None
        origin = Path(needed.origin)
        folder = origin.parent if needed.submodule_search_locations else origin
        for each in (folder, folder.with_name(f"{name}.libs"), *folder.parent.glob(f"{name}-*.dist-info")):
            if each.exists():
                (packages / each.name).symlink_to(each)
    return place / "bin/python"


@pytest.mark.slow
def test_the_readme_example_runs_in_an_empty_environment(wheels: dict[str, Path], tmp_path: Path) -> None:
    """Besides the wheels, the environment has only lark and NumPy.

    The language needs these two packages.
    """
    python = _environment(
        tmp_path / "empty", [wheels[room] for room in ("adjudication", "negotiation")], "lark", "numpy"
    )
    (example,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    (tmp_path / "example.py").write_text(example, encoding="utf-8")
    assert _run(python, "-I", "example.py", cwd=tmp_path) == example.rpartition("  # ")[2]
    found = _run(python, "-I", "-c", "import negotiation; print(negotiation.__file__)", cwd=tmp_path)
    assert found.startswith(str(tmp_path / "empty"))


@pytest.mark.slow
def test_the_environment_runs_in_an_empty_environment(wheels: dict[str, Path], tmp_path: Path) -> None:
    """The extra `env` is enough for one game.

    Many games say that they need the kernel besides.
    """
    others = ("numpy", "gymnasium", "pettingzoo", "cloudpickle", "farama_notifications", "typing_extensions")
    python = _environment(tmp_path / "empty", [wheels["adjudication"]], *others)
    words = (
        "from adjudication.env.parallel import DiplomacyEnv\n"
        "env = DiplomacyEnv(last_year=1901)\n"
        "env.reset(seed=1)\n"
        "env.step({})\n"
        "print(env.position.phase)\n"
        "try:\n    import adjudication.env.batched\nexcept ImportError as error:\n    print(error)\n"
    )
    said = _run(python, "-I", "-c", words, cwd=tmp_path)
    needs = "adjudication.env.batched needs: pip install 'dipgame-adjudication[env,kernel]'"
    assert said.splitlines() == ["F1901M", needs]


@pytest.mark.slow
def test_the_client_checks_a_new_project_in_an_empty_environment(wheels: dict[str, Path], tmp_path: Path) -> None:
    """It needs httpx2 and what that brings; the bots need msgspec besides."""
    others = ("lark", "numpy", "msgspec", "httpx2", "httpcore2", "h11", "anyio", "idna", "certifi", "truststore")
    there = [each for each in (*others, "typing_extensions") if find_spec(each)]
    python = _environment(tmp_path / "empty", wheels.values(), *there)
    _run(python, "-m", "dipgame_client", "new", "mine", cwd=tmp_path)
    told = _run(python, "-m", "dipgame_client", "check", "my_bot:LandGrabber", "--every", "9", cwd=tmp_path / "mine")
    assert "0 faults" in told


@pytest.mark.slow
def test_pip_install_of_the_whole_folder_says_what_to_install(tmp_path: Path) -> None:
    python = _environment(tmp_path / "empty", ())
    pip = (sys.executable, "-m", "pip", "--python", python, "--disable-pip-version-check")
    install = (*pip, "install", "--no-index", "--no-input")
    for options in ((), ("--editable",)):
        done = subprocess.run([*install, *options, ROOT], cwd=tmp_path, capture_output=True, text=True, check=False)
        said = done.stdout + done.stderr
        assert done.returncode != 0
        assert "`make play`" in said
        for room in LIBRARIES:
            assert f"./{room}" in said
        assert "Traceback" not in said
    assert not list(ROOT.glob("*.egg-info"))


@pytest.mark.slow
@pytest.mark.parametrize("room", LIBRARIES)
def test_a_wheel_holds_every_file_of_its_room(wheels: dict[str, Path], room: str) -> None:
    with ZipFile(wheels[room]) as files:
        packed = {name for name in files.namelist() if ".dist-info/" not in name}
    here = {
        str(path.relative_to(ROOT))
        for path in (ROOT / room).rglob("*")
        if path.is_file() and not {"__pycache__", "build"} & set(path.parts) and ".egg-info" not in str(path)
    }
    assert packed == here - {f"{room}/pyproject.toml"}
    assert f"{room}/py.typed" in packed


def test_the_libraries_ask_for_what_the_site_runs_on() -> None:
    site = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    rules, language, bots, client = (_declared(room)["project"] for room in (*LIBRARIES, CLIENT))
    assert {each["version"] for each in (rules, language, bots, client)} == {site["version"]}
    needed = [*rules["optional-dependencies"]["kernel"], *language["dependencies"], *bots["dependencies"]]
    needed += [*rules["optional-dependencies"]["env"], *bots["optional-dependencies"]["negmas"]]
    needed += [*bots["optional-dependencies"]["arena"], *client["dependencies"]]
    needed += client["optional-dependencies"]["bots"]
    for each in map(Requirement, needed):
        here = site["version"] if each.name.startswith("dipgame-") else version(each.name)
        assert each.specifier.contains(here), each


def test_the_citation_names_this_version() -> None:
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    site = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert (cited["cff-version"], cited["version"]) == ("1.2.0", site["version"])
    assert cited["authors"]
    assert cited["title"]
