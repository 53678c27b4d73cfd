"""What the codes of the artefacts are called for people, and the strings the script needs.

The words are message ids of the catalogues in ``locale/``; a code that is not here (a stage or
a check of a plugin) is shown as it is.
"""

from __future__ import annotations

from collections.abc import Mapping


def N_(message: str) -> str:  # noqa: N802  # the gettext convention for "translate later"
    """Mark a message for the catalogue without translating it yet."""
    return message


LABELS: Mapping[str, Mapping[str, str]] = {
    "verdict": {
        "PASS": N_("May ship"),
        "REVIEW": N_("A person must decide"),
        "BLOCK": N_("Must not ship"),
        "NONE": N_("Some cases alone were asked"),
    },
    "rule": {
        "any_critical_case_changes_from_pass_to_fail": N_("A critical case fails now"),
        "any_case_changes_from_pass_to_fail": N_("A case fails now"),
        "any_citation_points_to_missing_chunk": N_("A citation points to nothing"),
        "any_forbidden_fact_appears": N_("A forbidden fact appears"),
        "unanswered_case_becomes_unsupported_answer": N_(
            "A question without an answer is answered, without support"
        ),
        "answerable_case_becomes_refusal": N_("A question is refused that was answered"),
        "any_new_document_contradicts_a_required_fact": N_(
            "A new document contradicts a required fact"
        ),
        "any_new_document_outranks_an_expected_source": N_(
            "A new document ranks above an expected source"
        ),
        "any_label_is_stale": N_("A label is out of date"),
        "any_check_is_undecided": N_("A check cannot decide"),
        "any_undeclared_change": N_("Something changed that no case declares"),
        "any_declared_change_is_not_shown": N_("A declared change is not there"),
        "answer_requirements_change": N_("What an answer must hold is met otherwise"),
        "citation_support_is_uncertain": N_(
            "It is uncertain whether a citation supports its claim"
        ),
        "every_case_has_a_usable_record": N_("A case has no usable record"),
        "some_case_is_no_draft": N_("Every case is a draft"),
        "some_answerable_case_is_answered": N_("No question is answered on either version"),
        "every_label_names_a_released_document": N_("A label names no released document"),
        "exam_edited": N_("The change edits its own exam"),
    },
    "risk": {"high": N_("high risk"), "medium": N_("medium risk"), "low": N_("low risk")},
    "relation": {
        "released": N_("it judged the corpus that is released now"),
        "same_corpora": N_("it judged the same two corpora"),
        "same_baseline": N_("it judged another candidate for the same released corpus"),
        "same_candidate": N_("it judged the same candidate against another released corpus"),
    },
    "differs": {
        "code": N_("the version of corpusgate"),
        "packages": N_("the versions of packages"),
        "policy": N_("the policy"),
    },
    "since": {
        "newly_failing": N_("Newly failing"),
        "fixed": N_("Fixed"),
        "still_failing": N_("Still failing"),
        "new": N_("Not asked then"),
        "reworded": N_("Asked otherwise then"),
    },
    "since_help": {
        "newly_failing": N_("it did not fail on the candidate of the earlier run."),
        "fixed": N_("it failed on the candidate of the earlier run."),
        "still_failing": N_("it failed on the candidate of the earlier run too."),
    },
    "group": {
        "critical": N_("Critical"),
        "declared change": N_("With a declared change"),
        "unchanged neighbour": N_("Beside a change, about none of it"),
        "unanswerable": N_("Without an answer"),
    },
    "metrics": {
        "triad": N_("Layer by layer"),
        "retrieval": N_("Ranked lists"),
        "ragas": N_("ragas"),
    },
    "metrics_help": {
        "triad": N_("share of relevant context, of supported claims, of stated facts"),
        "retrieval": N_("where the expected sources stand"),
        "ragas": N_("measured with the models of the configuration"),
    },
    "stage": {
        "embed": N_("Embed"),
        "retrieve": N_("Retrieve"),
        "rerank": N_("Rerank"),
        "generate": N_("Generate"),
    },
    "judge_verdict": {
        "supported": N_("supported"),
        "contradicted": N_("contradicted"),
        "missing": N_("missing"),
        "present": N_("present"),
        "absent": N_("absent"),
        "same": N_("same meaning"),
        "widened": N_("widened"),
        "refusal": N_("a refusal"),
        "answer": N_("an answer"),
        "abstain": N_("cannot tell"),
        "error": N_("no usable verdict"),
    },
    "action": {"block": N_("Blocks"), "review": N_("Review"), "": N_("No rule")},
    "status": {
        "regression": N_("Regression"),
        "stale_label": N_("Stale label"),
        "conflict": N_("Conflict"),
        "undecided": N_("Undecided"),
        "unexpected_change": N_("Unexpected change"),
        "unfulfilled_change": N_("Declared change missing"),
        "incomplete": N_("Incomplete"),
        "legitimate_change": N_("Legitimate change"),
        "improved": N_("Improved"),
        "failing": N_("Failing on both"),
        "unchanged": N_("Unchanged"),
    },
    "status_help": {
        "regression": N_("It passed on the baseline and does not on the candidate."),
        "stale_label": N_(
            "The supporting text stands elsewhere now: the label is out of date, not the corpus."
        ),
        "conflict": N_("The right text is still there, but other text now says otherwise."),
        "undecided": N_("Some check cannot tell whether the case got worse."),
        "unexpected_change": N_("It still passes, but something changed that no case declares."),
        "unfulfilled_change": N_("The case declares a change that the candidate does not show."),
        "incomplete": N_("There is no usable record on one side."),
        "legitimate_change": N_("The declared change is there."),
        "improved": N_("It failed on the baseline and passes on the candidate."),
        "failing": N_("It fails on both sides in the same way."),
        "unchanged": N_("The same outcome on the same evidence."),
    },
    "outcome": {
        "pass": N_("pass"),
        "fail": N_("fail"),
        "uncertain": N_("uncertain"),
        "not_applicable": N_("not applicable"),
        "error": N_("error"),
    },
    "layer": {
        "retrieval": N_("Retrieval"),
        "citation": N_("Citation"),
        "answer": N_("Answer"),
    },
    "direction": {
        "worse": N_("worse"),
        "unclear": N_("unclear"),
        "other": N_("otherwise"),
        "better": N_("better"),
    },
    "place": {
        "source": N_("in the source"),
        "context": N_("in the context"),
        "answer": N_("in the answer"),
    },
    "side": {"baseline": N_("Baseline"), "candidate": N_("Candidate")},
    "state": {
        "exact": N_("same text"),
        "moved": N_("moved"),
        "edited": N_("edited"),
        "split": N_("split"),
        "gone": N_("gone"),
        "new": N_("new"),
        "none": "",
    },
    "change": {
        "added": N_("Added"),
        "removed": N_("Removed"),
        "modified": N_("Modified"),
        "renamed": N_("Renamed"),
        "reordered": N_("Reordered"),
        "unchanged": N_("Unchanged"),
    },
    "move": {
        "rose": N_("rose"),
        "fell": N_("fell"),
        "came": N_("new"),
        "went": N_("gone"),
        "same": N_("same rank"),
    },
    "cause": {
        "content_removed": N_("Content removed"),
        "content_moved": N_("Content moved"),
        "content_edited": N_("Content edited"),
        "content_contradicted": N_("Content contradicted"),
        "content_hidden": N_("Content hidden"),
        "filtered_out": N_("Filtered out"),
        "rechunked": N_("Chunked differently"),
        "outranked": N_("Outranked"),
        "context_cut": N_("Cut from the context"),
        "context_order": N_("Order of the context"),
        "generator_noise": N_("Generator noise"),
        "citation_broken": N_("Citation broken"),
        "refusal_changed": N_("Refusal changed"),
        "check_undecided": N_("Check undecided"),
        "intended": N_("Intended"),
        "error": N_("Error"),
    },
    "field": {
        "expected_source_ids": N_("Expected sources"),
        "expected_evidence": N_("Expected evidence"),
        "match": N_("Sources needed"),
        "required_facts": N_("Required facts"),
        "forbidden_facts": N_("Forbidden facts"),
        "required_values": N_("Required values"),
        "answer_schema": N_("Answer schema"),
        "answerable": N_("Answerable"),
    },
    "value_answerable": {"yes": N_("yes"), "no": N_("no")},
    "value_match": {"any": N_("any of them"), "all": N_("all of them")},
    "decision": {
        "accept": N_("Accepted as intended"),
        "reject": N_("Rejected"),
        "label_wrong": N_("The label is wrong"),
        "cannot_tell": N_("Cannot tell"),
        "reopened": N_("Open again"),
        "": N_("Open"),
    },
    "choice": {
        "accept": N_("Accept as intended"),
        "reject": N_("Reject"),
        "label_wrong": N_("The label is wrong"),
        "cannot_tell": N_("Cannot tell"),
    },
    "judge_task": {
        "claim_support": N_("Does the cited text say what the claim says?"),
        "fact_in_answer": N_("Does the answer state the fact?"),
        "widened": N_("Does the answer promise more than the source?"),
        "refusal": N_("Does the answer decline to answer?"),
    },
    "human_verdict": {
        "supported": N_("the text says so"),
        "missing": N_("the text does not say so"),
        "present": N_("the answer says so"),
        "absent": N_("the answer does not say so"),
        "contradicted": N_("it contradicts"),
        "same": N_("it says the same"),
        "widened": N_("it promises more"),
        "refusal": N_("it declines"),
        "answer": N_("it answers"),
    },
    "decision_state": {
        "in_force": N_("counts"),
        "overruled": N_("overruled by a later decision"),
        "void": N_("void, for this changed"),
        "expired": N_("expired"),
        "retracted": N_("taken back"),
    },
    "evidence": {
        "answer": N_("the answer"),
        "cited": N_("what is cited"),
        "retrieved": N_("the retrieved text"),
        "expectation": N_("the expectation"),
        "checks": N_("what the checks found"),
        "policy": N_("the policy"),
    },
    "filter": {
        "action": N_("Rule"),
        "status": N_("Status"),
        "since": N_("Since the earlier run"),
        "layer": N_("Layer that changed"),
        "kind": N_("Cause"),
        "tag": N_("Tag"),
        "document": N_("Document"),
    },
    "task": {
        "rerun": N_("Run again"),
        "fix": N_("Fix or roll back"),
        "relabel": N_("Update the labels"),
        "resolve": N_("Resolve the contradiction"),
        "decide": N_("Decide"),
        "declare": N_("Check the declared change"),
        "judge": N_("Judge the run as a whole"),
    },
    "task_help": {
        "rerun": N_("These cases have no usable record on one side; nothing is known about them."),
        "fix": N_(
            "Restore what these cases need, or declare the change in the case with a reason."
        ),
        "relabel": N_("The text moved. Point the cases to its new place."),
        "resolve": N_("Two texts say different things. Withdraw or correct the wrong one."),
        "decide": N_("Compare both sides, then accept or reject with a reason."),
        "declare": N_("The case says the corpus changed, but the candidate does not show it."),
        "judge": N_("A rule fired on no case that was asked. Its reason stands among the rules."),
    },
}
"""vocabulary -> code -> message id."""

FILTER_VOCABULARY: Mapping[str, str] = {
    "action": "action",
    "status": "status",
    "since": "since",
    "layer": "layer",
    "kind": "cause",
}
"""Filters whose choices are codes; the others hold names as they are."""

SCRIPT_STRINGS: Mapping[str, str] = {
    "shown": N_("Showing {shown} of {total} cases."),
    "none": N_("No case matches. Clear the filters to see all."),
    "only": N_("Only {facet}"),
    "copied": N_("Copied."),
    "light": N_("Light theme"),
    "dark": N_("Dark theme"),
    "made": N_("Decisions made here: {count}. Nothing leaves this page until you download them."),
    "kept": N_("Kept: {verdict}"),
    "nameless": N_("Give your name at the top of this part first."),
    "failed": N_("This browser cannot unpack the case. Open the report in a newer one."),
}
"""Strings of the scripts, by the name the script knows them by."""
