"""An experiment as a form: its fields and its file say the same, and what is wrong is told at the field."""

import json
import re
import tomllib
from typing import Any

import pytest
import tomli_w
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from bots.experiment.file.reading import read_declaration
from bots.experiment.local import SHIPPED
from frontend.experiments.changes import changed, has_shape
from frontend.experiments.form import form_of

SMALL = """version = 1
name = "Small"
# Two kinds.
bots = { talker = "hana-fast", idle = "holdbot" }
[[sessions]]
name = "one"
seats = { talker = 3, idle = 4 }
[[sessions]]
name = "two"
powers = "fixed"
seats = { FRA = "talker", others = "idle" }
[[tests]]
hypothesis = "Talk helps."
of = "talker"
sessions = ["one"]
""".replace("hana-fast", "hana")

SHAPES = {
    "odd values": {"a b": 1e300, "bots": {"é": "x", 'q"': {"bot": "b", "z": {}}}, "tests": [], "terms": {}},
    "odd texts": {"sessions": [{"about": '\nline\n"""\\n\r\x7f\t', "seats": {"a.b": 1}}, {}], "list": [[], {"a": [1]}]},
}


@pytest.mark.parametrize("name", sorted(path.stem for path in SHIPPED.glob("*.toml")))
def test_a_shipped_file_becomes_fields_and_the_same_file_again(name: str) -> None:
    text = (SHIPPED / f"{name}.toml").read_text(encoding="utf-8")
    document = tomllib.loads(text)
    again = tomllib.loads(tomli_w.dumps(document, multiline_strings=True))
    assert again == document
    assert form_of(again) == form_of(document)
    assert read_declaration(tomli_w.dumps(document, multiline_strings=True), own_bots=True) == read_declaration(
        text, own_bots=True
    )
    form = form_of(document)
    groups = (form["top"], form["terms"], *form["bots"], *form["sessions"], *form["tests"])
    for each in (each for group in groups for each in (*group.fields, *group.more, *group.seats)):
        # Every field filled in with what it shows changes nothing.
        value = [v for v, _, chosen in each.options if chosen] if each.kind == "many" else each.value
        kind = "number" if each.number else each.kind
        change = {"what": each.what, "place": list(each.place), "value": value, "kind": kind}
        change["value"] = str(value) if isinstance(value, int | float) and not isinstance(value, bool) else value
        changed(again, json.loads(json.dumps(change)))
    assert again == document


@pytest.mark.parametrize("document", SHAPES.values(), ids=SHAPES)
def test_any_document_is_written_as_it_is_read(document: dict[str, Any]) -> None:
    assert tomllib.loads(tomli_w.dumps(document, multiline_strings=True)) == document


@pytest.mark.parametrize(
    ("change", "place", "value"),
    [
        ({"place": ["games"], "value": "12", "kind": "number"}, ["games"], 12),
        ({"place": ["terms", "press_level"], "value": "5", "kind": "number"}, ["terms", "press_level"], 5),
        (
            {"place": ["bots", "talker", "loyalty"], "value": "0.5", "kind": "number"},
            ["bots", "talker", "loyalty"],
            0.5,
        ),
        ({"place": ["bots", "talker", "bot"], "value": "dumbbot"}, ["bots", "talker"], {"bot": "dumbbot"}),
        ({"what": "rename", "place": ["bots", "idle"], "value": "x"}, ["sessions", 0, "seats"], {"talker": 3, "x": 4}),
        ({"what": "rename", "place": ["bots", "talker"], "value": "x"}, ["tests", 0, "of"], "x"),
        ({"place": ["sessions", 0, "name"], "value": "first"}, ["tests", 0, "sessions"], ["first"]),
        (
            {"place": ["sessions", 0, "seats", "idle"], "value": "", "kind": "number"},
            ["sessions", 0, "seats"],
            {"talker": 3},
        ),
        (
            {"what": "seats", "place": ["sessions", 1, "seats", ""], "value": "counts"},
            ["sessions", 1, "seats", "idle"],
            6,
        ),
        ({"place": ["tests", 0, "sessions", 1], "value": "two"}, ["tests", 0, "sessions"], ["one", "two"]),
        ({"what": "add", "place": ["sessions"]}, ["sessions", 2, "seats"], {"talker": 1, "idle": 6}),
        ({"what": "add", "place": ["tests"]}, ["tests", 1, "of"], "talker"),
        ({"what": "remove", "place": ["sessions", 0]}, ["sessions", 0, "name"], "two"),
    ],
)
def test_a_change_of_a_field_changes_the_file(change: dict[str, Any], place: list[Any], value: Any) -> None:
    document = tomllib.loads(SMALL)
    changed(document, change)
    found: Any = tomllib.loads(tomli_w.dumps(document, multiline_strings=True))
    for key in place:
        found = found[key]
    assert found == value


@pytest.mark.parametrize(
    "text", ["terms = 5", "sessions = 5", "tests = [1]", "bots = { a = 1 }", "[[tests]]\n" * 200, "sessions = {}"]
)
def test_a_file_of_another_shape_is_not_shown_as_a_form(text: str) -> None:
    assert not has_shape(tomllib.loads(text))


@pytest.mark.django_db
class TestPage:
    @pytest.fixture
    def post(self, cast: Any, client: Client) -> Any:
        cast.alice.user_permissions.add(Permission.objects.get(codename="run_experiments"))
        client.force_login(cast.alice)

        def post(text: str, *changes: Any) -> Any:
            more = {"changes": json.dumps(changes)} if changes else {}
            return client.post(reverse("experiment_form"), {"text": text, "fields": "1", **more})

        return post

    @pytest.mark.parametrize(
        ("change", "right"),
        [
            ({"place": ["games"], "value": "0", "kind": "number"}, "a whole number from 1 to 100000, not 0"),
            ({"place": ["games"], "value": "many", "kind": "number"}, "a whole number from 1 to 100000, not 'many'"),
            ({"place": ["name"], "value": ""}, "'name' is missing"),
            ({"place": ["terms", "last_year"], "value": "1900", "kind": "number"}, "from 1901 to 9998"),
            ({"place": ["bots", "talker", "loyalty"], "value": "2", "kind": "number"}, "a number from 0 to 1"),
            ({"place": ["tests", 0, "variable"], "value": "center"}, 'perhaps "centers"'),
            ({"place": ["sessions", 0, "seats", "idle"], "value": "0", "kind": "number"}, "There are 3 seats"),
        ],
    )
    def test_what_is_wrong_is_told_at_the_field(self, post: Any, change: dict[str, Any], right: str) -> None:
        answer = post(SMALL, change).json()
        (fault,) = [each for each in answer["faults"] if right in each["text"]]
        place = change["place"][:3] if "seats" in change["place"] else change["place"]
        assert fault["place"] == place
        shown = json.dumps(place, separators=(",", ":")).replace('"', "&quot;")
        assert f'data-place="{shown}"' in answer["fields"]

    def test_without_a_change_the_text_stays_and_comments_are_spoken_of(self, post: Any) -> None:
        answer = post(SMALL).json()
        assert answer["text"] == SMALL
        assert 'id="comments-go">' in answer["fields"]
        assert answer["words"].startswith("200 games in 2 sessions; about ")
        answer = post(SMALL, {"place": ["games"], "value": "7", "kind": "number"}).json()
        assert 'id="comments-go" hidden' in answer["fields"]
        assert answer["words"].startswith("14 games in 2 sessions; about ")

    def test_a_folded_group_says_its_values_in_a_line(self, post: Any) -> None:
        changes = (
            {"place": ["bots", "talker", "strength"], "value": "fast"},
            {"place": ["bots", "talker", "loyalty"], "value": "0.5", "kind": "number"},
            {"place": ["terms", "press_level"], "value": "0", "kind": "number"},
        )
        briefs = re.findall(r'class="design-brief">(.*?)<', post(SMALL, *changes).json()["fields"])
        assert sorted(briefs[1:3]) == ["HANA, Fast, loyalty 0.5", "HoldBot"]
        assert briefs[0] == "level of the language No messages"
        assert briefs[3] == "4 idle, 3 talker"
        assert briefs[4].startswith("6 idle, 1 talker; how powers are assigned ")
        assert briefs[5] == "Talk helps."

    @pytest.mark.parametrize("text", ["name =", "sessions = 5", f"seed = 0x{'f' * 5000}"])
    def test_a_file_of_another_shape_is_explained(self, post: Any, text: str) -> None:
        answer = post(text).json()
        assert answer["faults"]
        assert "cannot be shown as a form" in answer["fields"]
        assert answer["text"] == text

    @pytest.mark.parametrize(
        "change",
        [
            5,
            {"place": []},
            {"place": ["sessions", 9, "name"], "value": "x"},
            {"place": ["bots", "nobody", "bot"], "value": "x"},
            {"place": ["sessions", 0, "seats", 99], "value": "x"},
            {"place": ["name", "x", "y"], "value": "x"},
            {"what": "burn", "place": ["name"]},
            {"what": "remove", "place": ["tests", "x"]},
            {"what": "rename", "place": []},
            {"what": "add", "place": ["people", 1]},
        ],
    )
    def test_what_no_field_asks_for_is_refused(self, post: Any, change: Any) -> None:
        assert post(SMALL, change).status_code == 400

    def test_odd_values_are_shown_as_they_are(self, post: Any) -> None:
        odd = SMALL.replace("seats = { talker = 3, idle = 4 }", "seats = [1, [], {}]").replace(
            '"talker"\nsess', "[]\nsess"
        )
        answer = post(odd.replace('sessions = ["one"]', "sessions = 5\ncompare = []\nvariable = {}")).json()
        assert answer["faults"]
        assert "Seat 7" in answer["fields"]


def test_a_comparison_in_pairs_is_chosen_in_the_form() -> None:
    document = tomllib.loads(SMALL)
    document["bots"]["liar"] = {"bot": "hana", "loyalty": 0.0}
    for place, value in ((["compare"], "pairs"), (["sessions", 1], "two"), (["against"], "liar")):
        changed(document, {"what": "set", "place": ["tests", 0, *place], "value": value, "kind": "text"})
    (test,) = form_of(document)["tests"]
    titles = {field.title: field.value for field in test.fields}
    assert titles["In session"] == "one"
    assert titles["against session"] == "two"
    assert titles["Against whom there"] == "liar"
    changed(document, {"what": "rename", "place": ["bots", "liar"], "value": "breaker"})
    assert document["tests"][0]["against"] == "breaker"
    changed(document, {"what": "set", "place": ["tests", 0, "against"], "value": "", "kind": "text"})
    assert "against" not in document["tests"][0]
