"""The addresses of studies."""

from typing import Final

from django.urls import URLPattern, path

from frontend.studies import views

__all__ = ["urlpatterns"]

urlpatterns: Final[list[URLPattern]] = [
    path("studies/", views.studies, name="studies"),
    path("studies/save/", views.save, name="study_save"),
    path("studies/<slug:tree>/", views.study, name="study"),
    path("studies/<slug:tree>/delete/", views.delete, name="study_delete"),
]
