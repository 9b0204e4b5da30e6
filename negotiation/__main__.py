"""`python -m negotiation understand|read|write|parse`: the talk from a shell, JSON lines in, JSON lines out.

    understand  {"id", "me": "FRA", "other": "GER", "position", "open": L or null, "mine": L or null, "text"}
            -> {"id", "verdict": "claim" | "choose" | "ask" | "talk", "readings": [L or a list of L], "act", "question"}
    read    {"text", "speaker": "ENG", "hearers": ["FRA"], "position"?, "dialogue"?: [...], "id"?}
            -> {"id", "verdict": "clear" | "choose" | "none", "candidates": [{"l", "english", "level"}], "unplaced"}
    write   {"l", "seed"?, "id"?} or a bare term -> {"id", "english"}
    parse   {"l", "id"?} or a bare term          -> {"id", "l", "level", "act"}

`understand` prints what the site would store with the message: `open` is the other's open proposal, `mine` one's own;
a reading of several utterances is a list of them, and courtesies are told by `act` alone.
`position` is the JSON of `python -m adjudication`. A remark of the dialogue, oldest first, is
{"speaker", "hearers"?, "l"} or {"speaker", "hearers"?, "text"}, or a bare term. A candidate that
holds several utterances has them on lines of their own. A bad line gets {"id", "error": {"field",
"message"}}, for a term also "position" (characters from 0) and "expected", and the next is read; an
empty line gets nothing. Text is UTF-8; what is not counts as letters nobody knows.

The exit code is 0 when every line was answered, be it with an error; 1 when nobody took the answers any
more (as in `… | head`); 2 when the command itself was wrong.
"""

import argparse
import io
import json
import os
import sys
from collections.abc import Callable, Iterable
from random import Random
from typing import Any, Final, TextIO

from adjudication.position import Position, position_from_dict
from adjudication.powers import POWERS, Power, as_power
from negotiation.diplomacy import DIPLOMACY
from negotiation.english.context import Context, Words, context_of, words_of
from negotiation.english.understanding import Candidate
from negotiation.english.writer import write
from negotiation.errors import MalformedTermError
from negotiation.levels import level
from negotiation.parser import parse
from negotiation.printer import format_term
from negotiation.protocols import act_of
from negotiation.terms import Courtesy, Utterance
from negotiation.understanding import understand

_MAX_TEXT: Final = 20_000


class _BadLineError(ValueError):
    def __init__(self, field: str, message: str, **more: object) -> None:
        super().__init__(message)
        self.error: dict[str, object] = {"field": field, "message": message, **more}


def main(arguments: list[str] | None = None, source: TextIO | None = None, out: TextIO | None = None) -> int:
    """Answer every line of standard input with one of standard output.

    Returns the exit code.
    """
    parser = argparse.ArgumentParser(
        prog="python -m negotiation",
        description="Read and write the talk of players: English and the language L. JSON lines in, JSON lines out.",
    )
    parser.add_argument("command", choices=sorted(_COMMANDS), help="what to do with each line")
    command = parser.parse_args(arguments).command
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")
    source, out = source or sys.stdin, out or sys.stdout
    try:
        for line in source:
            if line.strip():
                out.write(json.dumps(_answered(command, line), ensure_ascii=False) + "\n")
                out.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or Python complains at its own end
        return 1
    return 0


def _answered(command: str, line: str) -> dict[str, Any]:
    identity: Any = None
    try:
        data = _loaded(line, command)
        identity = data.get("id")
        answer = _COMMANDS[command](data)
    except _BadLineError as error:
        answer = {"error": error.error}
    return {"id": identity, **answer} if identity is not None else answer


def _loaded(line: str, command: str) -> dict[str, Any]:
    if command not in ("read", "understand") and not line.lstrip().startswith("{"):
        return {"l": line.strip()}
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        raise _BadLineError("line", "This line is not JSON.") from None
    if not isinstance(data, dict):
        raise _BadLineError("line", "A line must be a JSON object.")
    try:
        json.dumps(data, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise _BadLineError("line", "This line holds half a letter: a surrogate without its other half.") from None
    return data


# ── understand ──────────────────────────────────────────────────────────────────────────────────


def _understand(data: dict[str, Any]) -> dict[str, Any]:
    text = _text(data)
    me, other = _power(data.get("me"), "me"), _power(data.get("other"), "other")
    if me == other:
        raise _BadLineError("other", "This must be another power.")
    # Their proposal comes last: it waits for an answer.
    open_now = [_term(data[field], field) for field in ("mine", "open") if data.get(field)]
    heard = understand(text, context_of(me, (other,), _position(data), open_now))
    said = [
        [format_term(one, DIPLOMACY) for one in each.said if not isinstance(one, Courtesy)] for each in heard.readings
    ]
    return {
        "verdict": heard.verdict,
        "readings": [each[0] if len(each) == 1 else each for each in said if each],
        "act": heard.act.key,
        "question": None if heard.question is None else heard.question.text,
    }


def _text(data: dict[str, Any]) -> str:
    text = data.get("text")
    if not isinstance(text, str):
        raise _BadLineError("text", "The text must be a string.")
    if len(text) > _MAX_TEXT:
        raise _BadLineError("text", f"A text has at most {_MAX_TEXT:,} characters.")
    return text


def _position(data: dict[str, Any]) -> Position | None:
    if data.get("position") is None:
        return None
    if not isinstance(data["position"], dict):
        raise _BadLineError("position", "The position must be a JSON object.")
    try:
        return position_from_dict(data["position"])
    except ValueError as error:
        raise _BadLineError("position", f"{error}.") from None


# ── read ────────────────────────────────────────────────────────────────────────────────────────


def _read(data: dict[str, Any]) -> dict[str, Any]:
    text = _text(data)
    context = context_of_line(data)
    heard = understand(text, context)
    return {
        "verdict": "clear" if heard.said else "choose" if heard.readings else "none",
        "candidates": [_candidate(one.said) for one in heard.readings],
        "unplaced": list(heard.unread),
    }


def _candidate(candidate: Candidate) -> dict[str, Any]:
    return {
        "l": "\n".join(format_term(one, DIPLOMACY) for one in candidate),
        "english": " ".join(write(one) for one in candidate),
        "level": max(level(one) for one in candidate),
    }


def context_of_line(data: dict[str, Any]) -> Context:
    """The context that a line for `read` gives.

    Raises ValueError when it gives none.
    """
    speaker = _power(data.get("speaker"), "speaker")
    hearers = _powers(data.get("hearers"), "hearers")
    if hearers == (speaker,):
        raise _BadLineError("hearers", "This must hold a power besides the speaker.")
    position = _position(data)
    present = tuple(sorted({speaker, *hearers}))
    dialogue = data.get("dialogue")
    if dialogue is None:
        dialogue = []
    if not isinstance(dialogue, list):
        raise _BadLineError("dialogue", "The dialogue must be a list of remarks.")
    remarks: list[Utterance | Words] = []
    for index, remark in enumerate(dialogue):
        listened = None
        if isinstance(remark, dict) and "text" in remark and "l" not in remark:
            author = _power(remark.get("speaker"), f"dialogue[{index}].speaker")
            listened = context_of(author, _hearers(remark, author, present, index), position, remarks)
        remarks.extend(_remark(remark, index, listened))
    return context_of(speaker, hearers, position, remarks)


def _remark(remark: Any, index: int, context: Context | None) -> Iterable[Utterance | Words]:
    """Utterances of a remark's terms or clear text; else mere words."""
    field = f"dialogue[{index}]"
    if context is not None:
        text = remark["text"]
        if not isinstance(text, str):
            raise _BadLineError(f"{field}.text", "The text must be a string.")
        return understand(text, context).said or (words_of(text, context.speaker),)
    text = remark.get("l", remark.get("term")) if isinstance(remark, dict) else remark
    if not isinstance(text, str):
        raise _BadLineError(field, 'A remark needs "l" or "text".')
    return tuple(_term(line, field) for line in text.splitlines() if line.strip())


def _hearers(remark: dict[str, Any], author: Power, present: tuple[Power, ...], index: int) -> tuple[Power, ...]:
    if remark.get("hearers") is not None:
        return _powers(remark["hearers"], f"dialogue[{index}].hearers")
    return tuple(power for power in present if power != author)


def _power(value: Any, field: str) -> Power:
    try:
        return as_power(value.upper())
    except (ValueError, AttributeError):
        raise _BadLineError(field, f"This must be one of {', '.join(POWERS)}.") from None


def _powers(value: Any, field: str) -> tuple[Power, ...]:
    if isinstance(value, str):
        value = [value]
    if not isinstance(value, list) or not value:
        raise _BadLineError(field, f"This must be a list of powers, of {', '.join(POWERS)}.")
    return tuple(sorted({_power(one, f"{field}[{index}]") for index, one in enumerate(value)}))


# ── write and parse ─────────────────────────────────────────────────────────────────────────────


def _term(text: Any, field: str) -> Utterance:
    if not isinstance(text, str):
        raise _BadLineError(field, "The term must be a string.")
    try:
        return parse(text, DIPLOMACY)
    except MalformedTermError as error:
        raise _BadLineError(field, str(error), position=error.position, expected=list(error.expected)) from None


def _write(data: dict[str, Any]) -> dict[str, Any]:
    utterance = _term(data.get("l"), "l")
    seed = data.get("seed")
    if seed is not None and not isinstance(seed, int | str):
        raise _BadLineError("seed", "The seed must be a number or a string.")
    try:
        return {"english": write(utterance, None if seed is None else Random(seed))}
    except ValueError as error:
        raise _BadLineError("l", str(error)) from None


def _parse(data: dict[str, Any]) -> dict[str, Any]:
    utterance = _term(data.get("l"), "l")
    return {"l": format_term(utterance, DIPLOMACY), "level": level(utterance), "act": act_of(utterance)}


_COMMANDS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "understand": _understand,
    "read": _read,
    "write": _write,
    "parse": _parse,
}

if __name__ == "__main__":
    sys.exit(main())
