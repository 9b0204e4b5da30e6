"""Playbooks: one that fits, and reports of those that do not."""

import asyncio

import pytest

from tests.playbook import Playbook


def echo(given: str) -> list[str]:
    return given.split()


def test_a_page_that_is_right() -> None:
    assert Playbook(echo) >> "one two" << "one" << "two" >> "" >> "three" << "th..."


@pytest.mark.parametrize(
    ("page", "shown"),
    [
        (Playbook(echo) >> "one" << "two", ["!! << two", "came: one"]),
        (Playbook(echo) >> "one" << "one" << "two", ["   << one", "!! << two", "came: (nothing)"]),
        (Playbook(echo) >> "one" << "one" >> "two", ["   >> one", "!! << (nothing)", "came: two"]),
    ],
    ids=["another", "too little", "too much"],
)
def test_what_is_shown_where_something_else_comes(page: Playbook, shown: list[str]) -> None:
    with pytest.raises(AssertionError) as told:
        bool(page)
    assert all(each in str(told.value) for each in shown)


def test_what_takes_its_time_is_told_how_much_is_awaited() -> None:
    async def wait(given: str, count: int) -> list[str]:
        await asyncio.sleep(0)
        return [f"{given} {count}"]

    asyncio.run((Playbook(wait) >> "x" << "x 1").played())
    with pytest.raises(AssertionError, match="x 0"):
        asyncio.run((Playbook(wait) >> "x").played())
