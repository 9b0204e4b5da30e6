"""A test as a page: inputs (`>>`) and outputs (`<<`), in order.

assert (
    Playbook(talk)
    >> "propose(fra, eng, ...)" << "1 opened, waits for ENG"
    >> "accept(eng, fra, ...)" << "1 accepted" << "promised by ENG FRA"
)

What is played is called with each input in turn and gives what comes out of it as texts. A text that is awaited may end
with `...`, for whatever follows. Where something else comes, the page is shown with what came beside it.
"""

from collections.abc import Awaitable, Callable, Iterable
from typing import Any, Self

__all__ = ["Playbook"]


class Playbook:
    """Inputs and awaited outputs; played when asserted, or by `played`."""

    def __init__(self, play: Callable[[Any], Iterable[str]] | Callable[[Any, int], Awaitable[Iterable[str]]]) -> None:
        self._play: Any = play
        self._turns: list[tuple[Any, list[str]]] = []

    def __rshift__(self, given: Any) -> Self:
        self._turns.append((given, []))
        return self

    def __lshift__(self, wanted: str) -> Self:
        self._turns[-1][1].append(wanted)
        return self

    def __bool__(self) -> bool:
        page: list[str] = []
        for given, wanted in self._turns:
            _turn(page, given, wanted, list(self._play(given)))
        return True

    async def played(self) -> None:
        """Play a coroutine, called with each input and the number awaited."""
        page: list[str] = []
        for given, wanted in self._turns:
            _turn(page, given, wanted, list(await self._play(given, len(wanted))))


def _turn(page: list[str], given: Any, wanted: list[str], came: list[str]) -> None:
    """Write a turn on the page. Raises AssertionError with the page."""
    page.append(f"   >> {given}")
    strays = len(came) != len(wanted)
    for at in range(max(len(wanted), len(came))):
        awaited = wanted[at] if at < len(wanted) else "(nothing)"
        found = came[at] if at < len(came) else "(nothing)"
        if _fits(awaited, found):
            page.append(f"   << {found}")
        else:
            strays = True
            page += [f"!! << {awaited}", f"   came: {found}"]
    if strays:
        raise AssertionError("\n".join(["what came is not what is written:", *page]))


def _fits(awaited: str, found: str) -> bool:
    return found.startswith(awaited.removesuffix("...")) if awaited.endswith("...") else awaited == found
