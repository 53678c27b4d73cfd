"""A real OpenAI-compatible server on loopback that answers by a script, and counts."""

from __future__ import annotations

import base64
import contextlib
import hashlib
import json
import struct
import threading
from collections import deque
from dataclasses import dataclass, field
from typing import Any

from tests.loopback import Handler, LoopbackServer

HANG_S = 20.0
DIMENSIONS = 8


@dataclass(frozen=True)
class Reply:
    """One answer of the server."""

    body: bytes
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    hang: bool = False
    """Keep silent until the server is closed."""
    hold: threading.Event | None = None
    """Answer once the event is set."""
    pause_s: float = 0.0
    """Seconds before each byte of the body."""


@dataclass(frozen=True)
class Seen:
    """One request as it came over the wire."""

    path: str
    headers: dict[str, str]
    """Names in lower case."""
    body: dict[str, Any]


def chat(
    content: str | None,
    *,
    finish_reason: str = "stop",
    refusal: str | None = None,
    usage: tuple[int, int] | None = (100, 20),
    model: str = "scripted-1",
) -> Reply:
    """A chat completion; ``usage`` is (prompt, completion) tokens."""
    message = {"role": "assistant", "content": content, "refusal": refusal}
    body: dict[str, Any] = {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 0,
        "model": model,
        "choices": [{"index": 0, "message": message, "finish_reason": finish_reason}],
    }
    if usage is not None:
        prompt, completion = usage
        body["usage"] = {
            "prompt_tokens": prompt,
            "completion_tokens": completion,
            "total_tokens": prompt + completion,
        }
    return Reply(json.dumps(body).encode())


def structured(
    answer: str, *claims: tuple[str, list[int], str], refused: bool = False, **options: Any
) -> Reply:
    """A chat completion that holds the answer object; a claim is (text, citations, quote)."""
    return chat(structured_text(answer, *claims, refused=refused), **options)


def structured_text(answer: str, *claims: tuple[str, list[int], str], refused: bool = False) -> str:
    """The answer object as JSON."""
    listed = [{"text": text, "citations": cited, "quote": quote} for text, cited, quote in claims]
    return json.dumps({"answer": answer, "claims": listed, "refused": refused})


def fault(status: int, message: str = "scripted", **headers: str) -> Reply:
    """An error; ``retry_after="1"`` becomes the header ``retry-after``."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Reply(json.dumps({"error": {"message": message}}).encode(), status, named)


def hang() -> Reply:
    """No answer while the server lives."""
    return Reply(b"", hang=True)


def vector(text: str, dimensions: int = DIMENSIONS) -> list[float]:
    """Numbers that depend on the text alone, each exact in 32 bits, not of length 1."""
    digest = hashlib.sha256(text.encode()).digest()
    return [(digest[i % 32] + 1) / 16 for i in range(dimensions)]


class LlmServer(LoopbackServer):
    """``with LlmServer() as server``; scripted replies first, then a default for each path."""

    def __init__(self) -> None:
        self.seen: list[Seen] = []
        self.closing = threading.Event()
        self._script: deque[Reply] = deque()
        self._lock = threading.Lock()
        super().__init__(_handler(self))

    @property
    def base_url(self) -> str:
        """What goes into the setting."""
        return f"{self.url}/v1"

    @property
    def calls(self) -> int:
        """Requests so far."""
        return len(self.seen)

    def script(self, *replies: Reply) -> None:
        """Answer the next requests so, in this order."""
        self._script.extend(replies)

    def next_reply(self, seen: Seen) -> Reply:
        """The reply to a request, which is now counted."""
        with self._lock:
            self.seen.append(seen)
            if self._script:
                return self._script.popleft()
        return _embeddings(seen.body) if seen.path.endswith("/embeddings") else chat("scripted")

    def __exit__(self, *_: object) -> None:
        self.closing.set()
        super().__exit__()


def _handler(server: LlmServer) -> type[Handler]:
    class Scripted(Handler):
        def respond(self) -> None:
            body = json.loads(self.sent_body())
            reply = server.next_reply(Seen(self.path, self.sent_headers(), body))
            if reply.hold is not None:
                reply.hold.wait(HANG_S)
            if reply.hang:
                server.closing.wait(HANG_S)
                self.close_connection = True
                return
            headers = {"content-type": "application/json", **reply.headers}
            with contextlib.suppress(ConnectionError):  # a client may hang up on what is too long
                if reply.pause_s:
                    self._trickle(reply, headers)
                else:
                    self.answer(reply.status, reply.body, headers)

        def _trickle(self, reply: Reply, headers: dict[str, str]) -> None:
            self.send_response(reply.status)
            for name, value in {**headers, "connection": "close"}.items():
                self.send_header(name, value)
            self.end_headers()
            for byte in reply.body:
                if server.closing.wait(reply.pause_s):
                    break
                self.wfile.write(bytes([byte]))

    return Scripted


def _embeddings(body: dict[str, Any]) -> Reply:
    """Vectors of the inputs, last one first: only ``index`` tells which is which."""
    rows = [vector(text, body.get("dimensions", DIMENSIONS)) for text in body["input"]]
    encoded = body.get("encoding_format") == "base64"
    data = [
        {"object": "embedding", "index": i, "embedding": _base64(row) if encoded else row}
        for i, row in enumerate(rows)
    ]
    usage = {"prompt_tokens": 5 * len(rows), "total_tokens": 5 * len(rows)}
    answer = {"object": "list", "data": data[::-1], "model": body["model"], "usage": usage}
    return Reply(json.dumps(answer).encode())


def _base64(row: list[float]) -> str:
    return base64.b64encode(struct.pack(f"<{len(row)}f", *row)).decode()
