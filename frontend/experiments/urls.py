"""The addresses of experiments."""

from typing import Final

from django.urls import URLPattern, path

from frontend.experiments import charts, designing, downloads, programs, taking_part, views, watching

__all__ = ["urlpatterns"]

urlpatterns: Final[list[URLPattern]] = [
    path("experiments/", views.experiments, name="experiments"),
    path("experiments/new/", views.new, name="experiment_new"),
    path("experiments/import/", views.take_in, name="experiment_import"),
    path("experiments/import/<slug:slug>/", views.upload, name="experiment_upload"),
    path("experiments/check/", designing.check, name="experiment_check"),
    path("experiments/form/", designing.form, name="experiment_form"),
    path("experiments/<slug:experiment>/", views.experiment, name="experiment"),
    path("experiments/<slug:experiment>/progress", views.progress, name="experiment_progress"),
    path("experiments/<slug:experiment>/change/", views.change, name="experiment_change"),
    path("experiments/<slug:experiment>/charts/", charts.charts, name="experiment_charts"),
    path("experiments/<slug:experiment>/charts/chart.<str:kind>", charts.chart, name="experiment_chart"),
    path("experiments/<slug:experiment>/participants.csv", downloads.participants, name="experiment_participants"),
    path("programs/<slug:experiment>/", programs.programs, name="experiment_programs"),
    path("take-part/<slug:experiment>/", taking_part.take_part, name="take_part"),
    path("experiments/<slug:experiment>/file.toml", downloads.file, name="experiment_file"),
    path("experiments/<slug:experiment>/means.csv", downloads.means, name="experiment_means"),
    path("experiments/<slug:experiment>/players.parquet", downloads.table, name="experiment_table"),
    path("experiments/<slug:experiment>/report.html", downloads.report, name="experiment_report"),
    path("experiments/<slug:experiment>/games.jsonl.gz", downloads.log, name="experiment_log"),
    path(
        "experiments/<slug:experiment>/sessions/<int:session>.jsonl.gz",
        downloads.session_log,
        name="experiment_session",
    ),
    path("experiments/<slug:experiment>/games/", watching.open_game, name="experiment_open"),
    path("experiments/<slug:experiment>/games/<int:run>/", watching.game, name="experiment_board"),
    path("experiments/<slug:experiment>/games/<int:run>.jsonl.gz", downloads.game_log, name="experiment_game"),
]
