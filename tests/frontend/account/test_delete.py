"""A person deletes their account: past games stay, the name goes, bots play on."""

from typing import Any

import pytest
from django.test import Client

from dipgame import limits
from dipgame.accounts.friends import befriend, block
from dipgame.accounts.models import User
from dipgame.games.models import Absence, Seat
from dipgame.games.services import forget_person
from tests.site import PASSWORD

pytestmark = [pytest.mark.django_db, pytest.mark.database]
PAGE = "/my/account/delete/"


def delete(person: Any, password: str = PASSWORD) -> Any:
    client = Client()
    client.force_login(person)
    return client.post(PAGE, {"password": password}, follow=True)


def test_a_wrong_password_deletes_nobody(cast: Any) -> None:
    page = delete(cast.alice, "wrong")
    assert "This is not the password of your account." in page.content.decode()
    assert User.objects.filter(name="Alice", is_active=True).exists()


def test_who_guesses_at_the_password_has_to_wait(cast: Any) -> None:
    for _ in range(limits.PASSWORDS.most):
        delete(cast.alice, "wrong")
    assert "Too many attempts" in delete(cast.alice).content.decode()
    assert User.objects.filter(name="Alice", is_active=True).exists()


def test_the_person_is_gone(client: Client, cast: Any) -> None:
    befriend(cast.alice, cast.bob)
    block(cast.charlie, cast.alice)
    elsewhere = Client()
    elsewhere.force_login(cast.alice)
    assert "Your account is deleted." in delete(cast.alice).content.decode()
    cast.alice.refresh_from_db()
    assert (cast.alice.name, cast.alice.email, cast.alice.is_active) == ("A player who left", None, False)
    assert not cast.alice.emailaddress_set.exists()
    assert client.get("/people/Alice/").status_code == 404
    assert (
        "do not match"
        in client.post("/accounts/login/", {"login": "alice@example.org", "password": PASSWORD}).content.decode()
    )
    assert elsewhere.get("/my/account/").status_code == 302
    assert "Alice" not in Client().get("/people/Bob/").content.decode()


def test_the_address_and_the_name_are_free_again(client: Client, cast: Any) -> None:
    delete(cast.alice)
    form = {"username": "Alice", "email": "alice@example.org", "password1": PASSWORD}
    assert client.post("/accounts/signup/", form).status_code == 302
    assert User.objects.get(email="alice@example.org").name == "Alice"


def test_a_bot_plays_on_and_others_may_take_over(story: Any, cast: Any) -> None:
    story.begins()
    delete(cast.alice)
    seat = story.seat("FRA")
    assert (seat.user, bool(seat.bot), seat.owner, seat.vacated_at is not None) == (None, True, None, True)
    assert Absence.objects.get(user=cast.alice).kind == "left"  # the ranking counts it, for nobody's name
    story.game.refresh_from_db()
    assert story.game.host is None
    page = Client().get(f"/games/{story.game.slug}/").content.decode()
    assert "Alice" not in page


def test_a_seat_that_was_kept_is_kept_no_more(story: Any, cast: Any) -> None:
    story.begins()
    for _ in range(2):
        story.orders("ENG", "F LON - NTH")
        story.time_is_up()
    assert Seat.objects.get(game=story.game, power="FRA").owner == cast.alice
    delete(cast.alice)
    assert Seat.objects.get(game=story.game, power="FRA").owner is None


def test_games_that_are_over_stay_by_a_player_who_left(client: Client, story: Any, cast: Any) -> None:
    story.begins(end_year=1901)
    story.says("FRA", "ENG", "marmalade", plain=True)
    for _ in range(2):
        story.ready("FRA", "ENG")
    for person in (cast.alice, cast.bob):
        delete(person)
    assert [story.seat(power).user.name for power in ("FRA", "ENG")] == ["A player who left"] * 2
    page = client.get(f"/games/{story.game.slug}/result").content.decode()
    assert "A player who left" in page
    assert "Alice" not in page
    assert "marmalade" in client.get(f"/games/{story.game.slug}/press").content.decode()


def test_what_the_log_says_of_them_says_no_name(client: Client, story: Any, cast: Any) -> None:
    story.begins()
    from dipgame.games.services import leave_game, take_seat_over

    leave_game(cast.bob, story.game)
    take_seat_over(cast.charlie, story.game, "ENG")
    assert story.game.notices.filter(words__contains="Charlie").exists()
    forget_person(cast.charlie)
    assert not story.game.notices.filter(words__contains="Charlie").exists()


def test_staff_cannot_delete_their_account(cast: Any) -> None:
    cast.alice.is_staff = True
    cast.alice.save()
    assert "You are staff of this site." in delete(cast.alice).content.decode()
    with pytest.raises(ValueError, match="one of the staff"):
        forget_person(cast.alice)
