from typing import Any

from django.db import migrations

from dipgame.accounts.looks import look_of


def fill(apps: Any, schema_editor: Any) -> None:
    """Of two names that look alike and are there already, the older one keeps others from the look."""
    people = apps.get_model("accounts", "User")
    taken = set()
    for person in people.objects.filter(look="").order_by("pk").only("name"):
        look = look_of(person.name)
        if look not in taken:
            taken.add(look)
            people.objects.filter(pk=person.pk).update(look=look)


class Migration(migrations.Migration):

    dependencies = [("accounts", "0005_people")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
