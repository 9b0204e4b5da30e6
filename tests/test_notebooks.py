"""Every notebook runs from top to bottom."""

import warnings
from pathlib import Path
from typing import Any

import nbformat
import pytest

NOTEBOOKS = sorted((Path(__file__).parents[1] / "docs" / "notebooks").glob("*.ipynb"))


def test_three_notebooks_are_found() -> None:
    assert [path.stem[0] for path in NOTEBOOKS] == ["1", "2", "3"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_and_is_kept_without_outputs(path: Path) -> None:
    """Run the cells in this process: they are plain Python.

    A kernel would need IPython, ZeroMQ and thirty packages more.
    """
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    names: dict[str, Any] = {"__name__": "__main__"}
    for number, cell in enumerate(notebook.cells):
        if cell.cell_type == "code":
            assert cell.outputs == []
            assert cell.execution_count is None
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", DeprecationWarning)  # those of packages that notebooks use
                exec(compile(cell.source, f"{path.name}, cell {number}", "exec"), names)
