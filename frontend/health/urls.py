"""The addresses that machines ask."""

from typing import Final

from django.urls import URLPattern, path

from frontend.health import views

__all__ = ["urlpatterns"]

urlpatterns: Final[list[URLPattern]] = [
    path("health/live", views.live, name="live"),
    path("health/ready", views.ready, name="ready"),
]
