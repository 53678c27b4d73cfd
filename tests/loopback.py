"""HTTP servers on loopback that the tests talk to; what they answer is up to each."""

from __future__ import annotations

import ssl
import threading
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Self

_JSON = {"content-type": "application/json"}


class LoopbackServer:
    """``with Server(…) as server``: it answers while it is held."""

    def __init__(
        self, handler: type[BaseHTTPRequestHandler], tls: ssl.SSLContext | None = None
    ) -> None:
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        if tls is not None:
            self._http.socket = tls.wrap_socket(self._http.socket, server_side=True)
        self._scheme = "https" if tls else "http"
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.01,))

    @property
    def url(self) -> str:
        """What goes into a setting."""
        return f"{self._scheme}://127.0.0.1:{self._http.server_address[1]}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._http.shutdown()
        self._thread.join()
        self._http.server_close()


class Handler(BaseHTTPRequestHandler):
    """One request, whatever its method."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def respond(self) -> None:
        """Send an answer, with :meth:`answer`."""
        raise NotImplementedError

    def do_POST(self) -> None:
        """As http.server calls it."""
        self.respond()

    do_GET = do_HEAD = do_PUT = do_POST  # noqa: N815  # as above

    def sent_headers(self) -> dict[str, str]:
        """What the request came with, names in lower case."""
        return {name.lower(): value for name, value in self.headers.items()}

    def sent_body(self) -> bytes:
        """The body of the request."""
        return self.rfile.read(int(self.headers.get("content-length", 0)))

    def answer(self, status: int, body: bytes = b"", headers: Mapping[str, str] = _JSON) -> None:
        """Send a whole response."""
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, format: str, *arguments: object) -> None:  # noqa: A002  # its name there
        """Stay quiet."""
