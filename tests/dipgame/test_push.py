"""People are told in their browsers: sent once to a real service, which sees that only the browser can read it."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from dipgame.accounts.models import Device, Push
from dipgame.accounts.push import BadDeviceError, add_device, public_key, send_pushes
from dipgame.celery import app
from dipgame.games import clock, services
from dipgame.games.models import Notification
from tests.pushing import AUTH, Browser, Service, signed_by, text

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def service(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Service]:
    with Service.listening() as found:
        settings.PUSH_HOSTS = [*settings.PUSH_HOSTS, found.address]
        settings.DEFAULT_FROM_EMAIL = "Dipgame <games@example.org>"
        monkeypatch.setattr(app, "send_task", lambda *args, **how: None)
        yield found


@pytest.fixture
def browser(service: Service, cast: Any) -> Browser:
    """Alice's, in which she wants to be told."""
    found = Browser()
    add_device(cast.alice, f"{service.address}/alice", text(found.point), text(AUTH), "Firefox on Linux")
    return found


def told() -> int:
    """All that is to be told in browsers is due and sent."""
    Notification.objects.filter(push_at__isnull=False).update(push_at=timezone.now())
    services.push_news()
    Push.objects.update(due_at=timezone.now())
    return send_pushes()


def test_only_the_browser_reads_it_and_the_service_knows_the_site(
    story: Any, service: Service, browser: Browser
) -> None:
    story.begins()
    assert services.push_news() == 0  # she may be here
    assert told() == 1
    [(headers, body)] = service.got
    message = browser.read(body)
    assert message["title"] == "Tea in Burgundy"
    assert message["body"] == "The game has begun; you are France."
    assert message["address"] == f"/games/{story.game.slug}/"
    assert headers["content-encoding"] == "aes128gcm"
    assert int(headers["ttl"]) > 0
    assert headers["topic"] == message["topic"]
    assert b"France" not in body
    assert signed_by(headers) == (public_key(), "mailto:games@example.org")


def test_each_thing_once_and_to_each_browser(story: Any, service: Service, browser: Browser, cast: Any) -> None:
    second = Browser()
    add_device(cast.alice, f"{service.address}/phone", text(second.point), text(AUTH), "Chrome on Android")
    story.begins()
    assert (told(), told()) == (2, 0)
    assert {browser.read(service.got[0][1])["body"], second.read(service.got[1][1])["body"]} == {
        "The game has begun; you are France."
    }


def test_seen_news_are_not_pushed(story: Any, service: Service, browser: Browser, cast: Any) -> None:
    story.begins()
    services.see_news(cast.alice.pk)
    assert told() == 0


@pytest.mark.parametrize("how", ["not wanted", "suspended", "no browser"])
def test_to_whom_nothing_goes(story: Any, service: Service, browser: Browser, cast: Any, how: str) -> None:
    story.begins()
    match how:
        case "not wanted":
            type(cast.alice).objects.update(no_push=["phase"])
        case "suspended":
            type(cast.alice).objects.update(is_active=False)
        case _:
            Device.objects.all().delete()
    assert told() == 0
    assert service.got == []


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten(story: Any, service: Service, browser: Browser, status: int) -> None:
    service.status = status
    story.begins()
    assert told() == 0
    assert (Device.objects.count(), Push.objects.count()) == (0, 0)


@pytest.mark.parametrize("status", [429, 503])
def test_a_service_that_fails_is_tried_again(story: Any, service: Service, browser: Browser, status: int) -> None:
    service.status = status
    story.begins()
    assert told() == 0
    assert send_pushes() == 0  # not at once
    service.status = 201
    Push.objects.update(due_at=timezone.now())
    assert (send_pushes(), send_pushes()) == (1, 0)
    assert len(service.got) == 2


def test_a_service_that_is_silent_is_tried_again_for_a_while(
    story: Any, service: Service, browser: Browser, settings: Any
) -> None:
    gone = "http://127.0.0.1:9"  # nobody listens there
    settings.PUSH_HOSTS = [gone]
    Device.objects.update(endpoint=f"{gone}/alice")
    story.begins()
    assert told() == 0
    assert Push.objects.get().tries == 1
    Push.objects.update(made_at=timezone.now() - timedelta(hours=13), due_at=timezone.now())
    send_pushes()
    assert not Push.objects.exists()


def test_nobody_follows_where_an_answer_sends(story: Any, service: Service, browser: Browser) -> None:
    service.status = 307
    story.begins()
    assert told() == 0
    assert len(service.got) == 1


def test_two_workers_at_once_send_it_once(story: Any, service: Service, browser: Browser) -> None:
    """The second comes while the first is at it."""
    story.begins()
    Notification.objects.update(push_at=timezone.now())
    services.push_news()
    seen = Push.objects.get()
    Push.objects.filter(pk=seen.pk).update(due_at=timezone.now() + timedelta(seconds=30), tries=1)
    assert send_pushes() == 0
    assert service.got == []


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://fcm.googleapis.com/fcm/send/x",
        "https://127.0.0.1/x",
        "https://169.254.169.254/latest/meta-data/",
        "https://localhost/x",
        "https://[::1]/x",
        "https://fcm.googleapis.com:8443/x",
        "https://fcm.googleapis.com@127.0.0.1/x",
        "https://alice:word@fcm.googleapis.com/x",
        "https://fcm.googleapis.com.example.org/x",
        "https://push.apple.com.example.org/x",
        "https://evilpush.apple.com.localhost/x",
        "https://notify.windows.com/x",
        "https://fcm.googleapis.com\\@127.0.0.1/x",
        "https://fcm.googleapis.com/\nHost: x",
        "https://fcm.googleapis.com/" + "x" * 1000,
        "ftp://fcm.googleapis.com/x",
        "https://[bad/x",
        "",
        None,
        5,
    ],
)
def test_addresses_of_unknown_services_are_refused(cast: Any, endpoint: Any) -> None:
    with pytest.raises(BadDeviceError):
        add_device(cast.alice, endpoint, text(Browser().point), text(AUTH), "x")
    assert not Device.objects.exists()


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://fcm.googleapis.com/fcm/send/abc:def",
        "https://updates.push.services.mozilla.com/wpush/v2/gAAA",
        "https://web.push.apple.com/QGuE",
        "https://db5p.notify.windows.com/w/?token=BQY%3d",
    ],
)
def test_the_services_of_the_usual_browsers(cast: Any, endpoint: str) -> None:
    add_device(cast.alice, endpoint, text(Browser().point), text(AUTH), "x")
    assert Device.objects.get().endpoint == endpoint


@pytest.mark.parametrize(
    ("point", "auth"),
    [("", text(AUTH)), (text(b"\4" + 64 * b"x"), text(AUTH)), ("ä", text(AUTH)), (None, text(AUTH)), ("ok", "")],
)
def test_malformed_keys_are_refused(cast: Any, point: Any, auth: str) -> None:
    point = text(Browser().point) if point == "ok" else point
    with pytest.raises(BadDeviceError):
        add_device(cast.alice, "https://web.push.apple.com/x", point, auth, "x")


def test_where_a_service_is_not_trusted_any_more_nothing_is_sent(
    story: Any, service: Service, browser: Browser, settings: Any
) -> None:
    settings.PUSH_HOSTS = ["fcm.googleapis.com"]
    story.begins()
    assert told() == 0
    assert service.got == []


def test_a_browser_belongs_to_who_used_it_last_and_ten_are_enough(cast: Any) -> None:
    point = text(Browser().point)
    add_device(cast.alice, "https://web.push.apple.com/x", point, text(AUTH), "x")
    add_device(cast.bob, "https://web.push.apple.com/x", point, text(AUTH), "x")
    assert Device.objects.get().user == cast.bob
    for number in range(11):
        add_device(cast.bob, f"https://web.push.apple.com/{number}", point, text(AUTH), "x")
    assert Device.objects.count() == 10
    assert not Device.objects.filter(endpoint="https://web.push.apple.com/x").exists()


# --- At night -------------------------------------------------------------------------------------


def at_night(monkeypatch: pytest.MonkeyPatch, moment: datetime) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: moment)


@pytest.mark.parametrize(
    ("hours", "game", "hour"),
    [
        (("22-7", "Europe/Berlin"), "", 7),  # her own
        (("", "Europe/Berlin"), "23-8", 8),  # the game's, by her clock
        (("22-7", "Europe/Berlin"), "23-8", 8),  # both
        (("", "America/New_York"), "23-8", None),  # there it is evening
    ],
)
def test_nobody_is_woken(
    story: Any, monkeypatch: pytest.MonkeyPatch, hours: tuple[str, str], game: str, hour: int | None
) -> None:
    alice = story.cast.alice
    type(alice).objects.filter(pk=alice.pk).update(quiet=hours[0], zone=hours[1])
    night = datetime(2026, 3, 3, 1, 30, tzinfo=ZoneInfo("Europe/Berlin"))
    story.waits(quiet=game, quiet_zone="Asia/Tokyo")
    at_night(monkeypatch, night)
    services.fill_seats(story.game, "holdbot")
    row = Notification.objects.get(user=alice)
    for at, soon in ((row.push_at, timedelta(minutes=1)), (row.mail_at, timedelta(minutes=5))):
        assert at is not None
        expected = night + soon if hour is None else night.replace(hour=hour, minute=0)
        assert at == expected


def test_the_night_in_which_the_clock_is_put_on(story: Any, cast: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    type(cast.alice).objects.filter(pk=cast.alice.pk).update(quiet="22-7", zone="Europe/Berlin")
    story.waits()
    at_night(monkeypatch, datetime(2026, 3, 29, 0, 30, tzinfo=ZoneInfo("UTC")))
    services.fill_seats(story.game, "holdbot")
    row = Notification.objects.get(user=cast.alice)
    assert row.push_at == datetime(2026, 3, 29, 5, 0, tzinfo=ZoneInfo("UTC"))  # 7:00 in summer time


def test_deadlines_are_told_by_ones_own_clock(story: Any, cast: Any) -> None:
    type(cast.alice).objects.filter(pk=cast.alice.pk).update(zone="Asia/Tokyo")
    story.begins()
    phase = story.row
    phase.deadline = timezone.now() + timedelta(hours=1)
    phase.save()
    services.remind()
    due = phase.deadline.astimezone(ZoneInfo("Asia/Tokyo"))
    alice, bob = (Notification.objects.get(user=each, kind="deadline") for each in (cast.alice, cast.bob))
    assert f"until {due:%-d %B %H:%M} JST." in clock.in_zone(alice.words, "Asia/Tokyo")
    assert bob.words == alice.words, "each reader's clock says when"
