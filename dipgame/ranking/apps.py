"""The app's name for Django."""

from django.apps import AppConfig


class RankingConfig(AppConfig):
    name = "dipgame.ranking"
    label = "ranking"
