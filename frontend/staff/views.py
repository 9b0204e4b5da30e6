"""The pages of the staff. For everybody else they are not there."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from dipgame.games import clock, queries, services
from dipgame.games.errors import Refused
from dipgame.games.keeping import is_staff
from dipgame.games.models import Sanction
from frontend.shell.views import signed_in
from frontend.staff.forms import SanctionForm, SettleForm

__all__ = ["board", "lift", "report", "sanction"]

_SHOWN = 50


def _for_staff(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    @wraps(view)
    def asked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not is_staff(request.user):
            raise Http404("There is no such page.")
        response = view(request, *args, **kwargs)
        patch_cache_control(response, private=True, no_store=True)
        return response

    return asked


@require_safe
@_for_staff
def board(request: HttpRequest) -> HttpResponse:
    """Show open reports, stuck phases, failed bots and sanctions."""
    return _board(request, SanctionForm())


def _board(request: HttpRequest, form: SanctionForm, status: int = 200) -> HttpResponse:
    person = signed_in(request)
    context = {
        "reports": queries.open_reports(person),
        "stuck": list(queries.stuck_phases(clock.A_MINUTE).select_related("game")[:_SHOWN]),
        "bots": list(queries.troubled_bots()[:_SHOWN]),
        "sanctions": queries.sanctions_in_force(),
        "form": form,
    }
    return render(request, "staff/board.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@_for_staff
def report(request: HttpRequest, number: int) -> HttpResponse:
    """A report with what was said around it; a POST settles it."""
    person = signed_in(request)
    found = queries.report_for(person, number)
    if found is None:
        raise Http404("There is no such report.")
    form = SettleForm(request.POST or None)
    status = 200
    if request.method == "POST":
        status = 400
        if form.is_valid():
            data = form.cleaned_data
            kind = data["outcome"] if data["outcome"] in Sanction.Kind.values else ""
            try:
                services.settle_report(
                    found,
                    person,
                    upheld=data["outcome"] != "dismiss",
                    answer=data["answer"],
                    kind=kind,
                    length=form.length,
                    reason=data["reason"],
                )
            except Refused as refused:
                form.add_error(None, refused.message)
                status = 409
            else:
                messages.success(request, "The report is settled.")
                return redirect("staff")
    context = {"report": found, "form": form, "talk": queries.talk_around(found)}
    return render(request, "staff/report.html", context, status=status)


@require_POST
@_for_staff
def sanction(request: HttpRequest) -> HttpResponse:
    """Mute or ban somebody by name."""
    form = SanctionForm(request.POST)
    if form.is_valid():
        data = form.cleaned_data
        try:
            made = services.sanction_person(data["name"], data["kind"], form.length, data["reason"], signed_in(request))
        except Refused as refused:
            form.add_error(None, refused.message)
        else:
            messages.success(request, f"{made.user.name} {made.get_kind_display()} for now.")
            return redirect("staff")
    return _board(request, form, status=400)


@require_POST
@_for_staff
def lift(request: HttpRequest, number: int) -> HttpResponse:
    """End what bars somebody."""
    found = next((each for each in queries.sanctions_in_force() if each.pk == number), None)
    if found is None:
        raise Http404("There is no such sanction, or it is over.")
    try:
        services.lift_sanction(found, signed_in(request))
    except Refused as refused:
        messages.error(request, refused.message)
    else:
        messages.success(request, f"{found.user.name} is free again.")
    return redirect("staff")
