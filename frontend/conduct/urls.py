"""The addresses of reports and of one's own record."""

from typing import Final

from django.urls import URLPattern, path

from frontend.conduct import views

__all__ = ["urlpatterns"]

urlpatterns: Final[list[URLPattern]] = [
    path("games/<slug:slug>/report/", views.report, name="report_talk"),
    path("conduct/", views.mine, name="conduct"),
]
