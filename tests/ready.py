"""Django, set up: loaded before anything of the site's is (`tests/*/__init__.py`, `tests/conftest.py`)."""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dipgame.settings")
django.setup()
