"""The addresses of the pages around the game: home, lobby, people, the shell."""

from typing import Final

from django.urls import URLPattern, path
from django.views.generic.base import RedirectView

from frontend.views import home, lobby, people, pictures, shell

__all__ = ["urlpatterns"]

urlpatterns: Final[list[URLPattern]] = [
    path("", home.home, name="home"),
    path("play/", home.play_now, name="play_now"),
    path("how-to-play/", home.how_to_play, name="how_to_play"),
    path("watch/", home.watch, name="watch"),
    path("theme/", shell.set_theme, name="theme"),
    path("favicon.ico", shell.favicon, name="favicon"),
    path("games/", lobby.lobby, name="lobby"),
    path("games/open/", lobby.open_games_part, name="open_games_part"),
    path("games/<slug:slug>/table/", lobby.waiting_room, name="waiting_room"),
    path("games/<slug:slug>/join/", lobby.join, name="join_game"),
    path("games/<slug:slug>/leave/", lobby.leave, name="leave_game"),
    path("games/<slug:slug>/start/", lobby.start_now, name="start_game"),
    path("games/<slug:slug>/small.svg", pictures.thumbnail, name="thumbnail"),
    path("my/games/", people.my_games, name="my_games"),
    path("my/profile/", people.my_profile, name="profile"),
    path("people/<str:name>/", people.person, name="person"),
    path("accounts/", RedirectView.as_view(pattern_name="profile")),
]
