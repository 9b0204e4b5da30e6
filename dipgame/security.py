"""What a page of ours may load: only what the site itself serves."""

from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponse

__all__ = ["POLICY", "ContentSecurityPolicy"]

POLICY: Final = "; ".join(
    (
        "default-src 'self'",
        "img-src 'self' data: blob:",
        # Drawings and bars carry style attributes; scripts and style sheets come from files only.
        "style-src 'self'",
        "style-src-attr 'unsafe-inline'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)


class ContentSecurityPolicy:
    """Adds the policy to every answer that does not bring one of its own."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.headers.setdefault("Content-Security-Policy", POLICY)
        return response
