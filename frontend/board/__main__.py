"""`python -m frontend.board > static/board.css` writes the stylesheet that pages link."""

import sys

from frontend.board.palette import stylesheet

sys.stdout.write("/* Written by `python -m frontend.board`; change frontend/board/board.css. */\n" + stylesheet())
