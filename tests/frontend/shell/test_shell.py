"""Every page has a theme, an icon, errors in words."""

import re
from typing import Any

import pytest
from django.test import Client, RequestFactory

from frontend.shell import views as shell

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_chosen_theme_is_there_from_the_first_byte(client: Client, theme: str) -> None:
    answer = client.post("/theme/", {"theme": theme, "back": "/how-to-play/"})
    assert (answer.status_code, answer["Location"]) == (302, "/how-to-play/")
    page = client.get("/how-to-play/").content.decode()
    assert f'<html lang="en" data-theme="{theme}">' in page


def test_without_a_choice_the_device_decides(client: Client) -> None:
    assert '<html lang="en">' in client.get("/how-to-play/").content.decode()
    client.cookies["theme"] = '"><script>'
    assert '<html lang="en">' in client.get("/how-to-play/").content.decode()


def test_a_choice_can_be_taken_back(client: Client) -> None:
    client.post("/theme/", {"theme": "dark"})
    client.post("/theme/", {"theme": "device"})
    assert '<html lang="en">' in client.get("/how-to-play/").content.decode()


@pytest.mark.parametrize("back", ["https://elsewhere.example/", "//elsewhere.example", "javascript:alert(1)", ""])
def test_the_theme_leads_nobody_to_another_site(client: Client, back: str) -> None:
    assert client.post("/theme/", {"theme": "dark", "back": back})["Location"] == "/"


def test_the_theme_is_changed_by_a_form_only(client: Client) -> None:
    assert client.get("/theme/").status_code == 405


def test_browsers_find_the_icon_under_its_old_name(client: Client) -> None:
    assert client.get("/favicon.ico")["Location"] == "/static/img/favicon.svg"


def test_a_page_that_is_not_there(client: Client) -> None:
    answer = client.get("/no/such/page/")
    assert answer.status_code == 404
    assert "There is no such page" in answer.content.decode()


def test_a_form_without_its_token() -> None:
    answer = Client(enforce_csrf_checks=True).post("/theme/", {"theme": "dark"})
    assert answer.status_code == 403
    assert "Please send it once more" in answer.content.decode()


@pytest.mark.parametrize("address", ["/games/{slug}/join/", "/games/{slug}/wishes/", "/games/{slug}/rematch/"])
def test_an_address_that_only_takes_a_form(client: Client, story: Any, cast: Any, address: str) -> None:
    """The address is reached by GET too.

    After signing in when a form was refused, and by reloading the refusal.
    """
    story.waits()
    client.force_login(cast.alice)
    answer = client.get(address.format(slug=story.game.slug))
    assert (answer.status_code, answer["Allow"]) == (405, "POST")
    assert f'href="/games/{story.game.slug}/"' in answer.content.decode()


@pytest.mark.parametrize(
    ("view", "status", "words"),
    [
        (shell.bad_request, 400, "We could not read your request"),
        (shell.forbidden, 403, "This is not for you"),
        (shell.not_found, 404, "There is no such page"),
    ],
)
def test_errors_say_what_to_do(rf: RequestFactory, view: Any, status: int, words: str) -> None:
    answer = view(rf.get("/"), Exception())
    assert answer.status_code == status
    assert words in answer.content.decode()


def test_a_failure_of_ours_needs_neither_database_nor_session(
    rf: RequestFactory, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(0):
        answer = shell.server_error(rf.get("/"))
    assert answer.status_code == 500
    assert "Nothing you wrote is lost" in answer.content.decode()


@pytest.mark.parametrize("path", ["/", "/games/", "/watch/", "/how-to-play/", "/accounts/login/", "/accounts/signup/"])
def test_pages_keep_to_the_policy_and_to_the_outline(client: Client, path: str) -> None:
    page = client.get(path).content.decode()
    assert not re.search(r"<script(?![^>]*\bsrc=)[^>]*>", page)
    assert not re.search(r"\son[a-z]+=|<style", page)
    assert page.count("<h1") == 1
    assert page.count('<main id="main"') == 1
    assert 'href="#main">Skip to the page' in page
