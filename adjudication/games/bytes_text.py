"""Bytes of a file as text: unpacked if compressed, within limits."""

import gzip
import io
import zlib
from typing import Final

from adjudication.games.value import GameFileError

__all__ = ["text_of"]

_GZIP: Final = b"\x1f\x8b"


def text_of(data: bytes, most: int) -> str:
    """The text of a file in UTF-8, unpacked if gzip compressed it.

    Several compressed files joined to one are one text.
    most: bytes it may have when it is unpacked. Raises GameFileError.
    """
    if data.startswith(_GZIP):
        try:
            data = gzip.GzipFile(fileobj=io.BytesIO(data)).read(most + 1)
        except EOFError:
            raise GameFileError("", "the compressed file is not complete") from None
        except (zlib.error, gzip.BadGzipFile) as error:
            raise GameFileError("", f"the compressed file is damaged: {error}") from None
    if len(data) > most:
        raise GameFileError("", f"the file has more than {most:,} bytes")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise GameFileError("", "the file is no text in UTF-8") from None
