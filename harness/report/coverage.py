"""Which changes of the corpus some case asks about, and which nobody does."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from harness.model.coverage import Coverage, GroupShare, SectionCoverage
from harness.report.context import CaseRef, CoveragePart, GroupPart, SectionPart
from harness.report.links import Link
from harness.report.wording import TextPolicy

_TAG = "tag:"


def coverage_part(
    found: Coverage,
    drafts: Iterable[str],
    refs: Mapping[str, CaseRef],
    link: Link,
    policy: TextPolicy,
) -> CoveragePart:
    """Counts, and the sections and groups behind them."""
    risky = [section for section in found.sections if section.risk == "high"]
    return CoveragePart(
        sections=len(found.sections),
        touched=len(found.sections) - len(found.uncovered),
        high=len(risky),
        high_touched=_asked(risky),
        documents=len(found.documents),
        documents_touched=sum(bool(document.case_ids) for document in found.documents),
        uncovered=tuple(_section(section, link, policy) for section in found.uncovered),
        groups=tuple(_group(group) for group in found.groups if group.cases),
        drafts=tuple(refs[case_id] for case_id in drafts if case_id in refs),
    )


def _asked(sections: Sequence[SectionCoverage]) -> int:
    return sum(bool(section.case_ids) for section in sections)


def _section(section: SectionCoverage, link: Link, policy: TextPolicy) -> SectionPart:
    examples = () if policy.mode == "none" else section.examples
    return SectionPart(
        path=section.path,
        section=section.section_id,
        url=link(section.side, section.source_id, section.section_id),
        risk=section.risk,
        changes=section.changes,
        high=section.high,
        examples=tuple(policy.show(example).text for example in examples),
    )


def _group(group: GroupShare) -> GroupPart:
    return GroupPart(
        name=group.group.removeprefix(_TAG),
        tag=group.group.removeprefix(_TAG) if group.group.startswith(_TAG) else "",
        cases=group.cases,
        share=group.share,
        touching=group.touching,
    )
