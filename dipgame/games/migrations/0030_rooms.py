from typing import Any

from django.db import migrations, models

KINDS = {"phase", "deadline", "letter", "promise", "vote", "seat", "over"}


def want_nothing_still(apps: Any, schema_editor: Any) -> None:
    """Turn new mail and push off for those who refused all."""
    users = apps.get_model("accounts", "User").objects
    for field in ("no_mail", "no_push"):
        for user in users.exclude(**{field: []}).only(field):
            kinds = getattr(user, field)
            if set(kinds) >= KINDS and "room" not in kinds:
                setattr(user, field, [*kinds, "room"])
                user.save(update_fields=[field])


def _words(length: int) -> models.CharField:
    return models.CharField(blank=True, db_default="", default="", max_length=length)


class Migration(migrations.Migration):
    dependencies = [("games", "0029_examples")]

    operations = [
        migrations.AddField("notice", "said", models.BooleanField(db_default=False, default=False)),
        migrations.AddField("notice", "button", _words(30)),
        migrations.AddField("notice", "address", _words(200)),
        migrations.AddField("notification", "button", _words(30)),
        migrations.AddField("notification", "address", _words(200)),
        migrations.AlterField(
            "notification",
            "kind",
            models.CharField(
                choices=[
                    ("phase", "A phase begins in which I have something to decide"),
                    ("deadline", "A deadline is near and my orders are missing"),
                    ("letter", "Somebody wrote to me while I was away"),
                    ("promise", "A promise of mine is due and my orders do not keep it"),
                    ("vote", "Others vote on a draw, a concession or a pause, or a vote of mine lapsed"),
                    ("seat", "I stayed away: a phase waits for me, or a bot has my seat"),
                    ("room", "The host or somebody before the start writes, or something happens around a game"),
                    ("over", "A game is over"),
                ],
                max_length=8,
            ),
        ),
        migrations.RunPython(want_nothing_still, migrations.RunPython.noop),
    ]
