"""The browsers in which a person is told, and the hours in which nobody tells them."""

import json
import re
from functools import cache
from typing import Any, Final
from zoneinfo import available_timezones

from allauth.account.signals import password_changed, password_reset, password_set
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST, require_safe

from bots.game_terms import options_of
from dipgame.accounts.devices import forget_device, forget_devices_but, forget_devices_of_others, keep_zone_of
from dipgame.accounts.models import User
from dipgame.accounts.push import DEVICE_COOKIE, BadDeviceError, add_device
from dipgame.accounts.wishes import keep_quiet_hours, want_no_push
from dipgame.games.models import Notification
from frontend.account.guests import members_only
from frontend.shell.views import signed_in

__all__ = ["add", "choose_hours", "choose_push", "forget", "keep_zone", "worker"]

_YEAR: Final = 365 * 24 * 60 * 60
_NO_PLACES: Final = frozenset({"localtime", "posixrules", "Factory"})
_BROWSERS: Final = (
    ("Edg", "Edge"),
    ("OPR", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
_SYSTEMS: Final = (
    ("Android", "Android"),
    ("iPhone", "an iPhone"),
    ("iPad", "an iPad"),
    ("Windows", "Windows"),
    ("Mac OS", "a Mac"),
    ("Linux", "Linux"),
)
"""Browsers' names for systems, the more particular first, with readable names."""


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The script that a browser keeps, to show messages while no page is open. It stands at the root, so that it may
    see to all pages."""
    return HttpResponse(_script(), content_type="text/javascript", headers={"Cache-Control": "no-cache"})


@cache
def _script() -> bytes:
    found: bytes = (settings.BASE_DIR / "static/inbox/worker.js").read_bytes()
    return found


@require_POST
@login_required
@members_only
def add(request: HttpRequest) -> HttpResponse:
    """Tell me in this browser, too: what it said of itself as JSON, as `PushSubscription.toJSON` has it."""
    try:
        given: Any = json.loads(request.body)
        keys = given["keys"]
        endpoint, p256dh, auth = given["endpoint"], keys["p256dh"], keys["auth"]
    except (ValueError, KeyError, TypeError):
        return JsonResponse({"message": "This browser cannot receive messages."}, status=400)
    try:
        device = add_device(signed_in(request), endpoint, p256dh, auth, _label(request.headers.get("User-Agent", "")))
    except BadDeviceError as bad:
        return JsonResponse({"message": str(bad)}, status=400)
    answer = JsonResponse({"label": device.label}, status=201)
    answer.set_cookie(
        DEVICE_COOKIE,
        device.token,
        max_age=_YEAR,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )
    return answer


def _label(agent: str) -> str:
    """`Firefox on Linux`."""
    browser = next((words for mark, words in _BROWSERS if re.search(rf"\b{mark}/", agent)), "A browser")
    system = next((words for mark, words in _SYSTEMS if mark in agent), "")
    return f"{browser} on {system}" if system else browser


@require_POST
@login_required
@members_only
def forget(request: HttpRequest) -> HttpResponse:
    """Stop notifications to one browser: number `device`, else this one."""
    number = request.POST.get("device", "")
    if number.isdecimal() and len(number) < 18:
        forget_device(signed_in(request), number=int(number))
    elif not number:
        forget_device(signed_in(request), token=request.COOKIES.get(DEVICE_COOKIE, ""))
    return redirect("/my/account/#devices")


@require_POST
@login_required
@members_only
def choose_push(request: HttpRequest) -> HttpResponse:
    """Save which notifications are pushed to browsers."""
    person, wanted = signed_in(request), set(request.POST.getlist("push"))
    want_no_push(person, [kind for kind in Notification.Kind.values if kind not in wanted])
    messages.success(request, "Saved.")
    return redirect("account")


@require_POST
@login_required
@members_only
def choose_hours(request: HttpRequest) -> HttpResponse:
    """The hours in which nothing is sent to me."""
    person, quiet = signed_in(request), request.POST.get("quiet", "")
    if quiet not in options_of("quiet"):
        messages.error(request, "Choose your quiet hours from the list.")
        return redirect("account")
    keep_quiet_hours(person, quiet)
    messages.success(request, "Saved.")
    return redirect("account")


@require_POST
@login_required
def keep_zone(request: HttpRequest) -> HttpResponse:
    """The zone whose clock I live by, which the browser tells where it is another than before."""
    person, zone = signed_in(request), request.POST.get("zone", "")
    if zone not in _zones():
        return HttpResponse(status=400)
    keep_zone_of(person, zone)
    return HttpResponse(status=204)


@cache
def _zones() -> frozenset[str]:
    return frozenset(zone for zone in available_timezones() - _NO_PLACES if len(zone) <= 40)


# --- Who sits in front of it ---------------------------------------------------------------------


@receiver(user_logged_out)
def _left(request: HttpRequest, user: User | None, **_: object) -> None:
    """Stop push messages to this browser when its person signs out."""
    if user is not None and (token := request.COOKIES.get(DEVICE_COOKIE)):
        forget_device(user, token=token)


@receiver(user_logged_in)
def _came(request: HttpRequest, user: User, **_: object) -> None:
    """Another person sits here now."""
    if token := request.COOKIES.get(DEVICE_COOKIE):
        forget_devices_of_others(user, token)


@receiver([password_changed, password_reset, password_set])
def _took_care(request: HttpRequest, user: User, **_: object) -> None:
    """Another password signs all other browsers out: nothing is told in them either."""
    forget_devices_but(user, request.COOKIES.get(DEVICE_COOKIE, ""))
