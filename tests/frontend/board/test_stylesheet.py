"""The stylesheet that pages link is the one the pen goes by."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]


def test_the_served_stylesheet_is_up_to_date():
    """`python -m frontend.board > static/board.css` writes it."""
    made = subprocess.run([sys.executable, "-m", "frontend.board"], cwd=ROOT, capture_output=True, check=True)
    assert (ROOT / "static" / "board.css").read_text(encoding="utf-8") == made.stdout.decode()
