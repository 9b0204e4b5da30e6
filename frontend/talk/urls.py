"""The addresses of a game's talk."""

from typing import Final

from django.urls import URLPattern, path

from frontend.talk import views

__all__ = ["urlpatterns"]

urlpatterns: Final[list[URLPattern]] = [
    path("games/<slug:slug>/press", views.press, name="game_press"),
    path("games/<slug:slug>/offer/drawing", views.drawing, name="game_offer_drawing"),
    path("games/<slug:slug>/offer/helpers", views.helpers, name="game_offer_helpers"),
]
