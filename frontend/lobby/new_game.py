"""The form of a new game, in three steps."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from json import dumps
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.urls import reverse_lazy
from django.utils.text import format_lazy

from bots.company import USUAL, offered
from bots.game_terms import PACES, TERMS, Number, OneOf, YesNo, options_of
from bots.skills import NORMAL
from dipgame.games import clock
from dipgame.games.errors import BadTerms
from dipgame.games.private_word import LONGEST_WORD, new_word
from dipgame.games.services.create_game import Terms
from frontend.lobby.menus import bot_choices, power_choices, skill_choices
from negotiation.levels import FREE

__all__ = ["PACE_WORDS", "PRESETS", "TALKS", "LengthField", "TableForm"]

PACE_WORDS: Final[dict[str, str]] = {"quick": "10 min", "day": "A day", "slow": "3 days"}
"""Words on the buttons of the ready-made paces."""

_PACE_LINES: Final = {
    "quick": "20 minutes for messages, then 10 minutes for moves and 5 for retreats and builds.",
    "day": "A day for moves, 12 hours for retreats and builds.",
    "slow": "3 days for moves, a day for retreats and builds.",
    "own": "From 5 minutes to 10 days each.",
}

PRESETS: Final[Mapping[str, tuple[str, str, Mapping[str, Any]]]] = {
    "evening": (
        "An evening",
        "10 minutes a turn. Bots join in half an hour.",
        {"pace": "quick", "fill": "later", "delay": 1_800},
    ),
    "daily": (
        "A turn a day",
        "One turn a day, not at night. Bots join tomorrow.",
        {"pace": "day", "fill": "later", "delay": 86_400, "quiet": "23-8", "seating": "wishes"},
    ),
    "friends": (
        "Among friends",
        "One link for all; nobody needs an account.",
        {"pace": "day", "fill": "never", "seating": "wishes", "quiet": "23-8", "entry": "word"},
    ),
    "slow": (
        "Three days a turn",
        "Long messages, no hurry. Nobody watches before the end.",
        {"pace": "slow", "fill": "later", "delay": 604_800, "seating": "wishes", "watching": "after"},
    ),
}
"""Ready-made games: the name, its meaning, and the fields it chooses."""

TALKS: Final[dict[str, tuple[str, str, tuple[int, bool]]]] = {
    "none": ("None", "Nobody writes messages; only orders count.", (0, True)),
    "deals": (
        "Deals",
        "Only proposals, answers and questions that bots understand.",
        (FREE, False),
    ),
    "full": ("Full", "Write what you like; bots answer what they understand.", (FREE, True)),
}
"""Ways to talk: button, description, level of the language, and whether plain text is allowed."""

_CHOSEN_BY_TALK: Final = ("press_level", "press_plain")
_LENGTHS: Final = ("movement_seconds", "retreat_seconds", "adjustment_seconds", "first_seconds")
_MORE: Final = tuple(name for name, term in TERMS.items() if not (term.expert or name.endswith("_seconds")))
_FOR_EXPERTS: Final = tuple(name for name, term in TERMS.items() if term.expert)
"""The terms in the folds; the lengths have fields of their own."""
_MORE_OF_SEATS: Final = ("word", "seating", "faces", "bots_hidden", "watching")
"""Fields in the fold of the last step; the other terms of `_MORE` stand in that of the second."""
_STEPS: Final = ("Game", "Time and messages", "Players")
_FIRST_STEP: Final = frozenset({"name", "entry"})
_LAST_STEP: Final = frozenset({"role", "fill", "delay", "bot", "skill", "power", *_MORE_OF_SEATS})
"""Fields by step; every other one stands in the second."""
_OWN_PACE: Final = "own"
_UNITS: Final = {"minutes": 60, "hours": 3_600, "days": 86_400}
_DELAYS: Final = {
    900: "in 15 minutes",
    1_800: "in half an hour",
    3_600: "in an hour",
    21_600: "in 6 hours",
    43_200: "in 12 hours",
    86_400: "in a day",
    259_200: "in 3 days",
    604_800: "in a week",
}
_FILLS: Final = {"now": "At once", "later": "Later", "never": "Never"}
_ROLES: Final = {"play": "You play", "master": "Game master"}
_ENTRIES: Final = {"all": "Anybody", "word": "Friends with the link"}
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
    """Length of a phase, as a number and a unit.

    Cleaned to seconds; from five minutes to ten days.
    """

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
        if why := TERMS["movement_seconds"].refusal(seconds):
            raise ValidationError(why)
        return seconds


def _term(name: str, unchosen: str = "") -> forms.Field:
    """The field of a term, with the limits and words of its declaration. unchosen: words for leaving it open."""
    term = TERMS[name]
    common: dict[str, Any] = {"label": term.title, "help_text": term.about, "required": False}
    open_choice = [("", unchosen)] if unchosen else []
    match term:
        case OneOf(default=default, options=options):
            choices = [*open_choice, *options.items()]
            initial = None if unchosen else default
            kind: Any = type(default)
            return forms.TypedChoiceField(choices=choices, coerce=kind, empty_value=None, initial=initial, **common)
        case YesNo(yes=yes, no=no, default=default):
            choices = [*open_choice, ("yes", yes), ("no", no)]
            initial = None if unchosen else ("no", "yes")[default]
            return forms.TypedChoiceField(
                choices=choices, coerce="yes".__eq__, empty_value=None, initial=initial, **common
            )
        case Number(least=least, most=most, limits=limits):
            errors = dict.fromkeys(("min_value", "max_value", "invalid"), limits)
            return forms.IntegerField(min_value=least, max_value=most, error_messages=errors, **common)


@dataclass(frozen=True, slots=True)
class Preset:
    """A ready-made game on offer. chooses: fields and their values, as JSON."""

    address: str
    name: str
    words: str
    chooses: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the form."""

    number: int
    title: str
    is_open: bool
    has_errors: bool


def _step_of(field: str) -> int:
    return 1 if field in _FIRST_STEP else 3 if field in _LAST_STEP else 2


class TableForm(forms.Form):
    """A new game in three steps. Cleaned, it makes the `Terms` of the game."""

    name = forms.CharField(
        max_length=60,
        error_messages={"required": "Give the game a name."},
        widget=forms.TextInput({"autocomplete": "off"}),
    )
    pace = forms.ChoiceField(choices=[*PACE_WORDS.items(), (_OWN_PACE, "Own")], initial="day")
    movement = LengthField(label="Moves", required=False, initial=86_400)
    retreat = LengthField(label="Retreats", required=False, initial=43_200)
    adjustment = LengthField(label="Builds", required=False, initial=43_200)
    fill = forms.ChoiceField(label="Bots take empty seats", choices=list(_FILLS.items()), initial="later")
    delay = forms.TypedChoiceField(
        label="When", choices=list(_DELAYS.items()), coerce=int, required=False, initial=3_600
    )
    bot = forms.ChoiceField(
        label="Which bot",
        choices=bot_choices,
        required=False,
        initial=USUAL,
        help_text=format_lazy('<a href="{}#bots">Who they are</a>', reverse_lazy("how_to_play")),
    )
    skill = forms.ChoiceField(
        label="How strong",
        choices=skill_choices,
        required=False,
        initial=NORMAL.name,
    )
    role = forms.ChoiceField(label="Your part", choices=list(_ROLES.items()), required=False, initial="play")
    power = forms.ChoiceField(label="Your power", choices=power_choices, required=False)
    talk = forms.ChoiceField(
        choices=[(name, words) for name, (words, _, _) in TALKS.items()], required=False, initial="full"
    )
    entry = forms.ChoiceField(label="Who may join", choices=list(_ENTRIES.items()), required=False, initial="all")
    word = forms.CharField(
        label="Private word",
        max_length=LONGEST_WORD,
        required=False,
        strip=True,
        help_text="For friends with the link. Capitals and spaces make no difference. Leave it empty to get one.",
        widget=forms.TextInput({"autocomplete": "off"}),
    )

    zone = forms.CharField(max_length=40, required=False, widget=forms.HiddenInput)

    def __init__(self, *given: Any, preset: str = "", **more: Any) -> None:
        chosen = PRESETS[preset][2] if preset in PRESETS else {}
        super().__init__(*given, **(more | {"initial": {**more.get("initial", {}), **chosen}}))
        self.preset = preset if preset in PRESETS else ""
        for name in (*_MORE, *_FOR_EXPERTS):
            self.fields[name] = _term(name, unchosen="As chosen above" if name in _CHOSEN_BY_TALK else "")

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("pace") == _OWN_PACE:
            for name in ("movement", "retreat", "adjustment"):
                if not cleaned.get(name) and name not in self.errors:
                    self.add_error(name, "Say how long.")
        else:
            # Hidden fields must not block the form: own lengths are ignored beside another pace.
            for name in ("movement", "retreat", "adjustment"):
                self.errors.pop(name, None)
        if cleaned.get("fill") == "later" and not cleaned.get("delay") and "delay" not in self.errors:
            self.add_error("delay", "Choose when bots take the empty seats.")
        return cleaned

    def terms(self) -> Terms:
        """The terms of the game that was filled in; only for a form that is valid."""
        data = self.cleaned_data
        own = tuple(data.get(name) for name in ("movement", "retreat", "adjustment", "first"))
        lengths = PACES.get(data["pace"], own)
        level, plain = TALKS[data["talk"] or "full"][2]
        usual: dict[str, Any] = {
            "press_level": level,
            "press_plain": plain,
            **dict(zip(_LENGTHS, lengths, strict=True)),
        }
        chosen = {name: data[name] for name in TERMS if data.get(name) is not None}
        fill_at = {
            "now": clock.now(),
            "later": clock.now() + timedelta(seconds=data["delay"] or 0),
            "never": None,
        }[data["fill"]]
        return Terms(
            name=data["name"],
            power="" if data["role"] == "master" else data["power"],
            master=data["role"] == "master",
            word=data["word"] or (new_word() if data["entry"] == "word" else ""),
            quiet_zone=data["zone"] or "UTC",
            fill_bot=offered(data["bot"] or USUAL, data["skill"]) if fill_at else "",
            fill_at=fill_at,
            **(usual | chosen),
        )

    @property
    def presets(self) -> list[Preset]:
        """The ready-made games."""
        usual = {name: self.fields[name].initial for _, _, chosen in PRESETS.values() for name in chosen}
        return [
            Preset(f"?preset={key}#new-table", name, words, dumps({**usual, **chosen}), key == self.preset)
            for key, (name, words, chosen) in PRESETS.items()
        ]

    @property
    def steps(self) -> list[Step]:
        """The three steps of the form; the first with an error is open, or else the first."""
        wrong = {_step_of(name) for name in self.errors if name in self.fields}
        is_open = min(wrong, default=1)
        return [Step(number, title, number == is_open, number in wrong) for number, title in enumerate(_STEPS, 1)]

    @property
    def pace_lines(self) -> list[tuple[str, str]]:
        """The length of each phase in words, by pace."""
        return list(_PACE_LINES.items())

    @property
    def talk_lines(self) -> list[tuple[str, str]]:
        """Ways to talk by name, each with its description."""
        return [(name, line) for name, (_, line, _) in TALKS.items()]

    @property
    def more_of_time(self) -> list[forms.BoundField]:
        """Terms in the fold of the second step."""
        return [self[name] for name in _MORE if name not in _LAST_STEP]

    @property
    def more_of_seats(self) -> list[forms.BoundField]:
        """Fields in the fold of the last step."""
        return [self[name] for name in _MORE_OF_SEATS]

    @property
    def for_experts(self) -> list[forms.BoundField]:
        """The terms that nobody needs to choose to play; one that leaves no choice is not shown."""
        return [self[name] for name in _FOR_EXPERTS if len(options_of(name)) != 1]

    @property
    def has_errors_in_time(self) -> bool:
        """True if a term in the fold of the second step is wrong."""
        return any(field.errors for field in self.more_of_time)

    @property
    def has_errors_in_seats(self) -> bool:
        """True if a field in the fold of the last step is wrong."""
        return any(field.errors for field in self.more_of_seats)

    @property
    def has_expert_errors(self) -> bool:
        """True if a term in the fold for experts is wrong."""
        return any(name in self.errors for name in _FOR_EXPERTS)

    def refuse(self, error: BadTerms) -> None:
        """Show what the service would not accept beside its field."""
        field = _FIELD_OF_TERM.get(error.field, error.field)
        self.add_error(field if field in self.fields else None, error.message)
