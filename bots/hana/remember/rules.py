"""The transition rules of the world model, read from `rules.toml`: beliefs, emotions, desires, intentions.

The thesis leaves them to the bot's author (chapter 5: how the components of a g-BDI agent with emotions are bridged).
Here an author edits a table: what each row may say is checked when it is read.
"""

import tomllib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from bots.hana.remember.events import Happening
from bots.hana.remember.personality import FACTORS, Personality
from bots.hana.remember.typed_rows import TableError, read_row
from negotiation.terms import Feeling

__all__ = [
    "ALWAYS",
    "BELIEFS",
    "INTENTIONS",
    "RULES",
    "SHOWN",
    "Emotion",
    "Mood",
    "Rule",
    "Rules",
    "TrustRule",
    "combined",
    "derived",
    "rules_in",
    "rules_with",
]

ALWAYS: Final = "always"
BELIEFS: Final = ("trust", "distrust", "threat", "lead")
"""Degrees the mind works out for each other power: how likely it keeps its word, how much of mine it stands next to,
how near it is to winning."""
INTENTIONS: Final = ("attack", "help", "not negotiate")
SHOWN: Final = ("trust", "regard", "price", "warmth")
"""Fields of an attitude."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One row. times: a personality's field, "1 - " and a field, or "" for no factor."""

    when: str
    then: str
    by: float
    times: str = ""

    def strength(self, personality: Personality) -> float:
        """`by`, multiplied with the personality's factor."""
        if not self.times:
            return self.by
        field = self.times.removeprefix(_LESS)
        factor: float = getattr(personality, field)
        return self.by * (1 - factor if self.times.startswith(_LESS) else factor)


@dataclass(frozen=True, slots=True)
class Emotion:
    """Fading of an emotion over a movement phase.

    The share left goes from `lasts` at factor 0 to `lasts_with` at factor 1.
    """

    lasts: float
    factor: str = ""
    lasts_with: float = 0.0

    def __post_init__(self) -> None:
        for name in ("lasts", "lasts_with"):
            if not 0 <= getattr(self, name) <= 1:
                raise ValueError(f"'{name}' has to be between 0 and 1, not {getattr(self, name):g}.")
        if self.factor and self.factor not in FACTORS:
            raise ValueError(
                f"'factor' has to be a number of a personality ({', '.join(FACTORS)}), not '{self.factor}'."
            )

    def left(self, personality: Personality) -> float:
        """The share that is left for this personality."""
        if not self.factor:
            return self.lasts
        factor: float = getattr(personality, self.factor)
        return self.lasts + factor * (self.lasts_with - self.lasts)


@dataclass(frozen=True, slots=True)
class Mood:
    """A feeling of L that is shown when an emotion is strong enough."""

    when: str
    least: float
    feeling: str

    def __post_init__(self) -> None:
        if self.feeling not in set(Feeling):
            raise ValueError(f"'feeling' has to be one of {', '.join(Feeling)}, not '{self.feeling}'.")


@dataclass(frozen=True, slots=True)
class TrustRule:
    """Weights of promises in trust.

    lasts: the share of a promise that still counts a movement phase later. broken_counts: number of kept promises that
    a broken one outweighs. hearsay: how many promises the word of a trusted power counts.
    """

    kept_lasts: float
    broken_lasts: float
    broken_lasts_forgiven: float
    lasting: float
    lasting_most: float
    broken_counts: float = 1.0
    hearsay: float = 0.0

    def __post_init__(self) -> None:
        for name in ("kept_lasts", "broken_lasts", "broken_lasts_forgiven", "lasting", "lasting_most"):
            if not 0 <= getattr(self, name) <= 1:
                raise ValueError(f"'{name}' has to be between 0 and 1, not {getattr(self, name):g}.")
        for name in ("broken_counts", "hearsay"):
            if getattr(self, name) < 0:
                raise ValueError(f"'{name}' has to be 0 or more, not {getattr(self, name):g}.")


@dataclass(frozen=True, slots=True)
class Rules:
    """The whole table. feel: events to emotions. want: to desires. intend: to intentions. show: to attitudes."""

    trust: TrustRule
    emotions: Mapping[str, Emotion]
    feel: tuple[Rule, ...]
    want: tuple[Rule, ...]
    intend: tuple[Rule, ...]
    show: tuple[Rule, ...]
    mood: tuple[Mood, ...]

    @property
    def desires(self) -> tuple[str, ...]:
        """The names of the desires: whatever `want` rows lead to."""
        return tuple(dict.fromkeys(rule.then for rule in self.want))


_LESS: Final = "1 - "
_LISTS: Final = ("feel", "want", "intend", "show", "mood")


def combined(degree: float, change: float) -> float:
    """A degree in [0, 1] after a change in [-1, 1]: it grows by a share of what is missing, or shrinks by its own."""
    change = min(1.0, max(-1.0, change))
    return degree + change * (1 - degree) if change > 0 else degree * (1 + change)


def derived(rules: Sequence[Rule], sources: Mapping[str, float], personality: Personality) -> dict[str, float]:
    """Degrees derived by the rows from `sources`, top to bottom.

    They start from 0; a source that is missing is 0.
    """
    degrees: dict[str, float] = dict.fromkeys((rule.then for rule in rules), 0.0)
    for rule in rules:
        source = sources.get(rule.when, 0.0)
        if source:
            degrees[rule.then] = combined(degrees[rule.then], rule.strength(personality) * source)
    return degrees


# --- Reading --------------------------------------------------------------------------------------


def rules_in(text: str) -> Rules:
    """The rules of a TOML text.

    Raises TableError, which names row and field.
    """
    try:
        return _rules_of(tomllib.loads(text))
    except tomllib.TOMLDecodeError as problem:
        raise TableError(f"rules: {problem}") from None


def rules_with(changes: Mapping[str, Any]) -> Rules:
    """The rules HANA plays by, with changes.

    Fields of `trust`, emotions by name, and rows of the lists, which stand in for the rows with the same `when` and
    `then` or are added (`by = 0` takes a row away).

    Raises TableError, which names row and field.
    """
    data = tomllib.loads(_TEXT)
    for name, change in changes.items():
        of_rows = name == "emotions" and isinstance(change, Mapping)
        if (name == "trust" and isinstance(change, Mapping)) or (of_rows and all(map(_is_table, change.values()))):
            data[name] = {**data[name], **change}
        elif name in _LISTS and isinstance(change, list) and all(map(_is_table, change)):
            data["rules"][name] = _rows_with(data["rules"][name], change)
        else:
            raise TableError(
                f"rules: '{name}' cannot be changed so. Write tables 'trust' and 'emotions', and rows of "
                f"{', '.join(_LISTS)}."
            )
    return _rules_of(data)


def _rows_with(rows: Sequence[Mapping[str, Any]], change: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Replace the rows of a changed key; new ones come last."""
    waiting: dict[tuple[str, str], list[Mapping[str, Any]]] = {}
    for row in change:
        waiting.setdefault(_key(row), []).append(row)
    changed = frozenset(waiting)
    found: list[Mapping[str, Any]] = []
    for row in rows:
        found += waiting.pop(_key(row), []) if _key(row) in changed else [row]
    return [*found, *(row for left in waiting.values() for row in left)]


def _is_table(value: object) -> bool:
    return isinstance(value, Mapping)


def _key(row: Mapping[str, Any]) -> tuple[str, str]:
    return str(row.get("when")), str(row.get("then", row.get("feeling")))


def _rules_of(data: Mapping[str, Any]) -> Rules:
    parts = {name: _table(data, name) for name in ("trust", "emotions", "rules")}
    emotions = {name: read_row(Emotion, row, f"emotion '{name}'") for name, row in parts["emotions"].items()}
    lists = {name: _rows(parts["rules"], name) for name in _LISTS}
    for name in parts["rules"]:
        if name not in _LISTS:
            raise TableError(f"rules: there is no list '{name}'. Lists are {', '.join(_LISTS)}.")
    felt = tuple(emotions)
    want = _rules(lists, "want", (ALWAYS, *BELIEFS, *felt), None)
    wanted = tuple(dict.fromkeys(rule.then for rule in want))
    return Rules(
        trust=read_row(TrustRule, parts["trust"], "trust"),
        emotions=MappingProxyType(emotions),
        feel=_rules(lists, "feel", tuple(Happening), felt),
        want=want,
        intend=_rules(lists, "intend", (ALWAYS, *BELIEFS, *felt, *wanted), INTENTIONS),
        show=_rules(lists, "show", (ALWAYS, *BELIEFS, *felt, *wanted, *INTENTIONS), SHOWN),
        mood=tuple(_mood(row, felt, f"mood, row {index}") for index, row in enumerate(lists["mood"], start=1)),
    )


def _table(data: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    table = data.get(name)
    if not isinstance(table, dict):
        raise TableError(f"rules: the table [{name}] is missing.")
    return table


def _rows(lists: Mapping[str, Any], name: str) -> Sequence[Mapping[str, Any]]:
    rows = lists.get(name)
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise TableError(f"rules: '{name}' has to be a list of rows.")
    return rows


def _rules(
    lists: Mapping[str, Sequence[Mapping[str, Any]]], name: str, whens: Collection[str], thens: Collection[str] | None
) -> tuple[Rule, ...]:
    found = []
    for index, row in enumerate(lists[name], start=1):
        where = f"{name}, row {index}"
        rule = read_row(Rule, row, where)
        _known(rule.when, whens, "when", where)
        if thens is not None:
            _known(rule.then, thens, "then", where)
        if rule.times:
            _known(rule.times.removeprefix(_LESS), FACTORS, "times", where)
        found.append(rule)
    return tuple(found)


def _mood(row: Mapping[str, Any], felt: Collection[str], where: str) -> Mood:
    mood = read_row(Mood, row, where)
    _known(mood.when, felt, "when", where)
    return mood


def _known(name: str, names: Collection[str], field: str, where: str) -> None:
    if name not in names:
        raise TableError(f"{where}: '{field}' has to be one of {', '.join(names)}, not '{name}'.")


_TEXT: Final = Path(__file__).with_name("rules.toml").read_text("utf-8")
RULES: Final = rules_in(_TEXT)
"""The rules HANA plays by."""
