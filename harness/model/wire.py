"""The base of every model that is written to disk."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict

Side = Literal["baseline", "candidate"]
"""Which corpus version something belongs to."""

SIDES: tuple[Side, Side] = ("baseline", "candidate")

Layer = Literal["retrieval", "citation", "answer"]

LAYERS: tuple[Layer, Layer, Layer] = ("retrieval", "citation", "answer")

Verdict = Literal["PASS", "REVIEW", "BLOCK"]


class Wire(BaseModel):
    """Strict, frozen, unknown fields refused."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)
