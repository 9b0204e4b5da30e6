"""Lets other processes into the database of the present test run."""

import os

from django.db import connection

__all__ = ["environment_for_children"]

_LIMITS = {"LOCK_SECONDS", "STATEMENT_SECONDS"}


def environment_for_children(**more: str) -> dict[str, str]:
    """The environment in which a child process uses the tests' database, without the worker's limits."""
    environment = {name: value for name, value in os.environ.items() if name not in _LIMITS}
    return environment | {"DATABASE_URL": _url(), "DJANGO_SETTINGS_MODULE": "dipgame.settings"} | more


def _url() -> str:
    given = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{given['NAME']}"
    login = f"{given['USER']}:{given['PASSWORD']}@" if given["USER"] else ""
    port = f":{given['PORT']}" if given["PORT"] else ""
    return f"postgres://{login}{given['HOST']}{port}/{given['NAME']}"
