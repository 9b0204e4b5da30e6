"""Charts of an experiment: what is asked stands in the address, and picture, table and files say the same."""

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, HttpResponseNotFound
from django.shortcuts import render
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_safe

from bots.experiment.diptools.expressions import FUNCTIONS, PREPOSITIONS
from bots.experiment.diptools.ready import FIGURE, READY
from bots.experiment.diptools.tables import as_csv
from bots.experiment.file.declaration import VARIABLES
from frontend.experiments.access import as_download, experiment_asked, for_researchers
from frontend.experiments.asked import FAMILIES, GROUPING_WORDS, KIND_WORDS, asked_in, power_words, rows_of
from frontend.experiments.pictures import picture_of

__all__ = ["chart", "charts"]


@require_safe
@for_researchers
def charts(request: HttpRequest, experiment: str) -> HttpResponse:
    """The chart that is asked for, with its table, and what else may be asked."""
    found = experiment_asked(request, experiment)
    declaration = found.declaration
    asked = asked_in(request.GET, declaration)
    status = 400 if asked.faults else 200
    table = asked.table(found, declaration)
    svg = asked.drawn(table, titled=False) if table else ""
    context: dict[str, Any] = {
        "experiment": found,
        "asked": asked,
        # Drawn by our own pen, which escapes what it is given.
        "chart": mark_safe(svg),  # noqa: S308
        "title": table.title if table else "",
        "rows": rows_of(table, asked.kind) if table and (svg or asked.only_table) else None,
        "families": FAMILIES.items(),
        "groupings": GROUPING_WORDS.items(),
        "kinds": KIND_WORDS.items(),
        "sessions": list(enumerate(declaration.sessions)),
        "players": [(each, not asked.chosen or each.key in asked.chosen) for each in asked.subjects],
        "ready": READY.items(),
        "variables": VARIABLES.items(),
        "pairs": [(name, list(words)) for name, words in PREPOSITIONS.items()],
        "functions": FUNCTIONS.items(),
        "powers": power_words(),
        "query": request.GET.urlencode(),
        "figure": urlencode({"of": "experiment", "by": "bots", "kind": "points", "show": "\n".join(FIGURE)}),
    }
    return render(request, "experiments/charts.html", context, status=status)


@require_safe
@for_researchers
def chart(request: HttpRequest, experiment: str, kind: str) -> HttpResponse:
    """The chart of the page with the same query, as a file."""
    found = experiment_asked(request, experiment)
    declaration = found.declaration
    asked = asked_in(request.GET, declaration)
    table = asked.table(found, declaration)
    if table and kind == "csv":
        return as_download(HttpResponse(as_csv(table), content_type="text/csv; charset=utf-8"), found, "-chart.csv")
    svg = asked.drawn(table) if table else ""
    if not svg or kind not in ("svg", "png"):
        words = "\n".join(asked.faults) or "There is no such file; there are svg, png and csv."
        return HttpResponseNotFound(words, content_type="text/plain; charset=utf-8")
    return as_download(picture_of(svg, kind), found, f"-chart.{kind}")
