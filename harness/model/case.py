"""Cases: the questions a corpus must answer, with what is expected on each version."""

from __future__ import annotations

from typing import Any, Literal

from harness.model.wire import Side, Wire

DRAFT = "draft"
"""Tag of a case that was proposed by a program and that no person has accepted yet."""


class Expectation(Wire):
    """What one version of the corpus is expected to give for a case."""

    expected_source_ids: tuple[str, ...] = ()
    """``document`` or ``document#section``."""
    expected_evidence: tuple[str, ...] = ()
    match: Literal["any", "all"] = "any"
    required_facts: tuple[str, ...] = ()
    forbidden_facts: tuple[str, ...] = ()
    required_values: tuple[str, ...] = ()
    answer_schema: dict[str, Any] | None = None
    answerable: bool = True


class Override(Wire):
    """Expectations that an intended change replaces in the candidate; only what is given is replaced."""

    reason: str
    expected_source_ids: tuple[str, ...] | None = None
    expected_evidence: tuple[str, ...] | None = None
    match: Literal["any", "all"] | None = None
    required_facts: tuple[str, ...] | None = None
    forbidden_facts: tuple[str, ...] | None = None
    required_values: tuple[str, ...] | None = None
    answer_schema: dict[str, Any] | None = None
    answerable: bool | None = None


class Case(Expectation):
    """One line of ``fixtures/cases.jsonl``."""

    id: str
    query: str
    principal: tuple[str, ...] = ()
    """Groups of the asking person, for ACL filters."""
    filters: dict[str, Any] = {}
    """Metadata equality filters (``{"product": "x"}`` or a list of allowed values)."""
    tags: tuple[str, ...] = ()
    notes: str = ""
    candidate: Override | None = None

    @property
    def critical(self) -> bool:
        return "critical" in self.tags

    def on(self, side: Side) -> Expectation:
        """The expectations for ``side``; the candidate's override applied on top of the case."""
        given = {name: getattr(self, name) for name in Expectation.model_fields}
        if side == "candidate" and self.candidate is not None:
            changed = {name: getattr(self.candidate, name) for name in Expectation.model_fields}
            given.update({name: value for name, value in changed.items() if value is not None})
        return Expectation(**given)
