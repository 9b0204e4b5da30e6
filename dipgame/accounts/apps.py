from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """People."""

    name = "dipgame.accounts"
    label = "accounts"
    verbose_name = "People"
