"""Forms of the lobby: a seat in another's game, bots for free seats, a game at once."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from adjudication.powers import POWER_NAMES, Power
from bots.company import OFFERS, USUAL, asked_for, offered
from bots.skills import NORMAL, skilled
from dipgame.accounts.usernames import NAME_VALIDATORS
from frontend.lobby.menus import bot_choices, power_choices, skill_choices

__all__ = ["GuestForm", "JoinForm", "PlayFromForm", "PlayNowForm", "StartForm", "WishesForm"]


class JoinForm(forms.Form):
    """A seat at somebody's table."""

    power = forms.ChoiceField(
        choices=power_choices, required=False, error_messages={"invalid_choice": "There is no such power."}
    )


class GuestForm(forms.Form):
    """Name of a friend without an account."""

    name = forms.CharField(
        label="Your name",
        max_length=20,
        validators=NAME_VALIDATORS,
        error_messages={"required": "Write a name your friends know."},
        widget=forms.TextInput({"autocomplete": "nickname"}),
    )


class WishesForm(JoinForm):
    """A seat where powers are dealt by wishes: which one would like, best first. wished: what it was up to now."""

    def __init__(self, *given: Any, wished: Sequence[str] = (), **more: Any) -> None:
        super().__init__(*given, **more)
        for place in range(1, len(POWER_NAMES) + 1):
            choices = [("", "any"), *POWER_NAMES.items()]
            now = wished[place - 1] if place <= len(wished) else ""
            self.fields[f"wish{place}"] = forms.ChoiceField(
                label=f"{place}.", choices=choices, required=False, initial=now
            )

    @property
    def places(self) -> list[forms.BoundField]:
        """The fields of the wishes, in their order."""
        return [self[f"wish{place}"] for place in range(1, len(POWER_NAMES) + 1)]

    @property
    def wishes(self) -> list[str]:
        """The powers wished for, best first; only for a form that is valid."""
        return [power for field in self.places if (power := self.cleaned_data.get(field.name))]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        wished = self.wishes
        if len(set(wished)) < len(wished):
            raise ValidationError("Name every power once.")
        return cleaned


class StartForm(forms.Form):
    """Bots for the free seats: one for all, with exceptions.

    free: the powers that nobody holds. An empty field means the choice for all; an empty choice for all means the
    game's own.
    """

    def __init__(self, free: Iterable[Power], usual: str, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self.usual, self.free = usual, tuple(free)
        bot, skill = asked_for(usual)
        self._ask("", bot, skill)
        for power in self.free:
            self._ask(f"_{power}")

    def _ask(self, whose: str, bot: str = "", skill: str = "") -> None:
        """Add the fields for one seat, or with no name for all of them."""
        as_all = [("", "Like the rest")] if whose else []
        look = {"class": "input"}
        self.fields[f"bot{whose}"] = forms.CharField(
            required=False, initial=bot, widget=forms.Select(look, choices=[*as_all, *bot_choices()])
        )
        self.fields[f"skill{whose}"] = forms.ChoiceField(
            required=False,
            initial=skill or ("" if whose else NORMAL.name),
            widget=forms.Select(look),
            choices=[*as_all, *skill_choices()],
        )

    def bots(self) -> tuple[str, dict[Power, str]]:
        """The bot for all, and by power those for whom another was chosen; only for a form that is valid."""
        data = self.cleaned_data
        bot, usual_skill = asked_for(self.usual)
        chosen, skill = data["bot"] or bot, data["skill"] or usual_skill
        each = {
            power: offered(data[f"bot_{power}"] or chosen, data[f"skill_{power}"] or skill)
            for power in self.free
            if data[f"bot_{power}"] or data[f"skill_{power}"]
        }
        return offered(chosen, skill), each

    @property
    def seats(self) -> list[tuple[str, forms.BoundField, forms.BoundField]]:
        """By free seat: the power's name and its two fields."""
        return [(POWER_NAMES[power], self[f"bot_{power}"], self[f"skill_{power}"]) for power in self.free]


class PlayFromForm(forms.Form):
    """The fields of a game that begins with a position."""

    power = forms.ChoiceField(label="Your power", choices=power_choices, required=False)
    bot = forms.ChoiceField(label="Against", choices=bot_choices, required=False, initial=USUAL)
    skill = forms.ChoiceField(label="How strong", choices=skill_choices, required=False, initial=NORMAL.name)


class PlayNowForm(forms.Form):
    """A game against six bots, at once."""

    power = forms.ChoiceField(choices=power_choices, required=False)
    bot = forms.ChoiceField(choices=lambda: [(name, name) for name in OFFERS], required=False)
    new = forms.BooleanField(required=False)

    def wish(self) -> Mapping[str, str]:
        """The choice made.

        By default a bot that talks and a power by lot; for somebody new to the game a gentle one.
        """
        usual = skilled(USUAL, "gentle") if self.is_first_game else USUAL
        return {"power": self.cleaned_data["power"], "bot": self.cleaned_data["bot"] or usual}

    @property
    def is_first_game(self) -> bool:
        """True if the player says that the game is new to them."""
        return bool(self.cleaned_data["new"])
