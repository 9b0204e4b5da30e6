"""The visitor's address is found behind any number of our proxies."""

import pytest
from django.test import RequestFactory

from frontend.visitor import client_address

SPOOFED = "203.0.113.9"


@pytest.mark.parametrize(
    ("proxies", "forwarded", "line", "address"),
    [
        (0, "", "192.0.2.1", "192.0.2.1"),
        (0, SPOOFED, "192.0.2.1", "192.0.2.1"),
        (1, "192.0.2.1", "10.0.0.2", "192.0.2.1"),
        (1, f"{SPOOFED}, 192.0.2.1", "10.0.0.2", "192.0.2.1"),
        (2, f"{SPOOFED}, 192.0.2.1, 10.0.0.3", "10.0.0.2", "192.0.2.1"),
        (2, "192.0.2.1", "10.0.0.2", "10.0.0.2"),
        (1, "", "10.0.0.2", "10.0.0.2"),
        (1, "nonsense", "10.0.0.2", "-"),
        (0, "", "", "-"),
        (0, "", "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        (1, "::ffff:192.0.2.1", "10.0.0.2", "192.0.2.1"),
    ],
)
def test_the_address(settings, proxies, forwarded, line, address):
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = proxies
    headers = {"X-Forwarded-For": forwarded} if forwarded else {}
    assert client_address(RequestFactory().get("/", headers=headers, REMOTE_ADDR=line)) == address
