"""Experiments that begin with a position of the sandbox."""

import json
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from adjudication.engine import adjudicate
from adjudication.packed import position_word
from adjudication.position import opening
from adjudication.position_text import format_position
from bots.experiment.file.reading import read_declaration
from dipgame.experiments import services
from dipgame.experiments.models import Participant
from dipgame.games import convert, queries
from frontend.experiments.beginning import begin_with
from frontend.experiments.form import form_of
from tests.dipgame.test_experiment_people import FILE, Visitor

pytestmark = pytest.mark.django_db

FALL = adjudicate(opening(), {}).next
WORD = position_word(FALL)


@pytest.fixture
def bob(cast: Any) -> Client:
    """A researcher."""
    cast.bob.user_permissions.add(Permission.objects.get(codename="run_experiments"))
    client = Client()
    client.force_login(cast.bob)
    return client


def test_a_link_of_the_sandbox_writes_the_position_into_the_file(bob: Client) -> None:
    sandbox = bob.get("/sandbox/", {"at": WORD}).content.decode()
    address = f"{reverse('experiment_new')}?at={WORD}"
    assert address in sandbox
    page = bob.get(address)
    assert read_declaration(page.context["text"]).positions == (WORD,)
    assert page.context["verdict"]["faults"] == []


@pytest.mark.parametrize(
    "own", ['positions = ["nonsense"]', 'positions = [\n  "one",  # ] and\n  """two\n[three]""",\n]', "positions=[]"]
)
def test_the_position_of_a_link_takes_the_place_of_those_in_the_file(own: str) -> None:
    text = FILE.replace("games = 2", f"games = 2\n{own}", 1)
    assert read_declaration(begin_with(WORD, text)).positions == (WORD,)
    assert begin_with(WORD, text).count("positions") == 1
    assert begin_with(WORD, "games = 2\n") == f'games = 2\npositions = ["{WORD}"]\n\n'


def test_only_researchers_are_shown_that_link(client: Client) -> None:
    assert "begin-experiment" not in client.get("/sandbox/").content.decode()


def test_nonsense_in_the_link_is_a_plain_page_or_a_fault(bob: Client) -> None:
    address = reverse("experiment_new")
    assert bob.get(address, {"at": 'x"]\nseed = 1'}).status_code == 404
    faults = bob.get(address, {"at": "nonsense"}).context["verdict"]["faults"]
    assert any("Position 1 cannot stand on the board" in fault["text"] for fault in faults)


def test_the_form_shows_words_and_changes_the_file(bob: Client) -> None:
    text = FILE.replace("games = 2", "games = 2\npositions = [" + json.dumps(format_position(FALL)) + "]", 1)
    fields = {
        field.at: field for field in form_of({"positions": [format_position(FALL), "no\nposition", 3]})["top"].fields
    }
    assert fields['["positions"]'].value == f"{WORD}\nno position\n3"
    change = [{"place": ["positions"], "value": f"{WORD}\n{position_word(opening())}", "kind": "lines"}]
    reply = bob.post(reverse("experiment_form"), {"text": text, "changes": json.dumps(change)}).json()
    assert read_declaration(reply["text"]).positions == (WORD, position_word(opening()))


def test_people_play_from_the_position_and_the_page_shows_it(bob: Client, cast: Any, story: Any) -> None:
    text = FILE.replace("games = 2", f'games = 2\npositions = ["{WORD}"]', 1)
    experiment = services.begin_experiment(text, cast.bob)
    page = bob.get(reverse("experiment", args=[experiment.slug])).content.decode()
    assert "1 start position" in page
    assert f"/sandbox/?at={WORD}" in page
    with story.committed():
        Visitor(cast.alice, experiment).joins()
    run = Participant.objects.get(person=cast.alice).run
    assert run is not None
    assert run.game is not None
    first = queries.phases_of(run.game).first()
    assert first is not None
    assert convert.position_of(first) == FALL
