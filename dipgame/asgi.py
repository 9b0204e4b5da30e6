"""The door for browsers: pages over HTTP, live games over websockets of our own origin."""

import os
from typing import Any, cast

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator
from django.core.asgi import get_asgi_application

__all__ = ["application"]

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dipgame.settings")
_pages = get_asgi_application()

# Only now are the models ready for what the sockets import.
from frontend.routing import websocket_urlpatterns  # noqa: E402

application = ProtocolTypeRouter(
    {
        "http": _pages,
        "websocket": AllowedHostsOriginValidator(AuthMiddlewareStack(URLRouter(cast(Any, websocket_urlpatterns)))),
    }
)
