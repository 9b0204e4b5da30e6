"""The app's name for Django."""

from django.apps import AppConfig


class ExplorerConfig(AppConfig):
    name = "dipgame.explorer"
    label = "explorer"
