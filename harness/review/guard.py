"""Who may talk to the review: one browser on this machine, and no page of another site.

Pure ASGI, in front of every route. The host name stops DNS rebinding, the origin and the token of
each form stop other sites from sending, and the cookie is had with a token that works once.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Mapping
from urllib.parse import parse_qs

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from harness.language import Tell

COOKIE = "corpusgate_review"
_HTTP = 80
MAX_BODY_BYTES = 64 * 1024

SECURITY_HEADERS: Mapping[str, str] = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    # Not no-referrer: browsers then send forms with the origin "null".
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


class Session:
    """The secrets of one review: made when it starts, and gone with it."""

    def __init__(self) -> None:
        self.token: str | None = secrets.token_urlsafe(32)
        """Lets one browser in, once; ``None`` when it was used."""
        self.cookie = secrets.token_urlsafe(32)
        self.csrf = secrets.token_urlsafe(32)

    def let_in(self, token: str) -> bool:
        """Whether ``token`` is the one; it works once."""
        if self.token is None or not same(token, self.token):
            return False
        self.token = None
        return True


def same(given: str, expected: str) -> bool:
    """Equality that takes as long whatever is given."""
    return hmac.compare_digest(given.encode("utf-8", "surrogatepass"), expected.encode())


class Guard:
    """Refuses a request before any route sees it."""

    def __init__(self, app: ASGIApp, session: Session, port: int, tell: Tell = str) -> None:
        self._app = app
        self._tell = tell
        self._session = session
        # Browsers leave out the port that http means anyway.
        ending = "" if port == _HTTP else f":{port}"
        self._hosts = {f"{name}{ending}" for name in ("127.0.0.1", "localhost")}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        refusal = self._refusal(scope)
        if refusal is not None:
            await refusal(scope, receive, _with_headers(send))
            return
        body = await _body(receive)
        if body is None:
            large = PlainTextResponse(self._tell("Too much text."), 413)
            await large(scope, receive, _with_headers(send))
            return
        await self._app(scope, _replay(body), _with_headers(send))

    def _refusal(self, scope: Scope) -> Response | None:
        """The answer to a request that may not pass."""
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if host not in self._hosts:
            return PlainTextResponse(self._tell("This address is not served here."), 421)
        if scope["method"] == "POST" and not _from_here(headers, host):
            return PlainTextResponse(self._tell("This form comes from another page."), 403)
        if scope["method"] not in ("GET", "HEAD", "POST"):
            return PlainTextResponse(self._tell("Not allowed."), 405)
        if self._known(headers):
            return None
        return self._entrance(scope)

    def _known(self, headers: Headers) -> bool:
        pairs = [part.strip().partition("=") for part in headers.get("cookie", "").split(";")]
        return any(name == COOKIE and same(value, self._session.cookie) for name, _, value in pairs)

    def _entrance(self, scope: Scope) -> Response:
        """Let in who brings the token, and take it out of the address."""
        query = parse_qs(scope["query_string"].decode("latin-1"))
        token = (query.get("token") or [""])[0]
        if scope["method"] != "GET" or scope["path"] != "/" or not self._session.let_in(token):
            text = (
                "Open the address that the command printed. It opens once; start again for another."
            )
            return PlainTextResponse(self._tell(text), 403)
        response = RedirectResponse("/", 303)
        response.set_cookie(COOKIE, self._session.cookie, httponly=True, samesite="strict")
        return response


def _from_here(headers: Headers, host: str) -> bool:
    site = headers.get("sec-fetch-site", "same-origin")
    form = headers.get("content-type", "").partition(";")[0].strip().lower()
    return (
        headers.get("origin") == f"http://{host}"
        and site == "same-origin"
        and form == "application/x-www-form-urlencoded"
    )


async def _body(receive: Receive) -> bytes | None:
    """The whole body; ``None`` where it is longer than any form of ours."""
    parts: list[bytes] = []
    total = 0
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return b""
        parts.append(message.get("body", b""))
        total += len(parts[-1])
        if total > MAX_BODY_BYTES:
            return None
        if not message.get("more_body", False):
            return b"".join(parts)


def _replay(body: bytes) -> Receive:
    messages: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive() -> Message:
        return messages.pop() if messages else {"type": "http.disconnect"}

    return receive


def _with_headers(send: Send) -> Send:
    async def wrapped(message: Message) -> None:
        if message["type"] == "http.response.start":
            given = {name.lower() for name, _ in message["headers"]}
            extra = [(k.lower().encode(), v.encode()) for k, v in SECURITY_HEADERS.items()]
            message["headers"] = [
                *message["headers"],
                *((name, value) for name, value in extra if name not in given),
            ]
        await send(message)

    return wrapped
