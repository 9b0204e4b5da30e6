"""The address of the ladder."""

from typing import Final

from django.urls import URLPattern, path

from frontend.ladder import views

__all__ = ["urlpatterns"]

urlpatterns: Final[list[URLPattern]] = [path("ladder/", views.ladder, name="ladder")]
