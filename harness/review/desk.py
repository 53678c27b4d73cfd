"""What a reviewer has in front of them: the flagged cases of one run, and the decisions so far."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from harness.config import Policy
from harness.errors import Fault, HarnessError
from harness.gate import undecided
from harness.model.decision import RUN, Decision, DecisionEvidence
from harness.model.gate import GateResult
from harness.model.judgement import Judgement
from harness.report import ReportContext, RunArtefacts, build_context
from harness.report.cases import FLAGGED
from harness.report.context import CasePart
from harness.report.judged import questions
from harness.report.links import case_anchors
from harness.review.decisions import (
    append_decisions,
    in_order,
    now,
    read_decisions,
    retract_faults,
    sealed,
    second_after,
)
from harness.review.evidence import evidence_digest, evidence_of_run
from harness.review.history import commits_of
from harness.review.proposed import propose
from harness.review.settle import Found, settle_on


@dataclass(frozen=True, slots=True)
class Answer:
    """What a person enters about one case."""

    case_id: str
    verdict: str
    reason: str
    role: str = ""
    expires: str = ""
    evidence_digest: str = ""
    """Of what the person saw; empty where that was not said."""
    source: str = ""
    """With ``label_wrong``: where the right text is."""
    fact: str = ""
    """With ``label_wrong``: what should be expected."""
    judged: Mapping[int, str] = field(default_factory=dict)
    """Place among the questions the judge was asked about the case -> the person's verdict."""


@dataclass(frozen=True, slots=True)
class View:
    """The run as the decisions have it now."""

    gate: GateResult
    """With the decisions counted."""
    context: ReportContext
    cases: Mapping[str, CasePart]
    """By case id, as the run has it."""
    decisions: tuple[Decision, ...]


@dataclass(slots=True)
class Desk:
    """One run under review. Decisions are read again whenever their file changed."""

    artefacts: RunArtefacts
    policy: Policy
    file: Path
    """``reviews/decisions.jsonl``."""
    who: str
    evidence: Mapping[str, DecisionEvidence] = field(init=False)
    questions: Mapping[str, Sequence[Judgement]] = field(init=False)
    """Case id -> what a judge was asked about it, each question once."""
    queue: tuple[str, ...] = field(init=False)
    """Ids of the flagged cases, the worst first; an empty one last, for the run as a whole."""
    _seen: tuple[bytes, View] | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        given = self.artefacts
        plain = undecided(given.gate)
        self.questions = questions(given.judgements)
        self.evidence = evidence_of_run(plain, given.comparison, given.cases, given.records)
        self.artefacts = _flagged_alone(replace(given, gate=plain, evidence=self.evidence))
        self.queue = tuple(self._worst_first())

    def _worst_first(self) -> Iterator[str]:
        """Flagged cases, then cases of findings that were not asked, then the run as a whole."""
        context = build_context(self.artefacts)
        order = {case.anchor: place for place, case in enumerate(context.flagged)}
        parts = self._parts(context)
        flagged = [case_id for case_id, part in parts.items() if part.flagged]
        yield from sorted(flagged, key=lambda case_id: order[parts[case_id].anchor])
        named = {finding.case_id for finding in self.artefacts.gate.findings}
        yield from sorted(named - parts.keys() - {RUN})
        yield from sorted(named & {RUN})

    def evidence_digest(self, case_id: str) -> str:
        """What a decision about a case is bound to, in one digest."""
        return evidence_digest(self.evidence[case_id])

    def view(self) -> View:
        """The run with the decisions of the file counted.

        Raises:
            HarnessError: the file has faults.
        """
        data = self.file.read_bytes() if self.file.exists() else b""
        if self._seen is None or self._seen[0] != data:
            self._seen = (data, self._look())
        return self._seen[1]

    def _look(self) -> View:
        decisions = read_decisions(self.file)
        commits = commits_of(self.file) if decisions else {}
        raw = self.artefacts.gate
        gate = settle_on(raw, self.policy, self.evidence, decisions, commits)
        context = build_context(replace(self.artefacts, gate=gate))
        return View(gate, context, self._parts(context), decisions)

    def _parts(self, context: ReportContext) -> dict[str, CasePart]:
        """Case id, as the run has it -> its part of the page."""
        parts = {case.anchor: case for case in (*context.flagged, *context.others)}
        ids = case_anchors(case.case_id for case in self.artefacts.comparison.cases)
        return {case_id: parts[anchor] for case_id, anchor in ids.items()}

    def decide(self, answer: Answer) -> Decision:
        """Write a decision down.

        Raises:
            HarnessError: no such case in the queue, or every fault of what was entered.
        """
        if answer.case_id not in self.queue:
            raise HarnessError(f"{answer.case_id!r} is no flagged case of this run.")
        decision = sealed(self._fields(answer))
        if answer.evidence_digest not in ("", decision.evidence_digest):
            raise HarnessError("The run is another one now. Load the page again.")
        if decision.verdict == "retract":
            raise HarnessError("Give one of: accept, reject, label_wrong, cannot_tell.")
        append_decisions(self.file, [decision])
        self._propose(decision, answer.source, answer.fact)
        return decision

    def _propose(self, decision: Decision, source: str = "", fact: str = "") -> None:
        if decision.verdict == "label_wrong":
            given = self.artefacts
            found = Found(given.comparison, given.cases, given.records)
            propose(self.file.parent, found, decision, source, fact)

    def retract(self, digest: str) -> Decision:
        """Take a decision of one's own back, by a line that says so.

        Raises:
            HarnessError: there is no such decision, or it is another person's.
        """
        decisions = read_decisions(self.file)
        target = next((decision for decision in decisions if decision.digest == digest), None)
        if target is None:
            raise HarnessError("There is no such decision.")
        kept = target.model_dump(mode="json", by_alias=True)
        update: dict[str, Any] = {"verdict": "retract", "reason": "", "role": "", "expires": None}
        body = {**kept, **update, "judged": [], "who": self.who, "at": now(), "retracts": digest}
        decision = sealed(body)
        faults = list(retract_faults([*decisions, decision], str(self.file)))
        if faults:
            raise HarnessError("This decision cannot be taken back.", faults)
        append_decisions(self.file, [decision])
        return decision

    def take_in(self, decisions: Sequence[Decision]) -> tuple[Decision, ...]:
        """Add decisions made elsewhere on what this run found; those that are there are left out.

        Raises:
            HarnessError: every decision that is about something else, at once.
        """
        known = read_decisions(self.file)
        new = [d for d in in_order(decisions) if d.digest not in {k.digest for k in known}]
        faults = [fault for d in new for fault in self._foreign(d)]
        faults += retract_faults([*known, *new], "import")
        if faults:
            raise HarnessError("These decisions are not about this run; none was added.", faults)
        append_decisions(self.file, new)
        for decision in new:
            self._propose(decision)
        return tuple(new)

    def _foreign(self, decision: Decision) -> list[Fault]:
        where = f"{decision.who}, {decision.case_id or 'the run as a whole'}"
        evidence = self.evidence.get(decision.case_id)
        if decision.verdict == "retract":
            return []
        if evidence is None or decision.case_id not in self.queue:
            return [Fault(where, "no such flagged case", "a case of this run")]
        changed = evidence.changed_since(decision.evidence)
        if changed:
            found = f"made on other evidence: {', '.join(changed)}"
            return [Fault(where, found, "a decision about this run", "Decide again.")]
        asked = {one.asked for one in self.questions.get(decision.case_id, ())}
        if any(label.asked not in asked for label in decision.judged):
            found = "answers a question that the judge was not asked"
            return [Fault(where, found, "a question of this run", "Answer again.")]
        return []

    def _moment(self, case_id: str) -> str:
        """Now, but later than what was decided about the case so far: the latest decision wins."""
        decided = max((d.at for d in self.view().decisions if d.case_id == case_id), default="")
        return max(now(), second_after(decided)) if decided else now()

    def _fields(self, answer: Answer) -> dict[str, Any]:
        findings = [f for f in self.artefacts.gate.findings if f.case_id == answer.case_id]
        return {
            "case_id": answer.case_id,
            "verdict": answer.verdict,
            "reason": answer.reason.strip(),
            "role": answer.role.strip(),
            "who": self.who,
            "at": self._moment(answer.case_id),
            "expires": answer.expires.strip() or None,
            "rules": list(dict.fromkeys(finding.rule for finding in findings)),
            "action": min((finding.action for finding in findings), default=""),
            "evidence": self.evidence[answer.case_id].model_dump(mode="json"),
            "judged": self._labels(answer),
        }

    def _labels(self, answer: Answer) -> list[dict[str, str]]:
        """The person's answers to questions of the judge.

        Raises:
            HarnessError: an answer to a question that was not asked.
        """
        asked = self.questions.get(answer.case_id, ())
        if any(place >= len(asked) for place in answer.judged):
            raise HarnessError("The judge was not asked this. Load the page again.")
        return [
            {
                "check": asked[place].check,
                "task": asked[place].task,
                "question": asked[place].question,
                "side": asked[place].side,
                "verdict": verdict,
            }
            for place, verdict in sorted(answer.judged.items())
        ]


def _flagged_alone(artefacts: RunArtefacts) -> RunArtefacts:
    """The run without the cases nobody has to look at, of which there may be thousands."""
    named = {finding.case_id for finding in artefacts.gate.findings}
    cases = tuple(
        case
        for case in artefacts.comparison.cases
        if case.case_id in named or case.status in FLAGGED
    )
    comparison = artefacts.comparison.model_copy(update={"cases": cases})
    return replace(artefacts, comparison=comparison)
