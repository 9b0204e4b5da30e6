"""The addresses of the archive, and of games as files."""

from typing import Final

from django.urls import URLPattern, path

from frontend.archive import importing, views

__all__ = ["urlpatterns"]

urlpatterns: Final[list[URLPattern]] = [
    path("archive/", views.archive, name="archive"),
    path("archive/import/", importing.bring, name="import_game"),
    path("archive/import/<slug:game_import>/", importing.imported, name="game_import"),
    path("archive/import/<slug:game_import>/progress", importing.progress, name="game_import_progress"),
    path("games/<slug:slug>/game.json", views.as_json, name="game_json"),
    path("games/<slug:slug>/game.txt", views.as_text, name="game_text"),
    path("games/<slug:slug>/as/<slug:name>/", views.as_format, name="game_format"),
]
