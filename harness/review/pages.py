"""The pages of the review, made by the report's own templates around one case."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from harness.errors import HarnessError
from harness.language import teller
from harness.model.gate import Finding
from harness.report.context import CaseAction, Decided, FindingPart, ReviewPart
from harness.report.decisions import Decisions, finding_parts, strongest
from harness.report.render import page_environment, render_body
from harness.review.desk import Desk, View
from harness.review.guard import Session
from harness.text.redact import redact, redact_all

TEMPLATES = Path(__file__).parent / "templates"


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the queue."""

    number: int
    name: str
    """Case id; empty for the run as a whole."""
    action: CaseAction
    decided: Decided

    @property
    def open(self) -> bool:
        """Whether nobody decided it, on the evidence at hand."""
        return self.decided in ("", "reopened")


@dataclass(frozen=True, slots=True)
class Whole:
    """What was found on the run as a whole, or about a case that was not asked."""

    findings: tuple[FindingPart, ...]
    waived: tuple[FindingPart, ...]
    review: ReviewPart


class Pages:
    """HTML for each request; everything from outside is redacted, then escaped."""

    def __init__(self, desk: Desk, session: Session, language: str) -> None:
        self._desk = desk
        self._session = session
        self._language = language
        self._template = page_environment(language, TEMPLATES).get_template("review.html.j2")

    def empty(self) -> str:
        """The page of a run without a flagged case."""
        return self._render(self._desk.view(), None, {})

    def case(
        self, number: int, last: str, error: HarnessError | None, given: Mapping[str, str]
    ) -> str:
        """The page of one case.

        Args:
            number: place in the queue, from 1.
            last: digest of the decision made last in this session.
            error: what is wrong with what was entered.
            given: what was entered, to be put right.
        """
        view = self._desk.view()
        case_id = self._desk.queue[number - 1]
        case = view.cases.get(case_id)
        extra = {
            "case": case,
            "whole": None if case else self._whole(view, case_id),
            "body": _markup(render_body(case, language=self._language)) if case else "",
            "evidence_digest": self._desk.evidence_digest(case_id),
            "undo": self._undoable(view, case_id) or self._still_there(view, last),
            "error": redact(error.told(teller(self._language))) if error else "",
            "given": redact_all(tuple(given.items())),
        }
        return self._render(view, number, extra)

    def next_open(self, number: int) -> int:
        """The next place in the queue that is open, from ``number`` on and round; else the next."""
        entries = self._entries(self._desk.view())
        turned = entries[number:] + entries[:number]
        return next((e.number for e in turned if e.open), turned[0].number)

    def _render(self, view: View, number: int | None, extra: Mapping[str, object]) -> str:
        entries = self._entries(view)
        return self._template.render(
            language=self._language,
            report=view.context,
            queue=entries,
            left=sum(entry.open for entry in entries),
            number=number,
            who=redact(self._desk.who),
            roles=redact_all(self._desk.policy.waivable_by),
            two_person=self._desk.policy.two_person,
            csrf=self._session.csrf,
            **{"case": None, "whole": None, "given": (), "error": "", "undo": "", **extra},
        )

    def _entries(self, view: View) -> list[Entry]:
        decided = Decisions.of(view.gate, {})
        return [
            Entry(
                number=number,
                name=redact(case_id),
                action=strongest(_counting(decided, case_id)),
                decided=decided.verdict(case_id),
            )
            for number, case_id in enumerate(self._desk.queue, 1)
        ]

    def _undoable(self, view: View, case_id: str) -> str:
        """The last decision of this person on the case that still counts."""
        mine = [
            result.digest
            for result in view.gate.decisions
            if (result.case_id, result.who) == (case_id, self._desk.who)
            and result.state == "in_force"
        ]
        return mine[-1] if mine else ""

    def _still_there(self, view: View, digest: str) -> str:
        retracted = {decision.retracts for decision in view.decisions}
        return "" if digest in retracted else digest

    def _whole(self, view: View, case_id: str) -> Whole:
        decided = Decisions.of(view.gate, {})
        return redact_all(
            Whole(
                findings=finding_parts(_counting(decided, case_id), str),
                waived=finding_parts(decided.waived_findings(case_id), str),
                review=decided.review(case_id, str, decidable=False),
            )
        )


def _counting(decided: Decisions, case_id: str) -> list[Finding]:
    return [finding for finding in decided.findings.get(case_id, ()) if not finding.waived_by]


def _markup(html: str) -> str:
    """HTML that the report's renderer escaped."""
    from markupsafe import Markup

    return Markup(html)  # noqa: S704  # rendered with autoescape
