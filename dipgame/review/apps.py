"""The app's name for Django."""

from django.apps import AppConfig


class ReviewConfig(AppConfig):
    name = "dipgame.review"
    label = "review"
