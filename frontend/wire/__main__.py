"""Write the wire's types for the browser's modules: `python -m frontend.wire > static/wire.d.ts`."""

import os
import sys

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dipgame.settings")
django.setup()

from frontend.wire.declarations import declarations  # noqa: E402 - the limits come from the models

sys.stdout.write(declarations())
