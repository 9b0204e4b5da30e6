from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Games."""

    name = "dipgame.games"
    label = "games"
