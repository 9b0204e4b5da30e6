"""Banner of the operator, above every page."""

from django.http import HttpRequest

from dipgame.switches import BANNER, READ_ONLY, READ_ONLY_WORDS, switched

__all__ = ["banner"]


def banner(_request: HttpRequest) -> dict[str, str]:
    """For templates: `site_banner`, the operator's words, or that the site can only be read; "" without either."""
    switches = switched()
    usual = READ_ONLY_WORDS.partition(".")[0] + "." if READ_ONLY in switches else ""
    return {"site_banner": switches.get(BANNER, usual)}
