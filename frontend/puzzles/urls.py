"""The addresses of puzzles."""

from typing import Final

from django.urls import URLPattern, path

from frontend.puzzles import views

__all__ = ["urlpatterns"]

urlpatterns: Final[list[URLPattern]] = [
    path("puzzles/", views.puzzles, name="puzzles"),
    path("puzzles/today/", views.today, name="puzzle_today"),
    path("puzzles/next/", views.following, name="puzzle_next"),
    path("puzzles/<slug:puzzle>/", views.puzzle, name="puzzle"),
    path("puzzles/<slug:puzzle>/act/", views.act, name="puzzle_act"),
]
