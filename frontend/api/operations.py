"""The table of operations.

Each is declared once; addresses, checks and the schema follow from that.
"""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, TypeAlias, get_type_hints

from dipgame.accounts.models import User
from dipgame.games.models import Seat
from frontend.access import Access, access_for
from frontend.api.door import Caller
from frontend.api.problems import Problem
from frontend.game.commands import WATCHING

__all__ = ["OPERATIONS", "Asked", "Method", "Operation", "declare", "operation"]

Method: TypeAlias = Literal["GET", "POST", "PUT", "DELETE"]


@dataclass(frozen=True, slots=True)
class Asked:
    """A request, read and let in.

    parameters: of the address. mark: the caller's name for it, empty for none.
    """

    caller: Caller | None
    parameters: Mapping[str, str] = field(default_factory=dict)
    mark: str = ""

    @property
    def person(self) -> User:
        assert self.caller is not None  # public operations ask for nobody  # noqa: S101
        return self.caller.person

    @property
    def slug(self) -> str:
        return self.parameters["slug"]

    def access(self) -> Access:
        """Access to the game of the address, by the one gate.

        Raises Problem.
        """
        access = access_for(self.person, self.slug)
        if access is None:
            raise Problem(404, "no_game", "There is no such game, or it is private.")
        return access

    def seated(self) -> tuple[Access, Seat]:
        """Access with a seat. Raises Problem."""
        access = self.access()
        if access.seat is None:
            raise Problem(403, "not_seated", WATCHING)
        return access, access.seat


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation.

    path: with names in braces. scope: None for everybody. do: None for a stream, which is served apart. body, query:
    types that validate themselves. reply: its type, a tuple of types for the lines of a stream. is_repeatable: whether
    it takes an `Idempotency-Key`. counts_messages: whether it spends messages.
    """

    name: str
    method: Method
    path: str
    scope: str | None
    summary: str
    about: str
    reply: Any
    body: Any = None
    query: Any = None
    do: Callable[..., Any] | None = None
    is_repeatable: bool = False
    counts_messages: bool = False


OPERATIONS: Final[list[Operation]] = []

_Do = Callable[..., Any]


def operation(
    method: Method, path: str, scope: str | None, *, is_repeatable: bool = False, counts_messages: bool = False
) -> Callable[[_Do], _Do]:
    """Declare a function as an operation.

    Its types are those of `body` and `query` and of what it returns; the first line of its docstring is the summary.
    """

    def declared(do: _Do) -> _Do:
        hints = get_type_hints(do, include_extras=True)
        summary, _, about = inspect.cleandoc(do.__doc__ or "").partition("\n")
        declare(
            Operation(
                name=do.__name__,
                method=method,
                path=path,
                scope=scope,
                summary=summary.rstrip("."),
                about=about.strip(),
                reply=hints["return"],
                body=hints.get("body"),
                query=hints.get("query"),
                do=do,
                is_repeatable=is_repeatable,
                counts_messages=counts_messages,
            )
        )
        return do

    return declared


def declare(found: Operation) -> None:
    """Put an operation into the table."""
    OPERATIONS.append(found)
