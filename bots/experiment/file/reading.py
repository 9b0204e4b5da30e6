"""From the text of an experiment's file to its declaration; or every fault, with its line and what would be right."""

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from adjudication.powers import POWERS
from bots.experiment.file.checks import Bad, OneOf, a_name, a_text
from bots.experiment.file.declaration import (
    OUTSIDE,
    PERSON,
    VERSION,
    Declaration,
    People,
    Playing,
    Session,
    Test,
)
from bots.experiment.file.keys import OF_FILE, OF_PEOPLE, OF_SESSION, OF_TEST, PLAYING
from bots.experiment.file.pairs import pair_faults
from bots.experiment.file.places import Place, line_of, lines_of
from bots.experiment.file.players import KEPT_WORDS, read_bot, read_seats
from bots.experiment.file.positions import read_positions

__all__ = ["BadFileError", "FileFault", "read_declaration", "too_deep_at"]

_T = TypeVar("_T")
_MOST_SESSIONS: Final = 200
_LONGEST: Final = 200_000
"""Signs of a file."""


@dataclass(frozen=True, slots=True, order=True)
class FileFault:
    """Something that is wrong in a file. text: what, and what would be right, as a sentence. place: the value."""

    line: int
    text: str
    place: Place = field(default=(), compare=False)

    def __str__(self) -> str:
        return f"line {self.line}: {self.text}"


class BadFileError(ValueError):
    """The file cannot be used; `faults` has all that is wrong with it, by line."""

    def __init__(self, faults: list[FileFault]) -> None:
        super().__init__("\n".join(map(str, faults)))
        self.faults = tuple(faults)


def read_declaration(text: str, *, own_bots: bool = False) -> Declaration:
    """The experiment of a file. own_bots: whether bots may be `package.module:Class`, which runs their code.

    Raises BadFileError with every fault.
    """
    if len(text) > _LONGEST:
        raise BadFileError([FileFault(1, f"The file has {len(text)} characters; at most {_LONGEST} are allowed.")])
    if (line := too_deep_at(text)) is not None:
        raise BadFileError([FileFault(line, f"Names or brackets stand more than {_DEEPEST} deep in each other.")])
    try:
        found = tomllib.loads(text)
        repr(found)  # a number may have more digits than Python writes
    except (ValueError, RecursionError) as problem:
        line = getattr(problem, "lineno", None) or _line_in(str(problem), text)
        raise BadFileError([FileFault(line, f"This is not TOML: {problem}.")]) from None
    reader = _Reader(lines_of(text))
    declaration = reader.declaration(found, own_bots=own_bots)
    if reader.faults:
        raise BadFileError(sorted(set(reader.faults)))
    return declaration


_DEEPEST: Final = 20
_PART: Final = re.compile(r"(?P<name>[\w\"'-]++)[ \t]*+(?P<dot>\.?)|(?P<open>[\[{])|(?P<close>[\]}])|\n")


def too_deep_at(text: str) -> int | None:
    """Line of the first name or brackets that stand too deep in each other; None if there is none.

    Looked at before the file is parsed: a parser takes minutes for 100 kB of dots.
    """
    line, dots, depth = 1, 0, 0
    for part in _PART.finditer(text):
        if part["name"]:
            dots = dots + 1 if part["dot"] else 0
        elif part["open"]:
            depth += 1
        elif part["close"]:
            depth = max(0, depth - 1)
        else:
            line, dots = line + 1, 0
        if dots > _DEEPEST or depth > _DEEPEST:
            return line
    return None


def _line_in(message: str, text: str) -> int:
    """Python says the line in its message: "... (at line 3, column 5)" or "(at end of document)"."""
    _, _, rest = message.rpartition("at line ")
    number = rest.partition(",")[0]
    return int(number) if number.isdigit() else text.count("\n") + 1


_MOST_QUESTIONS: Final = 20


class _Reader:
    """Reads a file's values, noting every fault on the way; after one it goes on with something harmless."""

    def __init__(self, lines: dict[Place, int]) -> None:
        self.lines, self.faults = lines, list[FileFault]()
        self.own_bots = self.seats_are_sound = False

    def fault(self, place: Place, text: str) -> None:
        self.faults.append(FileFault(line_of(self.lines, place), text, place))

    def declaration(self, found: Mapping[str, Any], *, own_bots: bool) -> Declaration:
        version = found.get("version")
        if version != VERSION or isinstance(version, bool):
            said = "no version" if version is None else f"version {version!r}"
            self.fault(("version",), f"This file has {said}; write version = {VERSION}, the one this program reads.")
        self.known(found, (), ("version", *OF_FILE, "positions", "terms", "bots", "people", "sessions", "tests"))
        games = self.take(found, (), "games", *OF_FILE["games"])
        powers = self.take(found, (), "powers", *OF_FILE["powers"])
        terms = self.table(found, (), "terms")
        self.known(terms, ("terms",), tuple(PLAYING))
        usual_terms = {
            name: self.take(terms, ("terms",), name, check, default) for name, (check, default) in PLAYING.items()
        }
        before = len(self.faults)
        bots = self.bots(found, own_bots=own_bots)
        people = self.people(found)
        seated = bots | ({PERSON: PERSON} if people else {})
        sessions = self.sessions(found, usual_terms, games, powers, seated)
        self.check_beside_people(sessions, bots)
        # Checks that depend on the seats are skipped until the seats are sound.
        self.seats_are_sound = bool(sessions) and len(self.faults) == before
        used = {label for session in sessions for label in session.seats}
        for label in bots:
            if self.seats_are_sound and label not in used:
                self.fault(("bots", label), f"'{label}' sits in no session; seat it or leave it out.")
        matched = self.take(found, (), "matched", *OF_FILE["matched"])
        return Declaration(
            name=self.take(found, (), "name", *OF_FILE["name"]),
            about=self.take(found, (), "about", *OF_FILE["about"]),
            seed=self.take(found, (), "seed", *OF_FILE["seed"]),
            trace=self.take(found, (), "trace", *OF_FILE["trace"]),
            bots={label: bots.get(label, label) for label in sorted(used)},
            sessions=tuple(sessions),
            tests=tuple(self.tests(found, sessions, matched=matched)),
            people=people,
            positions=read_positions(found, self.fault, sessions, with_people=people is not None),
            matched=matched,
        )

    def people(self, found: Mapping[str, Any]) -> People | None:
        if "people" not in found:
            return None
        place: Place = ("people",)
        row = self.table(found, (), "people")
        self.known(row, place, (*OF_PEOPLE, "before", "after"))
        return People(
            consent=self.take(row, place, "consent", *OF_PEOPLE["consent"]),
            before=self.questions(row, place, "before"),
            after=self.questions(row, place, "after"),
            phase_minutes=self.take(row, place, "phase_minutes", *OF_PEOPLE["phase_minutes"]),
        )

    def questions(self, row: Mapping[str, Any], place: Place, key: str) -> tuple[str, ...]:
        asked = row.get(key, [])
        if not isinstance(asked, list) or len(asked) > _MOST_QUESTIONS:
            self.fault((*place, key), f"'{key}' is a list of at most {_MOST_QUESTIONS} questions.")
            return ()
        check = a_text(500)
        for number, each in enumerate(asked):
            if isinstance(bad := check(each), Bad):
                self.fault((*place, key, number), f"A question is {bad.right}.")
        return tuple(map(str, asked))

    def check_beside_people(self, sessions: list[Session], bots: Mapping[str, str]) -> None:
        """Games of people are the site's own: its bots sit there, without parameters."""
        for number, session in enumerate(sessions):
            for label in dict.fromkeys(session.seats) if session.seats_of(PERSON) else ():
                name = bots.get(label, label)
                if name == OUTSIDE:
                    why = f"'{label}' is played by another program, which cannot sit beside people."
                    self.fault(("sessions", number, "seats"), why)
                elif "?" in name or ":" in name:
                    why = "beside people only bots without parameters of your own can sit"
                    self.fault(("sessions", number, "seats"), f"'{label}' is {name}; {why}.")

    def bots(self, found: Mapping[str, Any], *, own_bots: bool) -> dict[str, str]:
        bots: dict[str, str] = {}
        for label, row in self.table(found, (), "bots").items():
            place: Place = ("bots", label)
            if label in KEPT_WORDS or label in POWERS or label == "others":
                self.fault(place, f"'{label}' is a word of the file's own; call the bot something else.")
            if isinstance(a_name(40)(label), Bad):
                self.fault(place, "A bot's label has 1 to 40 characters in one line.")
            if isinstance(row, str):
                row = {"bot": row}  # noqa: PLW2901 - the short form
            if not isinstance(row, dict):
                self.fault(place, f'Write a bot as {label} = "dumbbot", or as a table [bots.{label}] with bot = "…".')
                bots[label] = "holdbot"
                continue
            if row.get("bot") == OUTSIDE:
                self.known(row, place, ("bot",))
                bots[label] = OUTSIDE
                continue
            bots[label] = read_bot(row, place, self.fault, own_bots=own_bots)
        self.own_bots = own_bots
        return bots

    def sessions(
        self, found: Mapping[str, Any], terms: Mapping[str, Any], games: int, powers: Any, bots: Mapping[str, str]
    ) -> list[Session]:
        sessions: list[Session] = []
        names: dict[str, int] = {}
        rows = self.tables(found, "sessions")
        if not rows and "sessions" not in found:
            self.fault((), "There are no sessions; write at least one [[sessions]] with name and seats.")
        if len(rows) > _MOST_SESSIONS:
            self.fault(("sessions",), f"There are {len(rows)} sessions; the most are {_MOST_SESSIONS}.")
        for number, row in enumerate(rows):
            place: Place = ("sessions", number)
            self.known(row, place, (*OF_SESSION, "games", "powers", "seats", *PLAYING))
            name = self.take(row, place, "name", *OF_SESSION["name"])
            if name in names:
                self.fault((*place, "name"), f"'{name}' is the session of line {names[name]}; give each its own name.")
            names.setdefault(name, line_of(self.lines, (*place, "name")))
            dealing = self.take(row, place, "powers", OF_FILE["powers"][0], powers)
            values = {key: self.take(row, place, key, check, terms[key]) for key, (check, _) in PLAYING.items()}
            if values["talk_seconds"] is None:
                values["talk_seconds"] = values["decision_seconds"]
            seats = read_seats(row, place, self.fault, bots, fixed=dealing == "fixed", own_bots=self.own_bots)
            sessions.append(
                Session(
                    name=name,
                    about=self.take(row, place, "about", *OF_SESSION["about"]),
                    games=self.take(row, place, "games", OF_FILE["games"][0], games),
                    seats=seats,
                    powers=dealing,
                    playing=Playing(**values),
                )
            )
        return sessions

    def tests(self, found: Mapping[str, Any], sessions: list[Session], *, matched: bool) -> list[Test]:
        by_name = {session.name: session for session in sessions}
        labels = {label: "" for session in sessions for label in session.seats}
        tests: list[Test] = []
        for number, row in enumerate(self.tables(found, "tests")):
            place: Place = ("tests", number)
            self.known(row, place, (*OF_TEST, "of", "against", "sessions"))
            of = self.take(row, place, "of", OneOf(labels) if self.seats_are_sound else a_text(60), None)
            compare = self.take(row, place, "compare", *OF_TEST["compare"])
            against = self.against(row, place, labels, compare)
            chosen = self.chosen(row, place, by_name)
            if not self.seats_are_sound:
                pass
            elif compare == "seats":
                chosen = chosen or [session for session in sessions if session.is_mixed(of)]
                self.check_seats(chosen, place, of)
            elif compare == "pairs":
                for key, why in pair_faults(chosen, of, against or of, matched=matched):
                    self.fault((*place, key), why)
            elif "sessions" not in row or len(chosen) != 2:
                self.fault((*place, "sessions"), 'compare = "sessions" needs two of them: sessions = ["one", "other"].')
            else:
                for session in chosen:
                    if not session.seats_of(of):
                        self.fault((*place, "sessions"), f"'{of}' does not sit in '{session.name}'.")
                if len({session.seats_of(of) for session in chosen}) > 1:
                    self.fault((*place, "sessions"), f"Both sessions need as many '{of}' to be compared.")
            tests.append(
                Test(
                    hypothesis=self.take(row, place, "hypothesis", *OF_TEST["hypothesis"]),
                    of=of,
                    variable=self.take(row, place, "variable", *OF_TEST["variable"]),
                    expect=self.take(row, place, "expect", *OF_TEST["expect"]),
                    compare=compare,
                    sessions=tuple(session.name for session in chosen),
                    against=against,
                )
            )
        return tests

    def against(self, row: Mapping[str, Any], place: Place, labels: Mapping[str, str], compare: str) -> str:
        """The label in the second session; "" for that of the first."""
        if "against" not in row:
            return ""
        if compare != "pairs":
            self.fault((*place, "against"), "'against' is for compare = \"pairs\"; leave it out.")
            return ""
        check = OneOf(labels) if self.seats_are_sound else a_text(60)
        found: str = self.take(row, place, "against", check, "")
        return found

    def chosen(self, row: Mapping[str, Any], place: Place, by_name: Mapping[str, Session]) -> list[Session]:
        names = row.get("sessions", [])
        if not isinstance(names, list):
            self.fault((*place, "sessions"), "'sessions' is a list of names of sessions.")
            return []
        found: list[Session] = []
        for number, name in enumerate(names):
            if not isinstance(name, str) or name not in by_name:
                known = ", ".join(f"'{each}'" for each in by_name)
                self.fault((*place, "sessions", number), f"There is no session {name!r}; there are {known}.")
            else:
                found.append(by_name[name])
        return found

    def check_seats(self, chosen: list[Session], place: Place, of: str) -> None:
        """Seats may be compared where the powers are drawn: then each player might as well have had another's."""
        if of and not chosen:
            self.fault(place, f"'{of}' sits beside others in no session, so there is nobody to compare it with.")
        for session in chosen:
            if not session.is_mixed(of):
                self.fault((*place, "sessions"), f"In '{session.name}' there is nobody to compare '{of}' with.")
            if session.powers != "uniform":
                why = 'the test is exact only where powers are drawn: powers = "uniform"; or compare sessions in pairs'
                self.fault((*place, "sessions"), f"'{session.name}' deals powers '{session.powers}'; {why}.")

    def take(self, table: Mapping[str, Any], place: Place, key: str, check: Callable[[Any], Any], default: Any) -> Any:
        """A value that has been checked.

        A missing one is the default; one without default is a fault.
        """
        if key not in table:
            missing = check(None)
            if default is None and key in ("name", "hypothesis", "of", "consent") and isinstance(missing, Bad):
                self.fault((*place, key), f"'{key}' is missing; it is {missing.right}.")
                return ""
            return default
        found = check(table[key])
        if isinstance(found, Bad):
            self.fault((*place, key), f"'{key}' is {found.right}, not {_shown(table[key])}.")
            return default if default is not None else found.instead
        return found

    def table(self, found: Mapping[str, Any], place: Place, key: str) -> Mapping[str, Any]:
        row = found.get(key, {})
        if isinstance(row, dict):
            return row
        self.fault((*place, key), f"'{key}' is a table: write [{key}] and its lines below it.")
        return {}

    def tables(self, found: Mapping[str, Any], key: str) -> list[Mapping[str, Any]]:
        rows = found.get(key, [])
        if isinstance(rows, list) and all(isinstance(row, dict) for row in rows) and (rows or key not in found):
            return rows
        self.fault((key,), f"'{key}' are tables: write [[{key}]] above the lines of each.")
        return []

    def known(self, table: Mapping[str, Any], place: Place, keys: tuple[str, ...]) -> None:
        for key in table:
            if key not in keys:
                self.fault((*place, key), f"There is no '{key}' here; there are {', '.join(keys)}.")


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}…"
