"""The players in an experiment's file: its bots, and who sits in a session."""

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from typing import Any, Final

from adjudication.powers import POWERS
from bots.arena.seats import BadSeatsError, agent_called
from bots.experiment.file.places import Place
from bots.parameters import named, parameter_faults
from bots.registry import BOTS

__all__ = ["KEPT_WORDS", "read_bot", "read_seats"]

KEPT_WORDS: Final[Mapping[str, str]] = {
    "person": 'People sit on seats called person, where [people] says what they agree to: consent = "…".',
    "outside": 'A bot of another program has a name of its own under [bots]: rival = "outside".',
}
"""Words of seats that are the file's own, and how they are to be written."""

_SCALARS: Final = (str, int, float, bool)
_HARMLESS: Final = ("holdbot",) * len(POWERS)

Note = Callable[[Place, str], None]


def read_bot(row: Mapping[str, Any], place: Place, fault: Note, *, own_bots: bool) -> str:
    """The name of the bot a table means, `bot` and its parameters, as the arena spells it."""
    bot = row.get("bot")
    if not isinstance(bot, str):
        said = "missing" if bot is None else f"no name: {bot!r}"
        fault((*place, "bot"), f"'bot' is {said}; it is one of {', '.join(_usual())}.")
        return "holdbot"
    parameters = {name: value for name, value in row.items() if name != "bot"}
    why = refused(bot, own_bots=own_bots)
    if why:
        fault((*place, "bot"), why)
        return "holdbot"
    bad = [name for name, value in parameters.items() if not isinstance(value, _SCALARS) and name != "rules"]
    for name in bad:
        fault((*place, name), f"The parameter '{name}' is a text, a number, true or false.")
    if ":" not in bot:
        for name, words in parameter_faults(bot, {key: each for key, each in parameters.items() if key not in bad}):
            fault((*place, name), words)
            bad.append(name)
        return named(bot, {key: value for key, value in parameters.items() if key not in bad})
    name = named(bot, {key: value for key, value in parameters.items() if key not in bad})
    try:
        agent_called(name)
    except BadSeatsError as problem:
        fault((*place, "bot"), str(problem))
    return name


def refused(bot: str, *, own_bots: bool) -> str:
    """Why a name is no bot that may be seated; "" where it is one."""
    if bot in KEPT_WORDS:
        return KEPT_WORDS[bot]
    if bot in BOTS or (own_bots and ":" in bot):
        return ""
    if ":" in bot:
        return f"'{bot}' is code of your own, which only your own machine runs: python -m bots.experiment FILE."
    near = get_close_matches(bot, list(BOTS), 1)
    guess = f" (perhaps '{near[0]}')" if near else ""
    return f"There is no bot called '{bot}'{guess}; the bots are {', '.join(_usual())}."


def read_seats(
    row: Mapping[str, Any], place: Place, fault: Note, bots: Mapping[str, str], *, fixed: bool, own_bots: bool
) -> tuple[str, ...]:
    """The labels of the seven players: from one for all, a list of seven, how many of each, or one for each power."""
    at = (*place, "seats")
    found = row.get("seats")
    if found is None:
        fault(at, f"'seats' is missing; {_HOW}.")
        return _HARMLESS
    if isinstance(found, str):
        seats: list[tuple[Place, Any]] = [(at, found)] * len(POWERS)
    elif isinstance(found, list):
        seats = [((*at, number), label) for number, label in enumerate(found)]
    elif isinstance(found, dict) and all(type(value) is int for value in found.values()):
        for label, count in found.items():
            if count < 1:
                fault((*at, label), f"{count} seats for '{label}' make no sense; give it 1 to 7.")
        seats = [((*at, label), label) for label, count in found.items() for _ in range(min(max(count, 0), 8))]
    elif isinstance(found, dict) and found and all(isinstance(value, str) for value in found.values()):
        return _by_power(found, at, fault, bots, fixed=fixed, own_bots=own_bots)
    else:
        fault(at, f"'seats' cannot be read; {_HOW}.")
        return _HARMLESS
    if len(seats) != len(POWERS):
        fault(at, f"There {'is 1 seat' if len(seats) == 1 else f'are {len(seats)} seats'}; a game has 7.")
    labels = [_label(label, where, fault, bots, own_bots=own_bots) for where, label in seats]
    return tuple(labels) if len(labels) == len(POWERS) else _HARMLESS


_HOW: Final = (
    'write seats = "dumbbot" for all, { talker = 2, mute = 5 } for how many of each, a list of seven, '
    'or { FRA = "talker", others = "mute" }'
)


def _by_power(
    found: Mapping[str, str], at: Place, fault: Note, bots: Mapping[str, str], *, fixed: bool, own_bots: bool
) -> tuple[str, ...]:
    for name in found:
        if name not in POWERS and name != "others":
            fault((*at, name), f"'{name}' is no power; the powers are {', '.join(POWERS)}, and 'others' the rest.")
    if not fixed:
        fault(at, 'Seats by power need powers = "fixed".')
    missing = [power for power in POWERS if power not in found]
    if missing and "others" not in found:
        fault(at, f'Nobody plays {", ".join(missing)}; add others = "…".')
        return _HARMLESS
    labels = {name: _label(label, (*at, name), fault, bots, own_bots=own_bots) for name, label in found.items()}
    return tuple(labels[power] if power in labels else labels["others"] for power in POWERS)


def _label(label: Any, place: Place, fault: Note, bots: Mapping[str, str], *, own_bots: bool) -> str:
    if not isinstance(label, str):
        fault(place, f"A seat is the name of a bot, not {label!r}.")
        return "holdbot"
    if label in bots:
        return label
    why = refused(label, own_bots=own_bots)
    if why:
        near = get_close_matches(label, list(bots), 1)
        own = f"perhaps it is '{near[0]}' of [bots]." if near else "Bots of your own name stand under [bots]."
        fault(place, f"{why} {own[:1].upper()}{own[1:]}")
        return "holdbot"
    if ":" in label:
        read_bot({"bot": label}, place[:-1], fault, own_bots=own_bots)
    return label


def _usual() -> list[str]:
    return [name for name, bot in BOTS.items() if bot.skill in ("", "normal")]
