"""Reads settings from the environment, each kind in one way, with a clear error for a bad value."""

import os
import secrets
from base64 import urlsafe_b64decode
from pathlib import Path
from typing import Any, Final
from urllib.parse import SplitResult, parse_qs, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

__all__ = [
    "broker_url",
    "contact",
    "database_url",
    "flag",
    "kept_secret",
    "mail_settings",
    "number",
    "one_of",
    "port",
    "push_key",
    "redis_of_play",
    "redis_url",
    "secret",
    "secret_key",
    "site_url",
    "words",
]

_SHORTEST_KEY: Final = 50
_FEWEST_SIGNS: Final = 5
_PUSH_KEY_BYTES: Final = 32
_PORTS: Final = 65_536
_REDIS: Final = ("redis", "rediss", "unix")
_DATABASES: Final = ("postgres", "postgresql", "sqlite")

_YES: Final = frozenset({"1", "true", "yes", "on"})
_NO: Final = frozenset({"0", "false", "no", "off"})


def flag(name: str, default: bool) -> bool:
    """A yes-or-no variable: 1/true/yes/on or 0/false/no/off; unset or empty gives the default."""
    text = os.environ.get(name, "").strip().lower()
    if not text:
        return default
    if text not in _YES | _NO:
        raise ImproperlyConfigured(f"{name}={text} is neither yes nor no; write {name}=1 or {name}=0")
    return text in _YES


def number(name: str, default: float) -> float:
    """A number of at least 0."""
    text = os.environ.get(name, "").strip()
    if not text:
        return default
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value < float("inf"):
        raise ImproperlyConfigured(f"{name}={text} is not a number of at least 0")
    return value


def contact(name: str) -> str:
    """A mail address or an https address; "" if unset."""
    text = os.environ.get(name, "").strip()
    is_mail = text.count("@") == 1 and not text.startswith("@") and "." in text.partition("@")[2] and " " not in text
    if text and not is_mail and not (text.startswith("https://") and urlsplit(text).hostname):
        raise ImproperlyConfigured(
            f"{name}={text} is no way to reach you; write {name}=you@example.org or an https address"
        )
    return text


def port(name: str) -> int:
    """A port of this machine; 0 for none."""
    value = number(name, 0)
    if value not in range(_PORTS):
        raise ImproperlyConfigured(f"{name}={os.environ[name]} is no port; write one as {name}=9100, or leave it out")
    return int(value)


def secret(name: str) -> str:
    """A secret from the variable, or from the file that NAME_FILE names, as Docker and Kubernetes hand them over;
    "" for neither. Raises ImproperlyConfigured for both, or a file that cannot be read."""
    text, file = os.environ.get(name, ""), os.environ.get(f"{name}_FILE", "")
    if not file:
        return text
    if text:
        raise ImproperlyConfigured(f"{name} and {name}_FILE are both set; say it once")
    try:
        text = Path(file).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise ImproperlyConfigured(f"{name}_FILE={file} cannot be read: {error}") from None
    if not text:
        raise ImproperlyConfigured(f"{name}_FILE={file} is empty")
    return text


def secret_key() -> str:
    """The key of a public site, or "" for a local one.

    A short or dull one is refused: who guesses it is anybody.
    """
    key = secret("SECRET_KEY")
    if key and (len(key) < _SHORTEST_KEY or len(set(key)) < _FEWEST_SIGNS):
        raise ImproperlyConfigured(
            f"SECRET_KEY is too easily guessed; it needs at least {_SHORTEST_KEY} random characters: "
            'python -c "import secrets; print(secrets.token_urlsafe(50))"'
        )
    return key


def redis_url(default: str) -> str:
    """REDIS_URL: redis://, rediss:// or unix://. Raises ImproperlyConfigured for anything else."""
    url = secret("REDIS_URL") or default
    parts = _parts("REDIS_URL", url)
    if parts.scheme not in _REDIS or not (parts.path if parts.scheme == "unix" else parts.hostname):
        raise ImproperlyConfigured("REDIS_URL looks like redis://127.0.0.1:6379/0 or unix:///run/redis.sock")
    return url


def redis_of_play(state: Path) -> str | None:
    """URL of the Redis server that `make play` runs, from the settings it wrote; None if it wrote none."""
    try:
        lines = (state / "redis.conf").read_text(encoding="utf-8").splitlines()
    except OSError:
        return None
    given = dict(line.split(" ", 1) for line in lines if " " in line)
    if "requirepass" not in given:
        return None
    password, port, path = given["requirepass"], given.get("port", "0"), given.get("unixsocket", "")
    return f"unix://:{password}@{path}?db=0" if path and port == "0" else f"redis://:{password}@127.0.0.1:{port}/0"


def database_url(default: str) -> str:
    """DATABASE_URL: postgres:// or sqlite://. Raises ImproperlyConfigured for anything else."""
    url = secret("DATABASE_URL") or default
    if _parts("DATABASE_URL", url).scheme not in _DATABASES:
        raise ImproperlyConfigured("DATABASE_URL looks like postgres://user:password@host/name or sqlite:////path/file")
    return url


def _parts(name: str, url: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError as error:
        raise ImproperlyConfigured(f"{name} is no address: {error}") from None
    return parts


def one_of(name: str, choices: tuple[str, ...], default: str) -> str:
    """One of these words."""
    text = os.environ.get(name, "").strip() or default
    if text not in choices:
        raise ImproperlyConfigured(f"{name}={text} is none of {', '.join(choices)}")
    return text


def words(name: str, default: str) -> list[str]:
    """A list separated by commas."""
    return [word.strip() for word in (os.environ.get(name) or default).split(",") if word.strip()]


def push_key(file: Path | None) -> str:
    """The key by which browsers' services know this site: VAPID_KEY, 32 bytes by chance as base64url; on a local site
    (`file`) one made and kept there; else "", and nothing is pushed. Raises ImproperlyConfigured for no such key."""
    key = secret("VAPID_KEY") or (kept_secret(file, 32) if file is not None else "")
    if not key:
        return ""
    try:
        raw = urlsafe_b64decode(key + "=" * (-len(key) % 4))
    except ValueError:
        raw = b""
    if len(raw) != _PUSH_KEY_BYTES:
        raise ImproperlyConfigured(
            f"VAPID_KEY is {_PUSH_KEY_BYTES} random bytes, written as base64url: "
            'python -c "import secrets; print(secrets.token_urlsafe(32))"'
        )
    return key


def kept_secret(file: Path, length: int = 50) -> str:
    """The secret kept in this file; made of so many bytes, readable by its owner only, when there is none yet.

    Safe when several processes start at once: the file is linked into place complete or not at all,
    and whoever comes second reads what the first one wrote.
    """
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        draft = file.with_name(f"{file.name}.{os.getpid()}")
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as out:
            out.write(secrets.token_urlsafe(length))
        try:
            os.link(draft, file)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return file.read_text(encoding="utf-8").strip()


def mail_settings(url: str) -> dict[str, Any]:
    """Django's e-mail settings from `smtp://user:password@host:587?from=games@example.org`.

    `smtp` uses STARTTLS (`?tls=0` turns that off), `smtps` TLS from the start. An empty URL prints
    mails on the console.
    """
    if not url:
        return {"EMAIL_BACKEND": "django.core.mail.backends.console.EmailBackend"}
    parts = _parts("EMAIL_URL", url)
    if parts.scheme not in ("smtp", "smtps") or not parts.hostname:
        raise ImproperlyConfigured("EMAIL_URL looks like smtp://user:password@host:587?from=games@example.org")
    query = {name: values[-1] for name, values in parse_qs(parts.query).items()}
    secure = parts.scheme == "smtps"
    settings: dict[str, Any] = {
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "EMAIL_HOST": parts.hostname,
        "EMAIL_PORT": parts.port or (465 if secure else 587),
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_SSL": secure,
        "EMAIL_USE_TLS": not secure and query.get("tls", "1") != "0",
        "EMAIL_TIMEOUT": 20,
    }
    if "from" in query:
        settings["DEFAULT_FROM_EMAIL"] = settings["SERVER_EMAIL"] = query["from"]
    return settings


def broker_url(redis_url: str) -> str:
    """Celery's spelling of a Redis URL: it wants `redis+socket://` where others say `unix://`."""
    return f"redis+socket://{redis_url.removeprefix('unix://')}" if redis_url.startswith("unix://") else redis_url


def site_url(hosts: list[str], https: bool) -> str:
    """Address of the site for links in mails, without a final slash.

    SITE_URL, else the first host name.

    Raises ImproperlyConfigured for one that is no address.
    """
    given = os.environ.get("SITE_URL", "").strip().rstrip("/")
    if given:
        parts = urlsplit(given)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ImproperlyConfigured(f"SITE_URL={given} is no address; write one as https://games.example.org")
        return given
    name = next((host for host in hosts if host[:1] not in ("*", ".")), "localhost")
    port = os.environ.get("PORT", "").strip()
    return f"https://{name}" if https else f"http://{name}:{port or 8000}"
