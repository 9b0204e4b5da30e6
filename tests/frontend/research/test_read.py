"""A visitor reads the researchers' section: pages, pictures, downloads."""

import re
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import pytest
from django.test import Client
from django.urls import reverse

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pages")]

_LINK = re.compile(r'(?:href|src)="([^"#]+)[^"]*"')
_INLINE = re.compile(r"<style|\sstyle=|\son[a-z]+=|<script(?![^>]*\ssrc=)", re.IGNORECASE)


def test_every_link_from_the_first_page_on_leads_somewhere(client: Client) -> None:
    """And no page has scripts or styles that the site's policy forbids."""
    seen: set[str] = set()
    waiting = [reverse("research")]
    while waiting:
        address = waiting.pop()
        response = client.get(address)
        assert response.status_code == 200, address
        if not response["Content-Type"].startswith("text/html"):
            continue
        page = response.content.decode()
        assert not _INLINE.search(page), address
        for link in _LINK.findall(page):
            found = urljoin(address, link.replace("&amp;", "&"))
            if found.startswith("/research/") and urlsplit(found).path not in seen:
                seen.add(urlsplit(found).path)
                waiting.append(found)
    made = {f"/research/{each.stem}/" for each in Path("docs").glob("*.md")}
    assert made - {"/research/index/", "/research/README/"} <= seen
    assert {"/research/overview/", "/research/contributing/", "/research/results/honest/"} <= seen
    assert any("_images/" in each for each in seen)
    assert any(each.endswith("/honest.csv") for each in seen)


@pytest.mark.parametrize(
    "address",
    [
        "nothing/",
        "..%2f..%2fsettings/",
        "../../README.md",
        "_static/../index.fjson",
        "index.fjson",
        "_images/nothing.png",
    ],
)
def test_other_addresses_of_research_are_not_found(client: Client, address: str) -> None:
    assert client.get(f"/research/{address}").status_code == 404


def test_results_of_an_experiment_are_a_page_with_downloads(client: Client) -> None:
    page = client.get(reverse("research_page", args=["results/honest"])).content.decode()
    assert "4.87 [4.18, 5.55]" in page
    assert "Who keeps its word ends with another number of centers than the others." in page
    file = re.search(r'href="\.\./\.\./(_downloads/\w+/honest\.toml)"', page)
    assert file
    assert b"loyalty = 1.0" in client.get(reverse("research_file", args=[file[1]])).content


def test_visitors_find_it_from_the_first_page(client: Client) -> None:
    assert f'href="{reverse("research")}"' in client.get("/").content.decode()


def test_who_may_run_experiments_finds_them_there(cast, client: Client) -> None:
    link = f'href="{reverse("experiments")}"'
    assert link not in re.sub(
        r"<article.*?</article>", "", client.get(reverse("research")).content.decode(), flags=re.S
    )
    cast.alice.is_superuser = True
    cast.alice.save()
    client.force_login(cast.alice)
    assert link in re.sub(r"<article.*?</article>", "", client.get(reverse("research")).content.decode(), flags=re.S)


def test_where_the_pages_were_not_made_it_says_what_to_do(client: Client, settings, tmp_path: Path) -> None:
    settings.PAGES_DIR = tmp_path
    response = client.get(reverse("research"))
    assert response.status_code == 503
    assert "make pages" in response.content.decode()
