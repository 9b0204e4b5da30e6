"""Calls of the API as values, for both clients.

No input or output.
"""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal

__all__ = ["Call", "Calls", "Problem", "pause_after", "reply_of"]

_FIRST_PAUSE: Final = 0.5
_LONGEST_PAUSE: Final = 30.0
_MOST_WAITING: Final = 120.0
"""Seconds that a call waits where the site says how long; after more it is refused, and its program decides."""
_AGAIN: Final = frozenset({429, 502, 503, 504})
"""Statuses after which the same call may succeed later."""
_NOT_DONE: Final = frozenset({429, 503})
"""Those by which nothing was done; after the others the site may have done it."""


class Problem(Exception):  # noqa: N818 - an answer of the site, not a fault of this program
    """The site refused.

    status: of HTTP; code: for programs; detail: a sentence that says what to do; body: all of it.
    """

    def __init__(self, status: int, body: Mapping[str, Any]) -> None:
        self.status, self.body = status, body
        self.code, self.detail = str(body.get("code", "")), str(body.get("detail", ""))
        super().__init__(f"{status} {self.code}: {self.detail}")


@dataclass(frozen=True, slots=True)
class Call:
    """One request.

    is_safe: whether it may be sent again after a lost answer.
    """

    method: Literal["GET", "POST", "PUT", "DELETE"]
    path: str
    body: Any = None
    query: Mapping[str, Any] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    is_safe: bool = True


class Calls:
    """The API's operations.

    What they return is JSON, or with an asynchronous client something to await.
    """

    def send(self, call: Call) -> Any:
        raise NotImplementedError

    def account(self) -> Any:
        """Read my account, and the scopes of the token."""
        return self.send(Call("GET", "/account"))

    def map(self) -> Any:
        """The board: provinces and borders."""
        return self.send(Call("GET", "/map"))

    def games(self) -> Any:
        """My games that wait or run."""
        return self.send(Call("GET", "/games"))

    def tables(self) -> Any:
        """Open games that I may join."""
        return self.send(Call("GET", "/tables"))

    def offer(self, **terms: Any) -> Any:
        """Offer a game.

        `offer(fill_bot="dumbbot", fill_seconds=0)` plays against bots of the site at once.
        """
        return self.send(Call("POST", "/tables", terms, is_safe=False))

    def join(self, slug: str, power: str = "", word: str = "", wishes: Sequence[str] = ()) -> Any:
        """Take a seat, or take mine back from a bot."""
        body = {"word": word, "wishes": list(wishes), **({"power": power} if power else {})}
        return self.send(Call("POST", f"/game/{slug}/join", body))

    def decline(self, slug: str, reason: str = "") -> Any:
        """Decline a game that I am asked for.

        reason: busy, later or terms; the challenger reads a sentence for it.
        """
        return self.send(Call("POST", f"/game/{slug}/decline", {"reason": reason}))

    def leave(self, slug: str) -> Any:
        """Give my seat up."""
        return self.send(Call("POST", f"/game/{slug}/leave"))

    def start(self, slug: str, *, wants: bool = True, bot: str = "") -> Any:
        """Begin now, with bots on the free seats, once all agree."""
        return self.send(Call("POST", f"/game/{slug}/start", {"wants": wants, "bot": bot}))

    def game(self, slug: str) -> Any:
        """The game as I may know it."""
        return self.send(Call("GET", f"/game/{slug}"))

    def position(self, slug: str) -> Any:
        """The board now, as JSON and as text."""
        return self.send(Call("GET", f"/game/{slug}/position"))

    def options(self, slug: str) -> Any:
        """My legal orders, unit by unit."""
        return self.send(Call("GET", f"/game/{slug}/options"))

    def phases(self, slug: str, after: int = -1) -> Any:
        """Phases that are over, after this index."""
        return self.send(Call("GET", f"/game/{slug}/phases", query={"after": after}))

    def view(self, slug: str, after: int = -1) -> Any:
        """All that my seat may know.

        after: of history, only the phases after this index.
        """
        return self.send(Call("GET", f"/game/{slug}/view", query={"after": after}))

    def orders(self, slug: str) -> Any:
        """My orders in the phase now played."""
        return self.send(Call("GET", f"/game/{slug}/orders"))

    def order(self, slug: str, phase: str, orders: Sequence[str], *, ready: bool = False) -> Any:
        """These are my orders for this phase. Sent again, it changes nothing."""
        body = {"phase": phase, "orders": list(orders), "ready": ready}
        return self.send(Call("PUT", f"/game/{slug}/orders", body))

    def ready(self, slug: str, phase: str, *, ready: bool = True) -> Any:
        """Say that my orders are final, or not yet."""
        return self.send(Call("POST", f"/game/{slug}/ready", {"phase": phase, "ready": ready}))

    def talk(self, slug: str, since: int = 0) -> Any:
        """Messages after this number."""
        return self.send(Call("GET", f"/game/{slug}/talk", query={"since": since}))

    def say(
        self,
        slug: str,
        to: Sequence[str],
        text: str = "",
        *,
        l: str = "",  # noqa: E741 - the language is called L
        plain: bool = False,
        phase: str = "",
    ) -> Any:
        """Say something, in English or in L.

        It is said once, however often it is sent.
        """
        body = {"to": list(to), "text": text, "l": l, "plain": plain, **({"phase": phase} if phase else {})}
        return self.send(Call("POST", f"/game/{slug}/talk", body, headers={"Idempotency-Key": uuid.uuid4().hex}))

    def read(self, slug: str, to: Sequence[str], text: str) -> Any:
        """Read a text without saying it."""
        return self.send(Call("POST", f"/game/{slug}/read", {"to": list(to), "text": text}))

    def proposals(self, slug: str) -> Any:
        """Open proposals: those that await my answer, and mine."""
        return self.send(Call("GET", f"/game/{slug}/proposals"))

    def answer(self, slug: str, answers: Mapping[int, str]) -> Any:
        """Answer open proposals: accept, reject or withdraw.

        answers: by the ids of their messages.
        """
        body = {"answers": [{"message": message, "act": act} for message, act in answers.items()]}
        return self.send(Call("POST", f"/game/{slug}/proposals", body))

    def ledger(self, slug: str) -> Any:
        """Promises and what became of them."""
        return self.send(Call("GET", f"/game/{slug}/ledger"))

    def votes(self, slug: str) -> Any:
        """Read the votes: what is on offer and what is moved."""
        return self.send(Call("GET", f"/game/{slug}/votes"))

    def vote(self, slug: str, phase: str, vote: str, choice: str, answer: str = "yes") -> Any:
        """Answer a vote: yes, no, or nothing to withdraw."""
        body = {"phase": phase, "vote": vote, "choice": choice, "answer": answer}
        return self.send(Call("POST", f"/game/{slug}/votes", body))


def reply_of(status: int, content_type: str, read: Any) -> Any:
    """The JSON of an answer.

    read: reads the body as JSON. Raises Problem.
    """
    if status < 400:
        return read()
    if content_type.startswith("application/problem+json"):
        raise Problem(status, read())
    raise Problem(status, {"code": "no_api", "detail": f"This address is no API of a DipGame site ({status})."})


def pause_after(attempt: int, status: int | None, call: Call, retry_after: str = "") -> float | None:
    """Seconds until the next attempt; None where there is to be none.

    status: None for a broken connection.
    """
    if status is not None and status not in _AGAIN:
        return None
    if not call.is_safe and status not in _NOT_DONE:
        return None
    if retry_after.isdigit():
        return float(retry_after) if float(retry_after) <= _MOST_WAITING else None
    return min(_FIRST_PAUSE * 2.0**attempt, _LONGEST_PAUSE)
