"""People and their names."""

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from dipgame.accounts.looks import look_of
from dipgame.accounts.models import User
from tests.site import PASSWORD


@pytest.mark.parametrize("name", ["alice", "ALICE"])
def test_a_name_is_taken_whatever_its_capitals(cast, name):
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user("other@example.org", name)


@pytest.mark.parametrize("name", ["A1ice", "Аlice", "A.l.i.c.e"])
def test_the_admin_refuses_a_similar_name(cast, name):
    with pytest.raises(ValidationError, match="looks like one"):
        User(email="other@example.org", name=name, password="x").full_clean()
    cast.alice.full_clean()
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user("other@example.org", name)


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("Alice", "ALlCE", True),
        ("Anne-Marie", "annemarie", True),
        ("modern", "rnodern", True),
        ("Zoe", "Z0e", True),
        ("李雷", "李蕾", False),
        ("Bob", "Rob", False),
        ("Player 1", "Player 2", False),
        ("Ödön", "Odon", False),
    ],
)
def test_which_names_look_alike(one, other, alike):
    assert (look_of(one) == look_of(other)) is alike


def test_an_address_has_one_account(cast):
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user("Alice@example.org", "Another")


@pytest.mark.parametrize(
    "name", ["", " x", "x ", "<b>", "a\x00b", "-dash", "France", "ADMIN", "dumbbot", "RandomBot", "x" * 31, "a\nb"]
)
def test_names_nobody_can_have(db, name):
    with pytest.raises(ValidationError):
        User(email="new@example.org", name=name, password="x").full_clean()


@pytest.mark.parametrize("name", ["Jo", "Anne-Marie", "O'Neill", "Ödön von H.", "李雷", "Player 3", "x_y"])
def test_names_somebody_can_have(db, name):
    User(email="new@example.org", name=name, password="x").full_clean()


def test_people_sign_in_with_their_address(cast, client):
    assert client.login(email="alice@example.org", password=PASSWORD)
    assert not client.login(email="alice@example.org", password="wrong")


@pytest.mark.parametrize("confirmed", ["optional", "mandatory"])
@pytest.mark.parametrize("login", ["Keeper@Example.org", "keeper@example.org", "KEEPER"])
def test_a_keeper_signs_in_to_the_admin(db, client, settings, confirmed, login):
    """With the address as it was typed at `createsuperuser`, or otherwise; by the door that everybody uses."""
    settings.ACCOUNT_EMAIL_VERIFICATION = confirmed
    User.objects.create_superuser("Keeper@Example.org", "Keeper", PASSWORD)
    door = client.get("/admin/", follow=True).redirect_chain[-1][0]
    assert door.startswith("/accounts/login/")
    answer = client.post(door, {"login": login, "password": PASSWORD, "next": "/admin/"})
    assert (answer.status_code, answer["Location"]) == (302, "/admin/")
    assert client.get("/admin/").status_code == 200


def test_who_is_not_of_the_staff_has_no_way_into_the_admin(cast, client):
    client.force_login(cast.alice)
    assert client.get("/admin/", follow=True).status_code == 403


def test_a_deleted_person_leaves_the_games_standing(story, cast):
    story.begins()
    cast.alice.delete()
    story.game.refresh_from_db()
    assert story.game.host is None
    story.deadline_passes()
    assert story.phase == "F1901M"
