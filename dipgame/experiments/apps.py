"""The app's name for Django."""

from django.apps import AppConfig


class ExperimentsConfig(AppConfig):
    name = "dipgame.experiments"
    label = "experiments"
