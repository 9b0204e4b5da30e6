"""The address of a game's result."""

from typing import Final

from django.urls import URLPattern, path

from frontend.result import views

__all__ = ["urlpatterns"]

urlpatterns: Final[list[URLPattern]] = [
    path("games/<slug:slug>/guess/", views.guess, name="guess_bots"),
    path("games/<slug:slug>/result", views.result, name="game_result"),
    path("games/<slug:slug>/rematch/", views.rematch, name="rematch"),
]
