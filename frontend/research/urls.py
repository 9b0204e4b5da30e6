"""The addresses of experiments."""

from typing import Final

from django.urls import URLPattern, path

from frontend.research import charts, designing, downloads, programs, taking_part, views, watching

__all__ = ["urlpatterns"]

urlpatterns: Final[list[URLPattern]] = [
    path("research/", views.research, name="research"),
    path("research/new/", views.new, name="research_new"),
    path("research/import/", views.take_in, name="research_import"),
    path("research/import/<slug:slug>/", views.upload, name="research_upload"),
    path("research/codebook/", views.codebook, name="research_codebook"),
    path("research/log.schema.json", downloads.log_schema, name="research_schema"),
    path("research/check/", designing.check, name="research_check"),
    path("research/form/", designing.form, name="research_form"),
    path("research/<slug:experiment>/", views.experiment, name="experiment"),
    path("research/<slug:experiment>/progress", views.progress, name="experiment_progress"),
    path("research/<slug:experiment>/change/", views.change, name="experiment_change"),
    path("research/<slug:experiment>/charts/", charts.charts, name="experiment_charts"),
    path("research/<slug:experiment>/charts/chart.<str:kind>", charts.chart, name="experiment_chart"),
    path("research/<slug:experiment>/participants.csv", downloads.participants, name="experiment_participants"),
    path("programs/<slug:experiment>/", programs.programs, name="experiment_programs"),
    path("take-part/<slug:experiment>/", taking_part.take_part, name="take_part"),
    path("research/<slug:experiment>/file.toml", downloads.file, name="experiment_file"),
    path("research/<slug:experiment>/means.csv", downloads.means, name="experiment_means"),
    path("research/<slug:experiment>/players.parquet", downloads.table, name="experiment_table"),
    path("research/<slug:experiment>/report.html", downloads.report, name="experiment_report"),
    path("research/<slug:experiment>/games.jsonl.gz", downloads.log, name="experiment_log"),
    path(
        "research/<slug:experiment>/sessions/<int:session>.jsonl.gz",
        downloads.session_log,
        name="experiment_session",
    ),
    path("research/<slug:experiment>/games/", watching.open_game, name="experiment_open"),
    path("research/<slug:experiment>/games/<int:run>/", watching.game, name="experiment_board"),
    path("research/<slug:experiment>/games/<int:run>.jsonl.gz", downloads.game_log, name="experiment_game"),
]
