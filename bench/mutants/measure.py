"""A baseline that is asked once, and candidates with mutants in them that are compared with it."""

from __future__ import annotations

import dataclasses
import difflib
import shutil
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import harness
from bench.mutants.edits import Edit, Kind
from bench.mutants.target import Quotes, Target, keys_of, read_quotes, targets
from harness.cases import load_cases
from harness.checks.library import Library
from harness.comparison import SideInput, compare
from harness.config import Release, load_policy, load_release
from harness.corpus.diff import diff_manifests, folder_bodies
from harness.diagnosis import diagnose
from harness.errors import HarnessError
from harness.gate import decide
from harness.model.case import Case, Override
from harness.model.comparison import CaseComparison
from harness.model.progress import Quiet
from harness.model.record import RunRecord
from harness.model.text import CorpusText
from harness.model.wire import SIDES, Side
from harness.pipeline.ask import Question, ask, stages
from harness.pipeline.providers import default_registry
from harness.pipeline.versions import Version, prepare, scan
from harness.registry import expect
from harness.vectors.base import Embedder
from harness.vectors.cache import CachedEmbedder

ROOT = Path(harness.__file__).resolve().parents[1]
PIPELINE = {
    "pipeline.embedding": "hashing",
    "pipeline.generation": {"extractive": {"refuse_below": 0.0}},
}
"""Fast and without dice; a refusal by cosine means nothing with this embedding."""
_SHOWN = 1500
"""Characters of a mutation that a result shows."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One mutation of one target."""

    kind: Kind
    target: Target
    edit: Edit


@dataclass(frozen=True, slots=True)
class Result:
    """What the comparison made of a mutant."""

    kind: str
    expect: str
    case_id: str
    fact: str
    document: str
    status: str
    summary: str
    rules: tuple[str, ...]
    blamed: tuple[str, ...]
    wanted: tuple[str, ...]
    effect: bool
    """False where the reader undid the mutation, or no newcomer was retrieved for the case."""
    before: str = ""
    after: str = ""

    @property
    def found(self) -> bool:
        return bool(self.rules)

    @property
    def right(self) -> bool:
        if self.expect == "nothing":
            return not self.found
        return self.found and self.expect in ("found", self.status)

    @property
    def exact(self) -> bool:
        return self.blamed == self.wanted


@dataclass(frozen=True, slots=True)
class Spill:
    """A finding on a case that no mutation of its candidate aimed at."""

    case_id: str
    status: str
    summary: str
    rules: tuple[str, ...]
    outranked: bool
    """The case's passages or labels left the context: the finding is true, for retrieval moved."""
    kinds: tuple[str, ...]
    """Of the mutants in the documents blamed, or of all mutants of the candidate."""


@dataclass(slots=True)
class Outcome:
    """Everything measured on one corpus."""

    results: list[Result] = field(default_factory=list)
    spills: list[Spill] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    """Candidates that could not be read, in the error's words."""

    @property
    def perfect(self) -> bool:
        """Nothing was missed, and nothing was reported that is not so."""
        right = all(result.right or not result.effect for result in self.results)
        return right and not self.refused and all(spill.outranked for spill in self.spills)


@dataclass(frozen=True, slots=True)
class Judged:
    """What the comparison, the diagnosis and the gate said of one candidate, by case id."""

    cases: Mapping[str, CaseComparison]
    rules: Mapping[str, tuple[str, ...]]
    blamed: Mapping[str, tuple[str, ...]]
    records: Mapping[str, RunRecord]
    library: Library


class Bench:
    """A baseline, asked once, that candidates are compared with."""

    def __init__(self, pack: Path | None, work: Path) -> None:
        self._work = work
        self.release, self.cases, quotes = _inputs(pack)
        self._policy = load_policy(self.release.gate, self.release.metrics.k)
        embedding = expect(self.release.pipeline.embedding, Embedder)
        self._embed = CachedEmbedder(embedding, work / "vectors.sqlite", Quiet())
        self._stages = stages(self.release, self._embed.quiet)
        self.baseline = self._version("baseline", self.release)
        self._records = self._ask("baseline", self.baseline, self.cases)
        self._asked = {record.case_id: record for record in self._records}
        self._library = Library(self.baseline.text)
        self.targets = targets(self.cases, self._library, quotes)
        self._keys = {case.id: keys_of(case, self._library) for case in self.cases}

    def close(self) -> None:
        """Close the file of vectors."""
        self._embed.close()

    def measure(self, mutants: Sequence[Mutant], outcome: Outcome) -> None:
        """Compare the baseline with one candidate that holds all of ``mutants``."""
        folder = self._candidate(mutants)
        try:
            judged = self._judge(folder, self._updated_cases(mutants))
        except HarnessError as error:
            names = ", ".join(mutant.kind.name for mutant in mutants)
            outcome.refused.append(f"{names}: {error}")
            return
        finally:
            shutil.rmtree(folder)
        outcome.results += [self._result(mutant, judged) for mutant in mutants]
        outcome.spills += self._spills(mutants, judged)

    def _judge(self, folder: Path, cases: Sequence[Case]) -> Judged:
        version = self._version("candidate", dataclasses.replace(self.release, candidate=folder))
        asked = self._ask("candidate", version, cases)
        versions: dict[Side, Version] = {"baseline": self.baseline, "candidate": version}
        records: dict[Side, Sequence[RunRecord]] = {"baseline": self._records, "candidate": asked}
        texts: dict[Side, CorpusText] = {side: versions[side].text for side in SIDES}
        old, new = (SideInput(records[side], texts[side]) for side in SIDES)
        compared = compare(cases, old, new, ks=self.release.metrics.k)
        bodies = folder_bodies(self.release.baseline, folder)
        diff = diff_manifests(self.baseline.manifest, version.manifest, bodies=bodies)
        diagnoses = diagnose(compared, cases, diff, texts, records)
        rules: dict[str, list[str]] = defaultdict(list)
        for finding in decide(self._policy, compared, diagnoses).findings:
            rules[finding.case_id].append(f"{finding.rule}: {finding.reason}")
        return Judged(
            cases={case.case_id: case for case in compared.cases},
            rules={case_id: tuple(found) for case_id, found in rules.items()},
            blamed={d.case_id: tuple(sorted(d.documents)) for d in diagnoses},
            records={record.case_id: record for record in asked},
            library=Library(texts["candidate"]),
        )

    def _updated_cases(self, mutants: Iterable[Mutant]) -> list[Case]:
        overrides = {m.target.case.id: m.edit.override for m in mutants if m.edit.override}
        return [_overridden(case, overrides.get(case.id)) for case in self.cases]

    def _result(self, mutant: Mutant, judged: Judged) -> Result:
        case_id = mutant.target.case.id
        before, after = difference(mutant)
        return Result(
            kind=mutant.kind.name,
            expect=mutant.kind.expect,
            case_id=case_id,
            fact=mutant.target.fact,
            document=mutant.target.document.path,
            status=judged.cases[case_id].status,
            summary=judged.cases[case_id].summary,
            rules=judged.rules.get(case_id, ()),
            blamed=judged.blamed.get(case_id, ()),
            wanted=tuple(sorted(mutant.edit.blame)),
            effect=_has_effect(mutant, judged),
            before=before,
            after=after,
        )

    def _spills(self, mutants: Sequence[Mutant], judged: Judged) -> Iterator[Spill]:
        """Findings on cases that nothing aimed at and whose passages stand where they stood."""
        aimed = {mutant.target.case.id for mutant in mutants}
        for case in self.cases:
            rules = judged.rules.get(case.id, ())
            if case.id in aimed or not rules or not self._untouched(case, judged.library):
                continue
            blamed = set(judged.blamed.get(case.id, ()))
            kinds = {m.kind.name for m in mutants if blamed & m.edit.files.keys()}
            yield Spill(
                case_id=case.id,
                status=judged.cases[case.id].status,
                summary=judged.cases[case.id].summary,
                rules=rules,
                outranked=self._outranked(case, judged),
                kinds=tuple(sorted(kinds or {m.kind.name for m in mutants})),
            )

    def _version(self, side: Side, release: Release) -> Version:
        manifest = scan(side, release)
        return prepare(side, manifest, release, self._embed, self._work / "indexes", Quiet())

    def _ask(self, side: Side, version: Version, cases: Iterable[Case]) -> list[RunRecord]:
        return [ask(Question(case, side, 0), version.index, self._stages)[0] for case in cases]

    def _candidate(self, mutants: Iterable[Mutant]) -> Path:
        folder = self._work / "candidate"
        shutil.copytree(self.release.baseline, folder)
        for mutant in mutants:
            for name, data in mutant.edit.files.items():
                if data is None:
                    (folder / name).unlink()
                else:
                    (folder / name).write_bytes(data)
        return folder

    def _untouched(self, case: Case, library: Library) -> bool:
        """Whether the passages of a case stand under its labels as they did, for all to read."""
        labelled = {library.passages[n].key for n in library.under(case.expected_source_ids)}
        sources = [label.partition("#")[0] for label in case.expected_source_ids]
        return self._keys[case.id] <= labelled and not any(
            library.text.documents[source].metadata.get(self.release.corpus.acl_field)
            for source in sources
            if source in library.text.documents
        )

    def _outranked(self, case: Case, judged: Judged) -> bool:
        """Whether something of the baseline's context that the case rests on is not there now."""
        old = _seen(case, self._library, self._asked[case.id])
        new = _seen(case, judged.library, judged.records[case.id])
        return bool(old & (self._keys[case.id] | set(case.expected_source_ids)) - new)


def _has_effect(mutant: Mutant, judged: Judged) -> bool:
    """Whether the mutation can be felt: the text reads otherwise, newcomers compete for the case."""
    source = mutant.target.document.source_id
    record = judged.records[mutant.target.case.id]
    if mutant.kind.name == "stuffed newcomers":
        return all(hit.source_id != source for hit in record.context)
    path = mutant.target.document.path
    if path in mutant.edit.files:
        now = judged.library.text.documents.get(source)
        return now is None or now.text != mutant.target.document.text
    retrieved = {judged.library.text.documents[hit.source_id].path for hit in record.retrieved}
    return mutant.kind.expect == "nothing" or bool(retrieved & mutant.edit.files.keys())


def _seen(case: Case, library: Library, record: RunRecord) -> set[str]:
    """Wordings and labels in the context of a case."""
    sources = {hit.source_id for hit in record.context}
    labels = {x for x in case.expected_source_ids if x.partition("#")[0] in sources}
    return labels | {library.passages[number].key for number in library.context(record)}


def _inputs(pack: Path | None) -> tuple[Release, list[Case], Quotes]:
    given: dict[str, Any] = dict(PIPELINE)
    if pack is not None:
        given |= {
            "corpus.baseline": str(pack / "baseline"),
            "corpus.candidate": str(pack / "baseline"),
            "cases": str(pack / "cases.jsonl"),
        }
    release = load_release(
        ROOT / "configs" / "release.yaml", default_registry(plugins=False), given
    )
    quotes: Quotes = read_quotes(pack / "evidence.jsonl") if pack else {}
    cases = [case.model_copy(update={"candidate": None}) for case in load_cases(release.cases)]
    return release, cases, quotes


def _overridden(case: Case, override: Mapping[str, object] | None) -> Case:
    if override is None:
        return case
    return case.model_copy(update={"candidate": Override.model_validate(override)})


def difference(mutant: Mutant) -> tuple[str, str]:
    """The lines that the target's document lost and those it gained; a newcomer's text."""
    document = mutant.target.document
    if document.path not in mutant.edit.files:
        added = [data for data in mutant.edit.files.values() if data]
        return mutant.target.sentence, added[0].decode()[:_SHOWN] if added else ""
    data = mutant.edit.files[document.path] or b""
    new = data.decode("utf-8", "replace").splitlines()
    lines = list(difflib.unified_diff(document.text.splitlines(), new, n=0, lineterm=""))[2:]
    lost, gained = ("\n".join(x[1:] for x in lines if x[0] == sign) for sign in "-+")
    return lost[:_SHOWN], gained[:_SHOWN]
