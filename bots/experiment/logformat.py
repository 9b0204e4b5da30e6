"""Types of an experiment's log: source of the JSON schema and codebook.

python -m bots.experiment.logformat schema > docs/experiment-log.schema.json
python -m bots.experiment.logformat codebook > docs/codebook.md
"""

import json
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, Final, NamedTuple, get_args, get_origin, get_type_hints

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from bots.arena.game import Record
from bots.experiment.figures import PAIRS
from bots.experiment.file.declaration import VARIABLES, VERSION
from bots.experiment.parquet import COLUMNS

__all__ = ["Game", "LogFormatError", "Section", "checked", "codebook", "schema", "sections"]


class LogFormatError(ValueError):
    """A line of a log is not as this version of the program writes it; the message says where."""


class Outcome(Struct, forbid_unknown_fields=True, kw_only=True):
    """The outcome of one order, or of a unit without one."""

    power: Annotated[str, Meta(description="Whose order it was.")]
    order: Annotated[str, Meta(description="The order, in the notation of the adjudicator.")]
    result: Annotated[str, Meta(description="ok: carried out; fail: it did not come about; void; illegal: ignored.")]
    reason: Annotated[str, Meta(description="Why: the word of `adjudication.reasons.Reason`.")]
    by: Annotated[list[str], Meta(description="The provinces whose units caused it, where that means something.")]


class Fault(Struct, forbid_unknown_fields=True, kw_only=True):
    """Something a bot did wrong."""

    kind: Annotated[str, Meta(description="illegal, late, crash or memory.")]
    text: Annotated[str, Meta(description="What, as a sentence.")]


class Deal(Struct, forbid_unknown_fields=True, kw_only=True):
    """A deal in force when orders were given."""

    made: Annotated[str, Meta(description="The phase in which it was made.")]
    powers: Annotated[list[str], Meta(description="Those who are part of it.")]
    deal: Annotated[str, Meta(description="What it says, in L.")]


class Promise(Struct, forbid_unknown_fields=True, kw_only=True):
    """The fate of one promise of one power."""

    power: Annotated[str, Meta(description="Who promised.")]
    powers: Annotated[list[str], Meta(description="Those who are part of the deal.")]
    content: Annotated[str, Meta(description="What was promised, in L.")]
    state: Annotated[str, Meta(description="kept, broken, or void: it came to nothing.")]
    reason: Annotated[str, Meta(description="Why, as a sentence.")]


class Dislodged(Struct, forbid_unknown_fields=True, kw_only=True, rename={"origin": "from"}):
    """A unit that was beaten and must retreat."""

    unit: Annotated[str, Meta(description="Power, A or F, region.")]
    origin: Annotated[str, Meta(description="`from` in the log: where it was beaten from.")]
    retreats: Annotated[list[str], Meta(description="Where it may go.")]


class Position(Struct, forbid_unknown_fields=True, kw_only=True):
    """A board."""

    phase: Annotated[str, Meta(description="S1901M: season, year, and M for moves, R for retreats, A for builds.")]
    units: Annotated[list[str], Meta(description="Every unit: power, A or F, region.")]
    centers: Annotated[dict[str, list[str]], Meta(description="The supply centers of each power.")]
    dislodged: Annotated[list[Dislodged], Meta(description="Units that must retreat.")]
    contested: Annotated[
        list[str] | UnsetType, Meta(description="In retreats: provinces left empty by a standoff, closed to them.")
    ] = UNSET


class Phase(Position, forbid_unknown_fields=True, kw_only=True):
    """One phase: the board, what was said, what was ordered, and what came of it."""

    orders: Annotated[dict[str, list[str]], Meta(description="What each power ordered.")]
    outcomes: Annotated[list[Outcome], Meta(description="What became of every order and of units without one.")]
    faults: Annotated[dict[str, list[Fault]] | UnsetType, Meta(description="What bots did wrong, if they did.")] = UNSET
    talk: Annotated[list[str] | UnsetType, Meta(description="What was said before the orders, in L, in order.")] = UNSET
    english: Annotated[list[str] | UnsetType, Meta(description="The same in English, line by line.")] = UNSET
    deals: Annotated[list[Deal] | UnsetType, Meta(description="The deals in force.")] = UNSET
    promises: Annotated[list[Promise] | UnsetType, Meta(description="Promises settled in this phase.")] = UNSET
    minds: Annotated[
        dict[str, dict[str, Any]] | UnsetType,
        Meta(description="What each bot remembers after its decision, where the file says trace = true."),
    ] = UNSET


class Ending(Struct, forbid_unknown_fields=True, kw_only=True):
    """An end that all on the board agreed on in the talk."""

    phase: Annotated[str, Meta(description="The phase whose talk it came from; nothing was ordered in it.")]
    sharers: Annotated[list[str], Meta(description="Who shares the game; one: all others conceded to it.")]
    talk: Annotated[list[str], Meta(description="What was said in that phase, in L, in order.")]
    english: Annotated[list[str] | UnsetType, Meta(description="The same in English, line by line.")] = UNSET


class Game(Struct, forbid_unknown_fields=True, kw_only=True):
    """One game: one line of `games.jsonl.gz`."""

    version: Annotated[int, Meta(description="The version of this format.")]
    session: Annotated[str, Meta(description="The name of its session.")]
    players: Annotated[dict[str, str], Meta(description="The label of each power's player, as the file calls it.")]
    game: Annotated[int, Meta(description="Its number: session * 100000 + game, both from 0.")]
    seed: Annotated[int, Meta(description="The experiment's.")]
    rulebook: Annotated[str, Meta(description="The edition of the rules.")]
    until: Annotated[int, Meta(description="The last year.")]
    level: Annotated[int, Meta(description="The highest level of L that may be spoken; 0 for silence.")]
    protocol: Annotated[str, Meta(description="Who may say what when.")]
    seats: Annotated[dict[str, str], Meta(description="The bot of each power, with its parameters.")]
    phases: Annotated[list[Phase], Meta(description="Every phase, in order.")]
    final: Annotated[Position, Meta(description="The board after the last phase.")]
    standing: Annotated[list[Promise], Meta(description="Lasting promises that still stand at the end, kept so far.")]
    centers: Annotated[dict[str, int], Meta(description="How many centers each power has at the end.")]
    winner: Annotated[str | None, Meta(description="Who won outright; null where nobody did.")]
    ending: Annotated[Ending | UnsetType, Meta(description="Where all agreed on the end, in the talk.")] = UNSET
    cancelled: Annotated[bool | UnsetType, Meta(description="True where it was called off for lack of time.")] = UNSET
    faults: Annotated[dict[str, dict[str, int]], Meta(description="How many faults of which kind each bot had.")]


_TYPES: Final = (Game, Ending, Phase, Position, Dislodged, Outcome, Deal, Promise, Fault)


def checked(record: Mapping[str, Any]) -> Record:
    """The record, if it is as this version writes it.

    Raises LogFormatError, in words.
    """
    version = record.get("version", "none")
    if version != VERSION:
        raise LogFormatError(
            f"This log is of version {version}; this program reads {VERSION}. "
            "Play its experiment again from its file, or read it with the program that wrote it."
        )
    try:
        msgspec.convert(record, Game, strict=True)
    except msgspec.ValidationError as problem:
        raise LogFormatError(f"This is not a game as the log holds it: {problem}") from None
    return dict(record)


def schema() -> str:
    """The JSON schema of a line."""
    return json.dumps(msgspec.json.schema(Game), indent=2) + "\n"


class Section(NamedTuple):
    """A part of the codebook. heads: of its table; rows: each begins with a name."""

    title: str
    about: str
    heads: tuple[str, ...]
    rows: list[tuple[str, ...]]


def sections() -> list[Section]:
    """Every field of the log and every figure."""
    more = ("attacks_FRA …", "figures of two players: what this one did to France, and so on")
    return [
        *(Section(kind.__name__, str(kind.__doc__), ("field", "type", ""), list(_rows(kind))) for kind in _TYPES),
        Section("Figures of a player in a game", "", ("name", ""), list(VARIABLES.items())),
        Section("Figures of two players in a game", "", ("name", ""), list(PAIRS.items())),
        Section(
            "Table for pandas",
            "A row for each player of each game: the figures above, and",
            ("column", ""),
            [*COLUMNS.items(), more],
        ),
    ]


def codebook() -> str:
    """The sections as a page of the documentation."""
    lines = [
        "# Codebook of experiments",
        "",
        "Fields of a line of `games.jsonl.gz`, and figures counted from them. `python -m bots.experiment.logformat`",
        "makes this page; the same as a JSON schema is in [experiment-log.schema.json](experiment-log.schema.json).",
    ]
    for each in sections():
        lines += ["", f"## {each.title}", "", *([each.about, ""] if each.about else [])]
        lines += [_line(each.heads), f"|{'---|' * len(each.heads)}"]
        lines += [_line((f"`{name}`", *words)) for name, *words in each.rows]
    return "\n".join(lines) + "\n"


def _line(cells: Iterable[str]) -> str:
    return re.sub(" +", " ", f"| {' | '.join(cells)} |")


def _rows(kind: type[Struct]) -> Iterator[tuple[str, str, str]]:
    own = set(kind.__annotations__)
    for name, hint in get_type_hints(kind, include_extras=True).items():
        if name in own and get_origin(hint) is Annotated:
            inner, meta = get_args(hint)[:2]
            yield name, _type_words(inner), str(meta.description)
    if kind is Phase:
        yield "…", "", "and all fields of Position"


def _type_words(hint: Any) -> str:
    args = [each for each in get_args(hint) if each is not UnsetType]
    origin = get_origin(hint)
    if origin is list:
        return f"list of {_type_words(args[0])}"
    if origin is dict:
        return f"object of {_type_words(args[1])}"
    if origin is not None:
        words = " or ".join(_type_words(each) for each in args)
        return f"{words}, may be missing" if UnsetType in get_args(hint) else words
    names = {str: "text", int: "whole number", type(None): "null", Any: "anything"}
    return names.get(hint) or str(hint.__name__)


if __name__ == "__main__":
    sys.stdout.write({"schema": schema, "codebook": codebook}[sys.argv[1]]())
