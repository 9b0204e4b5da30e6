"""Sphinx's settings for the researchers' pages."""

import re
from itertools import count
from typing import Any

from sphinx.application import Sphinx
from sphinx.environment.adapters.toctree import global_toctree_for_doc

project = "Dipgame"
extensions = ["myst_parser"]
root_doc = "index"
nitpicky = True
html_theme = "basic"
html_permalinks = False
html_copy_source = False
html_use_index = False
myst_heading_anchors = 4
# The class of a code block's language stands in the page; its colours are the site's.
highlight_language = "none"


def setup(app: Sphinx) -> None:
    app.connect("html-page-context", _with_contents)


def _with_contents(app: Sphinx, page: str, _template: str, context: dict[str, Any], _tree: Any) -> None:
    """Add the contents of all pages to each page."""
    builder: Any = app.builder
    contents = global_toctree_for_doc(
        app.env, page, builder, tags=app.tags, maxdepth=1, collapse=False, includehidden=True, titles_only=True
    )
    context["contents"] = builder.render_partial(contents)["fragment"].replace(' role="heading"', "")
    context["body"] = _reachable(context.get("body", ""))


def _reachable(body: str) -> str:
    """Frame tables and code so that a keyboard can scroll them."""
    number = count(1)
    body = body.replace('<th class="head"><p></p></th>', "<td></td>").replace("</table>", "</table></div>")
    body = re.sub(
        '<table class="docutils',
        lambda table: f'<div class="doc-wide" tabindex="0" role="region" aria-label="Table {next(number)}">{table[0]}',
        body,
    )
    return body.replace("<pre>", '<pre tabindex="0">')
