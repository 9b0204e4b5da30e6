"""Terms of a game, each declared once: default, limits and words.

The site's rows, its forms and its admin, the arguments of the arena and the files of experiments take what they say
and what they allow from here; whatever creates a game asks `refusals`.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from adjudication.phase import FIRST_PHASE
from adjudication.rulebook import EDITIONS, STANDARD_RULES
from negotiation.levels import FREE, LEVELS
from negotiation.protocols import PROTOCOLS

__all__ = [
    "EXPERIMENT_LEVEL",
    "LONGEST_PHASE",
    "PACES",
    "SHORTEST_PHASE",
    "TERMS",
    "Number",
    "OneOf",
    "Term",
    "YesNo",
    "options_of",
    "refusals",
    "usual",
]

SHORTEST_PHASE: Final = 5 * 60
LONGEST_PHASE: Final = 10 * 24 * 60 * 60
"""Seconds."""


@dataclass(frozen=True, slots=True)
class OneOf:
    """A term with a few values. options: each value with its words. about: what it is for, in a sentence or two.
    expert: whether nobody needs to choose it to play."""

    title: str
    default: Any
    options: Mapping[Any, str]
    about: str = ""
    expert: bool = False

    def refusal(self, value: object) -> str:
        """Why this value cannot be, as a sentence; empty where it can."""
        if value in self.options:
            return ""
        return f"{self.title}: choose one of {', '.join(map(str, self.options))}."


@dataclass(frozen=True, slots=True)
class Number:
    """A term that is a whole number from `least` to `most`. limits: that, as a sentence. optional: None is a value."""

    title: str
    default: int | None
    least: int
    most: int
    limits: str
    about: str = ""
    optional: bool = False
    expert: bool = False

    def refusal(self, value: object) -> str:
        """Why this value cannot be, as a sentence; empty where it can."""
        if value is None and self.optional:
            return ""
        return "" if type(value) is int and self.least <= value <= self.most else self.limits


@dataclass(frozen=True, slots=True)
class YesNo:
    """A term that holds or does not. yes, no: in words."""

    title: str
    default: bool
    yes: str
    no: str
    about: str = ""
    expert: bool = False

    def refusal(self, value: object) -> str:
        """Why this value cannot be, as a sentence; empty where it can."""
        return "" if type(value) is bool else f"{self.title}: yes or no."


EXPERIMENT_LEVEL: Final = 3
"""Default level of L in arenas and experiments: the thesis' deals, news and questions."""

PACES: Final[Mapping[str, tuple[int, int, int, int | None]]] = MappingProxyType(
    {
        "quick": (600, 300, 300, 1200),
        "day": (86_400, 43_200, 43_200, None),
        "slow": (259_200, 86_400, 86_400, None),
    }
)
"""Ready-made phase lengths in seconds: movement, retreats and builds, and the first phase where there is to be a round
of talk before the clock is a quick one."""

Term: TypeAlias = OneOf | Number | YesNo

_EDITION_WORDS: Final = {
    "2023": "2023: the rules of today",
    "datc3": "DATC 3.0: the same, by the name of its test cases",
    "classic": "Classic: an army whose convoy fails may walk",
    "dipgame": "DipGame: no convoys, 17 centers win",
}
_PROTOCOL_WORDS: Final = {
    "free": "Anything at any time",
    "rnp": "Proposals and answers only",
    "l3": "Answers first, news at any time",
    "talk": "As people talk",
}


def _worded(names: Iterable[str], words: Mapping[str, str]) -> Mapping[str, str]:
    return MappingProxyType({name: words[name] for name in names})


def _level_words() -> Mapping[int, str]:
    """Titles in short, so that the whole is seen in a box on a phone."""
    short = dict(LEVELS) | {6: "the passage of time"}
    return {0: "No messages", **{level: f"L{level}: {words[:1].lower()}{words[1:]}" for level, words in short.items()}}


def _length(title: str, default: int | None, about: str = "") -> Number:
    limits = "A phase lasts from 5 minutes to 10 days."
    return Number(title, default, SHORTEST_PHASE, LONGEST_PHASE, limits, about, optional=default is None)


TERMS: Final[Mapping[str, Term]] = MappingProxyType(
    {
        "movement_seconds": _length("Moves", 86_400),
        "retreat_seconds": _length("Retreats", 43_200),
        "adjustment_seconds": _length("Builds", 43_200),
        "first_seconds": _length("First phase", None, "Empty: as long as any movement phase."),
        "edition": OneOf(
            "Rulebook",
            STANDARD_RULES.name,
            MappingProxyType({name: _EDITION_WORDS[name] for name in EDITIONS}),
            expert=True,
        ),
        "end_year": Number(
            "Last year",
            None,
            FIRST_PHASE.year,
            2100,
            "A year from 1901 to 2100, or nothing.",
            "After its winter the survivors share a draw. Empty: until somebody wins.",
            optional=True,
        ),
        "draws": OneOf(
            "Draws",
            "all",
            MappingProxyType(
                {"all": "Among all who survive", "some": "Also among some of them", "none": "None, somebody has to win"}
            ),
            "All who are still on the board must agree. Whoever is left may concede to one power in any game.",
        ),
        "votes_hidden": YesNo(
            "Votes on the end", True, "Seen by nobody", "Seen by all", "Only what all agree on is told, or every vote."
        ),
        "seating": OneOf(
            "Who plays what",
            "choose",
            MappingProxyType({"choose": "Each takes a free seat", "wishes": "Dealt by wishes at the start"}),
            "By wishes: everybody says which powers they would like, best first; when the game begins they are dealt "
            "so that nobody is far from their wishes. Equal wishes are drawn by lot.",
        ),
        "quiet": OneOf(
            "Quiet hours",
            "",
            MappingProxyType(
                {"": "None", "22-7": "From 22 to 7", "23-8": "From 23 to 8", "0-7": "From 0 to 7", "0-9": "From 0 to 9"}
            ),
            "No phase ends, no bots take free seats and no news are sent in these hours; all of it waits until they "
            "are over. Phases go by your own clock, news by that of each reader.",
        ),
        "hour": OneOf(
            "Fixed hour",
            "",
            MappingProxyType(
                {"": "None"} | {f"{hour}": f"At {hour}:00" for hour in (7, 8, 9, 12, 17, 18, 19, 20, 21, 22)}
            ),
            "Every phase of a slow game ends at this hour of your clock, on the day that its length comes to.",
        ),
        "faces": OneOf(
            "Who sits where",
            "open",
            MappingProxyType(
                {
                    "open": "Names are seen",
                    "names": "Names at the end",
                    "all": "Names at the end, and who is a bot",
                }
            ),
            "Where nobody knows who is a bot, who is ready is not shown either; after the end everybody guesses, and "
            "is told when all have, or a day later.",
        ),
        "watching": OneOf(
            "Who may watch",
            "live",
            MappingProxyType(
                {
                    "live": "Everybody",
                    "delayed": "Everybody, a phase later",
                    "after": "Everybody, when it is over",
                }
            ),
            "Orders and messages are never seen by others before the end.",
        ),
        "afterwards": OneOf(
            "Messages after the end",
            "all",
            MappingProxyType(
                {
                    "all": "Open to everybody",
                    "players": "Open to who played",
                    "own": "Everybody keeps to their own",
                }
            ),
            "Messages, promises and the minds of bots. Orders are open in any case.",
        ),
        "press_level": OneOf(
            "Level of the language",
            FREE,
            MappingProxyType(_level_words()),
            "How much of the language bots and players share; each level holds those before it. Below the last one "
            "bots are neither courteous nor asked openly: that is for experiments.",
            expert=True,
        ),
        "press_protocol": OneOf(
            "Who may say what when",
            "talk",
            _worded(PROTOCOLS, _PROTOCOL_WORDS),
            "As people talk: a counter-offer answers by itself, and no proposal waits for another. "
            "Answers first: a proposal is answered or taken back before the same two have another.",
            expert=True,
        ),
        "press_plain": YesNo("Text that bots do not understand", True, "May be sent", "Is not sent", expert=True),
        "bots_hidden": YesNo(
            "Which bot is which",
            True,
            "Told at the end",
            "Told at once",
            "HANAs have characters: who keeps its word is for you to find out, or known from the start.",
        ),
        "programs": Number(
            "Seats for programs",
            0,
            0,
            6,
            "From 0 to 6 seats.",
            "So many free seats other people's programs may take: bots' accounts, and DAIDE where the site has it on.",
            expert=True,
        ),
    }
)
"""Every term of a game by the name of its field, in the order in which they are asked for."""


def usual(name: str) -> Any:
    """Default of a term."""
    return TERMS[name].default


def options_of(name: str) -> Mapping[Any, str]:
    """The values of a term that is one of several, each with its words; of another none."""
    term = TERMS[name]
    return term.options if isinstance(term, OneOf) else {}


def refusals(values: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """(term, why not) for every term whose value cannot stand; a term that is missing has its default."""
    for name, term in TERMS.items():
        if name in values and (why := term.refusal(values[name])):
            yield name, why
