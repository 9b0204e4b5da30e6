from typing import Any

from django.db import migrations, models

KINDS = {"phase", "deadline", "letter", "promise", "over"}


def want_nothing_still(apps: Any, schema_editor: Any) -> None:
    """Turn new mail and push off for those who refused all."""
    users = apps.get_model("accounts", "User").objects
    for field in ("no_mail", "no_push"):
        for user in users.exclude(**{field: []}).only(field):
            kinds = getattr(user, field)
            if set(kinds) >= KINDS and "seat" not in kinds:
                setattr(user, field, [*kinds, "seat"])
                user.save(update_fields=[field])


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0007_devices"),
        ("games", "0023_talk_afterwards"),
    ]

    operations = [
        migrations.AlterField(
            model_name="notification",
            name="kind",
            field=models.CharField(
                choices=[
                    ("phase", "A phase begins in which I have something to decide"),
                    ("deadline", "A deadline is near and my orders are missing"),
                    ("letter", "Somebody wrote to me while I was away"),
                    ("promise", "A promise of mine is due and my orders do not keep it"),
                    ("seat", "I stayed away: a phase waits for me, or a bot has my seat"),
                    ("over", "A game is over"),
                ],
                max_length=8,
            ),
        ),
        migrations.RunPython(want_nothing_still, migrations.RunPython.noop),
    ]
