"""What stands against a claim in one piece of evidence: one small detector for each phenomenon."""

from harness.support.detectors.attached import compared_findings, genitive_findings, ranked_findings
from harness.support.detectors.conditions import (
    condition_findings,
    connective_findings,
    only_findings,
    quantifier_findings,
)
from harness.support.detectors.dropped import converse_findings, dropped_findings
from harness.support.detectors.frames import frame_findings
from harness.support.detectors.joined import joined_findings
from harness.support.detectors.modality import modality_findings
from harness.support.detectors.negation import (
    company_findings,
    negated_detail_findings,
    negation_findings,
    opposite_findings,
)
from harness.support.detectors.pair import Detector, Finding, Pair, Span, Told
from harness.support.detectors.particles import particle_findings
from harness.support.detectors.rhythm import rate_findings
from harness.support.detectors.roles import displaced_findings, order_findings, role_findings
from harness.support.detectors.scope import (
    attachment_findings,
    change_findings,
    crossed_findings,
    hedge_findings,
    join_findings,
    modifier_findings,
    narrowing_findings,
    shift_findings,
    thin_findings,
)
from harness.support.detectors.setaside import set_aside_findings
from harness.support.detectors.statements import mixed_findings, torn_findings, unlinked_findings
from harness.support.detectors.tenses import tense_findings
from harness.support.detectors.turned import turned_findings
from harness.support.detectors.values import narrower_findings, value_findings

__all__ = ["DETECTORS", "Finding", "Pair", "Span", "Told"]

DETECTORS: tuple[Detector, ...] = (
    value_findings,
    rate_findings,
    quantifier_findings,
    modality_findings,
    condition_findings,
    company_findings,
    negation_findings,
    opposite_findings,
    set_aside_findings,
    particle_findings,
    order_findings,
    role_findings,
    turned_findings,
    only_findings,
    negated_detail_findings,
    displaced_findings,
    mixed_findings,
    torn_findings,
    unlinked_findings,
    connective_findings,
    joined_findings,
    narrower_findings,
    frame_findings,
    tense_findings,
    hedge_findings,
    narrowing_findings,
    modifier_findings,
    attachment_findings,
    converse_findings,
    dropped_findings,
    compared_findings,
    genitive_findings,
    ranked_findings,
    shift_findings,
    join_findings,
    crossed_findings,
    change_findings,
    thin_findings,
)
"""In the order in which a finding decides."""
