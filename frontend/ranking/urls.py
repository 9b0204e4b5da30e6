"""The addresses of the ranking."""

from typing import Final

from django.urls import URLPattern, path

from frontend.ranking import views

__all__ = ["urlpatterns"]

urlpatterns: Final[list[URLPattern]] = [
    path("ranking/", views.ranking, {"ladder": "talk"}, name="ranking"),
    path("ranking/silent/", views.ranking, {"ladder": "silent"}, name="ranking_silent"),
    path("ranking/<str:ladder>/people/<str:name>/", views.person, name="ranking_person"),
    path("ranking/<str:ladder>/bots/<slug:bot>/", views.bot, name="ranking_bot"),
]
