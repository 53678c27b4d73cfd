"""Which changes of the corpus some case asks about: ``coverage.json``."""

from __future__ import annotations

from harness.model.changes import Risk
from harness.model.corpus import ChangeKind
from harness.model.wire import Side, Wire


class SectionCoverage(Wire):
    """One section with changed text, and the cases that touch it."""

    path: str
    source_id: str
    section_id: str
    section: str
    """Title."""
    side: Side
    """The version the section is named by: the candidate, or the baseline where text only went."""
    risk: Risk
    """The highest of its changes."""
    changes: int
    """Changed sentences."""
    high: int
    """Of them, those of high risk."""
    examples: tuple[str, ...] = ()
    """What changed in the riskiest sentences: ``value 30 days -> 60 days``, or their words."""
    case_ids: tuple[str, ...] = ()
    """Cases whose evidence or context is there, sorted; empty: nobody asks."""


class DocumentCoverage(Wire):
    """One changed document and the cases that touch it."""

    path: str
    source_id: str
    kind: ChangeKind
    risk: Risk
    """The highest of its changes."""
    access_changed: bool = False
    """Who may read it changed."""
    case_ids: tuple[str, ...] = ()
    """Cases that expect it as a source, or touch a section of it."""


class GroupShare(Wire):
    """A group of cases: how large it is, and how much of it asks about changed text."""

    group: str
    """``tag:NAME``, ``critical``, ``unanswerable``, ``declared change``, ``unchanged neighbour``."""
    cases: int
    """Cases of the group."""
    share: float
    """Of all cases (0..1)."""
    touching: int
    """Cases of the group that touch a changed section."""


class Coverage(Wire):
    """``coverage.json``; documents and sections by falling risk, those nobody asks about first."""

    schema_version: int = 1
    cases: int
    """Number of cases."""
    documents: tuple[DocumentCoverage, ...] = ()
    """Every changed document."""
    sections: tuple[SectionCoverage, ...] = ()
    """Every changed section."""
    groups: tuple[GroupShare, ...] = ()
    """Cases by what they are."""

    @property
    def uncovered(self) -> tuple[SectionCoverage, ...]:
        """Changed sections that no case touches."""
        return tuple(section for section in self.sections if not section.case_ids)

    @property
    def sentence(self) -> str:
        """One line for a summary."""
        if not self.sections and not self.documents:
            return "No text differs between the versions."
        touched = sum(bool(document.case_ids) for document in self.documents)
        risky = [section for section in self.sections if section.risk == "high"]
        asked = sum(bool(section.case_ids) for section in risky)
        return (
            f"Cases touch {len(self.sections) - len(self.uncovered)} of {len(self.sections)} "
            f"changed sections, {asked} of {len(risky)} of high risk, "
            f"and {touched} of {len(self.documents)} changed documents."
        )
