"""The addresses of the lessons."""

from typing import Final

from django.urls import URLPattern, path

from frontend.learn import trying, views

__all__ = ["urlpatterns"]

urlpatterns: Final[list[URLPattern]] = [
    path("learn/", views.learn, name="learn"),
    path("talk/try/", trying.try_talk, name="try_talk"),
    path("learn/<slug:lesson>/", views.lesson, name="lesson"),
    path("learn/<slug:lesson>/again/", views.again, name="lesson_again"),
    path("learn/<slug:lesson>/<int:step>/", views.act, name="lesson_act"),
    path("learn/<slug:lesson>/<int:step>/study/", views.study, name="lesson_study"),
]
