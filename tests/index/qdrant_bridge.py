"""The REST interface of a Qdrant server on loopback, over the client's own in-memory engine.

No real server runs in the tests. This one lets them send what a server would be sent, as JSON, and
damage what it holds.
"""

from __future__ import annotations

import json
import re
import ssl
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from pydantic import BaseModel, TypeAdapter
from qdrant_client import QdrantClient, models

from tests.loopback import Handler, LoopbackServer

Answer = tuple[int, Any]
"""HTTP status and JSON body."""


@dataclass(frozen=True)
class Seen:
    """One request as it came over the wire."""

    path: str
    headers: Mapping[str, str]
    """Names in lower case."""
    text: str


class QdrantBridge(LoopbackServer):
    """``with QdrantBridge() as server``; ``held`` is what it holds."""

    def __init__(self, tls: ssl.SSLContext | None = None) -> None:
        self.held = QdrantClient(":memory:", force_disable_check_same_thread=True)
        self.seen: list[Seen] = []
        self.before: Callable[[Seen], Answer | None] = lambda _: None
        """Asked before the engine; an answer stands for the engine's."""
        self._lock = threading.Lock()
        super().__init__(_handler(self), tls)

    def answer(self, seen: Seen) -> Answer:
        """Status and body for a request, which is now counted."""
        with self._lock:
            self.seen.append(seen)
            scripted = self.before(seen)
            return scripted or (200, {"result": _plain(self._result(seen))})

    def _result(self, seen: Seen) -> Any:
        body = json.loads(seen.text) if seen.text else {}
        if seen.path == "/aliases":
            return self.held.get_aliases()
        if seen.path == "/collections/aliases":
            actions: Any = TypeAdapter(models.ChangeAliasesOperation).validate_python(body).actions
            return self.held.update_collection_aliases(actions)
        name, _, what = seen.path.removeprefix("/collections/").partition("/")
        return _ROUTES[what](self.held, name, body)

    def __exit__(self, *_: object) -> None:
        super().__exit__()
        self.held.close()


def _create(held: QdrantClient, name: str, body: Any) -> Any:
    given = models.CreateCollection.model_validate(body)
    return held.create_collection(
        name, vectors_config=given.vectors, sparse_vectors_config=given.sparse_vectors
    )


def _upsert(held: QdrantClient, name: str, body: Any) -> Any:
    return held.upsert(name, points=models.PointsList.model_validate(body).points)


def _scroll(held: QdrantClient, name: str, body: Any) -> Any:
    asked = models.ScrollRequest.model_validate(body)
    points, offset = held.scroll(
        name, limit=asked.limit or 10, offset=asked.offset, with_payload=True, with_vectors=True
    )
    return {"points": points, "next_page_offset": offset}


def _query(held: QdrantClient, name: str, body: Any) -> Any:
    asked = models.QueryRequest.model_validate(body)
    return held.query_points(
        name,
        query=asked.query.nearest if isinstance(asked.query, models.NearestQuery) else asked.query,
        using=asked.using,
        query_filter=asked.filter,
        limit=asked.limit or 10,
        with_payload=False,
    )


_ROUTES: Mapping[str, Callable[[QdrantClient, str, Any], Any]] = {
    "": _create,
    "index": lambda *_: {"operation_id": 0, "status": "completed"},
    "points": _upsert,
    "points/scroll": _scroll,
    "points/query": _query,
}


def _plain(value: Any) -> Any:
    """JSON values; numbers of 32 bits in their shortest form, as a server writes them."""
    if isinstance(value, BaseModel):
        return _plain(value.model_dump(mode="json"))
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_plain(inner) for inner in value]
    return float(f"{value:.9g}") if isinstance(value, float) else value


def _handler(server: QdrantBridge) -> type[Handler]:
    class Bridging(Handler):
        def respond(self) -> None:
            path = re.sub("/$", "", urlsplit(self.path).path)
            seen = Seen(path, self.sent_headers(), self.sent_body().decode())
            status, body = server.answer(seen)
            self.answer(status, body if isinstance(body, bytes) else json.dumps(body).encode())

    return Bridging
