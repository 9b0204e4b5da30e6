"""The addresses of the sandbox."""

from typing import Final

from django.urls import URLPattern, path

from frontend.sandbox import views

__all__ = ["urlpatterns"]

urlpatterns: Final[list[URLPattern]] = [
    path("sandbox/", views.sandbox, name="sandbox"),
    path("sandbox/act/", views.act, name="sandbox_act"),
    path("sandbox/ask/", views.ask, name="sandbox_ask"),
    path("sandbox/ask/<slug:tree>/", views.opinion, name="sandbox_opinion"),
    path("sandbox/play/", views.play, name="sandbox_play"),
    path("sandbox/share/", views.share, name="sandbox_share"),
    path("sandbox/shared/<slug:tree>/", views.shared, name="sandbox_shared"),
    path("sandbox/shared/<slug:tree>/sandbox.json", views.as_json, name="sandbox_json"),
    path("sandbox/shared/<slug:tree>/sandbox.txt", views.as_text, name="sandbox_text"),
    path("sandbox/game/<slug:slug>/<str:name>/", views.from_game, name="sandbox_game"),
]
