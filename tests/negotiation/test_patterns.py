"""Patterns of people's words stand in `words/` and the judge alone."""

from pathlib import Path

import negotiation

ROOM = Path(negotiation.__file__).parent
MAY = ("words", "judge", "english")
"""Rooms with patterns: of words, of the judge's clues, and of the writer's own sentences."""
OF_NOTATION = {"parser.py", "grammar/productions.py"}
"""The parser of L, and the tables of the grammar."""


def test_patterns_of_what_people_type_stand_in_one_room():
    found = {
        str(path.relative_to(ROOM))
        for path in ROOM.rglob("*.py")
        if path.relative_to(ROOM).parts[0] not in MAY and "re.compile(" in path.read_text(encoding="utf-8")
    }
    assert found == OF_NOTATION
