"""An experiment's file as fields, in groups as they are shown.

What may be chosen comes from the keys of files.
"""

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from adjudication.powers import POWER_NAMES, POWERS
from bots.arena.positions import read_first
from bots.experiment.file.checks import Bad, OneOf
from bots.experiment.file.declaration import OUTSIDE
from bots.experiment.file.keys import OF_FILE, OF_PEOPLE, OF_SESSION, OF_TEST, PLAYING, Keys
from bots.experiment.file.places import Place
from bots.game_terms import TERMS
from bots.hana.foresee.prior import MINDS
from bots.hana.judge.strategy import STRATEGIES
from bots.hana.remember.personality import FACTORS
from bots.parameters import STRENGTHS, factors_of, is_hana
from bots.registry import BOTS
from frontend.experiments.changes import labels_in, seats_by_power

__all__ = ["Field", "Group", "form_of"]

Kind: TypeAlias = Literal["text", "long", "lines", "number", "choice", "yes", "many"]

_TITLES: Final[Mapping[str, str]] = {
    "name": "Name",
    "about": "About",
    "seed": "Seed of all chance",
    "games": "Games of each session",
    "powers": "How powers are assigned",
    "trace": "Log what every bot remembers after each decision",
    "matched": "Same powers and chance for game 1 of every session, and so on",
    "positions": "Start positions, one per line",
    "last_year": "Last year",
    "decision_seconds": "A bot's seconds for its orders",
    "talk_seconds": "A bot's seconds for one message",
    "talk_rounds": "Rounds of talk before moves",
    "unfinished": "Games nobody has won by the last year",
    "game_minutes": "Minutes of real time for a game",
    "consent": "Consent text",
    "before": "Questions before the game, one per line",
    "after": "Questions after the game, one per line",
    "phase_minutes": "Minutes of a phase at most",
    "hypothesis": "What you expect, in your words",
    "variable": "Variable",
    "expect": "It will be",
    "compare": "Compared with",
}


@dataclass(frozen=True, slots=True)
class Field:
    """One control. place: of its value in the file. options: (value, words, whether chosen). late: a change of it
    changes other fields, so it is told when one leaves the field. what: the change it makes."""

    place: Place
    title: str
    kind: Kind
    value: Any = ""
    help: str = ""
    usual: str = ""
    options: tuple[tuple[Any, str, bool], ...] = ()
    number: bool = False
    late: bool = False
    what: str = "set"

    @property
    def at(self) -> str:
        """The place, as the page's script spells it."""
        return _at(self.place)


@dataclass(frozen=True, slots=True)
class Group:
    """Fields under one title.

    more: those that few need; more_title: what they are. seats: of a session. brief: its values in a line, shown while
    the group is folded; None for a group that is always open.
    """

    place: Place
    title: str
    fields: tuple[Field, ...]
    more_title: str = ""
    more: tuple[Field, ...] = ()
    seats: tuple[Field, ...] = ()
    removable: bool = True
    brief: str | None = ""

    @property
    def at(self) -> str:
        """The place, as the page's script spells it."""
        return _at(self.place)

    @property
    def seats_at(self) -> str:
        """Place of the session's seats, as the form's field name."""
        return _at((*self.place, "seats"))


def _at(place: Place) -> str:
    return json.dumps(place, separators=(",", ":"), ensure_ascii=False)


def form_of(document: Mapping[str, Any]) -> dict[str, Any]:
    """The form of a document that has the shape: what the template shows."""
    labels = labels_in(document)
    names = [str(row["name"]) for row in document.get("sessions", []) if "name" in row]
    people = document.get("people")
    return {
        "top": Group((), "The experiment", _top(document), removable=False, brief=None),
        "terms": _terms(document.get("terms", {})),
        "bots": [_bot(label, row) for label, row in document.get("bots", {}).items()],
        "people": None if people is None else _people(people),
        "sessions": [_session(n, row, document, labels) for n, row in enumerate(document.get("sessions", []))],
        "tests": [_test(n, row, labels, names) for n, row in enumerate(document.get("tests", []))],
    }


def _top(document: Mapping[str, Any]) -> tuple[Field, ...]:
    """Fields of the file, its start positions as words."""
    words = "Words of the sandbox's links. Game 1 of each session begins with the first, and so on; none: the opening."
    rows = document.get("positions", [])
    text = "\n".join(_word(row) for row in rows) if isinstance(rows, list) else _shown(rows)
    positions = Field(("positions",), _TITLES["positions"], "lines", text, words)
    return (*_fields(OF_FILE, document, ()), positions)


def _word(row: Any) -> str:
    """The word of a position; what cannot be read in one line."""
    try:
        return read_first(row) if isinstance(row, str) else _shown(row)
    except ValueError:
        return " ".join(_shown(row).split())


def _terms(row: Mapping[str, Any]) -> Group:
    fields = _fields(PLAYING, row, ("terms",))
    return Group(("terms",), "Terms of every game", fields, removable=False, brief=_said(fields) or "As usual")


def _said(fields: Iterable[Field]) -> str:
    """Values that a file gives these fields, in a line."""
    return ", ".join(
        f"{each.title.lower()} {_words(each)}" for each in fields if each.value is not False and each.value != ""
    )


def _words(field: Field) -> str:
    return next((words for _, words, is_chosen in field.options if is_chosen), _shown(field.value))


def _fields(
    keys: Keys, row: Mapping[str, Any], place: Place, usual: Mapping[str, Any] | None = None
) -> tuple[Field, ...]:
    return tuple(_field(keys, key, row, place, usual) for key in keys)


def _field(keys: Keys, key: str, row: Mapping[str, Any], place: Place, usual: Mapping[str, Any] | None = None) -> Field:
    """A key's field: its kind is that of the harmless value that its check goes on with."""
    check, default = keys[key]
    default = default if usual is None else usual.get(key, default)
    title = _TITLES.get(key) or TERMS[key].title
    at: Place = (*place, key)
    late = key in ("name", "compare", "powers")
    if isinstance(check, OneOf):
        number = any(isinstance(option, int) for option in check.options)
        options = _options(check.options, row.get(key, ""), f"As usual: {check.options.get(default, default)}")
        return Field(at, title, "choice", row.get(key, ""), options=options, number=number, late=late)
    bad = check(None)
    harmless = bad.instead if isinstance(bad, Bad) else ""
    if isinstance(harmless, bool):
        return Field(at, title, "yes", row.get(key, default) is True)
    right = bad.right if isinstance(bad, Bad) else ""
    if isinstance(harmless, int | float):
        shown = "as for orders" if default is None else f"{default:g}" if isinstance(default, float) else str(default)
        return Field(at, title, "number", _shown(row.get(key, "")), _sentence(right), shown)
    kind: Kind = "text" if isinstance(check("a\nb"), Bad) else "long"
    return Field(at, title, kind, _shown(row.get(key, "")), "" if default == "" else _sentence(right), late=late)


def _options(options: Mapping[Any, str], chosen: Any, usual: str = "") -> tuple[tuple[Any, str, bool], ...]:
    """The options, before them what is so where none is chosen, and what the file has if it is none of them."""
    rows: list[tuple[Any, str, bool]] = [("", usual, chosen == "")] if usual or chosen == "" else []
    rows += [(option, words, _same(option, chosen)) for option, words in options.items()]
    if not any(is_chosen for _, _, is_chosen in rows):
        rows.append((_shown(chosen), _shown(chosen), True))
    return tuple(rows)


def _same(one: Any, other: Any) -> bool:
    return type(one) is type(other) and bool(one == other)


def _shown(value: Any) -> str:
    return value if isinstance(value, str) else str(value)


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}."


def _bot(label: str, row: str | Mapping[str, Any]) -> Group:
    values: Mapping[str, Any] = {"bot": row} if isinstance(row, str) else row
    place: Place = ("bots", label)
    bots = {name: bot.title for name, bot in BOTS.items()} | {OUTSIDE: "Another program"}
    bot = values.get("bot", "")
    fields = [
        Field(place, "Name", "text", label, late=True, what="rename"),
        Field((*place, "bot"), "Bot", "choice", bot, options=_options(bots, bot), late=True),
    ]
    more: list[Field] = []
    factors = factors_of(str(bot)) or (FACTORS if len(values) > 1 else ())
    if is_hana(str(bot)) or not set(values) <= {"bot", *factors}:
        for key, title, words in (
            ("strength", "How hard it thinks", STRENGTHS),
            ("strategy", "Strategy", STRATEGIES),
            ("model", "What it takes the others for", MINDS),
        ):
            chosen = values.get(key, "")
            options = _options({word: word.capitalize() for word in words}, chosen, "As the bot is")
            (fields if key == "strength" else more).append(
                Field((*place, key), title, "choice", chosen, options=options)
            )
    for factor in factors:
        title = factor.replace("_", " ").capitalize()
        more.append(Field((*place, factor), title, "number", _shown(values.get(factor, "")), usual="0 to 1"))
    brief = [_words(each) for each in fields[1:] if each.value != ""]
    brief += [each for each in [_said(more)] if each]
    return Group(place, label, tuple(fields), "Its character", tuple(more), brief=", ".join(brief))


def _people(row: Mapping[str, Any]) -> Group:
    place: Place = ("people",)
    consent, minutes = _fields(OF_PEOPLE, row, place)
    asked = tuple(_lines(place, key, row) for key in ("before", "after"))
    return Group(place, "People", (consent, *asked, minutes), brief="They consent, answer questions, and play")


def _lines(place: Place, key: str, row: Mapping[str, Any]) -> Field:
    asked = row.get(key, [])
    text = "\n".join(map(_shown, asked)) if isinstance(asked, list) else _shown(asked)
    return Field((*place, key), _TITLES[key], "lines", text)


def _session(number: int, row: Mapping[str, Any], document: Mapping[str, Any], labels: list[str]) -> Group:
    place: Place = ("sessions", number)
    of_all = {**document, **document.get("terms", {})}
    terms = _fields(PLAYING, row, place, of_all)
    games, powers = (_field(OF_FILE, key, row, place, document) for key in ("games", "powers"))
    name, about = _fields(OF_SESSION, row, place)
    title = _shown(row.get("name", "")) or f"Session {number + 1}"
    seats, others = _seats(place, row, labels), (games, powers, *terms)
    brief = "; ".join(each for each in (_sitting(seats), _said(others)) if each)
    return Group(place, title, (name,), "Other terms than the others", (about, *others), seats, brief=brief)


def _sitting(seats: Iterable[Field]) -> str:
    """The players of a session, in a line."""
    counts: Counter[str] = Counter()
    for each in seats:
        if each.kind == "choice" and each.what == "set" and each.value:
            counts[_shown(each.value)] += 1
        elif each.kind == "number" and each.value not in ("", "0"):
            counts[each.title] += int(each.value) if each.value.isdecimal() else 0
    return ", ".join(f"{n} {label}" for label, n in counts.items())


def _seats(place: Place, row: Mapping[str, Any], labels: list[str]) -> tuple[Field, ...]:
    """Fields of a session's seats: the notation, then its fields."""
    seats, at = row.get("seats", {}), (*place, "seats")
    one_by_one = isinstance(seats, list) or seats_by_power(seats)
    ways = {"counts": "How many of each", "list": "Seat by seat"}
    way = "list" if one_by_one else "counts"
    # Its place is no value's, so that faults of the seats stand at the group.
    how = Field((*at, ""), "Who sits there", "choice", way, options=_options(ways, way), late=True, what="seats")
    if one_by_one:
        keys: Iterable[Any] = POWERS if isinstance(seats, dict) else range(max(len(seats), len(POWERS)))
        words = {label: label for label in labels}
        found = [
            seats.get(key, seats.get("others", "")) if isinstance(seats, dict) else (seats[key : key + 1] or [""])[0]
            for key in keys
        ]
        titles = [POWER_NAMES[power] for power in POWERS] if isinstance(seats, dict) else []
        titles += [f"Seat {n + 1}" for n in range(len(titles), len(found))]
        rest = zip(keys, titles, found, strict=True)
        return (how, *(Field((*at, k), t, "choice", v, options=_options(words, v)) for k, t, v in rest))
    counts = dict.fromkeys([seats], len(POWERS)) if isinstance(seats, str) else seats
    counts = counts if isinstance(counts, dict) else {}
    shown = dict.fromkeys([*labels, *counts])
    return (how, *(Field((*at, label), label, "number", _shown(counts.get(label, "")), usual="0") for label in shown))


def _test(number: int, row: Mapping[str, Any], labels: list[str], names: list[str]) -> Group:
    place: Place = ("tests", number)
    hypothesis, variable, expect, compare = _fields(OF_TEST, row, place)
    of = row.get("of", "")
    who = Field((*place, "of"), "Of whom", "choice", of, options=_options({label: label for label in labels}, of))
    chosen, at = row.get("sessions", []), (*place, "sessions")
    chosen = chosen if isinstance(chosen, list) else [chosen]
    names = list(dict.fromkeys([*names, *map(_shown, chosen)]))
    sessions: tuple[Field, ...]
    rival = row.get("against", "")
    beside: tuple[Field, ...] = ()
    if row.get("compare") == "pairs" or rival != "":
        others = _options({label: label for label in labels}, rival, "The same player")
        beside = (Field((*place, "against"), "Against whom there", "choice", rival, options=others),)
    if row.get("compare") in ("sessions", "pairs"):
        words = {name: name for name in names if name}
        two = [_shown(each) for each in (*chosen, "", "")][: max(2, len(chosen))]
        titles = ["In session", *["against session"] * (len(two) - 1)]
        sessions = tuple(
            Field((*at, n), titles[n], "choice", name, options=_options(words, name)) for n, name in enumerate(two)
        )
    else:
        about = "None: all in which it sits beside others."
        boxes = tuple((name, name, name in chosen) for name in names)
        sessions = (Field(at, "In the sessions", "many", help=about, options=boxes),)
    fields = (hypothesis, who, variable, expect, compare, *sessions, *beside)
    return Group(place, f"Hypothesis {number + 1}", fields, brief=_shown(hypothesis.value))
