"""The researchers' pages, made of `docs/` by Sphinx: `python -m tools.pages`.

What comes out is read by `frontend/research`: a JSON file a page, its pictures and downloads, and the index of
words that the search looks through. Every fault (a dead link, a page that the contents leave out) is an error.
"""
