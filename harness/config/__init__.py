"""YAML configurations into checked, frozen models. Every fault names its line, all at once."""

from harness.config.migrate import Migrated, migrate
from harness.config.policy import MetricRule, NamedRule, Policy, Rule, load_policy
from harness.config.release import Pipeline, Release, load_release, workspace_of
from harness.config.rules import METRICS, NAMED_RULES
from harness.config.schema import config_schema, policy_schema

__all__ = [
    "METRICS",
    "NAMED_RULES",
    "MetricRule",
    "Migrated",
    "NamedRule",
    "Pipeline",
    "Policy",
    "Release",
    "Rule",
    "config_schema",
    "load_policy",
    "load_release",
    "migrate",
    "policy_schema",
    "workspace_of",
]
