"""Pictures of the rules page show what the rules do."""

import gzip

import pytest
from django.test import Client

from frontend.home.drawn_rules import RULES, draw_rule, sentences_of

pytestmark = pytest.mark.django_db

TOLD = {
    "move": "The army in Paris moved to Burgundy.",
    "bounce": "could not enter Belgium",
    "support": "was dislodged by the attack from Burgundy",
    "cut": "was cut by the attack from Belgium",
    "convoy": "carried the army in Yorkshire to Norway",
    "winter": "Austria built a fleet in Trieste.",
}


@pytest.mark.parametrize("name", RULES)
def test_a_picture_shows_what_its_text_says(name: str) -> None:
    assert TOLD[name] in " ".join(sentences_of(name))
    drawn = draw_rule(name)
    for line in RULES[name].orders:
        assert f'data-order="{line[4:]}"' in drawn
    for place in RULES[name].around:
        assert f'id="province-{place}"' in drawn


def test_all_pictures_together_are_light() -> None:
    assert sum(len(gzip.compress(draw_rule(name).encode())) for name in RULES) < 130_000


def test_the_page_has_every_picture_with_words_for_who_cannot_see_it(client: Client) -> None:
    page = client.get("/how-to-play/").content.decode()
    for name in RULES:
        assert f"/how-to-play/{name}.svg" in page
    assert "was cut by the attack from Belgium" in page
    assert client.get("/how-to-play/support.svg")["Content-Type"] == "image/svg+xml"
    assert client.get("/how-to-play/nosuch.svg").status_code == 404
