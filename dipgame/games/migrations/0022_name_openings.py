from typing import Any

from django.db import migrations

from dipgame.games.services.name_openings import name_openings


def fill(apps: Any, schema_editor: Any) -> None:
    """Games that are over already."""
    name_openings(apps.get_model("games", "GamePhase").objects, apps.get_model("games", "Seat").objects)


class Migration(migrations.Migration):
    # Many games at a time: nothing is locked for long, and what was broken off goes on at the next try.
    atomic = False

    dependencies = [
        ("games", "0021_openings"),
    ]

    operations = [
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
