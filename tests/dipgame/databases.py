"""Lets other processes into the database of the present test run."""

import os

from django.db import connection

__all__ = ["environment_for_children"]


def environment_for_children(**more: str) -> dict[str, str]:
    """The environment in which a child process uses the tests' database."""
    return os.environ | {"DATABASE_URL": _url(), "DJANGO_SETTINGS_MODULE": "dipgame.settings"} | more


def _url() -> str:
    given = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{given['NAME']}"
    login = f"{given['USER']}:{given['PASSWORD']}@" if given["USER"] else ""
    port = f":{given['PORT']}" if given["PORT"] else ""
    return f"postgres://{login}{given['HOST']}{port}/{given['NAME']}"
