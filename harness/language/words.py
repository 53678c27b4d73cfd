"""What is said and stands in no sentence of the code: codes of the artefacts, and mere layouts."""

from __future__ import annotations

from typing import get_args

from harness.model.changes import Aspect, Risk
from harness.model.comparison import Outcome, Status
from harness.model.diagnosis import Kind
from harness.model.gate import Action
from harness.model.judgement import JudgeVerdict
from harness.model.wire import Layer, Side, Verdict

WORDS: tuple[str, ...] = (
    *get_args(Outcome),
    *get_args(Status),
    *get_args(Kind),
    *get_args(Side),
    *get_args(Layer),
    *get_args(Risk),
    *get_args(Aspect),
    *get_args(Verdict),
    *get_args(JudgeVerdict),
    *get_args(Action),
    # checks
    "answer_schema",
    "citation_exists",
    "citation_in_context",
    "citation_supports",
    "command",
    "expected_evidence",
    "expected_source",
    "fact_in_force",
    "forbidden_fact",
    "newcomer_contradicts",
    "required_fact",
    "required_value",
    # places
    "source",
    "context",
    # stages
    "dense",
    "sparse",
    "fused",
    "rerank",
    "final",
    # what became of a document
    "old",
    "new",
    "changed",
    "added",
    "removed",
    "modified",
    "renamed",
    "reordered",
    # actions of rules and states
    "note",
    "good",
    "off",
    "wrong",
    "ok",
    "installed",
    "configuration",
    "policy",
    "cache",
    "endpoints",
    "Runs",
    "run",
    "began",
    "verdict",
    "worse",
    "fixed",
    "cost",
    "drops",
    "stood",
    "edited",
    "English",
    "Russian",
    # words of the support checker
    "must",
    "may",
    "included",
    "exactly",
    "within",
    "about",
    # decisions
    "rejected",
    "accepted",
    "critical",
    "Report",
    "Warning:",
    "Corpus",
    # measures
    "context relevance",
    "groundedness",
    "answer relevance",
    "retrieve",
    "generate",
    # what a document does
    "hurts",
    "helps",
    "no",
    # how many
    "case",
    "cases",
    "none",
    "nothing",
)
"""Codes and words that a sentence puts in for a value."""

LAYOUTS: tuple[str, ...] = (
    "[{length} characters withheld]",
    "{check} {subject!r}: {reason}",
    "{check} {subject!r}: {baseline} -> {candidate}; {reason}",
    "{check} {subject!r} in the source: {baseline} -> {candidate}; {reason}",
    "{check} {subject!r} in the context: {baseline} -> {candidate}; {reason}",
    "{check} {subject!r} in the answer: {baseline} -> {candidate}; {reason}",
    "{check}: {baseline} -> {candidate}; {reason}",
    "{check}: {reason}",
    "new in the context: {chunk} ({path}, {age})",
    "overtaken by {chunk} ({path}, {age})",
    "{chunk} ({path}, {age})",
    "the evidence does not have {value!r}, but {nearest!r}",
    "{explanation}; new in the context: {documents}",
    "exactly {value}",
    "within {value}",
    "about {value}",
    "at most {value}",
    "less than {value}",
    "at least {value}",
    "more than {value}",
    "{old} -> {new}",
    "level {alpha} shared among {tests} tests",
    "{count} {status}",
    "{case}  {status}: {summary}",
    "{layer}: {metric} {baseline} -> {candidate}",
    "{stage} {median} / {most} / {nearly_all}",
    "            {what} {names}",
    "{path} ({kind})",
    "{verdict}  {cases:counted case}: {counts}",
    "  block   {rule}",
    "  review  {rule}",
    "  block   {rule}: {case}: {reason}",
    "  review  {rule}: {case}: {reason}",
    "  {case}  {kind}: {documents}",
    "ok       {name}: {told}",
    "missing  {name}: {told}",
    "wrong    {name}: {told}",
    "{kind}  {path}",
    "{kind}  {old} -> {path}",
    "{aspect} {old} -> {new}",
    "{cases:counted case}: {counts}",
    "{cases:counted case}: {counts}; {accepted} accepted by people",
)
"""Sentences put together from pieces."""

FOREIGN: tuple[str, ...] = (
    # what the command line library says
    "Usage: ",
    "Options",
    "Arguments",
    "Commands",
    "COMMAND",
    "[OPTIONS]",
    "[ARGS]...",
    "required",
    "default: {default}",
    "env var: {name}",
    "Show this message and exit.",
    "Missing command.",
    "Missing option '{name}'.",
    "Missing argument '{name}'.",
    "No such command '{name}'.",
    "No such option: {name}",
    "No such option: {name} Did you mean {near}?",
    "No such option: {name} (Possible options: {near})",
    "Option '{name}' requires an argument.",
    "Option '{name}' does not take a value.",
    "Got unexpected extra argument(s) ({name})",
    "Invalid value: {reason}",
    "Invalid value for '{name}': {reason}",
    # what a system says of files
    "No such file or directory",
    "Permission denied",
    "Is a directory",
    "Not a directory",
    "No space left on device",
    "Read-only file system",
    "File exists",
    "File name too long",
    "Disk quota exceeded",
    "File too large",
    "Operation not permitted",
    "Address already in use",
    "Connection refused",
    # what the models of our files say
    "Field required",
    "Extra inputs are not permitted",
)
"""Sentences of libraries and of the system, as they reach a reader."""

FORMER: tuple[str, ...] = (
    "{others} other change(s) in the document",
    "{failed} cases, the first {failed2!r}",
)
"""Forms of earlier versions, for the artefacts they wrote."""
