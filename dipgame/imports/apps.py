"""The app's name for Django."""

from django.apps import AppConfig


class ImportsConfig(AppConfig):
    name = "dipgame.imports"
    label = "imports"
