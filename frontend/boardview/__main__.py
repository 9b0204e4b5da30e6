"""`python -m frontend.boardview > static/board.css` writes the stylesheet that pages link."""

import sys

from frontend.boardview.palette import stylesheet

sys.stdout.write(
    "/* Written by `python -m frontend.boardview`; change frontend/boardview/board.css. */\n" + stylesheet()
)
