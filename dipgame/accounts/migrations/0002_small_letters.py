"""Addresses in small letters: people are looked up by them so."""

from typing import Any

from django.db import migrations
from django.db.models import F
from django.db.models.functions import Lower


def lower(apps: Any, schema_editor: Any) -> None:
    people = apps.get_model("accounts", "User").objects
    people.exclude(email=Lower("email")).update(email=Lower(F("email")))


class Migration(migrations.Migration):
    dependencies = [("accounts", "0001_initial")]
    operations = [migrations.RunPython(lower, migrations.RunPython.noop, elidable=True)]
