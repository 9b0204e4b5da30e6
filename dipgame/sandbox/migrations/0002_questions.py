from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("sandbox", "0001_shared_trees")]

    operations = [
        migrations.CreateModel(
            name="Question",
            fields=[
                ("key", models.SlugField(max_length=40, primary_key=True, serialize=False)),
                ("position", models.JSONField()),
                ("rules", models.CharField(max_length=20)),
                ("power", models.CharField(max_length=3)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waiting", "waiting"),
                            ("thinking", "thinking"),
                            ("done", "done"),
                            ("failed", "failed"),
                        ],
                        max_length=10,
                    ),
                ),
                ("since", models.DateTimeField()),
                ("orders", models.JSONField(default=list)),
                ("journal", models.JSONField(default=dict)),
            ],
        ),
    ]
