from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="SharedTree",
            fields=[
                ("slug", models.SlugField(max_length=20, primary_key=True, serialize=False)),
                ("tree", models.JSONField()),
                ("made_at", models.DateTimeField(auto_now_add=True)),
            ],
        ),
    ]
