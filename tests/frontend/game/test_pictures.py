"""Pictures to take away are drawn once, and not for ever more."""

import pytest

from dipgame.limits import PICTURES
from frontend.game import pictures

pytestmark = pytest.mark.django_db


@pytest.fixture
def drawn(monkeypatch):
    """Pictures drawn anew."""
    made = []
    draw = pictures.render_svg
    monkeypatch.setattr(pictures, "render_svg", lambda *given: made.append(given) or draw(*given))
    return made


def _get(client, game, name="S1901M", query="", **more):
    return client.get(f"/games/{game.slug}/phases/{name}.svg{query}", **more)


def test_the_same_picture_is_drawn_once(story, client, drawn):
    game = story.begins().game
    first = [_get(client, game, REMOTE_ADDR=f"192.0.2.{each}").content for each in range(20)]
    assert len(drawn) == 1
    assert len(set(first)) == 1
    assert _get(client, game, query="?theme=dark").content != first[0]
    assert len(drawn) == 2


def test_a_resolved_phase_is_another_picture(story, client):
    game = story.begins().game
    before = _get(client, game).content
    story.orders("FRA", "A PAR - BUR")
    story.deadline_passes()
    assert _get(client, game).content != before


def test_my_orders_are_drawn_for_me_alone_and_afresh(story, cast, client):
    game = story.begins().game
    public = _get(client, game).content
    client.force_login(cast.alice)
    empty = _get(client, game).content
    story.orders("FRA", "A PAR - BUR")
    assert _get(client, game).content not in (empty, public)
    client.force_login(cast.bob)
    bobs = _get(client, game).content
    client.logout()
    assert _get(client, game).content == public
    assert b"Paris to Burgundy" not in bobs + public


def test_many_different_ones_are_too_many(story, client, drawn):
    game = story.begins().game
    for _ in range(PICTURES.most):
        PICTURES.allows("192.0.2.1")
    assert _get(client, game, REMOTE_ADDR="192.0.2.1").status_code == 429
    assert _get(client, game, REMOTE_ADDR="192.0.2.2").status_code == 200
    assert _get(client, game, REMOTE_ADDR="192.0.2.1").status_code == 200  # it is kept now
    assert len(drawn) == 1
