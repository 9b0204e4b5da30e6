"""Forms of the staff."""

from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final

from django import forms

from dipgame.accounts.queries import person_named
from dipgame.games.models import Sanction
from dipgame.games.services.tell_players import LONGEST_WORDS

if TYPE_CHECKING:
    from dipgame.accounts.models import User

__all__ = ["SanctionForm", "SettleForm"]

_LENGTHS: Final = {1: "a day", 3: "3 days", 7: "a week", 30: "a month", 90: "3 months", 365: "a year"}
_KINDS: Final = {Sanction.Kind.MUTE.value: "may not write", Sanction.Kind.BAN.value: "may not play"}


class _LastingForm(forms.Form):
    """Something is done about a person, for a while."""

    @property
    def length(self) -> timedelta:
        """Duration of the sanction."""
        return timedelta(days=self.cleaned_data["days"])


class SettleForm(_LastingForm):
    """A report is closed: with nothing done, or with what is done about the person."""

    outcome = forms.ChoiceField(
        label="What is done",
        choices=[("dismiss", "Nothing"), ("warn", "Close with an answer only"), *_KINDS.items()],
        initial="dismiss",
    )
    days = forms.TypedChoiceField(label="For how long", choices=list(_LENGTHS.items()), coerce=int, initial=7)
    reason = forms.CharField(
        label="Reason, for the person concerned",
        required=False,
        max_length=LONGEST_WORDS,
        widget=forms.Textarea({"rows": 2}),
    )
    answer = forms.CharField(
        label="Answer to the reporter", required=False, max_length=LONGEST_WORDS, widget=forms.Textarea({"rows": 2})
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("outcome") in _KINDS and not cleaned.get("reason"):
            self.add_error("reason", "Say why; the person reads it.")
        return cleaned


class SanctionForm(_LastingForm):
    """Somebody is muted or banned without a report."""

    name = forms.CharField(label="Name", max_length=30, widget=forms.TextInput({"autocomplete": "off"}))
    kind = forms.ChoiceField(label="What", choices=list(_KINDS.items()))
    days = forms.TypedChoiceField(label="For how long", choices=list(_LENGTHS.items()), coerce=int, initial=7)
    reason = forms.CharField(
        label="Reason, for the person to read", max_length=LONGEST_WORDS, widget=forms.Textarea({"rows": 2})
    )

    def clean_name(self) -> "User":
        """The person of that name."""
        found = person_named(self.cleaned_data["name"].strip())
        if found is None:
            raise forms.ValidationError("Nobody here has this name.")
        return found
