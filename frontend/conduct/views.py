"""A report of bad talk, and one's own record."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from adjudication.phase import parse_phase
from adjudication.powers import POWER_NAMES, as_power
from dipgame.games import queries, services
from dipgame.games.errors import Refused
from dipgame.games.models import Message
from dipgame.games.services.report_talk import reportable
from dipgame.games.services.tell_players import LONGEST_WORDS
from frontend.access import access_or_404
from frontend.shell.views import signed_in

__all__ = ["mine", "report"]

_SHOWN = 160


class ReportForm(forms.Form):
    """Report of a message and its fault."""

    message = forms.TypedChoiceField(
        label="Which message",
        coerce=int,
        widget=forms.RadioSelect,
        error_messages={"required": "Choose the message.", "invalid_choice": "Choose one of these messages."},
    )
    words = forms.CharField(
        label="What is wrong with it",
        required=False,
        max_length=LONGEST_WORDS,
        widget=forms.Textarea({"rows": 3}),
        help_text="The staff read it with the message and those around it; the writer does not.",
    )

    def __init__(self, *given: Any, rows: Sequence[Message], **more: Any) -> None:
        super().__init__(*given, **more)
        choices = [(row.pk, _words(row)) for row in rows]
        field: Any = self.fields["message"]
        field.choices = choices


def _words(row: Message) -> str:
    text = row.text if len(row.text) <= _SHOWN else f"{row.text[:_SHOWN]} …"
    return f"{POWER_NAMES[as_power(row.speaker.power)]}, {parse_phase(row.phase.name).turn}: {text}"


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def report(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask the staff to look at a message that another person wrote to me."""
    access = access_or_404(request, slug)
    if access.seat is None:
        raise Http404("There is no such page.")
    form = ReportForm(request.POST or None, rows=reportable(access.seat), initial={"message": request.GET.get("m")})
    status = 200
    if request.method == "POST":
        status = 400
        if form.is_valid():
            try:
                services.report_talk(access.seat, form.cleaned_data["message"], form.cleaned_data["words"])
            except Refused as refused:
                form.add_error(None, refused.message)
                status = 409
            else:
                messages.success(request, "The staff will look at it. You will find their answer here.")
                return redirect("conduct")
    return render(request, "conduct/report.html", {"form": form, "game": access.game}, status=status)


@require_safe
@login_required
def mine(request: HttpRequest) -> HttpResponse:
    """Show my reports with their results, and my sanctions with reasons."""
    person = signed_in(request)
    context = {"reports": queries.reports_by(person), "sanctions": queries.sanctions_of(person)}
    return render(request, "conduct/mine.html", context)
