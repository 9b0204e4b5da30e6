"""The door for browsers: pages over HTTP, live games over websockets of our own origin."""

import os
from typing import Any, cast

from channels.routing import ProtocolTypeRouter, URLRouter
from channels.sessions import CookieMiddleware
from django.core.asgi import get_asgi_application

__all__ = ["application"]

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dipgame.settings")
_pages = get_asgi_application()

# Only now are the models ready for what the sockets import.
from dipgame.games.standing import Standing  # noqa: E402
from dipgame.in_turn import REQUESTS_AT_ONCE, InTurn  # noqa: E402
from dipgame.metrics import serve  # noqa: E402
from dipgame.security import OwnPages  # noqa: E402
from frontend.routing import websocket_urlpatterns  # noqa: E402

application = ProtocolTypeRouter(
    {
        "http": InTurn(_pages, REQUESTS_AT_ONCE),
        "websocket": OwnPages(CookieMiddleware(URLRouter(cast(Any, websocket_urlpatterns)))),
    }
)

serve(Standing())
