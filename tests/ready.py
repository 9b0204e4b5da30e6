"""Django, set up before anything of the site is loaded."""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dipgame.settings")
django.setup()
