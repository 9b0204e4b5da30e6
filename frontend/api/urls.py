"""The addresses of the API and its page."""

from typing import Final

from django.urls import URLPattern, path

from frontend.api import page, views
from frontend.api.operations import Operation
from frontend.api.table import OPERATIONS

__all__ = ["urlpatterns"]

_CONVERTERS: Final = {"{slug}": "<slug:slug>", "{unit}": "<str:unit>"}


def _patterns() -> list[URLPattern]:
    by_path: dict[str, dict[str, Operation]] = {}
    for each in OPERATIONS:
        if each.do is not None:  # streams are served by `frontend.api.streams`
            by_path.setdefault(each.path, {})[each.method] = each
    found = []
    for address, operations in by_path.items():
        route = f"api{address}"
        for name, converter in _CONVERTERS.items():
            route = route.replace(name, converter)
        found.append(path(route, views.view_of(operations), name=f"api_{next(iter(operations.values())).name}"))
    return found


urlpatterns: Final[list[URLPattern]] = [
    path("api/", page.show_page, name="api_page"),
    path("api/schema", views.show_schema, name="api_schema"),
    *_patterns(),
    path("api/<path:rest>", views.nowhere, name="api_nowhere"),
]
