"""Fixtures of the tests of a game page."""

import pytest
from django.test import Client

from tests.frontend.game.lines import Line


@pytest.fixture
def line(story):
    """Makes the line of a person of the cast, or of nobody, to the story's game."""

    def line(person=None, slug=None, **how):
        cookie = None
        if person is not None:
            client = Client()
            client.force_login(person)
            cookie = client.cookies["sessionid"].value
        return Line(slug or story.game.slug, cookie, **how)

    return line
