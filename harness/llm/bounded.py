"""The HTTP client under a connection: sends what is meant and no more, reads an answer with an end."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from harness.llm.outcomes import CallFailedError

if TYPE_CHECKING:
    import openai

WHOLE_ANSWER = 10
"""An answer that keeps coming may take this many times the longest silence."""

_SENT_HEADERS = frozenset({"accept", "connection", "content-length", "content-type", "host"})
_ENCODINGS = ("gzip", "deflate")
"""Forms of compression whose pieces cannot grow without measure (a thousandfold at most)."""
_ANSWER_BYTES = 64 << 20


def bounded_client(timeout_s: float, api_key: str, proxy: str | None) -> openai.DefaultHttpxClient:
    """A client that takes nothing from the environment and follows no redirect.

    Of an answer it hands on the status, ``Retry-After`` and the body, read as UTF-8 JSON whatever
    its headers call it: a hostile ``charset`` has no say, and there are no cookies.
    """
    import openai

    class Bounded(openai.DefaultHttpxClient):
        def send(self, request: Any, *, stream: bool = False, **options: Any) -> Any:  # noqa: ARG002  # always read here
            _mean(request, api_key)
            end = time.monotonic() + WHOLE_ANSWER * timeout_s
            response = super().send(request, stream=True, **options)
            try:
                body = _body(response, end)
            finally:
                response.close()
            return type(response)(
                response.status_code,
                headers=_heard(response.headers),
                content=body,
                request=request,
            )

    return Bounded(timeout=timeout_s, trust_env=False, follow_redirects=False, proxy=proxy)


def _mean(request: Any, api_key: str) -> None:
    """Drop the headers that the library adds by itself."""
    for name in [name for name in request.headers if name.lower() not in _SENT_HEADERS]:
        del request.headers[name]
    request.headers["user-agent"] = "corpusgate"
    request.headers["accept-encoding"] = ", ".join(_ENCODINGS)
    if api_key:
        request.headers["authorization"] = f"Bearer {api_key}"


def _body(response: Any, end: float) -> bytes:
    """The body, unpacked.

    Raises:
        CallFailedError: it is too long, packed in a way that was not asked for, or without end.
    """
    packed = response.headers.get("content-encoding", "identity").lower()
    if packed not in ("identity", *_ENCODINGS):
        raise CallFailedError("malformed", "the answer is compressed in a way not asked for")
    body = bytearray()
    for piece in response.iter_bytes():
        body += piece
        if len(body) > _ANSWER_BYTES:
            raise CallFailedError("malformed", "the answer is longer than 64 MB")
        if time.monotonic() > end:
            raise CallFailedError("timeout", "the answer kept coming and did not end")
    return bytes(body)


def _heard(headers: Any) -> dict[str, str]:
    wait = headers.get("retry-after", "")
    return {"content-type": "application/json", **({"retry-after": wait} if wait.isascii() else {})}
