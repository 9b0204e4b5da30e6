"""The addresses of the front door."""

from typing import Final

from django.urls import URLPattern, path

from frontend.glossary import terms_json
from frontend.home import views

__all__ = ["urlpatterns"]

urlpatterns: Final[list[URLPattern]] = [
    path("", views.home, name="home"),
    path("play/", views.play_now, name="play_now"),
    path("how-to-play/", views.how_to_play, name="how_to_play"),
    path("how-to-play/words.json", terms_json, name="terms"),
    path("how-to-play/<slug:rule>.svg", views.rule_picture, name="rule_picture"),
    path("watch/", views.watch, name="watch"),
]
