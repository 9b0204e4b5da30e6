"""A browser's service on this machine, and what a browser keeps for itself: both ends of a message to a browser."""

import json
import threading
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import jwt
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

__all__ = ["AUTH", "Browser", "Service", "signed_by", "text"]

AUTH = b"sixteen bytes ok"


def text(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


@dataclass
class Service:
    """A browser's service on this machine: keeps what it is sent, and answers as it is told."""

    address: str = ""
    status: int = 201
    got: list[tuple[dict[str, str], bytes]] = field(default_factory=list)

    @classmethod
    def handler(cls, service: "Service") -> type[BaseHTTPRequestHandler]:
        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                service.got.append(({name.lower(): value for name, value in self.headers.items()}, body))
                self.send_response(service.status)
                if service.status == 307:
                    self.send_header("Location", f"{service.address}/elsewhere")
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        return Handler

    @classmethod
    @contextmanager
    def listening(cls) -> "Iterator[Service]":
        """One on a free port of this machine."""
        found = cls()
        server = ThreadingHTTPServer(("127.0.0.1", 0), cls.handler(found))
        found.address = f"http://127.0.0.1:{server.server_port}"
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        yield found
        server.shutdown()
        server.server_close()


def signed_by(headers: dict[str, str]) -> tuple[str, str]:
    """The key of the site that signed a message (RFC 8292), and whom its service may write to."""
    scheme, token, key = headers["authorization"].replace(",", "").split()
    assert scheme == "vapid"
    given = key.removeprefix("k=")
    point = urlsafe_b64decode(given + "=")
    signed = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    claims = jwt.decode(token.removeprefix("t="), signed, algorithms=["ES256"], audience="http://127.0.0.1")
    return given, claims["sub"]


@dataclass
class Browser:
    """A browser's own keys, with which it reads push messages."""

    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))

    @property
    def point(self) -> bytes:
        return self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def read(self, body: bytes) -> Any:
        """As RFC 8291 and 8188 say."""
        salt, size, theirs, sealed = body[:16], int.from_bytes(body[16:20]), body[21 : 21 + body[20]], body[86:]
        assert len(body) <= size == 4096
        shared = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs))
        secret = _drawn(shared, AUTH, b"WebPush: info\0" + self.point + theirs, 32)
        key = _drawn(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
        nonce = _drawn(secret, salt, b"Content-Encoding: nonce\0", 12)
        plain = AESGCM(key).decrypt(nonce, sealed, None)
        return json.loads(plain.rstrip(b"\0")[:-1])


def _drawn(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(algorithm=hashes.SHA256(), length=length, salt=salt, info=info).derive(secret)
