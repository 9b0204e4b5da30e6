"""The app's name for Django."""

from django.apps import AppConfig

from dipgame import health


class ExperimentsConfig(AppConfig):
    name = "dipgame.experiments"
    label = "experiments"

    def ready(self) -> None:
        """Have the doctor look at experiments, too."""
        from dipgame.experiments.standing import examined

        health.LOOKS.append(examined)
