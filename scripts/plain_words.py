"""Check docstrings and commit subjects against the house's rules for plain words.

python scripts/plain_words.py           fail where a room has other numbers of faults than scripts/plain_words.toml
python scripts/plain_words.py --list    print every riddle with its place
python scripts/plain_words.py --write   lower the allowed numbers to what is there

A riddle is a docstring whose first word is a relative pronoun ("What", "Who", "Whether", …) or whose first words are
"The same"; those of constants and fields, which follow an assignment, are counted apart. Comments of the browser's
modules count as docstrings. A long docstring has more than 12 words in its first line, a long subject more than 60
letters.
"""

import ast
import re
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from inspect import cleandoc
from itertools import pairwise
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
    "static",
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
COMMENT: Final = re.compile(r"\s*(?://|/\*\*?|\*)\s+(\w.*)")
LONGEST_LINE: Final = 12
LONGEST_SUBJECT: Final = 60

Counts = dict[str, Counter[str]]
Body = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def is_riddle(docstring: str) -> bool:
    """True if the first word is a relative pronoun, or the first two "the same"."""
    first, second, *_ = [*(word.strip("\"'`,.:;?!").partition("'")[0] for word in docstring.lower().split()), "", ""]
    return first in PRONOUNS or (first, second) == ("the", "same")


def is_long(docstring: str) -> bool:
    """True if the first line has more than 12 words."""
    return len(docstring.split("\n", maxsplit=1)[0].split()) > LONGEST_LINE


def docstrings(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Line and text of the docstrings of a module, its classes and its functions."""
    for node in _bodies(tree):
        text = ast.get_docstring(node)
        if text:
            yield node.body[0].lineno, text


def constants(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Line and text of the docstrings that follow an assignment."""
    for node in _bodies(tree):
        for before, after in pairwise(node.body):
            match before, after:
                case (ast.Assign() | ast.AnnAssign(), ast.Expr(ast.Constant(str(text)))):
                    yield after.lineno, cleandoc(text)


def comments(source: str) -> Iterator[tuple[int, str]]:
    """Line and text of the first line of each comment in JavaScript."""
    before = ""
    for number, line in enumerate(source.splitlines(), 1):
        found = COMMENT.match(line)
        if found and not COMMENT.match(before):
            yield number, found[1]
        before = line


def _bodies(node: ast.AST) -> Iterator[Body]:
    """Modules, classes and functions at any depth; expressions hold none."""
    if isinstance(node, Body):
        yield node
    for each in ast.iter_child_nodes(node):
        if isinstance(each, ast.stmt | ast.ExceptHandler | ast.match_case):
            yield from _bodies(each)


def long_subjects(since: str) -> list[str]:
    """Subjects with more than 60 letters after a commit; none where the history does not hold it."""
    command = ["git", "-C", str(ROOT), "log", "--format=%s", "--no-merges", f"{since}..HEAD"]
    log = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    return [subject for subject in log.stdout.splitlines() if len(subject) > LONGEST_SUBJECT]


def count(listed: bool) -> Counts:
    """Riddles and long docstrings of each room; print the riddles if `listed`."""
    counts: Counts = {"riddles": Counter(), "constants": Counter(), "long": Counter()}
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.*")):
            if path.suffix not in {".py", ".js"} or "node_modules" in path.parts:
                continue
            source = path.read_text(encoding="utf-8")
            if path.suffix == ".js":
                found = {"riddles": list(comments(source))}
            else:
                tree = ast.parse(source)
                found = {"riddles": list(docstrings(tree)), "constants": list(constants(tree))}
                counts["long"][room] += sum(is_long(text) for _, text in found["riddles"])
            for kind, texts in found.items():
                riddles = [(line, text) for line, text in texts if is_riddle(text)]
                counts[kind][room] += len(riddles)
                for line, text in riddles if listed else ():
                    print(f"{path.relative_to(ROOT)}:{line}: {text.splitlines()[0]}")
    return counts


def main(arguments: Sequence[str]) -> int:
    allowed = tomllib.loads(ALLOWED.read_text(encoding="utf-8"))
    counts = count("--list" in arguments)
    if "--write" in arguments:
        write(counts, allowed)
        return 0
    faults = [
        f"{room}: {found} {kind}, {allowed[kind][room]} in plain_words.toml"
        for kind, rooms in counts.items()
        for room, found in rooms.items()
        if found != allowed[kind][room]
    ]
    faults += [f"subject of more than 60 letters: {subject}" for subject in long_subjects(allowed["commits"]["since"])]
    print("\n".join(faults) or "plain words: " + ", ".join(f"{rooms.total()} {kind}" for kind, rooms in counts.items()))
    if faults:
        print("More: `--list` shows riddles; begin with a verb or a noun phrase. Fewer: `--write` keeps the number.")
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
