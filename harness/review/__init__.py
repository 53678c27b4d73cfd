"""Decisions of people about flagged cases, bound to the evidence they were made on."""

from harness.review.decisions import (
    append_decisions,
    decisions_path,
    in_order,
    read_decisions,
    read_offline,
    sealed,
)
from harness.review.evidence import evidence_digest, evidence_of_case, evidence_of_run
from harness.review.history import commits_of, who_am_i
from harness.review.labels import Labels, labels_on
from harness.review.settle import Found, settle

__all__ = [
    "Found",
    "Labels",
    "append_decisions",
    "commits_of",
    "decisions_path",
    "evidence_digest",
    "evidence_of_case",
    "evidence_of_run",
    "in_order",
    "labels_on",
    "read_decisions",
    "read_offline",
    "sealed",
    "settle",
    "who_am_i",
]
