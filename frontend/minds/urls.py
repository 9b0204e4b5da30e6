"""The addresses of the bots' minds."""

from typing import Final

from django.urls import URLPattern, path, re_path

from frontend.minds import views

__all__ = ["urlpatterns"]

urlpatterns: Final[list[URLPattern]] = [
    path("games/<slug:slug>/minds", views.minds, name="game_minds"),
    re_path(
        r"^games/(?P<slug>[-a-zA-Z0-9_]+)/minds/(?P<power>[A-Z]{3})/(?P<name>[SFW][0-9]{1,4}[MRA])$",
        views.mind,
        name="game_mind",
    ),
]
