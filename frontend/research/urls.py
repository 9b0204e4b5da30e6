"""The addresses of the researchers' section."""

from typing import Final

from django.urls import URLPattern, path

from frontend.research import bot_page, views

__all__ = ["urlpatterns"]

urlpatterns: Final[list[URLPattern]] = [
    path("bots/<slug:name>/", bot_page.show_bot, name="bot"),
    path("research/", views.page, name="research"),
    path("research/search/", views.search, name="research_search"),
    path("research/<path:document>/", views.page, name="research_page"),
    path("research/<path:file>", views.file, name="research_file"),
]
