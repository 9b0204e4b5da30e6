"""Answers packed for the line."""

import secrets
import struct
import zlib
from typing import Any, Final

from django.http import HttpRequest, HttpResponseBase
from django.middleware.gzip import GZipMiddleware, re_accepts_gzip
from django.utils.cache import patch_vary_headers

__all__ = ["Packed", "packed"]

_LEVEL: Final = 4
"""Of a game's page: a fourth of the time that level 6 takes, and 8 % more bytes."""
_SMALLEST: Final = 200
_MOST_CHANCE: Final = 50
_WITH_NAME: Final = b"\x1f\x8b\x08\x08\0\0\0\0\0\xff"


class Packed(GZipMiddleware):
    """Django's packing with gzip, at a quicker level for what is not sent piece by piece."""

    def process_response(self, request: HttpRequest, response: Any) -> HttpResponseBase:
        if response.streaming or response.has_header("Content-Encoding") or len(response.content) < _SMALLEST:
            return super().process_response(request, response)
        patch_vary_headers(response, ("Accept-Encoding",))
        if not re_accepts_gzip.search(request.META.get("HTTP_ACCEPT_ENCODING", "")):
            return response  # type: ignore[no-any-return]
        content = packed(response.content)
        if len(content) >= len(response.content):
            return response  # type: ignore[no-any-return]
        response.content = content
        response.headers["Content-Length"] = str(len(content))
        response.headers["Content-Encoding"] = "gzip"
        if response.get("ETag", "").startswith('"'):
            response.headers["ETag"] = f"W/{response['ETag']}"
        return response  # type: ignore[no-any-return]


def packed(content: bytes) -> bytes:
    """The content as gzip. A name of chance length in its head hides from listeners how long the content is to the
    byte: who can have their own words put beside a secret would read it from lengths (BREACH)."""
    packer = zlib.compressobj(_LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    name = secrets.token_hex(secrets.randbelow(_MOST_CHANCE) + 1).encode()
    tail = struct.pack("<LL", zlib.crc32(content), len(content) & 0xFFFFFFFF)
    return b"".join((_WITH_NAME, name, b"\0", packer.compress(content), packer.flush(), tail))
