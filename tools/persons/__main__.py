"""`python -m tools.persons`: write `static/persons`."""

from pathlib import Path

from bots.persons import NAMES
from tools.persons.faces import face

_FOLDER = Path(__file__).parents[2] / "static" / "persons"

if __name__ == "__main__":
    for name in NAMES:
        (_FOLDER / f"{name.lower()}.svg").write_text(face(NAMES.index(name)), encoding="utf-8")
