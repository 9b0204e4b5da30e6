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

from dipgame.environment import broker_url, flag, kept_secret, mail_settings, number, words

BASE_DIR: Final = Path(__file__).resolve().parent.parent
PLAY_DIR: Final = Path(os.environ.get("PLAY_DIR") or BASE_DIR / ".play")

# --- Who may reach the site, and how -----------------------------------------------------------

PUBLIC: Final = bool(os.environ.get("SECRET_KEY"))
DEBUG = flag("DEBUG", False)
SECRET_KEY = os.environ["SECRET_KEY"] if PUBLIC else kept_secret(PLAY_DIR / "secret_key")
ALLOWED_HOSTS = words("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]")
CSRF_TRUSTED_ORIGINS = words("CSRF_TRUSTED_ORIGINS", "")

HTTPS: Final = flag("HTTPS", PUBLIC)
SECURE_SSL_REDIRECT = HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if flag("BEHIND_PROXY", HTTPS) else None
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS
SECURE_HSTS_PRELOAD = HTTPS
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
DATA_UPLOAD_MAX_MEMORY_SIZE = 1_000_000

# --- What the site is made of ------------------------------------------------------------------

INSTALLED_APPS = [
    "dipgame.accounts",
    "dipgame.games",
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
    "lucide",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "dipgame.security.ContentSecurityPolicy",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
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
            ],
            "builtins": ["django.templatetags.static", "lucide.templatetags.lucide"],
        },
    }
]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- Database: the truth -----------------------------------------------------------------------

_database: Any = dj_database_url.config(default=f"sqlite:///{BASE_DIR / 'db.sqlite3'}", conn_health_checks=True)
if _database["ENGINE"] == "django.db.backends.sqlite3":
    _database["OPTIONS"] = {
        # Writers queue up for the lock when they begin instead of failing halfway; readers never wait.
        "transaction_mode": "IMMEDIATE",
        "timeout": 30,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
    }
    # A file, not memory, so that tests may use several threads and processes; one for each test run.
    _database["TEST"] = {"NAME": str(Path(tempfile.gettempdir()) / f"dipgame-test-{os.getpid()}.sqlite3")}
DATABASES = {"default": _database}

# --- Redis: sockets and queues; may vanish at any time -----------------------------------------

REDIS_URL: Final = os.environ.get("REDIS_URL") or "redis://127.0.0.1:6379/0"
CHANNEL_LAYERS: dict[str, Any] = {
    "default": {
        "BACKEND": "channels_redis.core.RedisChannelLayer",
        "CONFIG": {
            # No time limit here: before Python 3.12 a line that closes while the client waits under one is not ended.
            "hosts": [{"address": REDIS_URL, "socket_timeout": None}],
            "prefix": "dipgame",
            "capacity": 500,
            "expiry": 30,
        },
    }
}

CELERY_BROKER_URL = broker_url(REDIS_URL)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 600,
    "socket_connect_timeout": 2,
    "max_retries": 1,
    "interval_start": 0,
    "interval_step": 0.1,
    "global_keyprefix": "dipgame:",
}
# A browser must not wait for a Redis that is gone: the sweep enqueues again what could not be sent.
CELERY_TASK_PUBLISH_RETRY = False
CELERY_TASK_DEFAULT_QUEUE = "default"
CELERY_TASK_ROUTES = {"games.play_bot": {"queue": "bots"}, "games.hear": {"queue": "bots"}}
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TIMEZONE = "UTC"
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BEAT_SCHEDULE_FILENAME = str(PLAY_DIR / "beat")

SWEEP_SECONDS: Final = 2.0
CELERY_BEAT_SCHEDULE = {
    # A sweep that waited longer than to the next one is of no use any more.
    "sweep": {"task": "games.sweep", "schedule": schedule(SWEEP_SECONDS), "options": {"expires": SWEEP_SECONDS}},
}

# --- Games -------------------------------------------------------------------------------------

BOT_SECONDS = number("BOT_SECONDS", 10.0)
"""Seconds a bot may think about one phase. One that takes twice as long is late, and its units hold."""

# --- People ------------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"

EMAIL_URL: Final = os.environ.get("EMAIL_URL", "")
CONFIRM_EMAIL: Final = flag("CONFIRM_EMAIL", PUBLIC and bool(EMAIL_URL))
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "mandatory" if CONFIRM_EMAIL else "optional"
ACCOUNT_USER_MODEL_USERNAME_FIELD = "name"
ACCOUNT_USER_MODEL_EMAIL_FIELD = "email"
ACCOUNT_USER_DISPLAY = "dipgame.accounts.people.display_name"
ACCOUNT_USERNAME_MIN_LENGTH = 2
ACCOUNT_USERNAME_VALIDATORS = "dipgame.accounts.people.NAME_VALIDATORS"
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_ADAPTER = "frontend.account_forms.AccountAdapter"
ACCOUNT_FORMS = {
    "signup": "frontend.account_forms.SignUpForm",
    "login": "frontend.account_forms.SignInForm",
    "reset_password": "frontend.account_forms.ForgottenPasswordForm",
    "reset_password_from_key": "frontend.account_forms.NewPasswordForm",
    "change_password": "frontend.account_forms.ChangePasswordForm",
    "set_password": "frontend.account_forms.SetPasswordForm",
    "reauthenticate": "frontend.account_forms.PasswordAgainForm",
    "add_email": "frontend.account_forms.AddAddressForm",
}
ACCOUNT_LOGIN_ON_EMAIL_CONFIRMATION = True
ACCOUNT_LOGIN_ON_PASSWORD_RESET = True
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if HTTPS else "http"

DEFAULT_FROM_EMAIL = "Dipgame <games@localhost>"
globals().update(mail_settings(EMAIL_URL))

# --- Language, time, files, logs ---------------------------------------------------------------

LANGUAGE_CODE = "en"
USE_I18N = False
USE_TZ = True
TIME_ZONE = "UTC"

STATIC_URL = "/static/"
# `make play` collects what pages load into PLAY_DIR before it starts; a bare `runserver` finds it in its sources.
COLLECTED: Final = flag("COLLECTED_STATIC", PUBLIC)
STATIC_ROOT = BASE_DIR / "staticfiles" if PUBLIC else PLAY_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "frontend.fonts.FontFinder",
]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "dipgame.static_files.HashedStaticFiles"
        if COLLECTED
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}
WHITENOISE_USE_FINDERS = not COLLECTED
WHITENOISE_AUTOREFRESH = not COLLECTED
WHITENOISE_MAX_AGE = 3600 if COLLECTED else 0

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    # Handlers belong to the root only: Celery puts its own there, and no line is written twice.
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {"dipgame": {"level": os.environ.get("LOG_LEVEL") or "INFO"}},
}
