from typing import Any

from django.db import migrations, models

KINDS = {"phase", "deadline", "letter", "promise", "seat", "over"}


def want_nothing_still(apps: Any, schema_editor: Any) -> None:
    """Turn new mail and push off for those who refused all."""
    users = apps.get_model("accounts", "User").objects
    for field in ("no_mail", "no_push"):
        for user in users.exclude(**{field: []}).only(field):
            kinds = getattr(user, field)
            if set(kinds) >= KINDS and "vote" not in kinds:
                setattr(user, field, [*kinds, "vote"])
                user.save(update_fields=[field])


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0007_devices'),
        ('games', '0026_words_of_games'),
    ]

    operations = [
        migrations.RemoveField(
            model_name='seat',
            name='clock_wish',
        ),
        migrations.RemoveField(
            model_name='seat',
            name='ending',
        ),
        migrations.AddField(
            model_name='seat',
            name='votes',
            field=models.JSONField(blank=True, default=dict, editable=False),
        ),
        migrations.AlterField(
            model_name='game',
            name='result',
            field=models.CharField(blank=True, choices=[('', 'none yet'), ('solo', 'won by one power'), ('draw', 'drawn by all who survived'), ('conceded', 'won by one power to which the others conceded'), ('abandoned', 'closed, everybody who played is out or gone'), ('resigned', 'ended by the one person who played it')], default='', editable=False, max_length=10),
        ),
        migrations.AlterField(
            model_name='notification',
            name='kind',
            field=models.CharField(choices=[('phase', 'A phase begins in which I have something to decide'), ('deadline', 'A deadline is near and my orders are missing'), ('letter', 'Somebody wrote to me while I was away'), ('promise', 'A promise of mine is due and my orders do not keep it'), ('vote', 'Others vote on a draw, a concession or a pause, or a vote of mine lapsed'), ('seat', 'I stayed away: a phase waits for me, or a bot has my seat'), ('over', 'A game is over')], max_length=8),
        ),
        migrations.RunPython(want_nothing_still, migrations.RunPython.noop),
    ]
