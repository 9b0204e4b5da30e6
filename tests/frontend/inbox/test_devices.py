"""The browsers in which one is told: added by consent, left at signing out, listed, taken off; and quiet hours."""

import json
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.test import Client

from dipgame.accounts.guests import new_guest
from dipgame.accounts.models import Device
from dipgame.games import queries, services
from tests.pushing import AUTH, text
from tests.site import PASSWORD

pytestmark = pytest.mark.django_db

POINT = text(
    ec.derive_private_key(17, ec.SECP256R1()).public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
)
ADDRESS = "https://web.push.apple.com/alice"
AGENT = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0"


def tell(client: Client, address: str = ADDRESS, **more: Any) -> Any:
    given = {"endpoint": address, "keys": {"p256dh": POINT, "auth": text(AUTH)}} | more
    return client.post(
        "/my/devices/", json.dumps(given), content_type="application/json", headers={"user-agent": AGENT}
    )


@pytest.fixture
def alice(client: Client, cast: Any) -> Client:
    client.force_login(cast.alice)
    return client


def page(client: Client) -> str:
    return client.get("/my/account/").content.decode()


def test_by_consent_and_no_more(alice: Client, cast: Any) -> None:
    assert "Show news in this browser" in page(alice)
    answer = tell(alice)
    assert (answer.status_code, answer.json()) == (201, {"label": "Firefox on Linux"})
    assert answer.cookies["device"]["httponly"]
    assert "Firefox on Linux, this one" in page(alice)
    alice.post("/my/devices/forget/")
    assert not Device.objects.exists()


def test_another_browser_is_taken_off_the_list(alice: Client, cast: Any) -> None:
    elsewhere = Client()
    elsewhere.force_login(cast.alice)
    tell(elsewhere)
    assert "this one" not in page(alice)
    alice.post("/my/devices/forget/")
    assert Device.objects.count() == 1
    alice.post("/my/devices/forget/", {"device": Device.objects.get().pk})
    assert not Device.objects.exists()


def test_nobody_takes_off_anothers(alice: Client, cast: Any) -> None:
    tell(alice)
    bob = Client()
    bob.force_login(cast.bob)
    for number in (Device.objects.get().pk, "x", "9" * 30):
        bob.post("/my/devices/forget/", {"device": number})
    assert Device.objects.exists()


@pytest.mark.parametrize(
    "body", ["", "[]", "{}", "null", "5", '{"endpoint": 5, "keys": 5}', '{"endpoint": "x", "keys": {"auth": "x"}}']
)
def test_a_malformed_subscription_is_refused(alice: Client, body: str) -> None:
    answer = alice.post("/my/devices/", body, content_type="application/json")
    assert answer.status_code == 400
    assert answer.json()["message"]


def test_only_browsers_services_are_written_to(alice: Client) -> None:
    assert tell(alice, "https://127.0.0.1/x").status_code == 400
    assert not Device.objects.exists()


def test_signing_out_ends_it_in_this_browser(alice: Client, cast: Any) -> None:
    elsewhere = Client()
    elsewhere.force_login(cast.alice)
    tell(elsewhere, "https://web.push.apple.com/elsewhere")
    tell(alice)
    alice.post("/accounts/logout/")
    assert [each.endpoint for each in Device.objects.all()] == ["https://web.push.apple.com/elsewhere"]


def test_another_person_signing_in_ends_push_messages(alice: Client, cast: Any) -> None:
    tell(alice)
    del alice.cookies["sessionid"]  # hers is over
    alice.post("/accounts/login/", {"login": "Bob", "password": PASSWORD})
    assert not Device.objects.exists()


def test_another_password_ends_it_in_all_others(alice: Client, cast: Any) -> None:
    elsewhere = Client()
    elsewhere.force_login(cast.alice)
    tell(elsewhere, "https://web.push.apple.com/elsewhere")
    tell(alice)
    given = {"oldpassword": PASSWORD, "password1": "another inkwell", "password2": "another inkwell"}
    alice.post("/accounts/password/change/", given)
    assert [each.endpoint for each in Device.objects.all()] == [ADDRESS]


def test_an_account_that_ends_takes_them_along(alice: Client, cast: Any) -> None:
    tell(alice)
    services.forget_person(cast.alice)
    assert not Device.objects.exists()


def test_ones_data_tell_of_them(alice: Client, cast: Any) -> None:
    tell(alice)
    [kept] = queries.kept_about(cast.alice)["browsers"]
    assert (kept["browser"], kept["address"]) == ("Firefox on Linux", ADDRESS)


def test_what_comes_to_browsers_is_ones_own_choice(alice: Client, cast: Any) -> None:
    tell(alice)
    alice.post("/my/account/push/", {"push": ["deadline", "nonsense"]})
    cast.alice.refresh_from_db()
    assert cast.alice.no_push == ["phase", "letter", "promise", "vote", "seat", "room", "over"]
    assert cast.alice.no_mail == []


def test_not_for_guests_and_strangers(client: Client) -> None:
    assert tell(client)["Location"].startswith("/accounts/login/")
    client.force_login(new_guest("192.0.2.1"))
    assert tell(client)["Location"].startswith("/accounts/signup/")
    assert not Device.objects.exists()


def test_where_the_site_has_no_key_nothing_is_offered(alice: Client, settings: Any) -> None:
    settings.VAPID_KEY = ""
    assert "Show news in this browser" not in page(alice)


def test_the_worker_is_served_at_the_root_and_under_the_sites_policy(client: Client) -> None:
    answer = client.get("/service-worker.js")
    assert answer["Content-Type"] == "text/javascript"
    assert "default-src 'self'" in answer["Content-Security-Policy"]
    assert b"showNotification" in answer.content


# --- Quiet hours ------------------------------------------------------------------------------------


def test_quiet_hours_and_whose_clock(alice: Client, cast: Any) -> None:
    assert alice.post("/my/account/zone/", {"zone": "Europe/Berlin"}).status_code == 204
    alice.post("/my/account/hours/", {"quiet": "22-7"})
    cast.alice.refresh_from_db()
    assert (cast.alice.quiet, cast.alice.zone) == ("22-7", "Europe/Berlin")
    shown = page(alice)
    assert '<option value="22-7" selected>' in shown
    assert "Time zone, as reported by your browser: Europe/Berlin" in shown
    assert 'data-zone="Europe/Berlin"' in shown


@pytest.mark.parametrize("zone", ["", "Mars/Olympus", "../etc/passwd", "localtime", "x" * 500])
def test_no_zone(alice: Client, cast: Any, zone: str) -> None:
    assert alice.post("/my/account/zone/", {"zone": zone}).status_code == 400
    cast.alice.refresh_from_db()
    assert cast.alice.zone == ""


def test_no_hours(alice: Client, cast: Any) -> None:
    alice.post("/my/account/hours/", {"quiet": "1-2"})
    cast.alice.refresh_from_db()
    assert cast.alice.quiet == ""
