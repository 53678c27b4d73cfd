"""``reviews/decisions.jsonl``: one decision a line, only ever appended to, in any order.

Two branches that both add lines merge to a file with the same meaning whatever the order; a line
that was edited after it was written no longer matches its own digest, and is refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

from harness.cases.lines import Line, read_lines
from harness.config.faults import Key, show, show_key, validate
from harness.errors import Fault, HarnessError
from harness.model.counted import counted
from harness.model.decision import Decision, DecisionEvidence
from harness.model.judgement import VERDICTS, Asked
from harness.review.evidence import evidence_digest
from harness.store import append_line, digest_json, naming, write_atomic

SCHEMA = 1

Where = Callable[[Key], str]
"""Names the place of a key."""

FOLDER = "reviews"
"""In the workspace."""
DECISIONS = "decisions.jsonl"

MAX_REASON_CHARS = 4_000
MAX_NAME_CHARS = 100

_FORM = "%Y-%m-%dT%H:%M:%SZ"
_AT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_DIGEST = re.compile(r"sha256:[0-9a-f]{64}")
_ATTRIBUTES = "*.jsonl merge=union text eol=lf\n"
"""Git then keeps the lines of both branches."""


def decisions_path(workspace: Path) -> Path:
    """Where the decisions of a workspace stand."""
    return workspace / FOLDER / DECISIONS


def now() -> str:
    """The time, UTC, as decisions write it."""
    return datetime.now(UTC).strftime(_FORM)


def second_after(at: str) -> str:
    """The time of a decision, one second later."""
    later = datetime.strptime(at, _FORM).replace(tzinfo=UTC) + timedelta(seconds=1)
    return later.strftime(_FORM)


def sealed(value: Mapping[str, Any]) -> Decision:
    """A decision from its fields, with both digests made.

    Raises:
        HarnessError: what was given is no decision.
    """
    body = {key: inner for key, inner in value.items() if key != "digest"}
    if not body.get("judged"):
        body.pop("judged", None)
    evidence = DecisionEvidence.model_validate(body["evidence"])
    body |= {"schema": SCHEMA, "evidence_digest": evidence_digest(evidence)}
    body = _complete(body)
    found = parse_decision({**body, "digest": digest_json(body)}, show_key)
    if isinstance(found, list):
        raise HarnessError("This is no decision.", found)
    return found


def read_decisions(path: Path) -> tuple[Decision, ...]:
    """The decisions of a file, each once, sorted by time and digest; none without a file.

    Raises:
        HarnessError: every fault of the file at once; a decision that was edited after it was
            made is one.
    """
    if not path.exists():
        return ()
    decisions, faults = _read(path, unsealed=False)
    faults += list(retract_faults([d for _, d in decisions], str(path)))
    _refuse(path, faults)
    return in_order(decision for _, decision in decisions)


def read_offline(path: Path) -> tuple[Decision, ...]:
    """Decisions made without a server; a browser that cannot digest leaves the digest out.

    Raises:
        HarnessError: every fault of the file at once.
    """
    decisions, faults = _read(path, unsealed=True)
    _refuse(path, faults)
    return in_order(decision for _, decision in decisions)


def in_order(decisions: Iterable[Decision]) -> tuple[Decision, ...]:
    """Each decision once, by time and digest: the same for every way two branches can merge."""
    return tuple(sorted({d.digest: d for d in decisions}.values(), key=lambda d: d.order))


def append_decisions(path: Path, decisions: Iterable[Decision]) -> None:
    """Add decisions durably; what the file holds is never touched."""
    _prepare(path)
    for decision in decisions:
        append_line(path, dump(decision))


def dump(decision: Decision) -> dict[str, Any]:
    """The decision as it stands in the file."""
    return decision.model_dump(mode="json", by_alias=True)


def parse_decision(value: dict[str, Any], where: Where) -> Decision | list[Fault]:
    """One decision, or every fault in it.

    Args:
        value: the line.
        where: names the place of a key.
    """
    if _is_newer(value):
        found = f"schema {value['schema']}, but this corpusgate reads up to {SCHEMA}"
        return [Fault(where(()), found, next_step="Upgrade corpusgate.")]
    decision = validate(Decision, value, where)
    if isinstance(decision, list):
        return decision
    faults = [*_form(decision, where), *_edited(value, decision, where)]
    return faults or decision


def retract_faults(decisions: Sequence[Decision], where: str) -> Iterator[Fault]:
    """A retraction takes back one decision of the same person about the same case."""
    known = {decision.digest: decision for decision in decisions}
    for decision in in_order(decisions):
        if decision.verdict != "retract":
            continue
        target = known.get(decision.retracts)
        place = f"{where}: retraction {decision.digest[:19]}…"
        if target is None or target.verdict == "retract":
            yield Fault(place, "takes back a decision that is not here", "its line as well")
        elif (target.who, target.case_id) != (decision.who, decision.case_id):
            found = f"{decision.who!r} takes back what {target.who!r} decided"
            yield Fault(place, found, "a decision of one's own, or a new one that says otherwise")


def _read(path: Path, *, unsealed: bool) -> tuple[list[tuple[int, Decision]], list[Fault]]:
    decisions: list[tuple[int, Decision]] = []
    faults: list[Fault] = []
    for line in read_lines(path):
        found = list(line.faults) or _parsed(line, path, unsealed=unsealed)
        if isinstance(found, list):
            faults += found
        else:
            decisions.append((line.number, found))
    return decisions, faults


def _parsed(line: Line, path: Path, *, unsealed: bool) -> Decision | list[Fault]:
    def where(key: Key) -> str:
        place = f"{path}:{line.number}"
        return f"{place}: {show_key(key)}" if key else place

    value = line.value
    if "digest" in value or _is_newer(value):
        return parse_decision(value, where)
    if unsealed:
        return parse_decision({**value, "digest": digest_json(value)}, where)
    advice = "Take it in with: corpusgate review import"
    return [Fault(where(()), "has no digest", "a decision as it was written", advice)]


def _is_newer(value: Mapping[str, Any]) -> bool:
    schema = value.get("schema")
    return isinstance(schema, int) and not isinstance(schema, bool) and schema > SCHEMA


def _refuse(path: Path, faults: Sequence[Fault]) -> None:
    if faults:
        raise HarnessError(f"{path}: {counted(len(faults), 'fault')} in the decisions.", faults)


def _edited(value: Mapping[str, Any], decision: Decision, where: Where) -> Iterator[Fault]:
    """Digests that do not match what they are over."""
    body = {key: inner for key, inner in value.items() if key != "digest"}
    advice = "Restore the line from git, and decide again instead."
    if digest_json(body) != decision.digest:
        found = "the decision was edited after it was made: its digest does not match"
        yield Fault(where(("digest",)), found, digest_json(body), advice)
    if evidence_digest(decision.evidence) != decision.evidence_digest:
        found = "the evidence was edited after the decision was made: its digest does not match"
        expected = evidence_digest(decision.evidence)
        yield Fault(where(("evidence_digest",)), found, expected, advice)


def _form(decision: Decision, where: Where) -> Iterator[Fault]:
    """What the types of the fields do not say."""
    for name in ("who", "role"):
        yield from _name(getattr(decision, name), name, where, empty=name == "role")
    if not decision.reason.strip() and decision.verdict != "retract":
        yield Fault(where(("reason",)), "no reason", "why it was decided so")
    if len(decision.reason) > MAX_REASON_CHARS:
        found = f"{len(decision.reason)} characters"
        yield Fault(where(("reason",)), found, f"at most {MAX_REASON_CHARS}")
    for part, digest in decision.evidence.model_dump().items():
        if not _DIGEST.fullmatch(digest):
            yield Fault(where(("evidence", part)), f"found {show(digest)}", "sha256:… in hex")
    if bool(decision.retracts) != (decision.verdict == "retract"):
        expected = "the digest of a decision with the verdict retract, and with no other"
        yield Fault(where(("retracts",)), f"found {show(decision.retracts)}", expected)
    yield from _times(decision, where)
    yield from _labels(decision, where)


def _labels(decision: Decision, where: Where) -> Iterator[Fault]:
    """Answers to questions of the judge: one each, and one that fits."""
    asked: set[Asked] = set()
    for place, label in enumerate(decision.judged):
        if label.verdict not in VERDICTS[label.task]:
            expected = f"one of {', '.join(VERDICTS[label.task])} for {label.task}"
            yield Fault(
                where(("judged", place, "verdict")), f"found {show(label.verdict)}", expected
            )
        if not _DIGEST.fullmatch(label.question):
            found = f"found {show(label.question)}"
            yield Fault(where(("judged", place, "question")), found, "sha256:… in hex")
        if label.asked in asked:
            yield Fault(where(("judged", place)), "the question is answered twice", "one answer")
        asked.add(label.asked)
    if decision.judged and decision.verdict == "retract":
        yield Fault(where(("judged",)), "a retraction answers nothing", "no answers")


def _name(text: str, name: str, where: Where, *, empty: bool) -> Iterator[Fault]:
    plain = text == text.strip() and text.isprintable() and len(text) <= MAX_NAME_CHARS
    if not plain or not (text or empty):
        expected = f"one line of at most {MAX_NAME_CHARS} characters"
        yield Fault(where((name,)), f"found {show(text)}", expected)


def _times(decision: Decision, where: Where) -> Iterator[Fault]:
    if not _is_time(decision.at):
        expected = "a time in UTC such as 2026-03-01T09:30:00Z"
        yield Fault(where(("at",)), f"found {show(decision.at)}", expected)
    elif decision.expires is not None and not _is_day(decision.expires):
        expected = "a day such as 2026-09-01"
        yield Fault(where(("expires",)), f"found {show(decision.expires)}", expected)
    elif decision.expires is not None and decision.expires < decision.at[:10]:
        expected = f"no day before the decision was made, {decision.at[:10]}"
        yield Fault(where(("expires",)), f"found {show(decision.expires)}", expected)


def _is_time(text: str) -> bool:
    return bool(_AT.fullmatch(text)) and _parses(datetime.fromisoformat, text)


def _is_day(text: str) -> bool:
    return bool(_DAY.fullmatch(text)) and _parses(date.fromisoformat, text)


def _parses(read: Callable[[str], object], text: str) -> bool:
    try:
        read(text)
    except ValueError:
        return False
    return True


def _complete(body: dict[str, Any]) -> dict[str, Any]:
    """Every field written out, so that the line says all there is to say."""
    empty: dict[str, Any] = {"role": "", "expires": None, "rules": [], "action": "", "retracts": ""}
    return {**empty, **body}


def _prepare(path: Path) -> None:
    """The folder, with what git needs to merge it; and an end to a last line that has none."""
    attributes = path.parent / ".gitattributes"
    if not attributes.exists():
        write_atomic(attributes, _ATTRIBUTES.encode())
    if path.exists() and path.stat().st_size:
        with naming(path), path.open("rb+") as stream:
            stream.seek(-1, 2)
            if stream.read(1) != b"\n":
                stream.write(b"\n")
