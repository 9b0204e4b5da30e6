"""Wishes kept with an account: news, study, a bot's own words."""

from collections.abc import Sequence

from dipgame.accounts.models import User

__all__ = ["describe_bot", "keep_quiet_hours", "refuse_study", "switch_hints", "want_no_mail", "want_no_push"]


def want_no_mail(person: User, kinds: Sequence[str]) -> None:
    """Send the person no mail about these kinds of news.

    Mail about all other kinds is sent from now on.
    """
    person.no_mail = list(kinds)
    person.save(update_fields=["no_mail"])


def want_no_push(person: User, kinds: Sequence[str]) -> None:
    """Send no news of these kinds to the person's browsers.

    News of all other kinds is sent from now on.
    """
    person.no_push = list(kinds)
    person.save(update_fields=["no_push"])


def switch_hints(person: User, *, on: bool) -> None:
    """Show hints beside the person's orders, or no more."""
    person.hints = "on" if on else "off"
    person.save(update_fields=["hints"])


def refuse_study(person: User, *, no: bool) -> None:
    """Keep the person's games from researchers, or let them study them again."""
    person.no_study = no
    person.save(update_fields=["no_study"])


def describe_bot(bot: User, *, made_by: str, about: str) -> None:
    """Say on the bot's page who made it, and what it does."""
    bot.made_by, bot.about = made_by, about
    bot.save(update_fields=["made_by", "about"])


def keep_quiet_hours(person: User, quiet: str) -> None:
    """Send nothing in these hours (`22-7`, "" for none).

    The caller has looked at whether they are on offer.
    """
    person.quiet = quiet
    person.save(update_fields=["quiet"])
