"""The browser's modules are checked against the same types that the server sends and takes."""

from pathlib import Path

from frontend.wire.declarations import declarations

MADE = Path(__file__).resolve().parents[3] / "static" / "wire.d.ts"


def test_the_browser_s_types_are_those_of_the_server():
    assert MADE.read_text(encoding="utf-8") == declarations(), (
        "make it again: python -m frontend.wire > static/wire.d.ts"
    )
