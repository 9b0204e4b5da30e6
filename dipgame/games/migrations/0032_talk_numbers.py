"""Messages and lines of the room are numbered by the database; `changed_at` is asked for no more.

Its column stays, with a default, so that the version before can serve meanwhile: the next one may drop it.
"""

from django.db import migrations, models
from django.db.models.functions import Now


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0031_fixed_hours"),
    ]

    operations = [
        migrations.AddField(
            model_name="message",
            name="change",
            field=models.PositiveBigIntegerField(db_default=0, default=0, editable=False),
        ),
        migrations.AddField(
            model_name="notice",
            name="number",
            field=models.PositiveBigIntegerField(db_default=0, default=0, editable=False),
        ),
        migrations.AddIndex(
            model_name="message",
            index=models.Index(fields=["game", "id"], name="messages_of_game"),
        ),
        migrations.AddIndex(
            model_name="message",
            index=models.Index(
                condition=models.Q(("change__gt", 0)), fields=["game", "change"], name="changed_messages"
            ),
        ),
        migrations.AlterField(
            model_name="message",
            name="changed_at",
            field=models.DateTimeField(db_default=Now()),
        ),
        migrations.SeparateDatabaseAndState(
            state_operations=[migrations.RemoveField(model_name="message", name="changed_at")]
        ),
    ]
