"""What people fill in around the game: a table of their own, a seat at another's, a quick game."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.urls import reverse_lazy
from django.utils.text import format_lazy

from adjudication.powers import POWER_NAMES
from adjudication.rulebook import EDITIONS, STANDARD_RULES
from dipgame.games import clock
from dipgame.games.errors import BadTerms
from dipgame.games.models.game import LONGEST_PHASE, SHORTEST_PHASE, press_levels, protocols
from dipgame.games.services.create_game import Terms
from frontend.menus import bot_groups

__all__ = ["PACES", "JoinForm", "LengthField", "PlayNowForm", "TableForm"]

PACES: Final[dict[str, tuple[str, tuple[int, int, int]]]] = {
    "quick": ("10 min", (600, 300, 300)),
    "day": ("A day", (86_400, 43_200, 43_200)),
    "slow": ("3 days", (259_200, 86_400, 86_400)),
}
"""Ready-made phase lengths: what the button says; seconds for movement, retreats and builds."""

_PROTOCOL_WORDS: Final = {
    "free": "Anything at any time",
    "rnp": "Proposals and answers only",
    "l3": "Answers first, news at any time",
}
_LEVEL_WORDS: Final = {6: "the passage of time"}
"""Titles in short, where the whole would not be seen in a box on a phone."""

_OWN_PACE: Final = "own"
_USUAL_BOT: Final = "company"
"""Who sits down where nobody says who: bots that talk, each with a character of its own."""
_UNITS: Final = {"minutes": 60, "hours": 3_600, "days": 86_400}
_DELAYS: Final = {
    900: "in 15 minutes",
    3_600: "in an hour",
    21_600: "in 6 hours",
    43_200: "in 12 hours",
    86_400: "in a day",
    259_200: "in 3 days",
    604_800: "in a week",
}
_EDITIONS: Final = {
    "2023": "2023: the rules of today",
    "datc3": "DATC 3.0: the same, by the name of its test cases",
    "classic": "Classic: an army whose convoy fails may walk",
    "dipgame": "DipGame: no convoys, 17 centers win",
}
_FILLS: Final = {"now": "At once", "later": "Later", "never": "Never"}
_FIELD_OF_TERM: Final = {
    "movement_seconds": "movement",
    "retreat_seconds": "retreat",
    "adjustment_seconds": "adjustment",
    "fill_bot": "bot",
    "fill_at": "delay",
}


class LengthWidget(forms.MultiWidget):
    """A number and its unit."""

    def __init__(self) -> None:
        super().__init__(
            {
                "number": forms.NumberInput({"min": 1, "inputmode": "numeric", "aria-label": "How many"}),
                "unit": forms.Select({"aria-label": "Of what"}, choices=[(unit, unit) for unit in _UNITS]),
            }
        )

    def decompress(self, value: int | None) -> list[Any]:
        if not value:
            return [None, "hours"]
        unit = next(unit for unit in ("days", "hours", "minutes") if value % _UNITS[unit] == 0 or unit == "minutes")
        return [value // _UNITS[unit], unit]


class LengthField(forms.MultiValueField):
    """How long a phase lasts: a number and a unit, in seconds once cleaned. From five minutes to ten days."""

    widget = LengthWidget

    def __init__(self, **more: Any) -> None:
        fields = (
            forms.IntegerField(min_value=1, error_messages={"invalid": "Give a whole number."}),
            forms.ChoiceField(choices=[(unit, unit) for unit in _UNITS]),
        )
        super().__init__(fields, require_all_fields=True, **more)

    def compress(self, values: list[Any]) -> int | None:
        if not values:
            return None
        seconds: int = values[0] * _UNITS[values[1]]
        if not SHORTEST_PHASE <= seconds <= LONGEST_PHASE:
            raise ValidationError("A phase lasts from 5 minutes to 10 days.")
        return seconds


def _powers() -> list[tuple[str, str]]:
    return [("", "Any"), *POWER_NAMES.items()]


def _bots() -> list[tuple[str, list[tuple[str, str]]]]:
    return [(words, [(bot.name, bot.title) for bot in bots]) for words, bots in bot_groups().items()]


class TableForm(forms.Form):
    """A table of one's own. Cleaned, it makes the `Terms` of a new game."""

    name = forms.CharField(
        max_length=60,
        error_messages={"required": "Give the table a name."},
        widget=forms.TextInput({"autocomplete": "off"}),
    )
    pace = forms.ChoiceField(
        choices=[*((key, words) for key, (words, _) in PACES.items()), (_OWN_PACE, "Own")], initial="day"
    )
    movement = LengthField(label="Moves", required=False, initial=86_400)
    retreat = LengthField(label="Retreats", required=False, initial=43_200)
    adjustment = LengthField(label="Builds", required=False, initial=43_200)
    fill = forms.ChoiceField(label="Empty seats: bots take them", choices=list(_FILLS.items()), initial="later")
    delay = forms.TypedChoiceField(
        label="When", choices=list(_DELAYS.items()), coerce=int, required=False, initial=3_600
    )
    bot = forms.ChoiceField(
        label="Which bot",
        choices=_bots,
        required=False,
        initial=_USUAL_BOT,
        help_text=format_lazy('<a href="{}#bots">Who they are</a>', reverse_lazy("how_to_play")),
    )
    power = forms.ChoiceField(label="Your power", choices=_powers, required=False)
    edition = forms.ChoiceField(
        label="Rulebook",
        choices=[(name, _EDITIONS[name]) for name in EDITIONS],
        required=False,
        initial=STANDARD_RULES.name,
    )
    word = forms.CharField(
        label="Private word",
        max_length=100,
        required=False,
        strip=True,
        help_text="Only who knows it may take a seat.",
        widget=forms.TextInput({"autocomplete": "off"}),
    )
    press_level = forms.TypedChoiceField(
        label="Talk",
        choices=[
            (level, title if level == 0 else f"L{level}: {_LEVEL_WORDS.get(level, title[:1].lower() + title[1:])}")
            for level, title in press_levels()
        ],
        coerce=int,
        required=False,
        initial=3,
        help_text="How much of the language bots and players share; each level holds those before it.",
    )
    press_protocol = forms.ChoiceField(
        label="Who may say what when",
        choices=[(name, _PROTOCOL_WORDS.get(name, title)) for name, title in protocols()],
        required=False,
        initial="l3",
        help_text="Answers first: a proposal is answered or taken back before the same two have another.",
    )
    press_plain = forms.ChoiceField(
        label="Text that bots do not understand",
        choices=[("yes", "May be sent"), ("no", "Is not sent")],
        required=False,
        initial="yes",
    )
    end_year = forms.IntegerField(
        label="Last year",
        required=False,
        min_value=1901,
        max_value=2100,
        help_text="After its winter the survivors share a draw. Empty: until somebody wins.",
        error_messages=dict.fromkeys(("min_value", "max_value", "invalid"), "A year from 1901 to 2100, or nothing."),
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("pace") == _OWN_PACE:
            for name in ("movement", "retreat", "adjustment"):
                if not cleaned.get(name) and name not in self.errors:
                    self.add_error(name, "Say how long.")
        else:
            # What is hidden does not hinder: lengths of one's own are not looked at beside another pace.
            for name in ("movement", "retreat", "adjustment"):
                self.errors.pop(name, None)
        if cleaned.get("fill") == "later" and not cleaned.get("delay") and "delay" not in self.errors:
            self.add_error("delay", "Say when the bots come.")
        return cleaned

    def terms(self) -> Terms:
        """The terms of the game that was filled in; only for a form that is valid."""
        data = self.cleaned_data
        lengths = (
            PACES[data["pace"]][1] if data["pace"] in PACES else (data["movement"], data["retreat"], data["adjustment"])
        )
        fill_at = {
            "now": clock.now(),
            "later": clock.now() + timedelta(seconds=data["delay"] or 0),
            "never": None,
        }[data["fill"]]
        return Terms(
            name=data["name"],
            power=data["power"],
            movement_seconds=lengths[0],
            retreat_seconds=lengths[1],
            adjustment_seconds=lengths[2],
            edition=data["edition"] or STANDARD_RULES.name,
            end_year=data["end_year"],
            word=data["word"],
            press_level=3 if data["press_level"] == "" else data["press_level"],
            press_protocol=data["press_protocol"] or "l3",
            press_plain=data["press_plain"] != "no",
            fill_bot=(data["bot"] or _USUAL_BOT) if fill_at else "",
            fill_at=fill_at,
        )

    def refuse(self, error: BadTerms) -> None:
        """Show what the service would not accept beside its field."""
        field = _FIELD_OF_TERM.get(error.field, error.field)
        self.add_error(field if field in self.fields else None, error.message)


class JoinForm(forms.Form):
    """A seat at somebody's table."""

    power = forms.ChoiceField(
        choices=_powers, required=False, error_messages={"invalid_choice": "There is no such power."}
    )
    word = forms.CharField(
        label="Private word", max_length=100, required=False, widget=forms.TextInput({"autocomplete": "off"})
    )


class PlayNowForm(forms.Form):
    """A game against six bots, at once."""

    power = forms.ChoiceField(choices=_powers, required=False)
    bot = forms.ChoiceField(choices=_bots, required=False)

    def wish(self) -> Mapping[str, str]:
        """What was chosen; a bot that talks and a power by lot where nothing was."""
        return {"power": self.cleaned_data["power"], "bot": self.cleaned_data["bot"] or _USUAL_BOT}
