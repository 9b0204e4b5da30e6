"""The addresses of the explorer."""

from typing import Final

from django.urls import URLPattern, path

from frontend.explorer import views

__all__ = ["urlpatterns"]

urlpatterns: Final[list[URLPattern]] = [
    path("explorer/", views.explorer, name="explorer"),
    path("explorer/game/<slug:slug>/<str:name>/", views.from_game, name="explorer_game"),
]
