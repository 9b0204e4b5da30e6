"""The app's name for Django."""

from django.apps import AppConfig


class PuzzlesConfig(AppConfig):
    name = "dipgame.puzzles"
    label = "puzzles"
