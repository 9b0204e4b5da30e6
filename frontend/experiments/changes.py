"""Apply the form's changes to an experiment's file.

A field set; a row added, removed or renamed.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from adjudication.powers import POWERS
from bots.parameters import factors_of

__all__ = ["BadChangeError", "changed", "has_shape", "labels_in", "seats_by_power"]

Document: TypeAlias = dict[str, Any]

_MOST_ROWS: Final = 150
"""Of bots, sessions and tests together that a form shows."""


class BadChangeError(ValueError):
    """No form asks for this."""


def has_shape(document: Mapping[str, Any]) -> bool:
    """True if the document can be shown as a form.

    Tables are tables, lists are lists, and there are not too many.
    """
    tables = [document.get(key, {}) for key in ("terms", "people", "bots")]
    lists = [document.get(key, []) for key in ("sessions", "tests")]
    if not all(isinstance(table, dict) for table in tables) or not all(isinstance(rows, list) for rows in lists):
        return False
    rows = [row for each in lists for row in each]
    bots = list(tables[2].values())
    return (
        len(rows) + len(bots) <= _MOST_ROWS
        and all(isinstance(row, dict) for row in rows)
        and all(isinstance(bot, str | dict) for bot in bots)
        and len(labels_in(document)) <= _MOST_ROWS
    )


def labels_in(document: Mapping[str, Any]) -> list[str]:
    """Everybody who can be seated: the file's bots, a person where people take part, and who sits somewhere now."""
    labels = [*document.get("bots", {}), *(["person"] if "people" in document else [])]
    for session in document.get("sessions", []):
        seats = session.get("seats")
        if isinstance(seats, dict) and not seats_by_power(seats):
            labels += seats
        else:
            labels += _seven(seats)
    return list(dict.fromkeys(label for label in labels if isinstance(label, str) and label))


def seats_by_power(seats: Any) -> bool:
    """True if seats are written by power, as { FRA = "talker" }."""
    return isinstance(seats, dict) and bool(seats) and all(isinstance(label, str) for label in seats.values())


def _seven(seats: Any) -> list[Any]:
    """Seats of any writing, one by one, in the order of the powers."""
    if isinstance(seats, str):
        return [seats] * len(POWERS)
    if isinstance(seats, list):
        return seats
    if seats_by_power(seats):
        return [seats.get(power, seats.get("others", "")) for power in POWERS]
    if isinstance(seats, dict):
        return [label for label, count in seats.items() if type(count) is int for _ in range(min(max(count, 0), 7))]
    return []


def changed(document: Document, change: Any) -> None:
    """Make one change.

    Raises BadChangeError, LookupError, TypeError, AttributeError for one that no form makes.
    """
    if not isinstance(change, dict) or not isinstance(change.get("place"), list):
        raise BadChangeError
    made = _CHANGES.get(str(change.get("what", "set")))
    if made is None or not all(type(key) in (str, int) for key in change["place"]):
        raise BadChangeError
    made(document, change["place"], _value(change.get("value"), change.get("kind")))


def _value(value: Any, kind: Any) -> Any:
    """A control's value as the file has it; None for none."""
    if isinstance(value, list):
        return [str(each) for each in value]
    if isinstance(value, bool):
        return value or None
    if not isinstance(value, str):
        return None
    text = value.replace("\r\n", "\n")
    if kind == "lines":
        return [line.strip() for line in text.split("\n") if line.strip()] or None
    if not text.strip():
        return None
    return _number(text.strip()) if kind == "number" else text


def _number(text: str) -> int | float | str:
    """Parse a number.

    Leave other text as it is, for the file's reader to report.
    """
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def _set(document: Document, place: list[Any], value: Any) -> None:
    *outer, last = place
    if outer[:1] == ["bots"] and isinstance(document["bots"][outer[1]], str):
        document["bots"][outer[1]] = {"bot": document["bots"][outer[1]]}
    if outer[2:] == ["seats"]:
        _set_seat(document["sessions"][outer[1]], last, value)
        return
    if outer[:1] == ["tests"] and outer[2:] == ["sessions"]:
        _set_compared(document["tests"][outer[1]], last, value)
        return
    row: Any = document
    for key in outer:
        row = row.setdefault(key, {}) if isinstance(row, dict) else row[key]
    if outer[:1] == ["sessions"] and last == "name":
        _follow(document, str(row.get("name")), value)
    if value is None or value == []:
        row.pop(last, None)
    else:
        row[last] = value
    if outer[:1] == ["bots"] and last == "bot" and not factors_of(str(value)):
        document["bots"][outer[1]] = {"bot": value or ""}
    if document.get("terms") == {}:
        del document["terms"]


def _set_seat(session: Document, which: Any, value: Any) -> None:
    seats = session.get("seats")
    if isinstance(which, int):
        seats = _seven(seats)
        seats += [""] * (which + 1 - len(seats)) if which < len(POWERS) else []
        seats[which] = value or ""
    else:
        seats = dict(seats) if isinstance(seats, dict) else dict(Counter(map(str, _seven(seats))))
        seats.pop(which, None) if value in (None, 0) else seats.update({which: value})
    session["seats"] = seats


def _set_compared(test: Document, which: int, value: Any) -> None:
    """One of the sessions that are compared, the first or the second."""
    names = list(test["sessions"]) if isinstance(test.get("sessions"), list) else []
    names += [""] * (min(which, 1) + 1 - len(names))
    names[which] = value or ""
    while names and names[-1] == "":
        names.pop()
    test["sessions"] = names


def _follow(document: Document, old: str, new: Any) -> None:
    """Tests go on with a session that has another name now."""
    same = [session for session in document["sessions"] if session.get("name") == old]
    for test in document.get("tests", []):
        if len(same) == 1 and isinstance(new, str) and isinstance(test.get("sessions"), list):
            test["sessions"] = [new if each == old else each for each in test["sessions"]]


def _seats_as(document: Document, place: list[Any], value: Any) -> None:
    """Rewrite seats as counts per bot, or one by one."""
    session = document["sessions"][place[1]]
    seats = _seven(session.get("seats"))
    counts = Counter(str(label) for label in seats if label)
    one = next(iter(counts), "") or next(iter(labels_in(document)), "")
    session["seats"] = dict(counts) if value == "counts" else (seats + [one] * len(POWERS))[: len(POWERS)]


def _rename(document: Document, place: list[Any], value: Any) -> None:
    old, new = place[1], str(value or "")
    if old not in document["bots"] or not new or new in labels_in(document):
        return
    document["bots"] = {new if label == old else label: row for label, row in document["bots"].items()}
    for session in document.get("sessions", []):
        seats = session.get("seats")
        if isinstance(seats, dict):
            by_power = seats_by_power(seats)
            session["seats"] = {
                (new if key == old and not by_power else key): (new if each == old else each)
                for key, each in seats.items()
            }
        elif seats is not None:
            session["seats"] = [new if each == old else each for each in _seven(seats)] if seats != old else new
    for test in document.get("tests", []):
        for key in ("of", "against"):
            if test.get(key) == old:
                test[key] = new


def _add(document: Document, place: list[Any], _: Any) -> None:
    labels = labels_in(document)
    match place:
        case ["bots"]:
            name = _unused("bot", labels)
            document.setdefault("bots", {})[name] = {"bot": "hana", "strength": "fast"}
        case ["sessions"]:
            rows = document.setdefault("sessions", [])
            name = _unused("session", [str(row.get("name")) for row in rows])
            seats = dict(Counter(map(str, _seven(rows[-1].get("seats"))))) if rows else {}
            rows.append({"name": name, "seats": seats or {label: len(POWERS) for label in labels[:1]}})
        case ["tests"]:
            document.setdefault("tests", []).append({"of": labels[0]} if labels else {})
        case ["people"]:
            document.setdefault("people", {})
        case _:
            raise BadChangeError


def _unused(word: str, names: list[str]) -> str:
    return next(f"{word} {n}" for n in range(1, len(names) + 2) if f"{word} {n}" not in names)


def _remove(document: Document, place: list[Any], _: Any) -> None:
    match place:
        case ["people"]:
            document.pop("people", None)
        case ["bots" | "sessions" | "tests" as key, which]:
            del document[key][which]
            if not document[key]:
                del document[key]
        case _:
            raise BadChangeError


_CHANGES: Final[Mapping[str, Callable[[Document, list[Any], Any], None]]] = {
    "set": _set,
    "rename": _rename,
    "seats": _seats_as,
    "add": _add,
    "remove": _remove,
}
