"""Studies: saved from the sandbox, seen by link, changed by their owner."""

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from adjudication.position import opening, position_as_dict
from dipgame.accounts.models import User
from dipgame.games import queries, services
from dipgame.limits import SHARES
from dipgame.sandbox.models import Study
from dipgame.sandbox.studies import MOST_STUDIES

pytestmark = [pytest.mark.django_db, pytest.mark.database]

MARKUP = "<script>alert(1)</script> & <b>bold</b>"


def tree(*nodes: dict[str, Any], **root: Any) -> dict[str, Any]:
    first = {"parent": None, **root}
    return {"rules": "2023", "position": position_as_dict(opening()), "at": 0, "nodes": [first, *nodes]}


def saves(client: Client, **sent: Any) -> Any:
    body = {"title": "Burgundy", "tree": tree(), **sent}
    return client.post(reverse("study_save"), json.dumps(body), content_type="application/json")


def changes(client: Client, study: Study, **sent: Any) -> Any:
    """Save a study as a window does that has just opened it."""
    version = client.get(reverse("study", args=[study.slug])).context["page"]["study"]["version"]
    return saves(client, **{"slug": study.slug, "version": version, **sent})


def client_of(person: Any) -> Client:
    client = Client()
    client.force_login(person)
    return client


@pytest.fixture
def alice(cast: Any) -> Client:
    return client_of(cast.alice)


def start_of(client: Client, url: str) -> Any:
    return client.get(url).context["page"]["start"]


def test_a_study_keeps_comments_arrows_and_variations(alice: Client) -> None:
    after = {"parent": 0, "made": {"FRA": ["A PAR - BUR"]}, "text": "Bold.", "marks": ["MUN"]}
    url = saves(alice, tree=tree(after, text="Why not?", marks=["PAR - BUR", "PAR - BUR", "XXX", "PAR - YYY"])).json()[
        "url"
    ]
    one, two = start_of(Client(), url)["nodes"]
    assert (one["text"], one["marks"]) == ("Why not?", ["PAR - BUR"])
    assert (two["text"], two["marks"]) == ("Bold.", ["MUN"])
    assert "FRA A BUR" in two["position"]["units"]


def test_its_owner_changes_it_and_others_do_not(alice: Client, cast: Any) -> None:
    url = saves(alice).json()["url"]
    slug = Study.objects.get().slug
    assert alice.get(url).context["page"]["study"]["is_own"]
    assert changes(alice, Study.objects.get(), title="Picardy", tree=tree(text="Better.")).json()["url"] == url
    assert start_of(Client(), url)["nodes"][0]["text"] == "Better."
    bob = client_of(cast.bob)
    assert not bob.get(url).context["page"]["study"]["is_own"]
    refused = saves(bob, slug=slug, title="Mine").json()
    assert refused["message"] == "This study is not yours, or it was deleted. Save yours as a new one."
    assert bob.post(reverse("study_delete", args=[slug])).status_code == 404
    assert Study.objects.get().title == "Picardy"


def test_a_changed_study_is_not_hidden_by_what_a_tab_kept(alice: Client) -> None:
    url = saves(alice).json()["url"]
    before = start_of(alice, url)["key"]
    changes(alice, Study.objects.get())
    assert start_of(alice, url)["key"] != before


@pytest.mark.parametrize("version", [None, "", "nonsense"])
def test_a_save_replaces_nothing_that_another_window_saved(alice: Client, version: str | None) -> None:
    saves(alice, tree=tree(text="First."))
    study = Study.objects.get()
    opened = alice.get(reverse("study", args=[study.slug])).context["page"]["study"]["version"]
    changes(alice, study, tree=tree(text="The other window's."))
    mine = {"slug": study.slug, "version": opened if version is None else version, "tree": tree(text="Mine.")}
    refused = saves(alice, **mine)
    assert (refused.status_code, refused.json()["code"]) == (409, "changed")
    assert "saved in another window" in refused.json()["message"]
    saves(alice, **{**mine, "slug": ""})
    kept = [each.tree["nodes"][0]["text"] for each in Study.objects.order_by("pk")]
    assert kept == ["The other window's.", "Mine."]


def test_only_public_studies_are_listed(alice: Client) -> None:
    saves(alice, title="Open", is_public=True)
    saves(alice, title="Hidden")
    page = Client().get(reverse("studies")).content.decode()
    assert "Open" in page
    assert "by Alice" in page
    assert "Hidden" not in page
    assert "Hidden" in alice.get(reverse("studies")).content.decode()


def test_its_owner_deletes_it(alice: Client) -> None:
    url = saves(alice).json()["url"]
    alice.post(reverse("study_delete", args=[Study.objects.get().slug]))
    assert Client().get(url).status_code == 404


def test_nobody_without_an_account_has_studies(client: Client) -> None:
    reply = saves(client)
    assert reply.status_code == 403
    assert reply.json()["message"] == "Sign in with an account first: a study has an owner."


@pytest.mark.parametrize(
    ("sent", "message"),
    [
        ({"title": "  "}, "A title has 1 to 80 characters."),
        ({"title": "x" * 81}, "A title has 1 to 80 characters."),
        ({"title": "a\u202eb"}, "A title has 1 to 80 characters."),
        ({"title": "x" * 201}, "This cannot be read. Load the page again."),
        ({"tree": None}, "This cannot be read. Load the page again."),
        ({"tree": tree(*[{"parent": 0}] * 100)}, "A sandbox that is kept has at most 100 positions."),
        ({"tree": tree(*[{"parent": 0}] * 10_000)}, "This is too large. A study has at most 100 positions."),
        ({"tree": tree(text="x" * 2001)}, "This cannot be read. Load the page again."),
        ({"tree": tree(text="a\x00b")}, "A comment has a character that cannot be stored."),
        ({"tree": {**tree(), "position": {"phase": "S1901M", "units": ["FRA A MAO"]}}}, "This cannot stand"),
    ],
)
def test_what_cannot_be_kept_is_refused_in_words(alice: Client, sent: dict[str, Any], message: str) -> None:
    assert saves(alice, **sent).json()["message"].startswith(message)
    assert not Study.objects.exists()


def test_nonsense_in_a_link_is_a_plain_page(client: Client) -> None:
    assert client.get(reverse("study", args=["nonsense"])).status_code == 404


def test_markup_is_shown_as_text(alice: Client) -> None:
    url = saves(alice, title=MARKUP, tree=tree(text=MARKUP), is_public=True).json()["url"]
    for address in (url, reverse("studies")):
        assert "<script>alert(1)" not in alice.get(address).content.decode()
    assert start_of(alice, url)["nodes"][0]["text"] == MARKUP


def test_there_are_only_so_many(alice: Client, cast: Any) -> None:
    Study.objects.bulk_create(Study(owner=cast.alice, title="x", tree=tree()) for _ in range(MOST_STUDIES))
    assert "the most there can be" in saves(alice).json()["message"]


def test_one_saves_only_so_often(alice: Client, cast: Any) -> None:
    SHARES.spend(cast.alice.pk, SHARES.most)
    assert saves(alice).status_code == 429


def test_studies_are_in_the_export_and_go_with_the_account(alice: Client, cast: Any) -> None:
    saves(alice, title="Mine")
    assert [each["title"] for each in queries.kept_about(cast.alice)["studies"]] == ["Mine"]
    services.forget_person(cast.alice)
    assert not Study.objects.exists()


def test_a_shared_sandbox_keeps_comments_too(client: Client) -> None:
    body = json.dumps(tree(text="Look here.", marks=["PAR"]))
    reply = client.post(reverse("sandbox_share"), body, content_type="application/json").json()
    assert start_of(client, reply["url"])["nodes"][0]["marks"] == ["PAR"]
    assert "Look here." in client.get(reply["text"]).content.decode()


def test_the_staff_take_a_study_away(alice: Client, client: Client) -> None:
    saves(alice, title="Rude", is_public=True)
    client.force_login(User.objects.create_superuser("staff@example.org", "Keeper", "x"))
    study = Study.objects.get()
    assert "Rude" in client.get("/admin/sandbox/study/").content.decode()
    assert client.get(f"/admin/sandbox/study/{study.pk}/change/").status_code == 200
    client.post(f"/admin/sandbox/study/{study.pk}/delete/", {"post": "yes"})
    assert not Study.objects.exists()
