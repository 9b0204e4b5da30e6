"""The site's settings: one module, everything that differs between machines from the environment.

Without any variable the site is a local one: SQLite in the project's folder, a secret key of its
own kept under PLAY_DIR (default `.play`), mails printed on the console, only this machine answered.
With SECRET_KEY it is a public one: hosts must be named, cookies and redirects are for https
(HTTPS=0 where there is none), static files are served from STATIC_ROOT under hashed names.
"""

import os
import tempfile
from pathlib import Path
from typing import Any, Final

import dj_database_url
from celery.schedules import schedule
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from dipgame import logs
from dipgame.environment import (
    broker_url,
    contact,
    database_url,
    flag,
    kept_secret,
    mail_settings,
    number,
    one_of,
    push_key,
    redis_of_play,
    redis_url,
    secret,
    secret_key,
    site_url,
    words,
)

BASE_DIR: Final = Path(__file__).resolve().parent.parent
PLAY_DIR: Final = Path(os.environ.get("PLAY_DIR") or BASE_DIR / ".play")

# --- Who may reach the site, and how -----------------------------------------------------------

SECRET_KEY = secret_key()
PUBLIC: Final = bool(SECRET_KEY)
SECRET_KEY = SECRET_KEY or kept_secret(PLAY_DIR / "secret_key")
DEBUG = flag("DEBUG", False)
if PUBLIC and DEBUG:
    raise ImproperlyConfigured("DEBUG=1 shows the inside of a public site to everybody; leave it out, or SECRET_KEY")
ALLOWED_HOSTS = words("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]")
HTTPS: Final = flag("HTTPS", PUBLIC)
SITE_URL: Final = site_url(ALLOWED_HOSTS, HTTPS)
SITE_URL_IS_SURE = HTTPS or bool(os.environ.get("SITE_URL", "").strip())
"""Else the site is local, and found where somebody asks for it (`dipgame.address`)."""
CSRF_TRUSTED_ORIGINS = words("CSRF_TRUSTED_ORIGINS", "")

SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^health/"]
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if flag("BEHIND_PROXY", HTTPS) else None
# Number of our own proxies: that many addresses at the end of X-Forwarded-For are trusted.
ALLAUTH_TRUSTED_PROXY_COUNT = int(number("PROXIES", 1 if SECURE_PROXY_SSL_HEADER else 0))
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS
SECURE_HSTS_PRELOAD = HTTPS
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
DATA_UPLOAD_MAX_MEMORY_SIZE = 1_000_000

# A page loads only what the site itself serves, and neither script nor style stands inside it.
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:", "blob:"],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}

# --- What the site is made of ------------------------------------------------------------------

INSTALLED_APPS = [
    "dipgame.accounts",
    "dipgame.games",
    "dipgame.ranking",
    "dipgame.experiments",
    "dipgame.sandbox",
    "dipgame.review",
    "dipgame.explorer",
    "dipgame.puzzles",
    "dipgame.imports",
    "frontend",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "channels",
]
MIDDLEWARE = [
    "dipgame.logs.RequestIds",
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "dipgame.busy.WhileBusy",
    "dipgame.security.NoDevices",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "dipgame.security.SoundSigns",
    "dipgame.switches.Switched",
    "dipgame.address.FoundAddress",
    "dipgame.packing.Packed",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "dipgame.accounts.signed_in.SignedIn",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "frontend.shell.only_forms.OnlyForms",
]
ROOT_URLCONF = "dipgame.urls"
ASGI_APPLICATION = "dipgame.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "frontend.inbox.bell.bell",
                "frontend.shell.banner.banner",
            ],
            "builtins": ["django.templatetags.static"],
        },
    }
]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- Database: the truth -----------------------------------------------------------------------

# Seconds that a lock and a statement may take; 0: no limit. Web processes set both to 3, workers to 3 and 30.
_lock_seconds, _statement_seconds = number("LOCK_SECONDS", 0), number("STATEMENT_SECONDS", 0)
_database: Any = dj_database_url.parse(database_url(f"sqlite:///{BASE_DIR / 'db.sqlite3'}"), conn_health_checks=True)
if _database["ENGINE"] == "django.db.backends.sqlite3":
    _database["OPTIONS"] = {
        # Writers queue up for the lock when they begin instead of failing halfway; readers never wait.
        "transaction_mode": "IMMEDIATE",
        "timeout": _statement_seconds or 30,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
    }
    # A file, not memory, so that tests may use several threads and processes; one for each test run.
    _database["TEST"] = {"NAME": str(Path(tempfile.gettempdir()) / f"dipgame-test-{os.getpid()}.sqlite3")}
else:
    # What is asked again and again (`dipgame.prepared`) is planned once a connection.
    _database["OPTIONS"] = {"prepare_threshold": 2}
    if _lock_seconds or _statement_seconds:
        _limits = {"lock_timeout": _lock_seconds, "statement_timeout": _statement_seconds}
        _database["OPTIONS"]["options"] = " ".join(f"-c {name}={int(each * 1000)}" for name, each in _limits.items())
    if _pool := int(number("DATABASE_POOL", 0)):
        # A web process has many threads for a moment each: they share so many connections, checked before use.
        _database["OPTIONS"]["pool"] = {"min_size": 1, "max_size": _pool, "timeout": _statement_seconds or 10}
if password := secret("DATABASE_PASSWORD"):
    _database["PASSWORD"] = password
DATABASES = {"default": _database}

# --- Redis: sockets and queues; may vanish at any time -----------------------------------------

# Without REDIS_URL, commands such as `manage.py doctor` talk to the server of a running `make play`.
REDIS_URL: Final = redis_url((None if PUBLIC else redis_of_play(PLAY_DIR)) or "redis://127.0.0.1:6379/0")
# Cache that may be evicted (policy allkeys-lru); queues (noeviction) stay in REDIS_URL.
CACHE_URL: Final = secret("CACHE_URL") or REDIS_URL
NEWS_CHANNEL = "dipgame:news"

# Counts of attempts and pictures, shared by all processes; a bare `runserver` without Redis counts for itself.
_shared: dict[str, Any] = {
    "BACKEND": "dipgame.cache.SharedCache",
    "LOCATION": CACHE_URL,
    "KEY_PREFIX": "dipgame-kept",
    "OPTIONS": {
        "socket_timeout": 0.5,
        "socket_connect_timeout": 0.5,
        "serializer": "dipgame.cache.PlainValues",
    },
}
CACHES: dict[str, Any] = {
    "default": _shared if secret("REDIS_URL") else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"},
    # Shared by the site's processes, for commands that inspect a running `make play`.
    "site": _shared,
    # Of each process alone: what is kept so shortly is sooner made than fetched.
    "process": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "process"},
}

CELERY_BROKER_URL = broker_url(REDIS_URL)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# Workers wait for Redis as long as it takes.
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
# A Redis that is full refuses writes: workers wait until it has room, too.
CELERY_BROKER_CHANNEL_ERROR_RETRY = True
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 600,
    # A Redis that accepts and does not answer counts as gone.
    "socket_connect_timeout": 1,
    "socket_timeout": 1,
    "max_retries": 1,
    "interval_start": 0,
    "interval_step": 0.1,
    "global_keyprefix": "dipgame:",
}
# A browser must not wait for a Redis that is gone: the sweep enqueues again what could not be sent.
CELERY_TASK_PUBLISH_RETRY = False
CELERY_TASK_DEFAULT_QUEUE = "default"
_THINKING: Final = ("games.think", "sandbox.answer", "review.work", "puzzles.find")
CELERY_TASK_ROUTES = {name: {"queue": "bots"} for name in _THINKING} | {
    f"experiments.{task}": {"queue": "experiments"} for task in ("play", "read")
}
CELERY_TASK_IGNORE_RESULT = True
# Tasks of a process share its connection to the database (`dipgame.celery.keep_connections`).
CELERY_DB_REUSE_MAX = 1_000_000_000
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
# A worker with a single process makes the bots in it, which takes long.
CELERY_WORKER_PROC_ALIVE_TIMEOUT = 120
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TIMEZONE = "UTC"
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BEAT_SCHEDULER = "dipgame.games.beat.Beat"
CELERY_BEAT_SCHEDULE_FILENAME = str(PLAY_DIR / "beat")

SWEEP_SECONDS: Final = 2.0
CELERY_BEAT_SCHEDULE = {
    # A sweep that waited longer than to the next one is of no use any more.
    "sweep": {"task": "games.sweep", "schedule": schedule(SWEEP_SECONDS), "options": {"expires": SWEEP_SECONDS}},
    "mails": {"task": "accounts.send_mails", "schedule": schedule(15.0), "options": {"expires": 15.0}},
    "pushes": {"task": "accounts.send_pushes", "schedule": schedule(15.0), "options": {"expires": 15.0}},
    "promote": {"task": "games.promote", "schedule": schedule(60.0), "options": {"expires": 60.0}},
    "tell": {"task": "games.tell", "schedule": schedule(30.0), "options": {"expires": 30.0}},
    "tidy": {"task": "games.tidy", "schedule": schedule(3600.0), "options": {"expires": 3600.0}},
    "questions": {"task": "sandbox.tidy", "schedule": schedule(3600.0), "options": {"expires": 3600.0}},
    "reviews": {"task": "review.sweep", "schedule": schedule(30.0), "options": {"expires": 30.0}},
    "puzzles": {"task": "puzzles.sweep", "schedule": schedule(30.0), "options": {"expires": 30.0}},
    "imports": {"task": "imports.sweep", "schedule": schedule(15.0), "options": {"expires": 15.0}},
    "explorer": {"task": "explorer.sweep", "schedule": schedule(60.0), "options": {"expires": 60.0}},
    "experiments": {"task": "experiments.sweep", "schedule": schedule(30.0), "options": {"expires": 30.0}},
    "rank": {"task": "ranking.update", "schedule": schedule(300.0), "options": {"expires": 300.0}},
}

# --- Games -------------------------------------------------------------------------------------

BOT_SECONDS = number("BOT_SECONDS", 10.0)
"""Seconds a bot may think about one phase. One that takes twice as long is late, and its units hold."""

BOT_NICE = int(number("BOT_NICE", 10))
"""Niceness of the bots' processes, so that pages and the clock come first."""
BOT_MEMORY_MB = number("BOT_MEMORY_MB", 1000.0)
"""Megabytes that a process in which bots think may take; 0: as many as there are."""

READY_SECONDS = number("READY_SECONDS", 3.0)
"""Seconds for second thoughts: so long after Ready a phase closes at the earliest, where one person plays with bots."""

KEEP_TALK_DAYS = int(number("KEEP_TALK_DAYS", 0))
"""Days after the end of a game until what people wrote in it is let go of; 0 keeps it."""

EXAMPLE_GAMES = flag("EXAMPLE_GAMES", True)
"""True if example games are added to a fresh site, and shown."""

# --- Experiments -------------------------------------------------------------------------------

EXPERIMENTS_DIR: Final = Path(os.environ.get("EXPERIMENTS_DIR") or PLAY_DIR / "experiments")
"""Folder of experiments' logs, shared by web processes and workers of experiments."""

EXPERIMENTS_S3: Final = os.environ.get("EXPERIMENTS_S3", "").strip()
"""Or the bucket of an S3-compatible store, perhaps with a folder: bucket/folder. Keys come as for Amazon's tools."""

EXPERIMENT_GAMES = number("EXPERIMENT_GAMES", 5000)
"""Games of one researcher that may wait or be played at a time."""

# A log that a researcher sends is read with so much computing time and memory.
UPLOAD_SECONDS, UPLOAD_MEGABYTES = number("UPLOAD_SECONDS", 60), number("UPLOAD_MEGABYTES", 400)
EXPERIMENT_SECONDS = number("EXPERIMENT_SECONDS", 7200)
"""A game that takes longer is ended with its worker process."""

# --- People ------------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
SESSION_ENGINE = "dipgame.accounts.sessions"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
# New passwords by the first; those kept by another are hashed anew when their owners sign in.
PASSWORD_HASHERS = ["dipgame.security.Argon2", "django.contrib.auth.hashers.PBKDF2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
GUESTS_PER_NETWORK = number("GUESTS_PER_NETWORK", 20)
"""Guests per network and day."""

PROGRAMS_PER_NETWORK = number("PROGRAMS_PER_NETWORK", 1000)
"""Programs over DAIDE per network and day."""

SOCKETS_PER_NETWORK = number("SOCKETS_PER_NETWORK", 200 if PUBLIC else 0)
"""Pages with a socket that one network may have open at a web process; 0: as many as it likes."""

CONTACT: Final = contact("CONTACT")
"""Contact of the operator: a mail address or an https address; empty if not set."""

ABOUT: Final = os.environ.get("ABOUT", "").strip()
"""Text about the operator, in their own words; an empty line begins a new paragraph."""

LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"

EMAIL_URL: Final = secret("EMAIL_URL")
CONFIRM_EMAIL: Final = flag("CONFIRM_EMAIL", PUBLIC and bool(EMAIL_URL))
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "mandatory" if CONFIRM_EMAIL else "optional"
ACCOUNT_USER_MODEL_USERNAME_FIELD = "name"
ACCOUNT_USER_MODEL_EMAIL_FIELD = "email"
ACCOUNT_USERNAME_MIN_LENGTH = 2
ACCOUNT_USERNAME_VALIDATORS = "dipgame.accounts.usernames.NAME_VALIDATORS"
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
# An open browser is not enough to take over an account: changing the address needs the password.
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_ADAPTER = "frontend.account.forms.AccountAdapter"
ACCOUNT_FORMS = {
    "signup": "frontend.account.forms.SignUpForm",
    "login": "frontend.account.forms.SignInForm",
    "reset_password": "frontend.account.forms.ForgottenPasswordForm",
    "reset_password_from_key": "frontend.account.forms.NewPasswordForm",
    "change_password": "frontend.account.forms.ChangePasswordForm",
    "set_password": "frontend.account.forms.SetPasswordForm",
    "reauthenticate": "frontend.account.forms.PasswordAgainForm",
    "add_email": "frontend.account.forms.AddAddressForm",
}
# Rates per address, person, or name or address typed (key). Wrong passwords at /admin/ count too.
ACCOUNT_RATE_LIMITS = {
    "login": "30/m/ip",
    "login_failed": "10/m/ip,5/5m/key",
    "signup": "10/m/ip",
    "reset_password": "10/m/ip,3/5m/key",
    "reset_password_from_key": "10/m/ip",
    "change_password": "5/m/user",
    "reauthenticate": "5/m/user",
    "manage_email": "10/m/user",
}
ACCOUNT_LOGIN_ON_EMAIL_CONFIRMATION = True
ACCOUNT_LOGIN_ON_PASSWORD_RESET = True
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if HTTPS else "http"

DEFAULT_FROM_EMAIL = "Dipgame <games@localhost>"
globals().update(mail_settings(EMAIL_URL))
# Pages put mails into rows; workers send them.
MAIL_BACKEND: Final = globals()["EMAIL_BACKEND"]
EMAIL_BACKEND = "dipgame.accounts.mail.Queued"

# Messages to browsers: the key they are signed with, and the services that may carry them, by name (`*.` for all below
# one). Nothing is sent elsewhere, whatever address a browser gives; one with `http://` is for trying.
VAPID_KEY: Final = push_key(None if PUBLIC else PLAY_DIR / "vapid_key")
PUSH_HOSTS = words("PUSH_HOSTS", "fcm.googleapis.com,*.push.services.mozilla.com,*.push.apple.com,*.notify.windows.com")

# --- Language, time, files, logs ---------------------------------------------------------------

LANGUAGE_CODE = "en"
USE_I18N = False
USE_TZ = True
TIME_ZONE = "UTC"

STATIC_URL = "/static/"
# `make play` collects what pages load into PLAY_DIR before it starts; a bare `runserver` finds it in its sources.
COLLECTED: Final = flag("COLLECTED_STATIC", PUBLIC)
# Compress collected files for slow connections. Compressing is most of the work of collecting.
COMPRESS_STATIC: Final = flag("COMPRESS_STATIC", True)
STATIC_ROOT = Path(os.environ.get("STATIC_DIR") or (BASE_DIR / "staticfiles" if PUBLIC else PLAY_DIR / "static"))
STATICFILES_DIRS = [BASE_DIR / "static"]
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "frontend.fonts.FontFinder",
]
PAGES_DIR: Final = Path(os.environ.get("PAGES_DIR") or BASE_DIR / ".build" / "pages")
"""Folder of the researchers' pages, which `python -m tools.pages` makes of docs/."""
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "experiments": {
        "BACKEND": "storages.backends.s3.S3Storage",
        "OPTIONS": {
            "bucket_name": EXPERIMENTS_S3.partition("/")[0],
            "location": EXPERIMENTS_S3.partition("/")[2],
            "endpoint_url": os.environ.get("EXPERIMENTS_S3_URL") or None,
            "default_acl": None,
            "file_overwrite": True,
        },
    }
    if EXPERIMENTS_S3
    else {
        "BACKEND": "django.core.files.storage.FileSystemStorage",
        "OPTIONS": {"location": str(EXPERIMENTS_DIR)},
    },
    "staticfiles": {
        "BACKEND": "dipgame.static_files.HashedStaticFiles"
        if COLLECTED
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}
WHITENOISE_USE_FINDERS = not COLLECTED
WHITENOISE_AUTOREFRESH = not COLLECTED
WHITENOISE_MAX_AGE = 3600 if COLLECTED else 0

LOGGING = logs.configured(
    one_of("LOG_LEVEL", logs.LEVELS, "INFO"), one_of("LOG_FORMAT", logs.FORMATS, "json" if PUBLIC else "line")
)

# Errors go to Sentry where there is one; without names, addresses and what people wrote.
if SENTRY_DSN := secret("SENTRY_DSN"):
    import sentry_sdk

    sentry_sdk.init(
        dsn=SENTRY_DSN, send_default_pii=False, max_request_body_size="never", include_local_variables=False
    )
