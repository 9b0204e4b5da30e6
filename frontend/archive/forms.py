"""Search form of the archive."""

from typing import Any, Final

from django import forms
from django.utils.text import slugify

from adjudication.powers import POWER_NAMES, POWERS, Power
from bots.registry import BOTS
from dipgame.accounts.models import User
from dipgame.accounts.queries import person_named
from dipgame.games.models import Game
from dipgame.games.openings import OPENINGS
from dipgame.games.queries import Wanted

__all__ = ["SearchForm"]

_MOST_NAMES: Final = 3
_POWERS: Final = list(POWER_NAMES.items())
_BOTS: Final = {bot.title.casefold(): bot.name for bot in BOTS.values()}


def _mark(power: Power, name: str) -> str:
    """Name of an opening in an address."""
    return slugify(f"{POWER_NAMES[power]} {name}")


def _choices(power: Power) -> list[tuple[str, str]]:
    return [(_mark(power, name), name) for name in sorted(OPENINGS[power])]


_OPENED: Final = {_mark(power, name): (power, names) for power in POWERS for name, names in OPENINGS[power].items()}


class SearchForm(forms.Form):
    """A search. Cleaned, it says what is wanted (`Wanted`)."""

    players = forms.CharField(
        required=False,
        max_length=120,
        help_text="People or bots, at most three, separated by commas.",
        widget=forms.TextInput({"autocomplete": "off"}),
    )
    power = forms.ChoiceField(label="Who played", required=False, choices=[("", "Any power"), *_POWERS])
    winner = forms.ChoiceField(label="Won by", required=False, choices=[("", "Anybody, or nobody"), *_POWERS])
    opening = forms.ChoiceField(
        required=False,
        choices=[("", "Any"), *((POWER_NAMES[power], _choices(power)) for power in POWERS)],
        help_text="By the orders of spring 1901. Variations are found, too.",
    )
    ending = forms.ChoiceField(
        required=False,
        choices=[("", "Any"), *((each.value, each.label.capitalize()) for each in Game.Result if each.value)],
    )
    year = forms.IntegerField(
        label="Last year",
        required=False,
        min_value=1901,
        max_value=2100,
        error_messages={
            "invalid": "Write a year of the game, like 1908.",
            "min_value": "Games begin in 1901; write a later year, or none.",
            "max_value": "No game goes on after 2100; write an earlier year, or none.",
        },
    )

    def clean_players(self) -> tuple[list[User], list[str]]:
        """Players in the search: people, and bots by key in `BOTS`."""
        names = [name for each in self.cleaned_data["players"].split(",") if (name := each.strip())]
        if len(names) > _MOST_NAMES:
            raise forms.ValidationError("Search for at most three players at once.")
        people, bots = [], []
        for name in names:
            person, bot = person_named(name), _BOTS.get(name.casefold())
            if person is not None:
                people.append(person)
            elif bot is not None:
                bots.append(bot)
            else:
                raise forms.ValidationError(f"Nobody here is called “{name}”. Write the name as shown in games.")
        return people, bots

    def clean(self) -> dict[str, Any]:
        found = super().clean() or self.cleaned_data
        people, bots = found.get("players", ([], []))
        if "players" in found and found.get("power") and len(people) + len(bots) != 1:
            self.add_error("power", "Name one player above to search by the power they played.")
        if found.get("winner") and found.get("ending") in (Game.Result.DRAW, *Game.CLOSED):
            self.add_error("winner", "Such a game has no winner; choose another ending, or any winner.")
        return found

    def wanted(self) -> Wanted:
        """The search of a valid form."""
        found = self.cleaned_data
        people, bots = found["players"]
        return Wanted(
            people=people,
            bots=bots,
            power=found["power"],
            winner=found["winner"],
            opening=_OPENED.get(found["opening"]),
            ending=found["ending"],
            year=found["year"],
        )
