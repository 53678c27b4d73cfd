"""The exam of a pull request: taken from the branch it wants to change, never from itself."""

from harness.exam.base import Exam, take_exam
from harness.exam.edits import (
    RULE,
    CaseEdit,
    Edits,
    FileEdit,
    apply_declared,
    edits_of,
    findings_of,
)

__all__ = [
    "RULE",
    "CaseEdit",
    "Edits",
    "Exam",
    "FileEdit",
    "apply_declared",
    "edits_of",
    "findings_of",
    "take_exam",
]
