"""The account, lists of games, and seats: offered, taken, left."""

from typing import Annotated, Literal, TypedDict

from msgspec import Meta

from adjudication.powers import Power
from frontend.api.shapes.base import Body, PowerName, Seconds

__all__ = [
    "Account",
    "DeclineBody",
    "DeclineReply",
    "GameSummary",
    "GameTerms",
    "JoinBody",
    "LeaveReply",
    "NewTableBody",
    "NewTableReply",
    "OpenTable",
    "StartBody",
    "StartReply",
]


class JoinBody(Body, frozen=True):
    """Take a seat.

    power: by lot without; wishes: powers, best first, where they are dealt by wishes; word: of a private game.
    """

    power: PowerName | None = None
    wishes: Annotated[tuple[PowerName, ...], Meta(max_length=7)] = ()
    word: Annotated[str, Meta(max_length=128)] = ""


class StartBody(Body, frozen=True):
    """A vote to begin now, with bots on the free seats.

    bot: which, as the host says.
    """

    wants: bool = True
    bot: Annotated[str, Meta(max_length=40)] = ""


class DeclineBody(Body, frozen=True):
    """A game that you are asked for and do not play.

    reason: the challenger reads a sentence for it.
    """

    reason: Literal["", "busy", "later", "terms"] = ""


class NewTableBody(Body, frozen=True):
    """A new game with a seat for you.

    The terms are those of the form on the site; what is missing is as usual there.

    private: friends get in by the link alone. programs: seats for bots besides yours. fill_bot: a bot of the site for
    the free seats, after `fill_seconds`; 0: at once, and the game begins.
    """

    name: Annotated[str, Meta(max_length=60)] = ""
    power: PowerName | None = None
    movement_seconds: int | None = None
    retreat_seconds: int | None = None
    adjustment_seconds: int | None = None
    first_seconds: int | None = None
    edition: Annotated[str, Meta(max_length=20)] | None = None
    end_year: int | None = None
    draws: Annotated[str, Meta(max_length=20)] | None = None
    press_level: int | None = None
    press_protocol: Annotated[str, Meta(max_length=20)] | None = None
    press_plain: bool | None = None
    watching: Annotated[str, Meta(max_length=20)] | None = None
    programs: int | None = None
    private: bool = False
    fill_bot: Annotated[str, Meta(max_length=40)] = ""
    fill_seconds: Seconds | None = None


class Account(TypedDict):
    """The account that asks.

    is_bot: whether it is a bot's; scopes: of this token, as far as they hold.
    """

    name: str
    is_bot: bool
    scopes: list[str]
    limits: dict[str, int]


class GameTerms(TypedDict):
    """The terms of a game, as the site has them."""

    edition: str
    centers_to_win: int
    end_year: int | None
    draws: str
    press_level: int
    press_protocol: str
    press_plain: bool
    movement_seconds: int
    retreat_seconds: int
    adjustment_seconds: int


class GameSummary(TypedDict):
    """One of your games.

    decides: whether it waits for orders of yours; ready: you said they are final. declined: the bot that you asked for
    it does not come.
    """

    n: int
    slug: str
    name: str
    url: str
    status: str
    power: Power | None
    phase: str | None
    index: int | None
    deadline: str | None
    decides: bool
    ready: bool
    unread: int
    declined: bool


class OpenTable(TypedDict):
    """A game that waits for players and that you may join.

    powers: those that are free; none where they are dealt when it begins. seats: how many of them are left for bots.
    challenger: who asks you to sit down there, and word: to say as you join; both null for a public game.
    """

    slug: str
    name: str
    url: str
    powers: list[Power]
    players: list[str]
    challenger: str | None
    word: str | None
    seats: int
    terms: GameTerms
    fill_at: str | None


class LeaveReply(TypedDict):
    """The game's status afterwards."""

    status: str


class DeclineReply(TypedDict):
    """The game you declined."""

    slug: str


class StartReply(TypedDict):
    """The result of a vote to begin."""

    begun: bool


class NewTableReply(TypedDict):
    """The new game, and the address that friends are sent."""

    game: GameSummary
    link: str
