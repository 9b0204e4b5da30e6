"""The word of a private game is kept as it is said, so that its players can send the link. Words were hashed before:
those games get new ones, which their players read beside the link."""

from typing import Any

from django.db import migrations, models

from dipgame.games.private_word import new_word


def say_new_words(apps: Any, schema_editor: Any) -> None:
    games = apps.get_model("games", "Game").objects
    for game in games.filter(private_word__contains="$").only("pk"):
        games.filter(pk=game.pk).update(private_word=new_word())


class Migration(migrations.Migration):
    dependencies = [("games", "0025_heard_messages")]

    operations = [
        migrations.DeleteModel(name="Invitation"),
        migrations.AlterField(
            model_name="game",
            name="private_word",
            field=models.CharField(
                blank=True,
                editable=False,
                help_text="The word one must know to join (`games.private_word`); empty: open to all.",
                max_length=128,
            ),
        ),
        migrations.RunPython(say_new_words, migrations.RunPython.noop),
    ]
