"""A hub of models on loopback, as far as one commit of one model is concerned."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Self

REVISION = "0123456789abcdef0123456789abcdef01234567"


class Hub:
    """``with Hub(files) as hub``; with ``elsewhere`` the files are redirected there."""

    def __init__(self, files: Mapping[str, bytes], elsewhere: str = "") -> None:
        self.files = files
        self.elsewhere = elsewhere
        self.headers: list[dict[str, str]] = []
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.01,))

    @property
    def url(self) -> str:
        """What goes into the setting."""
        return f"http://127.0.0.1:{self._http.server_address[1]}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._http.shutdown()
        self._thread.join()
        self._http.server_close()


def _handler(hub: Hub) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:  # the name http.server calls
            hub.headers.append({name.lower(): value for name, value in self.headers.items()})
            status, data, headers = _answer(hub, self.path.partition("?")[0])
            self.send_response(status)
            for name, value in {"content-type": "application/json", **headers}.items():
                self.send_header(name, value)
            self.send_header("content-length", str(len(data)))
            self.end_headers()
            if self.command == "GET":
                self.wfile.write(data)

        do_HEAD = do_GET  # noqa: N815  # as above

        def log_message(self, format: str, *arguments: object) -> None:  # noqa: A002
            """Stay quiet."""

    return Handler


def _answer(hub: Hub, path: str) -> tuple[int, bytes, dict[str, str]]:
    """Status, body and headers."""
    files = f"/org/tiny/resolve/{REVISION}/"
    if path.startswith("/api/models/org/tiny/revision/"):
        siblings = [{"rfilename": name} for name in sorted(hub.files)]
        info = {"id": "org/tiny", "sha": REVISION, "siblings": siblings}
        return 200, json.dumps(info).encode(), {}
    if path.startswith("/api/models/org/tiny/tree/"):
        tree = [
            {"type": "file", "path": name, "size": len(data), "oid": _tag(data)}
            for name, data in sorted(hub.files.items())
        ]
        return 200, json.dumps(tree).encode(), {}
    if not path.startswith(files):
        return 404, b"{}", {}
    name = path.removeprefix(files)
    data = hub.files[name]
    headers = {"etag": f'"{_tag(data)}"', "x-repo-commit": REVISION}
    if hub.elsewhere:
        return 302, b"", {**headers, "location": f"{hub.elsewhere}/{name}"}
    return 200, data, headers


def _tag(data: bytes) -> str:
    return hashlib.sha1(data, usedforsecurity=False).hexdigest()
