"""Seats that were given up keep their power; games say whether a guest sat there."""

from typing import Any

from django.db import migrations, models
from django.db.models import Exists, OuterRef

from adjudication.powers import POWER_NAMES


def mark_guests(apps: Any, _schema: Any) -> None:
    """Of games that are over: those in which a guest sits now, or gave a seat up."""
    seats = apps.get_model("games", "Seat").objects.filter(game=OuterRef("pk"), user__is_guest=True)
    gone = apps.get_model("games", "Absence").objects.filter(game=OuterRef("pk"), user__is_guest=True)
    games = apps.get_model("games", "Game").objects.filter(status="finished")
    games.filter(Exists(seats) | Exists(gone)).update(had_guests=True)


class Migration(migrations.Migration):
    dependencies = [("games", "0027_votes_in_one_place")]

    operations = [
        migrations.AddField(
            "absence", "power", models.CharField(max_length=3, blank=True, choices=POWER_NAMES, default=""), preserve_default=False
        ),
        migrations.AddField("absence", "since", models.DateTimeField(null=True)),
        migrations.AddField(
            "game",
            "had_guests",
            models.BooleanField(default=False, editable=False, help_text="A guest sat there, at the end or before."),
        ),
        migrations.RunPython(mark_guests, migrations.RunPython.noop),
    ]
