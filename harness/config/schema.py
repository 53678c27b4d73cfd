"""JSON Schema of the configuration files, provider settings included: editors complete from it."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from harness.config.policy import MetricEntry, PolicyFile
from harness.config.release import STAGES, ReleaseFile
from harness.config.rules import METRICS, NAMED_RULES
from harness.registry import Provider, Registry

_DIALECT = "https://json-schema.org/draft/2020-12/schema"


def config_schema(registry: Registry) -> dict[str, Any]:
    """JSON Schema (2020-12) of ``release.yaml`` with the settings of every provider in ``registry``."""
    kinds = (*STAGES, "judge", "metrics")
    classes = [registry.get(kind, name) for kind in kinds for name in registry.names(kind)]
    models: list[type[BaseModel]] = [ReleaseFile, *classes]
    refs, shared = models_json_schema([(model, "validation") for model in models])
    definitions = shared["$defs"]
    pipeline = definitions["PipelineFile"]["properties"]
    beside = definitions["ReleaseFile"]["properties"]
    named = {
        kind: [(cls, refs[cls, "validation"]) for cls in classes if cls.kind == kind]
        for kind in kinds
    }
    for stage in STAGES:
        pipeline[stage].update(_stage_schema(named[stage]))
    beside["judge"]["anyOf"] = [{"type": "null"}, _stage_schema(named["judge"])]
    beside["ragas"]["anyOf"] = [{"type": "null"}, *(ref for _, ref in named["metrics"])]
    return {"$schema": _DIALECT, **refs[ReleaseFile, "validation"], "$defs": definitions}


def policy_schema() -> dict[str, Any]:
    """JSON Schema (2020-12) of ``gate.yaml``; a K in a rule or metric is any whole number."""
    metric = MetricEntry.model_json_schema()
    metric["properties"]["metric"] = {"anyOf": [_pattern(name) for name in METRICS]}
    names = [{**_pattern(name), "description": text} for name, text in NAMED_RULES.items()]
    schema = PolicyFile.model_json_schema()
    lists = schema["$defs"]["RuleLists"]["properties"]
    for entries in (lists["block_if"], lists["review_if"]):
        entries["items"] = {"anyOf": [*names, {"$ref": "#/$defs/MetricEntry"}]}
    return {"$schema": _DIALECT, **schema, "$defs": {**schema["$defs"], "MetricEntry": metric}}


def _stage_schema(named: list[tuple[type[Provider], dict[str, Any]]]) -> dict[str, Any]:
    plain = [cls.name for cls, _ in named if not _requires_settings(cls)]
    return {
        "oneOf": [
            {"enum": plain},
            {
                "type": "object",
                "minProperties": 1,
                "maxProperties": 1,
                "additionalProperties": False,
                "properties": {cls.name: _settings(cls, ref) for cls, ref in named},
            },
        ]
    }


def _settings(cls: type[Provider], ref: dict[str, Any]) -> dict[str, Any]:
    return ref if _requires_settings(cls) else {"anyOf": [ref, {"type": "null"}]}


def _requires_settings(cls: type[Provider]) -> bool:
    return any(field.is_required() for field in cls.model_fields.values())


def _pattern(name: str) -> dict[str, str]:
    if name.endswith("@K") or "_K_" in name:
        return {"type": "string", "pattern": f"^{name.replace('K', '[1-9][0-9]*')}$"}
    return {"const": name}
