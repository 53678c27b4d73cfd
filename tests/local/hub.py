"""A hub of models on loopback, as far as one commit of one model is concerned."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping

from tests.loopback import Handler, LoopbackServer

REVISION = "0123456789abcdef0123456789abcdef01234567"


class Hub(LoopbackServer):
    """``with Hub(files) as hub``; with ``elsewhere`` the files are redirected there."""

    def __init__(self, files: Mapping[str, bytes], elsewhere: str = "") -> None:
        self.files = files
        self.elsewhere = elsewhere
        self.headers: list[dict[str, str]] = []
        super().__init__(_handler(self))


def _handler(hub: Hub) -> type[Handler]:
    class OfHub(Handler):
        def respond(self) -> None:
            hub.headers.append(self.sent_headers())
            status, data, headers = _answer(hub, self.path.partition("?")[0])
            self.answer(status, data, {"content-type": "application/json", **headers})

    return OfHub


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
