"""The web application: who may talk to it, and what it writes down."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from starlette.testclient import TestClient

from harness.review.app import make_app
from harness.review.guard import COOKIE, MAX_BODY_BYTES, Session
from tests.review.conftest import Workspace

PORT = 4321
HOST = f"http://127.0.0.1:{PORT}"
HOSTILE = "<script>window.hacked=1</script>\"'><img src=x onerror=window.hacked=1>"

OpenDesk = Callable[..., Any]


class Person:
    """A browser that came in by the address the command printed."""

    def __init__(self, desk: Any) -> None:
        self.desk = desk
        self.session = Session()
        self.token = self.session.token
        self.client = TestClient(make_app(desk, self.session, PORT), base_url=HOST)

    def enter(self) -> Person:
        assert self.client.get(f"/?token={self.token}").status_code == 200
        return self

    def number(self, case_id: str) -> int:
        return int(self.desk.queue.index(case_id)) + 1

    def page(self, case_id: str) -> str:
        return str(self.client.get(f"/case/{self.number(case_id)}").text)

    def decide(self, case_id: str, verdict: str, reason: str = "as agreed", **more: str) -> Any:
        fields = {"csrf": self.session.csrf, "verdict": verdict, "reason": reason, **more}
        return self.post(f"/case/{self.number(case_id)}", fields)

    def post(self, path: str, fields: dict[str, str], **headers: str) -> Any:
        return self.client.post(path, data=fields, headers={"origin": HOST, **headers})


@pytest.fixture
def person(workspace: Workspace, open_desk: OpenDesk) -> Person:
    return Person(open_desk(workspace)).enter()


@pytest.fixture
def stranger(workspace: Workspace, open_desk: OpenDesk) -> Person:
    return Person(open_desk(workspace))


def test_queue_lists_the_flagged_cases_the_worst_first(person: Person) -> None:
    page = person.client.get("/").text
    assert person.desk.queue == ("refund", "parcels")
    assert re.findall(r'href="/case/\d+"[^>]*>.*?<bdi>(.*?)</bdi>', page) == ["refund", "parcels"]
    assert "2 cases to decide" in page


def test_page_of_a_case_shows_the_full_text_of_both_sides(person: Person) -> None:
    page = person.page("refund")
    assert "within 60 days" in page
    assert "When is a refund paid?" in page


def test_decision_is_written_down_with_its_evidence_and_the_verdict_changes(
    person: Person, workspace: Workspace
) -> None:
    answer = person.decide(
        "parcels", "accept", "Mondays it is", role="editor", expires="2999-01-01"
    )
    assert answer.status_code == 200
    (line,) = workspace.decisions.read_text().splitlines()
    value = json.loads(line)
    assert (value["case_id"], value["verdict"], value["who"]) == ("parcels", "accept", "Anna")
    assert (value["role"], value["expires"]) == ("editor", "2999-01-01")
    assert value["rules"] == ["any_case_changes_from_pass_to_fail"]
    assert "1 case to decide" in person.client.get("/").text
    assert "Mondays it is" in person.page("parcels")


def test_after_a_decision_the_next_open_case_is_shown(person: Person) -> None:
    answer = person.decide("refund", "reject")
    assert answer.url.path == f"/case/{person.number('parcels')}"


def test_undo_appends_a_line_and_takes_nothing_away(person: Person, workspace: Workspace) -> None:
    person.decide("parcels", "accept")
    before = workspace.decisions.read_text()
    digest = json.loads(before)["digest"]
    answer = person.post("/undo", {"csrf": person.session.csrf, "digest": digest})
    assert answer.url.path == f"/case/{person.number('parcels')}"
    after = workspace.decisions.read_text()
    assert after.startswith(before)
    assert json.loads(after.splitlines()[1])["retracts"] == digest
    assert "taken back" in person.page("parcels")
    assert "2 cases to decide" in person.client.get("/").text


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"reason": " "}, "no reason"),
        ({"verdict": "maybe"}, "verdict"),
        ({"verdict": "retract"}, "retracts"),
        ({"expires": "soon"}, "a day such as"),
        ({"expires": "2001-01-01"}, "no day before"),
        ({"role": "two\nlines"}, "one line"),
        ({"reason": "x" * 4001}, "at most 4000"),
        ({"evidence_digest": "sha256:0"}, "another one now"),
    ],
)
def test_wrong_entry_is_told_on_the_page_and_kept_for_mending(
    person: Person, workspace: Workspace, fields: dict[str, str], fault: str
) -> None:
    given = {"verdict": "accept", "reason": "kept words", **fields}
    answer = person.decide("parcels", **given)
    assert answer.status_code == 400
    assert fault in answer.text
    assert "kept words" in answer.text or "reason" in fields
    assert not workspace.decisions.exists()


def test_hostile_text_of_a_decision_is_text(person: Person) -> None:
    person.decide("parcels", "accept", HOSTILE, role=HOSTILE)
    page = person.page("parcels")
    assert "<script>window" not in page
    assert "<img src=x" not in page
    assert "&lt;script&gt;window.hacked=1" in page
    wrong = person.decide("parcels", "accept", HOSTILE, expires=HOSTILE)
    assert "<script>window" not in wrong.text


@pytest.mark.parametrize(
    "host", ["evil.example", f"evil.example:{PORT}", "127.0.0.1", "127.0.0.1:9", "", "[::1]:4321"]
)
def test_other_host_names_are_refused_as_dns_rebinding_brings_them(
    person: Person, host: str
) -> None:
    answer = person.client.get("/", headers={"host": host})
    assert answer.status_code == 421
    assert "refund" not in answer.text


@pytest.mark.parametrize(
    "origin", [None, "null", "http://evil.example", f"https://127.0.0.1:{PORT}"]
)
def test_form_of_another_origin_is_refused(person: Person, origin: str | None) -> None:
    fields = {"csrf": person.session.csrf, "verdict": "accept", "reason": "x"}
    headers = {} if origin is None else {"origin": origin}
    assert person.client.post("/case/1", data=fields, headers=headers).status_code == 403


@pytest.mark.parametrize("path", ["/case/1", "/undo"])
@pytest.mark.parametrize("csrf", ["", "wrong", "\ud800"])
def test_form_without_the_token_of_the_page_is_refused(
    person: Person, workspace: Workspace, path: str, csrf: str
) -> None:
    body = {"csrf": csrf.encode("utf-8", "surrogatepass"), "verdict": "accept", "reason": "x"}
    assert person.client.post(path, data=body, headers={"origin": HOST}).status_code == 403
    assert not workspace.decisions.exists()


def test_cross_site_request_and_other_content_types_are_refused(person: Person) -> None:
    fields = {"csrf": person.session.csrf, "verdict": "accept", "reason": "x"}
    crossing = person.post("/case/1", fields, **{"sec-fetch-site": "cross-site"})
    assert crossing.status_code == 403
    as_json = person.client.post("/case/1", json=fields, headers={"origin": HOST})
    assert as_json.status_code == 403


def test_body_larger_than_any_form_is_refused(person: Person) -> None:
    fields = {"csrf": person.session.csrf, "reason": "x" * MAX_BODY_BYTES}
    assert person.post("/case/1", fields).status_code == 413


def test_nothing_is_shown_without_the_cookie(stranger: Person) -> None:
    for path in ("/", "/case/1", "/review.css", "/?token=wrong", f"/case/1?token={stranger.token}"):
        answer = stranger.client.get(path)
        assert answer.status_code == 403
        assert "refund" not in answer.text


def test_token_opens_once_and_leaves_the_address(stranger: Person) -> None:
    first = stranger.client.get(f"/?token={stranger.token}", follow_redirects=False)
    assert (first.status_code, first.headers["location"]) == (303, "/")
    cookie = first.headers["set-cookie"]
    assert cookie.startswith(f"{COOKIE}=")
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    stranger.client.cookies.clear()
    assert stranger.client.get(f"/?token={stranger.token}").status_code == 403


def test_every_answer_forbids_storing_framing_and_foreign_code(person: Person) -> None:
    answers = [
        person.client.get(path) for path in ("/case/1", "/review.js", "/nowhere", "/case/99")
    ]
    answers.append(person.client.get("/", headers={"host": "evil.example"}))
    for answer in answers:
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert answer.headers["cache-control"] == "no-store"


def test_page_asks_for_nothing_but_its_own_files(person: Person) -> None:
    page = person.page("refund")
    found = re.findall(r'(?:src|href|action)="([^"#][^"]*)"', page)
    assert [address for address in found if not address.startswith(("/", "data:,"))] == []
    assert not re.search(r"\son\w+=|style=", page)


def test_wrong_label_writes_a_proposed_case(person: Person, workspace: Workspace) -> None:
    person.decide(
        "parcels", "label_wrong", "asks for old days", source="shipping", fact="On Mondays."
    )
    (line,) = (workspace.root / "reviews" / "proposed-cases.jsonl").read_text().splitlines()
    proposed = json.loads(line)
    assert proposed["case"]["required_facts"] == ["On Mondays."]
    assert proposed["case"]["expected_source_ids"] == ["shipping"]
    assert "asks for old days" in proposed["case"]["notes"]


def test_line_edited_while_the_review_is_open_is_told_and_nothing_is_written(
    person: Person, workspace: Workspace
) -> None:
    person.decide("parcels", "cannot_tell")
    edited = workspace.decisions.read_text().replace("cannot_tell", "accept")
    workspace.decisions.write_text(edited)
    answers = [person.client.get("/case/1"), person.decide("refund", "accept")]
    assert [answer.status_code for answer in answers] == [409, 409]
    assert "edited after it was made" in answers[0].text
