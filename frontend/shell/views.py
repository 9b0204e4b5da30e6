"""Views that belong to no page: theme, icon, error pages."""

import sys
from typing import Final

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.csrf import requires_csrf_token
from django.views.decorators.http import require_POST, require_safe

from dipgame.accounts.models import User
from dipgame.busy import BUSY, busy_page, is_busy
from dipgame.problems import PROBLEM_TYPE, is_of_api, problem
from frontend.templatetags.look import THEME_COOKIE, THEMES

__all__ = [
    "about",
    "bad_request",
    "favicon",
    "forbidden",
    "local_address",
    "manifest",
    "not_found",
    "offline",
    "server_error",
    "set_theme",
    "signed_in",
]

_UNSOUND: Final = "The address or a header has a character that cannot be stored. Leave it out."
_FAULT: Final = "Something went wrong here; it is logged. Nothing was changed. Try again later."
_YEAR: Final = 365 * 24 * 60 * 60


def signed_in(request: HttpRequest) -> User:
    """The person who asks. Raises PermissionDenied for nobody: views ask for a sign-in first."""
    if not isinstance(request.user, User):
        raise PermissionDenied
    return request.user


def local_address(request: HttpRequest, address: str, otherwise: str) -> str:
    """The address if it leads to a page of this site, else the other one: nobody is sent elsewhere by a link."""
    ours = url_has_allowed_host_and_scheme(
        address, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return address if ours else otherwise


@require_POST
def set_theme(request: HttpRequest) -> HttpResponse:
    """Remember light or dark in this browser, for pages without scripts; anything else forgets the choice."""
    answer = HttpResponseRedirect(local_address(request, request.POST.get("back", ""), "/"))
    chosen = request.POST.get("theme", "")
    if chosen in THEMES:
        answer.set_cookie(THEME_COOKIE, chosen, max_age=_YEAR, samesite="Lax", secure=settings.SESSION_COOKIE_SECURE)
    else:
        answer.delete_cookie(THEME_COOKIE)
    return answer


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    """The operator, a contact, and how games are kept and studied."""
    contact = settings.CONTACT
    context = {
        "paragraphs": [each.strip() for each in settings.ABOUT.split("\n\n") if each.strip()],
        "contact": contact,
        "contact_link": f"mailto:{contact}" if "@" in contact and not contact.startswith("https:") else contact,
        "keep_talk_days": settings.KEEP_TALK_DAYS,
    }
    return render(request, "shell/about.html", context)


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """Browsers that ask for the old name get the drawing."""
    return redirect(static("img/favicon.svg"))


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """Web app manifest, for a phone that installs the site."""
    icons = [
        {"src": static(f"img/icon-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
        for size in (192, 512)
        for purpose in ("any", "maskable")
    ]
    told = {
        "name": "Dipgame",
        "short_name": "Dipgame",
        "description": "Diplomacy in the browser, against bots and people.",
        "id": "/",
        "start_url": reverse("my_games"),
        "scope": "/",
        "display": "standalone",
        "background_color": "#fbf6ee",
        "theme_color": "#fbf6ee",
        "icons": icons,
    }
    return JsonResponse(told, content_type="application/manifest+json", headers={"Cache-Control": "max-age=3600"})


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """The page that an app shows without a connection: it is kept there, so it says nothing of anybody."""
    return render(request, "offline.html")


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400. The request itself may be what is wrong, so the page looks at nothing in it."""
    if is_of_api(request.path):
        return HttpResponse(problem(400, "malformed", _UNSOUND), PROBLEM_TYPE, 400)
    return HttpResponse(render_to_string("400.html"), status=400)


@requires_csrf_token
def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """403."""
    return render(request, "403.html", status=403)


@requires_csrf_token
def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404."""
    return render(request, "404.html", status=404)


def server_error(request: HttpRequest) -> HttpResponse:
    """500, or 503 where the database is held up: pages that need neither database nor session."""
    held_up = is_busy(sys.exc_info()[1])
    if is_of_api(request.path):
        if held_up:
            return HttpResponse(problem(503, "busy", BUSY), PROBLEM_TYPE, 503, headers={"Retry-After": "5"})
        return HttpResponse(problem(500, "fault", _FAULT), PROBLEM_TYPE, 500)
    if held_up:
        return busy_page(request)
    return HttpResponse(render_to_string("500.html"), status=500)
