"""`.ci/run` leaves out variations, and of no file everything."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import settings

from tests.effort import examples, files_of_variations, variation

DESK, PHONE = Path("test_desk.py"), Path("test_phone.py")


def case(path: Path, *markers: str) -> Any:
    return SimpleNamespace(path=path, get_closest_marker=lambda name: name if name in markers else None)


def test_a_file_with_nothing_but_variations_is_found() -> None:
    tests = [case(DESK), case(DESK, "variation"), case(PHONE, "variation", "slow"), case(PHONE, "variation")]
    assert files_of_variations(iter(tests)) == {PHONE}


@pytest.mark.parametrize("size", ["desk", variation("phone", id="small")])
def test_a_case_is_marked_as_a_variation(size: str, request: pytest.FixtureRequest) -> None:
    assert (request.node.get_closest_marker("variation") is not None) is (size == "phone")
    assert request.node.name.endswith("[desk]" if size == "desk" else "[small]")


@pytest.mark.parametrize(("profile", "many"), [("brief", 2), ("same", 6), ("thorough", 15)])
def test_the_share_of_examples_follows_the_profile(profile: str, many: int) -> None:
    before = settings.get_current_profile_name()
    settings.load_profile(profile)
    try:
        assert examples(15) == many
    finally:
        settings.load_profile(before)
