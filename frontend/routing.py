"""The sockets' addresses."""

from django.urls import URLPattern, path, re_path

from frontend.game.socket import GameConsumer, NowhereConsumer
from frontend.lobby.socket import LobbyConsumer

__all__ = ["websocket_urlpatterns"]

websocket_urlpatterns: list[URLPattern] = [
    path("ws/lobby/", LobbyConsumer.as_asgi()),  # type: ignore[arg-type]
    path("ws/games/<slug:slug>/", GameConsumer.as_asgi()),  # type: ignore[arg-type]
    re_path(r"", NowhereConsumer.as_asgi()),  # type: ignore[arg-type]
]
