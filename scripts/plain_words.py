"""Check docstrings and commit subjects against the house's rules for plain words.

python scripts/plain_words.py           fail where a room has more faults than scripts/plain_words.toml allows
python scripts/plain_words.py --list    print every riddle with its place
python scripts/plain_words.py --write   lower the allowed numbers to what is there

A riddle is a docstring whose first word is a relative pronoun ("What", "Who", "Whether", …) or whose first words are
"The same". A long docstring has more than 12 words in its first line. A long subject has more than 60 letters.
"""

import ast
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
ALLOWED: Final = ROOT / "scripts" / "plain_words.toml"

ROOMS: Final = (
    "adjudication",
    "negotiation",
    "bots",
    "daide",
    "dipgame",
    "frontend",
    "tests",
    "bench",
    "ops",
    "scripts",
    "tools",
    "clients",
)
PRONOUNS: Final = frozenset(
    [
        "what",
        "who",
        "whose",
        "whom",
        "whether",
        "where",
        "when",
        "which",
        "how",
        "that",
        "whoever",
        "whatever",
        "whichever",
        "wherever",
        "whenever",
    ]
)
LONGEST_LINE: Final = 12
LONGEST_SUBJECT: Final = 60

Counts = dict[str, Counter[str]]


def is_riddle(docstring: str) -> bool:
    """True if the first word is a relative pronoun, or the first two "the same"."""
    first, second, *_ = [*(word.strip("\"'`,.:;?!").partition("'")[0] for word in docstring.lower().split()), "", ""]
    return first in PRONOUNS or (first, second) == ("the", "same")


def is_long(docstring: str) -> bool:
    """True if the first line has more than 12 words."""
    return len(docstring.split("\n", maxsplit=1)[0].split()) > LONGEST_LINE


def docstrings(source: str) -> Iterator[tuple[int, str]]:
    """Line and text of the docstrings of a module, its classes and its functions."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            text = ast.get_docstring(node)
            if text:
                yield node.body[0].lineno, text


def long_subjects(since: str) -> list[str]:
    """Subjects with more than 60 letters after a commit; none where the history does not hold it."""
    command = ["git", "-C", str(ROOT), "log", "--format=%s", "--no-merges", f"{since}..HEAD"]
    log = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    return [subject for subject in log.stdout.splitlines() if len(subject) > LONGEST_SUBJECT]


def count(listed: bool) -> Counts:
    """Riddles and long docstrings of each room; print the riddles where `listed`."""
    counts: Counts = {"riddles": Counter(), "long": Counter()}
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            if "node_modules" in path.parts:
                continue
            for line, text in docstrings(path.read_text(encoding="utf-8")):
                counts["riddles"][room] += is_riddle(text)
                counts["long"][room] += is_long(text)
                if listed and is_riddle(text):
                    print(f"{path.relative_to(ROOT)}:{line}: {text.splitlines()[0]}")
    return counts


def main(arguments: Sequence[str]) -> int:
    allowed = tomllib.loads(ALLOWED.read_text(encoding="utf-8"))
    counts = count("--list" in arguments)
    if "--write" in arguments:
        write(counts, allowed)
        return 0
    faults = [
        f"{room}: {found} {kind} docstrings, {allowed[kind][room]} allowed"
        for kind, rooms in counts.items()
        for room, found in rooms.items()
        if found > allowed[kind][room]
    ]
    faults += [f"subject of more than 60 letters: {subject}" for subject in long_subjects(allowed["commits"]["since"])]
    print("\n".join(faults) or f"plain words: {counts['riddles'].total()} riddles, {counts['long'].total()} long")
    if faults:
        print("`python scripts/plain_words.py --list` shows the riddles; begin with a verb or a noun phrase.")
    return 1 if faults else 0


def write(counts: Counts, allowed: dict[str, dict[str, int]]) -> None:
    """Keep the lower of what is allowed and what is there."""
    lines = ["# Faults allowed by room. Numbers may only fall: `python scripts/plain_words.py --write` lowers them."]
    for kind, rooms in counts.items():
        lines += ["", f"[{kind}]"]
        lines += [f"{room} = {min(rooms[room], allowed[kind][room])}" for room in ROOMS]
    lines += ["", "[commits]", f'since = "{allowed["commits"]["since"]}"', ""]
    ALLOWED.write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
