"""The addresses of one game's page."""

from typing import Final

from django.urls import URLPattern, path, re_path

from frontend.game import keep, thumbnails, views

__all__ = ["urlpatterns"]

PHASE_OF_GAME: Final = r"^games/(?P<slug>[-a-zA-Z0-9_]+)/phases/(?P<name>[SFW][0-9]{1,4}[MRA])"

urlpatterns: Final[list[URLPattern]] = [
    path("my/hints/", views.choose_hints, name="choose_hints"),
    path("games/<slug:slug>/", views.game, name="game"),
    path("games/<slug:slug>/state", views.state, name="game_state"),
    path("games/<slug:slug>/options", views.options, name="game_options"),
    path("games/<slug:slug>/command", views.command, name="game_command"),
    path("games/<slug:slug>/keep/", keep.keep, name="keep_game"),
    path("games/<slug:slug>/film.svg", views.film, name="game_film"),
    path("games/<slug:slug>/small.svg", thumbnails.thumbnail, name="thumbnail"),
    re_path(rf"{PHASE_OF_GAME}\.json$", views.phase, name="game_phase"),
    re_path(rf"{PHASE_OF_GAME}\.(?P<kind>svg|png)$", views.picture, name="game_picture"),
]
