"""Words of the game: one source for scripts and How to play."""

import pytest
from django.test import Client

from frontend.glossary import terms

NEEDED = (
    "DMZ",
    "support",
    "convoy",
    "bounce",
    "dislodge",
    "retreat",
    "build",
    "solo",
    "supply center",
    "hold",
    "draw",
    "cut",
)


@pytest.mark.parametrize("word", NEEDED)
def test_a_newcomers_words_are_explained_in_a_sentence(word: str) -> None:
    (term,) = [term for term in terms() if term.name == word]
    assert term.meaning[0].isupper()
    assert term.meaning.endswith(".")


def test_no_form_belongs_to_two_words() -> None:
    forms = [form.lower() for term in terms() for form in term.forms]
    assert len(forms) == len(set(forms))


def test_scripts_and_how_to_play_have_all_of_them(client: Client) -> None:
    sent = client.get("/how-to-play/words.json").json()["terms"]
    page = client.get("/how-to-play/").content.decode()
    assert [each["forms"][0] for each in sent] == [term.name for term in terms()]
    for each in sent:
        assert f'id="{each["anchor"]}"' in page
