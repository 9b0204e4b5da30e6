"""The terms of the language L as frozen values (Fabregues 2012, figure 6.6).

L does not know what it is used for: agents are strings, and actions, predicates and times are
values of an ontology (`negotiation.ontology`). Groups of agents are sets: they are kept sorted and
without repetition, so that equal terms are equal values.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, Literal, TypeAlias

__all__ = [
    "ANYONE",
    "REMARKS",
    "Accept",
    "Agent",
    "Agree",
    "And",
    "Answer",
    "Attack",
    "Belief",
    "Commit",
    "Commits",
    "Compare",
    "Courtesy",
    "Deal",
    "Desire",
    "Do",
    "Explain",
    "Feel",
    "Feeling",
    "Formula",
    "Group",
    "Implies",
    "Inform",
    "Manner",
    "Not",
    "Obs",
    "Propose",
    "Query",
    "Reject",
    "Support",
    "Then",
    "Time",
    "TimeVariable",
    "Unknown",
    "Utterance",
    "Variable",
    "Which",
    "Withdraw",
    "both",
    "group",
]

Agent: TypeAlias = str
Group: TypeAlias = tuple[Agent, ...]
Comparison: TypeAlias = Literal["<", "≤", "=", "≥", ">"]

ANYONE: Final[Agent] = "*"
"""The agent variable: whoever it may be. The thesis' level-6 example writes it `power`."""


class Feeling(StrEnum):
    VERY_HAPPY = "VeryHappy"
    HAPPY = "Happy"
    SAD = "Sad"
    ANGRY = "Angry"


def group(agents: Iterable[Agent]) -> Group:
    """Agents as a set. Raises ValueError when there are none."""
    members = tuple(sorted(set(agents)))
    if not members:
        raise ValueError("a group needs at least one agent")
    return members


@dataclass(frozen=True, slots=True, order=True)
class TimeVariable:
    """`t0`, `t1`: a time that is not fixed; universally quantified."""

    name: str


Time: TypeAlias = object
"""A `TimeVariable` or a time of the ontology."""


class Variable(str):
    """`?p`, `?r`: what an open question asks for, standing where a value of its sort would; nowhere but in `Which`."""

    __slots__ = ()


# ── what is said about the world: ϕ and info ────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Do:
    """`Do(action)`: the action, one of the ontology's, is done, at a time if one is given."""

    action: Any
    time: Time | None = None


@dataclass(frozen=True, slots=True)
class Not:
    """`¬x`"""

    item: "Formula"


@dataclass(frozen=True, slots=True)
class And:
    """`x ∧ y ∧ …`: at least two items, none of them itself an `And`."""

    items: tuple["Formula", ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "items", _spliced(And, self.items))


@dataclass(frozen=True, slots=True)
class Then:
    """`x ; y ; …`: one after the other."""

    items: tuple["Formula", ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "items", _spliced(Then, self.items))


def _spliced(kind: type, items: tuple["Formula", ...]) -> tuple["Formula", ...]:
    flat: list[Formula] = []
    for item in items:
        if type(item) is kind:
            flat.extend(item.items)  # type: ignore[attr-defined]
        else:
            flat.append(item)
    if len(flat) < 2:
        raise ValueError("two items or more are needed")
    return tuple(flat)


@dataclass(frozen=True, slots=True)
class Implies:
    """`x → y`"""

    premise: "Formula"
    conclusion: "Formula"


@dataclass(frozen=True, slots=True)
class Compare:
    """`t1 > t0`: a comparison of two times."""

    left: Time
    relation: Comparison
    right: Time


@dataclass(frozen=True, slots=True)
class Commit:
    """`Commit(a, b, ϕ)`: the agent promises the group to see to ϕ."""

    agent: Agent
    to: Group
    content: "Formula"
    time: Time | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "to", group(self.to))


@dataclass(frozen=True, slots=True)
class Commits:
    """A deal of one commitment or more, in the order they were written."""

    items: tuple[Commit, ...]

    def __post_init__(self) -> None:
        if not self.items:
            raise ValueError("a deal needs at least one commitment")


@dataclass(frozen=True, slots=True)
class Agree:
    """`Agree(b, ϕ)`: a deal by which the group agrees that ϕ."""

    agents: Group
    content: "Formula"
    time: Time | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "agents", group(self.agents))


Deal: TypeAlias = Commits | Agree


@dataclass(frozen=True, slots=True)
class Obs:
    """`Obs(a, b, ϕ)`: the agent has seen of the group that ϕ."""

    agent: Agent
    of: Group
    content: "Formula"
    time: Time | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "of", group(self.of))


@dataclass(frozen=True, slots=True)
class Belief:
    agent: Agent
    content: "Formula"
    time: Time | None = None


@dataclass(frozen=True, slots=True)
class Desire:
    agent: Agent
    content: "Formula"
    time: Time | None = None


@dataclass(frozen=True, slots=True)
class Unknown:
    """`Unknown(a, x)`: the agent does not know whether x."""

    agent: Agent
    content: "Formula"
    time: Time | None = None


@dataclass(frozen=True, slots=True)
class Feel:
    agent: Agent
    feeling: Feeling
    time: Time | None = None


@dataclass(frozen=True, slots=True)
class Explain:
    """`Explain(x)`: why x is so."""

    content: "Formula"
    time: Time | None = None


@dataclass(frozen=True, slots=True)
class Attack:
    """`Attack(x, y)`: x speaks against y."""

    argument: "Formula"
    against: "Formula"


@dataclass(frozen=True, slots=True)
class Support:
    """`Support(x, y)`: x speaks for y."""

    argument: "Formula"
    claim: "Formula"


@dataclass(frozen=True, slots=True)
class Which:
    """`Which(?r, x)`: for which ?r is x so?

    What an open query asks (ours). x holds the variable.
    """

    variable: Variable
    content: "Formula"


# ── utterances ──────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class _Spoken:
    speaker: Agent
    hearers: Group

    def __post_init__(self) -> None:
        object.__setattr__(self, "hearers", group(self.hearers))


@dataclass(frozen=True, slots=True)
class Propose(_Spoken):
    deal: Deal
    time: Time | None = None


@dataclass(frozen=True, slots=True)
class Accept(_Spoken):
    deal: Deal
    time: Time | None = None


@dataclass(frozen=True, slots=True)
class Reject(_Spoken):
    deal: Deal
    time: Time | None = None


@dataclass(frozen=True, slots=True)
class Withdraw(_Spoken):
    """`withdraw(a, b)`: takes back what is on the table between them."""

    time: Time | None = None


@dataclass(frozen=True, slots=True)
class Inform(_Spoken):
    content: "Formula"
    time: Time | None = None


@dataclass(frozen=True, slots=True)
class Query(_Spoken):
    content: "Formula"
    time: Time | None = None


@dataclass(frozen=True, slots=True)
class Answer(_Spoken):
    content: "Formula"
    time: Time | None = None


class Manner(StrEnum):
    """Manners of courtesies and remarks beside deals (ours).

    deny: that a word was broken. welcome: after thanks. evade: a question is not answered. note: news or a no was
    heard, nothing to thank for. puzzled: the speaker did not follow. assure: the speaker means it. wait: it is too
    early, deeds first. chat: small talk. rules: how the game is played, asked or pointed to.

    `REMARKS` are manners of people only, where nothing is open to be settled: assent (ok), balk (no way), doubt
    (really?), plead (come on), wonder (why?), tell (plans in unclear words); mumble: an unreadable message.
    """

    GREET = "greet"
    FAREWELL = "farewell"
    THANK = "thank"
    APOLOGISE = "apologise"
    FORGIVE = "forgive"
    PRAISE = "praise"
    BLAME = "blame"
    DENY = "deny"
    THREATEN = "threaten"
    JEST = "jest"
    WELCOME = "welcome"
    EVADE = "evade"
    NOTE = "note"
    PUZZLED = "puzzled"
    ASSURE = "assure"
    WAIT = "wait"
    CHAT = "chat"
    RULES = "rules"
    SCREEN = "screen"
    BOT = "bot"
    ADVICE = "advice"
    MOOD = "mood"
    SCORN = "scorn"
    RUMOUR = "rumour"
    DEMAND = "demand"
    HERE = "here"
    LOOK = "look"
    PERSON = "person"
    HUSH = "hush"
    ASSENT = "assent"
    BALK = "balk"
    DOUBT = "doubt"
    PLEAD = "plead"
    WONDER = "wonder"
    TELL = "tell"
    MUMBLE = "mumble"


REMARKS: Final = frozenset(
    {Manner.ASSENT, Manner.BALK, Manner.DOUBT, Manner.PLEAD, Manner.WONDER, Manner.TELL, Manner.MUMBLE}
)
"""Manners of people that bots do not have."""


@dataclass(frozen=True, slots=True)
class Courtesy(_Spoken):
    """`thank(a, b)`, `blame(a, b, x)`: binds nobody and may be said at any time (ours).

    about: what it is for, a promise that was kept or broken. time: when that was so.
    """

    manner: Manner
    about: "Formula | None" = None
    time: Time | None = None


Utterance: TypeAlias = Propose | Accept | Reject | Withdraw | Inform | Query | Answer | Courtesy

Formula: TypeAlias = object
"""One of the classes above that can be true or false, an utterance (talk about talk), or a predicate of the
ontology. `levels.level` and the parser say which may stand where."""


def both(items: Iterable["Formula"]) -> "Formula":
    """The conjunction of one item or more: the item itself when it is alone."""
    parts = tuple(items)
    return parts[0] if len(parts) == 1 else And(parts)
