"""The addresses of a game's review."""

from typing import Final

from django.urls import URLPattern, path

from frontend.review import views

__all__ = ["urlpatterns"]

urlpatterns: Final[list[URLPattern]] = [
    path("games/<slug:slug>/review", views.review, name="game_review"),
    path("games/<slug:slug>/review/ask", views.ask, name="ask_review"),
    path("games/<slug:slug>/review/board", views.board, name="review_board"),
]
