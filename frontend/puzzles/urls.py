"""The addresses of puzzles."""

from typing import Final

from django.urls import URLPattern, path

from frontend.puzzles import own, views

__all__ = ["urlpatterns"]

urlpatterns: Final[list[URLPattern]] = [
    path("puzzles/", views.puzzles, name="puzzles"),
    path("puzzles/today/", views.today, name="puzzle_today"),
    path("puzzles/next/", views.following, name="puzzle_next"),
    path("puzzles/<slug:puzzle>/", views.puzzle, name="puzzle"),
    path("puzzles/<slug:puzzle>/act/", views.act, name="puzzle_act"),
    path("puzzles/<slug:puzzle>/study/", views.study, name="puzzle_study"),
    path("games/<slug:slug>/puzzles", own.of_game, name="game_puzzles"),
    path("games/<slug:slug>/puzzles/find", own.find, name="find_puzzles"),
    path("games/<slug:slug>/puzzles/<slug:puzzle>", own.puzzle, name="game_puzzle"),
    path("games/<slug:slug>/puzzles/<slug:puzzle>/act", own.act, name="game_puzzle_act"),
    path("games/<slug:slug>/puzzles/<slug:puzzle>/study", own.study, name="game_puzzle_study"),
]
