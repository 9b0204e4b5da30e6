"""A browser is told what happens: from the switch on the account page to the message that it shows."""

import json
from typing import Any

from django.utils import timezone
from playwright.sync_api import Page, expect

from dipgame.accounts.models import Device
from dipgame.celery import app
from dipgame.games.models import Notification
from dipgame.games.queue import TELL
from tests.patience import until
from tests.pushing import AUTH, Browser, Service, signed_by, text
from tests.site import celery_on

# A browser without a window has no service of its maker's: the subscription leads to the one on this machine.
_SUBSCRIBES = """given => {
  PushManager.prototype.getSubscription = async () => null;
  PushManager.prototype.subscribe = async function (options) {
    sessionStorage.site = btoa(String.fromCharCode(...options.applicationServerKey));
    return { toJSON: () => given };
  };
}"""
_SHOWN = """async () => {
  const registration = await navigator.serviceWorker.ready;
  const shown = await registration.getNotifications();
  return shown.map(({ title, body, tag, data }) => ({ title, body, tag, address: data.address }));
}"""


def test_from_the_switch_to_the_message(
    story: Any, cast: Any, enter: Any, site_redis: str, push_service: Service
) -> None:
    keys = Browser()
    given = {
        "endpoint": f"{push_service.address}/alice",
        "keys": {"p256dh": text(keys.point), "auth": text(AUTH)},
    }
    page = enter("/my/account/", cast.alice, permissions=["notifications"])
    page.evaluate(_SUBSCRIBES, given)
    page.get_by_role("button", name="Show news in this browser").click()
    expect(page.get_by_role("button", name="Stop news in this browser")).to_be_visible()
    assert Device.objects.get().user == cast.alice

    story.begins()
    Notification.objects.filter(user=cast.alice).update(push_at=timezone.now())
    with celery_on(site_redis, "dipgame:"):
        app.send_task(TELL)
    until(lambda: bool(push_service.got))
    [(headers, body)] = push_service.got
    site_key, _ = signed_by(headers)
    assert text_of(page.evaluate("sessionStorage.site")) == site_key
    message = keys.read(body)

    deliver(page, message)
    until(lambda: bool(page.evaluate(_SHOWN)))
    [shown] = page.evaluate(_SHOWN)
    assert shown == {
        "title": "Tea in Burgundy",
        "body": "The game has begun; you are France.",
        "tag": headers["topic"],
        "address": f"/games/{story.game.slug}/",
    }

    page.get_by_role("button", name="Stop news in this browser").click()
    expect(page.get_by_role("button", name="Show news in this browser")).to_be_visible()
    assert not Device.objects.exists()
    page.evaluate("navigator.serviceWorker.ready.then((registration) => registration.unregister())")


def text_of(base64: str) -> str:
    """Convert base64 to its URL-safe form without padding."""
    return base64.replace("+", "-").replace("/", "_").rstrip("=")


def deliver(page: Page, message: Any) -> None:
    """Give the site's worker what the browser read."""
    line = page.context.new_cdp_session(page)
    registrations: list[Any] = []
    line.on("ServiceWorker.workerRegistrationUpdated", lambda told: registrations.extend(told["registrations"]))
    line.send("ServiceWorker.enable")
    page.wait_for_function("() => navigator.serviceWorker.ready")
    until(lambda: bool(page.evaluate("true")) and bool(registrations))  # a page that is asked hears, too
    found = {"origin": page.evaluate("location.origin"), "registrationId": registrations[-1]["registrationId"]}
    line.send("ServiceWorker.deliverPushMessage", found | {"data": json.dumps(message)})
