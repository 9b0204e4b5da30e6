"""Messages to browsers: which browsers want them, and how they get there.

`add_device` keeps what a browser gave by its person's consent; `services.push_news` writes messages into rows, and
`send_pushes` sends them, encrypted for the one browser (RFC 8291) and signed for the site (RFC 8292), again and again
for a while where a service does not answer. Nothing is sent but to the services in `settings.PUSH_HOSTS`.
"""

import json
import logging
from base64 import urlsafe_b64decode, urlsafe_b64encode
from datetime import timedelta
from email.utils import parseaddr
from functools import cache
from io import BytesIO
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat
from django.conf import settings
from django.templatetags.static import static
from django.utils import timezone
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError
from urllib3 import PoolManager, Timeout
from urllib3.exceptions import HTTPError

from dipgame.accounts.locks import lock_person
from dipgame.accounts.models import Device, Push, User
from dipgame.celery import app
from dipgame.redis_absence import is_away, went_away
from dipgame.transactions import atomic

if TYPE_CHECKING:
    from webpush import WebPush

__all__ = [
    "DEVICE_COOKIE",
    "MOST_DEVICES",
    "SEND_PUSHES",
    "BadDeviceError",
    "add_device",
    "device_known_by",
    "public_key",
    "send_pushes",
    "wake",
]

SEND_PUSHES: Final = "accounts.send_pushes"
DEVICE_COOKIE: Final = "device"
"""By this cookie a browser is known in which its person is told."""
MOST_DEVICES: Final = 10
"""Of one person; the oldest makes room for another."""

_KEPT: Final = timedelta(hours=12)
"""A message that could not be sent for so long is news no more; nor does a service keep it longer for a browser that is
switched off."""
_LONGEST_WAIT: Final = timedelta(minutes=10)
_SECONDS: Final = 5.0
_AT_ONCE: Final = 500
_POINT_BYTES: Final = 65
_SECRET_BYTES: Final = 16
_GONE: Final = (404, 410)
_AGAIN: Final = (408, 425, 429)
_log = logging.getLogger(__name__)


class BadDeviceError(ValueError):
    """The browser's address or key for push messages is not usable."""


def add_device(person: User, endpoint: object, p256dh: object, auth: object, label: str) -> Device:
    """Tell the person in this browser, too.

    One that somebody else used before is theirs no more. Raises BadDeviceError.
    """
    if not isinstance(endpoint, str) or not _is_carried(endpoint):
        raise BadDeviceError("We do not know the service by which this browser is told.")
    point, secret = _bytes(p256dh), _bytes(auth)
    if len(point) != _POINT_BYTES or len(secret) != _SECRET_BYTES:
        raise BadDeviceError("These are no keys of a browser. Turn notifications off and on again in this browser.")
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except ValueError:
        raise BadDeviceError(
            "These are no keys of a browser. Turn notifications off and on again in this browser."
        ) from None
    with atomic():
        lock_person(person.pk)
        Device.objects.filter(endpoint=endpoint).delete()
        kept = Device.objects.filter(user=person).order_by("-pk").values_list("pk", flat=True)[: MOST_DEVICES - 1]
        Device.objects.filter(user=person).exclude(pk__in=list(kept)).delete()
        return Device.objects.create(
            user=person, endpoint=endpoint, p256dh=_text(point), auth=_text(secret), label=label[:60]
        )


def device_known_by(token: str, person: User) -> Device | None:
    """The browser that has this cookie, where this person is told in it."""
    return Device.objects.filter(token=token, user=person).first()


def _is_carried(endpoint: str) -> bool:
    """True if the address is a known push service's, at its port."""
    if len(endpoint) > 1000 or not endpoint.isascii() or not endpoint.isprintable() or "\\" in endpoint:
        return False
    try:
        parts = urlsplit(endpoint)
        host, port, whole = parts.hostname or "", parts.port, f"{parts.scheme}://{parts.netloc}"
    except ValueError:
        return False
    if parts.username is not None or parts.password is not None:
        return False
    if whole in settings.PUSH_HOSTS:  # with `http://` before it: for trying
        return True
    return (
        parts.scheme == "https" and port in (None, 443) and any(_is_below(host, each) for each in settings.PUSH_HOSTS)
    )


def _is_below(host: str, name: str) -> bool:
    return host.endswith(name[1:]) if name.startswith("*.") else host == name


def _bytes(text: object) -> bytes:
    """Decode a browser's base64url; empty if malformed."""
    if not isinstance(text, str) or len(text) > 100 or not text.isascii():
        return b""
    try:
        return urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))
    except ValueError:
        return b""


def _text(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


# --- The site's key ------------------------------------------------------------------------------


@cache
def _private_key(key: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(_bytes(key)), ec.SECP256R1())


def public_key() -> str:
    """Key that binds browsers' push subscriptions to this site; "" without push."""
    if not settings.VAPID_KEY:
        return ""
    public = _private_key(settings.VAPID_KEY).public_key()
    return _text(public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


@cache
def _writer(key: str, sender: str) -> "WebPush":
    # Few processes ever send anything: not loaded at the start of every one.
    from webpush import WebPush

    private = _private_key(key)
    return WebPush(
        private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()),
        BytesIO(private.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)),
        subscriber=sender,
        ttl=int(_KEPT.total_seconds()),
    )


# --- Sending -------------------------------------------------------------------------------------


def wake() -> None:
    """Have a worker send what is due; it is found in any case."""
    if is_away():
        return
    try:
        app.send_task(SEND_PUSHES, expires=60)
    except (OperationalError, OSError, RedisError) as error:
        went_away()
        _log.warning("nobody was told of a message to a browser, it is found later: %s", error)


def send_pushes() -> int:
    """Send what is due; returns how many messages went out.

    Two workers send none twice, unless one dies over it; then the second takes the place of the first in the browser,
    by its topic.
    """
    if not settings.VAPID_KEY:
        return 0
    sent, silent = 0, set[str]()
    now = timezone.now()
    with PoolManager(timeout=Timeout(total=_SECONDS), retries=False) as pool:
        for push in Push.objects.filter(due_at__lte=now).select_related("device")[:_AT_ONCE]:
            host = urlsplit(push.device.endpoint).netloc
            if host in silent:
                continue  # what is wrong with a service is wrong for all; others are not waited for
            wait = min(timedelta(seconds=30) * 2**push.tries, _LONGEST_WAIT)
            mine = Push.objects.filter(pk=push.pk, due_at=push.due_at)
            if not mine.update(due_at=now + wait, tries=push.tries + 1):
                continue
            status = _send(pool, push)
            if status is None or status in _AGAIN or status >= 500:
                silent.add(host)
                if push.made_at < now - _KEPT:
                    push.delete()
                continue
            if status in _GONE:
                push.device.delete()
                continue
            if 200 <= status < 300:
                sent += 1
            else:
                _log.warning("%s does not take a message: status %d", host, status)
            push.delete()
    return sent


def _send(pool: PoolManager, push: Push) -> int | None:
    """The status that the service answers with; None for no answer, and 410 for an address that we do not send to any
    more. Where the answer sends elsewhere, nobody follows."""
    device = push.device
    if not _is_carried(device.endpoint):
        return 410
    content = {
        "title": push.title,
        "body": push.body,
        "address": push.address,
        "topic": push.topic,
        "icon": static("img/touch-icon.png"),
    }
    sender = parseaddr(settings.DEFAULT_FROM_EMAIL)[1]
    from webpush.types import WebPushKeys, WebPushSubscription

    subscription = WebPushSubscription(
        endpoint=device.endpoint,
        keys=WebPushKeys(auth=device.auth, p256dh=device.p256dh),
    )
    message = _writer(settings.VAPID_KEY, sender).get(json.dumps(content, ensure_ascii=False), subscription)
    headers: dict[str, Any] = {**message.headers, "topic": push.topic, "content-type": "application/octet-stream"}
    try:
        answer = pool.request("POST", device.endpoint, body=message.encrypted, headers=headers, redirect=False)
    except HTTPError as error:
        _log.warning("a message to a browser could not be sent, trying again: %s", type(error).__name__)
        return None
    return int(answer.status)
