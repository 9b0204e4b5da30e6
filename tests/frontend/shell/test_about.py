"""The operator, a contact, and saying no to being studied."""

from typing import Any

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("address", ["/", "/accounts/signup/"])
def test_newcomers_are_told_that_games_are_kept_and_how_to_say_no(client: Client, address: str) -> None:
    page = client.get(address).content.decode()
    assert "studied" in page
    assert 'href="/about/#study"' in page


@pytest.mark.parametrize(
    ("contact", "link"),
    [("host@example.org", "mailto:host@example.org"), ("https://example.org/@host", "https://example.org/@host")],
)
def test_the_operator_says_who_they_are_and_how_to_reach_them(
    client: Client, settings: Any, contact: str, link: str
) -> None:
    settings.CONTACT, settings.ABOUT = contact, "A club in Girona.\n\nWe meet on <Fridays>."
    page = client.get("/about/").content.decode()
    assert page.count(f'href="{link}"') == 1
    assert "<p>A club in Girona.</p>" in page
    assert "&lt;Fridays&gt;" in page
    assert "How to say no" in page


def test_without_a_contact_the_page_still_says_how_to_say_no(client: Client) -> None:
    page = client.get("/about/").content.decode()
    assert "has not said yet how to be reached" in page
    assert "delete the account" in page
