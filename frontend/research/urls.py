"""The addresses of experiments."""

from typing import Final

from django.urls import URLPattern, path

from frontend.research import views

__all__ = ["urlpatterns"]

urlpatterns: Final[list[URLPattern]] = [
    path("research/", views.research, name="research"),
    path("research/new/", views.new, name="research_new"),
    path("research/check/", views.check, name="research_check"),
    path("research/<slug:experiment>/", views.experiment, name="experiment"),
    path("research/<slug:experiment>/progress", views.progress, name="experiment_progress"),
    path("research/<slug:experiment>/change/", views.change, name="experiment_change"),
    path("research/<slug:experiment>/file.toml", views.file, name="experiment_file"),
    path("research/<slug:experiment>/means.csv", views.means, name="experiment_means"),
    path("research/<slug:experiment>/games.jsonl.gz", views.log, name="experiment_log"),
    path("research/<slug:experiment>/sessions/<int:session>.jsonl.gz", views.session_log, name="experiment_session"),
    path("research/<slug:experiment>/games/<int:run>.jsonl.gz", views.game_log, name="experiment_game"),
    path("research/<slug:experiment>/chart.<str:picture>", views.chart, name="experiment_chart"),
]
