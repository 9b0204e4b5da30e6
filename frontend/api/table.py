"""All operations, in the order in which the schema shows them."""

from typing import Final

from frontend.api import acting, reading, seating, shapes, talking
from frontend.api.operations import OPERATIONS, Operation, declare

__all__ = ["EVENTS", "GAME_STREAM", "OPERATIONS", "STREAMS"]

EVENTS: Final = Operation(
    "stream_events",
    "GET",
    "/stream/event",
    "read",
    "Stream of my games and of games to join",
    "Lines of JSON, each with its number `n`. First all my games as they stand, then each that changes, begins or ends."
    " With `since` only those with something newer, those that ended meanwhile among them. An empty line every few"
    " seconds says that the connection is whole.",
    (shapes.MyGameLine, shapes.TablesLine, shapes.EndLine),
    query=shapes.SinceQuery,
)
GAME_STREAM: Final = Operation(
    "stream_game",
    "GET",
    "/game/{slug}/stream",
    "read",
    "Stream of one game",
    "Lines of JSON, each with its number `n`. First the game as it stands; then phases, messages and changes as they"
    " happen. With `since` also every phase and message after that number, in order: nothing is lost, nothing comes"
    " twice. An empty line every few seconds says that the connection is whole.",
    (shapes.GameLine, shapes.PhaseLine, shapes.MessageLine, shapes.EndLine),
    query=shapes.SinceQuery,
)
STREAMS: Final = (EVENTS, GAME_STREAM)

for _stream in STREAMS:
    declare(_stream)

# Their operations are declared as they are loaded.
_LOADED: Final = (acting, reading, seating, talking)
