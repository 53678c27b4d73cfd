"""``configs/gate.yaml``: which rules block a release and which send it to a person."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any, Literal, cast

from pydantic import BaseModel, ConfigDict, Field

from harness.config.faults import Key, show, validate
from harness.config.rules import METRICS, NAMED_RULES, expand, split_rule
from harness.config.source import Source, read_yaml
from harness.config.version import Form, check_schema, refuse
from harness.errors import Fault
from harness.model.gate import Action
from harness.registry import unknown
from harness.store import digest_json

POLICY_FORM = Form(current=1, unnamed=1)

_SCOPE = re.compile(r"all|tag:\S(?:.*\S)?")


DeclaredChanges = Literal["review", "accept", "ignore"]
"""``review``: it counts, and a person must confirm it. ``accept``: it counts. ``ignore``: the case
is asked as the base has it."""


@dataclass(frozen=True, slots=True)
class NamedRule:
    """A rule of :data:`~harness.config.rules.NAMED_RULES`."""

    action: Action
    name: str
    """As written: ``retrieval_recall_at_8_decreases``."""
    rule: str
    """Name in the table: ``retrieval_recall_at_K_decreases``."""
    k: int | None = None


@dataclass(frozen=True, slots=True)
class MetricRule:
    """Fires when the mean of a metric over its scope drops by more than allowed."""

    action: Action
    metric: str
    """``mrr``, ``recall@8`` …, as in ``MetricSummary.name``."""
    scope: str
    """``all`` or ``tag:NAME``, as in ``MetricSummary.scope``."""
    drop_more_than: float
    """Absolute: 0.05 is five points of a metric between 0 and 1."""
    significant: bool = False
    """Fires only where chance does not explain the loss: exact sign test, Holm over the policy."""

    @property
    def name(self) -> str:
        """Canonical text: ``mrr over tag:navigation drops by more than 0.05``."""
        drops = "drops significantly" if self.significant else "drops"
        return f"{self.metric} over {self.scope} {drops} by more than {self.drop_more_than!r}"


Rule = NamedRule | MetricRule


@dataclass(frozen=True, slots=True)
class Policy:
    """Every rule, in the order of the file, blocking ones first."""

    rules: tuple[Rule, ...]
    declared_changes: DeclaredChanges = "review"
    """What a ``candidate`` override counts for that comes with the change it declares."""
    waivable_by: tuple[str, ...] = ()
    """Roles whose decision can waive a blocking finding; nobody's where there are none."""
    two_person: bool = False
    """It takes two people to waive one."""

    @property
    def policy_hash(self) -> str:
        """``sha256:…`` over the rules. The order and layout of the file have no part in it."""
        rules = sorted([rule.action, rule.name] for rule in self.rules)
        if self.declared_changes != "review":
            rules.append(["declared_changes", self.declared_changes])
        rules += [["waivable_by", role] for role in sorted(set(self.waivable_by))]
        if self.two_person:
            rules.append(["two_person", "true"])
        return digest_json(rules)

    def without_means(self) -> Policy:
        """The policy for some cases alone: a mean says nothing about one case."""
        rules = tuple(rule for rule in self.rules if not isinstance(rule, MetricRule))
        return replace(self, rules=rules)

    @property
    def metric_rules(self) -> tuple[MetricRule, ...]:
        """The rules about means, in their order."""
        return tuple(rule for rule in self.rules if isinstance(rule, MetricRule))

    @property
    def scopes(self) -> frozenset[str]:
        """``all``, and every scope a metric rule looks at."""
        return frozenset({"all", *(rule.scope for rule in self.metric_rules)})


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)


class MetricEntry(_Part):
    """A rule about the mean of a metric."""

    metric: str
    """A metric of the list below."""
    scope: str = "all"
    """`all` cases, or `tag:NAME` for those with a tag."""
    drop_more_than: Annotated[float, Field(ge=0, lt=1, allow_inf_nan=False)]
    """Fires when the mean over the scope drops by more than this; 0.05 is five points of a metric
    between 0 and 1."""
    significant: bool = False
    """`true`: fires only when chance does not explain the loss as well: the exact sign test over
    the cases won and lost, at 0.05 after Holm's correction over all metric rules of the policy."""


Role = Annotated[str, Field(pattern=r"^\S(?:.{0,98}\S)?$")]


class RuleLists(_Part):
    """The rules, and who may waive them."""

    block_if: list[Any] = []
    """Rules that stop the release (exit code 1)."""
    review_if: list[Any] = []
    """Rules that send the release to a person (exit code 3)."""
    waivable_by: list[Role] = []
    """Roles whose decision can waive a blocking finding; without any, a blocking finding stays."""
    two_person: bool = False
    """`true`: two people in such a role must accept it."""


class PullRequest(_Part):
    """What a pull request may change of its own exam."""

    declared_changes: DeclaredChanges = "review"
    """What a `candidate` override counts for that comes with the change it declares. `review`: it
    counts, and a person must confirm it; `accept`: it counts; `ignore`: it does not."""


class PolicyFile(_Part):
    """The file as it is written; :func:`load_policy` makes a :class:`Policy` of it."""

    schema_version: Literal[1] = Field(default=1, alias="schema")
    """Version of the file's form."""
    release: RuleLists
    pull_request: PullRequest = PullRequest()


def load_policy(path: Path, metric_ks: Iterable[int]) -> Policy:
    """Read and check a policy.

    Args:
        path: the YAML file.
        metric_ks: the release's ``metrics.k``; rules about other k are refused.

    Raises:
        HarnessError: every fault of the file, each with its line.
    """
    source = read_yaml(path)
    check_schema(source, POLICY_FORM)
    faults = list(source.faults)
    file = validate(PolicyFile, source.value, source.where)
    release = _lists(source.value) if isinstance(file, list) else file.release
    rules, found = _read_rules(release, source, sorted(set(metric_ks)))
    faults += found + _clashes(rules, source)
    if isinstance(file, list):
        faults += file
    else:
        if not file.release.block_if and not file.release.review_if:
            faults.append(_empty(source))
        if file.release.two_person and not file.release.waivable_by:
            faults.append(_nobody(source))
    refuse(source, faults)
    read = cast("PolicyFile", file)  # without faults it was read
    return Policy(
        tuple(rule for _, rule in rules),
        read.pull_request.declared_changes,
        tuple(read.release.waivable_by),
        read.release.two_person,
    )


def _lists(value: dict[str, Any]) -> RuleLists:
    """The rules of a file that has faults elsewhere, so that theirs are told with them."""
    release = value.get("release")
    given = release if isinstance(release, dict) else {}
    lists = {name: found for name, found in given.items() if isinstance(found, list)}
    return RuleLists(block_if=lists.get("block_if", []), review_if=lists.get("review_if", []))


def _read_rules(
    release: RuleLists, source: Source, ks: list[int]
) -> tuple[list[tuple[Key, Rule]], list[Fault]]:
    lists: list[tuple[Action, str, list[Any]]] = [
        ("block", "block_if", release.block_if),
        ("review", "review_if", release.review_if),
    ]
    rules: list[tuple[Key, Rule]] = []
    faults: list[Fault] = []
    for action, name, entries in lists:
        for number, entry in enumerate(entries):
            key: Key = ("release", name, number)
            rule = _read_rule(action, entry, key, source, ks)
            if isinstance(rule, list):
                faults += rule
            else:
                rules.append((key, rule))
    return rules, faults


def _read_rule(
    action: Action, entry: Any, key: Key, source: Source, ks: list[int]
) -> Rule | list[Fault]:
    if isinstance(entry, str):
        return _named(action, entry, source.where(key), ks)
    if isinstance(entry, dict):
        return _metric(action, entry, key, source, ks)
    found = f"found {show(entry)}"
    return [Fault(source.where(key), found, "the name of a rule or a metric rule")]


def _named(action: Action, name: str, where: str, ks: list[int]) -> NamedRule | list[Fault]:
    rule, k = split_rule(name)
    choices = expand(NAMED_RULES, ks)
    if name in choices:
        return NamedRule(action, name, rule, k)
    if k is not None and rule in NAMED_RULES:
        return [Fault(where, *_foreign_k(name, k, ks))]
    return [Fault(where, unknown("rule", name, choices))]


def _metric(
    action: Action, entry: dict[str, Any], key: Key, source: Source, ks: list[int]
) -> MetricRule | list[Fault]:
    read = validate(MetricEntry, entry, source.where, key)
    if isinstance(read, list):
        return read
    faults = []
    if read.metric not in expand(METRICS, ks):
        faults.append(_unknown_metric(read.metric, source.where((*key, "metric")), ks))
    if not _SCOPE.fullmatch(read.scope):
        found = f"found {show(read.scope)}"
        faults.append(Fault(source.where((*key, "scope")), found, "all or tag:NAME"))
    return faults or MetricRule(
        action, read.metric, read.scope, read.drop_more_than, read.significant
    )


def _unknown_metric(name: str, where: str, ks: list[int]) -> Fault:
    base, _, number = name.partition("@")
    if f"{base}@K" in METRICS and re.fullmatch(r"[1-9]\d{0,5}", number):
        return Fault(where, *_foreign_k(name, int(number), ks))
    return Fault(where, unknown("metric", name, expand(METRICS, ks)))


def _foreign_k(name: str, k: int, ks: list[int]) -> tuple[str, str, str]:
    return (
        f"{name!r} needs the metrics at {k}, which are not measured",
        f"one of metrics.k ({', '.join(map(str, ks))})",
        f"Or add {k} to metrics.k of the release configuration.",
    )


def _clashes(rules: list[tuple[Key, Rule]], source: Source) -> list[Fault]:
    """A rule twice. Of a metric rule, a review threshold below its block threshold is no clash."""
    seen: dict[tuple[str, ...], tuple[Key, Rule]] = {}
    faults = []
    for key, rule in rules:
        first = seen.setdefault(_identity(rule), (key, rule))
        if first[0] == key or _graded(first[1], rule):
            continue
        found = f"{rule.name!r} stands in {first[0][1]} already ({source.where(first[0])})"
        faults.append(Fault(source.where(key), found, "each rule once", _advice(first[1], rule)))
    return faults


def _identity(rule: Rule) -> tuple[str, ...]:
    return (rule.metric, rule.scope) if isinstance(rule, MetricRule) else (rule.name,)


def _graded(first: Rule, second: Rule) -> bool:
    return (
        isinstance(first, MetricRule)
        and isinstance(second, MetricRule)
        and first.action != second.action
        and second.drop_more_than < first.drop_more_than
    )


def _advice(first: Rule, second: Rule) -> str:
    if first.action == second.action:
        return ""
    if isinstance(first, MetricRule):
        return "A review threshold must be below the block threshold, or it can never fire alone."
    return "Keep the one that says what should happen."


def _nobody(source: Source) -> Fault:
    return Fault(
        source.where(("release", "two_person")),
        "two people must waive a blocking finding, and nobody may",
        "waivable_by with the roles that may",
    )


def _empty(source: Source) -> Fault:
    return Fault(
        source.where(("release",)),
        "no rule at all: such a policy passes every corpus",
        "at least one rule in block_if or review_if",
    )
