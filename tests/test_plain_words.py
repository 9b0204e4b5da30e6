"""Riddles and long docstrings are counted; plain ones are not."""

import ast
import runpy
from pathlib import Path

import pytest

CHECKER = runpy.run_path(str(Path(__file__).parents[1] / "scripts" / "plain_words.py"))


@pytest.mark.parametrize(
    "docstring",
    [
        "What a power may do.",
        "Who is there.",
        "Who's there.",
        "Whether a unit may move.",
        "The same, from a file.",
        "How\nlong it takes.",
        "Whatever is left.",
    ],
)
def test_a_riddle_is_counted(docstring: str) -> None:
    assert CHECKER["is_riddle"](docstring)


@pytest.mark.parametrize(
    "docstring",
    ["True if a unit may move.", "The orders of a phase.", "Read a file.", "The sameness of two.", "…"],
)
def test_a_plain_docstring_is_not_counted(docstring: str) -> None:
    assert not CHECKER["is_riddle"](docstring)


def test_words_of_the_first_line_are_counted() -> None:
    twelve = " ".join(["word"] * 12)
    assert not CHECKER["is_long"](f"{twelve}\n\n{twelve} more")
    assert CHECKER["is_long"](f"{twelve} more")


def test_docstrings_of_modules_classes_and_functions_are_read() -> None:
    functions = 'def c():\n    """C."""\nasync def d():\n    """D."""\n'
    source = f'"""A."""\nclass B:\n    """B."""\n{functions}X = 1\n"""E."""\n'
    assert sorted(CHECKER["docstrings"](ast.parse(source))) == [(1, "A."), (3, "B."), (5, "C."), (7, "D.")]


def test_docstrings_of_constants_and_fields_are_read() -> None:
    source = 'X = 1\n"""A."""\nclass B:\n    """No."""\n    y: int\n    """B."""\n    "No."\nprint()\n"""No."""\n'
    assert sorted(CHECKER["constants"](ast.parse(source))) == [(2, "A."), (6, "B.")]


def test_first_lines_of_comments_in_modules_are_read() -> None:
    source = "// A.\n// No.\nlet x; // no\n  /** B. */\n/**\n * C.\n * No.\n */\n"
    assert list(CHECKER["comments"](source)) == [(1, "A."), (4, "B. */"), (6, "C.")]
