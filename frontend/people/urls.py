"""The addresses of people and their games."""

from typing import Final

from django.urls import URLPattern, path
from django.views.generic.base import RedirectView

from frontend.people import views

__all__ = ["urlpatterns"]

urlpatterns: Final[list[URLPattern]] = [
    path("my/games/", views.my_games, name="my_games"),
    path("my/profile/", views.my_profile, name="profile"),
    path("people/<str:name>/", views.person, name="person"),
    path("accounts/", RedirectView.as_view(pattern_name="profile")),
]
