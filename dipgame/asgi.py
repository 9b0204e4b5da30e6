"""The door for browsers and programs.

Pages and the API come over HTTP, live games over websockets of our own origin.
"""

import os
from typing import Any, cast

from channels.routing import ProtocolTypeRouter, URLRouter
from channels.sessions import CookieMiddleware
from django import setup

__all__ = ["application"]

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dipgame.settings")
setup(set_prefix=False)

# Only now are the models ready for what the sockets import. All pages, too: no first visitor waits for them.
import dipgame.urls  # noqa: E402, F401
from dipgame.experiments.standing import ExperimentsStanding  # noqa: E402
from dipgame.games.standing import Standing  # noqa: E402
from dipgame.in_turn import REQUESTS_AT_ONCE, InTurn  # noqa: E402
from dipgame.measure import PerNetwork  # noqa: E402
from dipgame.metrics import serve  # noqa: E402
from dipgame.pages import Pages  # noqa: E402
from dipgame.pool import Pool  # noqa: E402
from dipgame.security import OwnPages  # noqa: E402
from dipgame.switches import ShutOut  # noqa: E402
from dipgame.watching import Watched  # noqa: E402
from frontend.api.streams import Streams  # noqa: E402
from frontend.routing import websocket_urlpatterns  # noqa: E402

application = Watched(
    ProtocolTypeRouter(
        {
            "http": Streams(InTurn(Pages(), REQUESTS_AT_ONCE)),
            "websocket": OwnPages(ShutOut(PerNetwork(CookieMiddleware(URLRouter(cast(Any, websocket_urlpatterns)))))),
        }
    )
)

serve(Standing(), ExperimentsStanding(), Pool())
