"""The tables in docs/daide.md are those of the code."""

from pathlib import Path

from daide.tables import renewed
from daide.tokens import TOKENS

PAGE = Path(__file__).parents[2] / "docs" / "daide.md"


def test_the_page_has_the_tables_of_now() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert text == renewed(text), "python -m daide.tables docs/daide.md"
    assert all(f"`{token.name}` {token.number:04X}" in text for token in TOKENS)
