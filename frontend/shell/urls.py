"""The addresses of what belongs to no page."""

from typing import Final

from django.urls import URLPattern, path

from frontend.shell import views

__all__ = ["urlpatterns"]

urlpatterns: Final[list[URLPattern]] = [
    path("about/", views.about, name="about"),
    path("theme/", views.set_theme, name="theme"),
    path("favicon.ico", views.favicon, name="favicon"),
    path("manifest.webmanifest", views.manifest, name="manifest"),
    path("offline/", views.offline, name="offline"),
]
