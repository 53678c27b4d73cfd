"""The review as a web application, for one person on this machine."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import parse_qs

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from harness.errors import HarnessError
from harness.language import Tell, teller
from harness.report.judged import MOST_QUESTIONS
from harness.report.render import style_sheet
from harness.review.desk import Answer, Desk
from harness.review.guard import Guard, Session, same
from harness.review.pages import TEMPLATES, Pages
from harness.text.redact import redact

_JUDGED = re.compile(r"judged-(\d{1,3})")
"""Name of the field that answers a question of the judge, by its place."""
_MAX_FIELDS = 20 + MOST_QUESTIONS
_ANSWER = ("verdict", "reason", "role", "expires", "evidence_digest", "source", "fact")


def make_app(desk: Desk, session: Session, port: int, language: str = "en") -> ASGIApp:
    """The guarded application.

    Args:
        desk: the run under review.
        session: the secrets of this review.
        port: the port it is served on; requests to another one are refused.
        language: of the pages.
    """
    tell = teller(language)
    room = _Room(desk, session, Pages(desk, session, language), tell)

    async def told(_: Request, error: Exception) -> Response:
        """What a person can mend, such as a line of the file that was edited while they look."""
        text = error.told(tell) if isinstance(error, HarnessError) else str(error)
        return PlainTextResponse(redact(text), 409)

    routes = [
        Route("/", room.start),
        Route("/case/{number:int}", room.case),
        Route("/case/{number:int}", room.decide, methods=["POST"]),
        Route("/undo", room.undo, methods=["POST"]),
        Route("/review.css", _asset(style_sheet() + _text("review.css"), "text/css")),
        Route("/review.js", _asset(_text("review.js"), "text/javascript")),
    ]
    app = Starlette(routes=routes, exception_handlers={HarnessError: told})
    return Guard(app, session, port, tell)


def _text(name: str) -> str:
    return (TEMPLATES / name).read_text("utf-8")


def _asset(text: str, media_type: str) -> Callable[[Request], Response]:
    def answer(_: Request) -> Response:
        return Response(text, media_type=media_type)

    return answer


class _Room:
    """The routes. They block, and so run one after the other: there is one person."""

    def __init__(self, desk: Desk, session: Session, pages: Pages, tell: Tell) -> None:
        self._tell = tell
        self._desk = desk
        self._session = session
        self._pages = pages
        self._last = ""
        """Digest of the decision made last in this session."""

    async def start(self, _: Request) -> Response:
        if not self._desk.queue:
            return HTMLResponse(self._pages.empty())
        return RedirectResponse(f"/case/{self._pages.next_open(0)}", 303)

    async def case(self, request: Request) -> Response:
        number = int(request.path_params["number"])
        if not 1 <= number <= len(self._desk.queue):
            return PlainTextResponse(self._tell("There is no such case in the queue."), 404)
        return self._page(number)

    async def decide(self, request: Request) -> Response:
        number = int(request.path_params["number"])
        if not 1 <= number <= len(self._desk.queue):
            return PlainTextResponse(self._tell("There is no such case in the queue."), 404)
        form = await _form(request)
        if not same(form.get("csrf", ""), self._session.csrf):
            return PlainTextResponse(self._tell("This form is not of this review."), 403)
        given = {name: form.get(name, "") for name in _ANSWER}
        judged = {
            int(match[1]): verdict
            for name, verdict in form.items()
            if verdict and (match := _JUDGED.fullmatch(name))
        }
        try:
            answer = Answer(self._desk.queue[number - 1], **given, judged=judged)
            decision = self._desk.decide(answer)
        except HarnessError as error:
            told = {f"judged-{place}": verdict for place, verdict in judged.items()}
            return self._page(number, error, given | told)
        self._last = decision.digest
        return RedirectResponse(f"/case/{self._pages.next_open(number)}", 303)

    async def undo(self, request: Request) -> Response:
        form = await _form(request)
        if not same(form.get("csrf", ""), self._session.csrf):
            return PlainTextResponse(self._tell("This form is not of this review."), 403)
        try:
            decision = self._desk.retract(form.get("digest", ""))
        except HarnessError as error:
            return PlainTextResponse(error.told(self._tell), 400)
        if decision.retracts == self._last:
            self._last = ""
        queue = self._desk.queue
        number = queue.index(decision.case_id) + 1 if decision.case_id in queue else 1
        return RedirectResponse(f"/case/{number}", 303)

    def _page(
        self, number: int, error: HarnessError | None = None, given: dict[str, str] | None = None
    ) -> Response:
        page = self._pages.case(number, self._last, error, given or {})
        return HTMLResponse(page, 400 if error else 200)


async def _form(request: Request) -> dict[str, str]:
    """Fields of a form; of one given twice, the first. Text that is no UTF-8 is marked as such."""
    body = (await request.body()).decode("utf-8", "replace")
    try:
        fields = parse_qs(body, keep_blank_values=True, max_num_fields=_MAX_FIELDS)
    except ValueError:
        return {}
    return {name: values[0] for name, values in fields.items()}
