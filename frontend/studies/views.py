"""Pages of studies; each opens in the sandbox."""

from typing import Annotated, Any, Final

import msgspec
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe
from msgspec import Meta

from dipgame.limits import SHARES
from dipgame.sandbox.studies import (
    CannotKeep,
    ChangedMeanwhile,
    delete_study,
    own_studies,
    public_studies,
    save_study,
    study_named,
    version_of,
)
from frontend.account.guests import members_only
from frontend.sandbox.acts import NotPossible
from frontend.sandbox.tree import LARGEST_TREE, MOST_NODES, grown
from frontend.sandbox.views import sandbox_page
from frontend.shell.views import signed_in
from frontend.wire.replies import refused_reply
from frontend.wire.sandbox import SandboxSaved

__all__ = ["delete", "save", "studies", "study"]

_A_PAGE: Final = 30
_BOTH_KEPT: Final = "Nothing is replaced: save yours as a new study, and compare the two."
_UNREADABLE: Final = "This cannot be read. Load the page again."


class _Sent(msgspec.Struct, frozen=True):
    """A study as sent.

    slug: empty for a new one. version: the one that was opened.
    """

    title: Annotated[str, Meta(max_length=200)]
    tree: Any
    slug: Annotated[str, Meta(max_length=50)] = ""
    version: Annotated[str, Meta(max_length=50)] = ""
    is_public: bool = False


@require_safe
def studies(request: HttpRequest) -> HttpResponse:
    """Public studies, and one's own."""
    mine = list(own_studies(signed_in(request))) if request.user.is_authenticated else []
    page = Paginator(public_studies(), _A_PAGE).get_page(request.GET.get("page"))
    return render(request, "studies/studies.html", {"mine": mine, "page": page})


@require_safe
def study(request: HttpRequest, tree: str) -> HttpResponse:
    """A study, opened in the sandbox."""
    found = study_named(tree)
    if found is None:
        raise Http404("There is no such study.")
    try:
        shown = grown(found.tree)
    except (NotPossible, msgspec.MsgspecError):
        raise Http404("This study can no longer be read.") from None
    is_own = request.user.is_authenticated and found.owner_id == request.user.pk
    key = f"study:{found.slug}:{found.changed_at.timestamp()}"
    return sandbox_page(
        request,
        shown,
        key,
        {"study": found, "is_own": is_own},
        {
            "slug": found.slug,
            "version": version_of(found),
            "title": found.title,
            "is_public": found.is_public,
            "is_own": is_own,
        },
    )


@require_POST
def save(request: HttpRequest) -> HttpResponse:
    """Keep a study, new or changed."""
    if not request.user.is_authenticated or signed_in(request).is_guest:
        return _refused("signed_out", "Sign in with an account first: a study has an owner.", 403)
    if not SHARES.allows(request.user.pk):
        return _refused("busy", "You have saved a lot within an hour. Try again later.", 429)
    if len(request.body) > LARGEST_TREE:
        most = f"A study has at most {MOST_NODES} positions. Remove some variations or comments first."
        return _refused("illegal", f"This is too large. {most}", 422)
    try:
        sent = msgspec.json.decode(request.body, type=_Sent)
        kept = grown(sent.tree).as_dict()
        found = save_study(
            signed_in(request), sent.slug, sent.title, kept, is_public=sent.is_public, version=sent.version
        )
    except msgspec.MsgspecError:
        return _refused("malformed", _UNREADABLE, 422)
    except ChangedMeanwhile as no:
        return _refused("changed", f"{no} {_BOTH_KEPT}", 409)
    except (NotPossible, CannotKeep) as no:
        return _refused("illegal", str(no), 422)
    reply: SandboxSaved = {"type": "saved", "url": reverse("study", args=[found.slug])}
    return JsonResponse(reply)


@require_POST
@login_required
@members_only
def delete(request: HttpRequest, tree: str) -> HttpResponse:
    """Delete one's own study."""
    if not delete_study(signed_in(request), tree):
        raise Http404("You have no such study.")
    messages.success(request, "The study is deleted.")
    return redirect("studies")


def _refused(code: str, message: str, status: int) -> HttpResponse:
    return JsonResponse(refused_reply(code, message), status=status)
