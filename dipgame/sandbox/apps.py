"""The app's name for Django."""

from django.apps import AppConfig


class SandboxConfig(AppConfig):
    name = "dipgame.sandbox"
    label = "sandbox"
