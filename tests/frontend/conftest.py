"""What the tests of pages share."""

import pytest
from django.core.cache import cache


@pytest.fixture(autouse=True)
def forget_attempts() -> None:
    """The site counts letters and failed attempts to sign in; each test begins from nought."""
    cache.clear()
