"""The addresses of the archive, and of games as files."""

from typing import Final

from django.urls import URLPattern, path

from frontend.archive import views

__all__ = ["urlpatterns"]

urlpatterns: Final[list[URLPattern]] = [
    path("archive/", views.archive, name="archive"),
    path("archive/import/", views.bring, name="import_game"),
    path("games/<slug:slug>/game.json", views.as_json, name="game_json"),
    path("games/<slug:slug>/game.txt", views.as_text, name="game_text"),
    path("games/<slug:slug>/as/<slug:name>/", views.as_format, name="game_format"),
]
