"""What one case did on one corpus version in one trial: the record contract."""

from __future__ import annotations

from pydantic import Field

from harness.model.wire import Side, Wire


class Stage(Wire):
    """Where a chunk stood in one retrieval stage; rank counts from 1."""

    rank: int
    score: float


class Retrieved(Wire):
    """One chunk that any stage kept, best final rank first."""

    rank: int
    source_id: str
    chunk_id: str
    score: float
    text_hash: str
    in_context: bool
    stages: dict[str, Stage] = {}
    """``dense``, ``sparse``, ``fused``, ``rerank``; a stage that did not see the chunk is absent."""


class Citation(Wire):
    """One claim of the answer and the chunk it cites."""

    source_id: str
    chunk_id: str
    claim: str = ""
    quote: str = ""
    """Verbatim words of the chunk."""


class Tokens(Wire):
    prompt: int = 0
    completion: int = 0


class Runtime(Wire):
    """What the record was made with; digests only, no clock."""

    config_hash: str
    index_id: str
    prompt_hash: str = ""
    """``sha256:…`` of the whole request sent to the generator, context included."""
    model: str
    excerpts: bool = False
    """The answer is cut from the context and chosen by score, as an extractive generator does:
    what it leaves out or refuses is no evidence of what a model would say."""
    tokens: Tokens = Tokens()
    cost: float | None = None
    """In the currency of the price table; ``None`` without a table."""
    latency_ms: dict[str, float] | None = None
    """Read from records made elsewhere; our own runs keep clocks out of records (``timings.jsonl``)."""


class RecordError(Wire):
    """A case that could not be carried out: never a pass, never left out of a denominator."""

    kind: str
    """``timeout``, ``rate_limited``, ``truncated``, ``malformed``, ``empty``, ``budget``, ``retrieval`` …"""
    message: str


class RunRecord(Wire):
    """One line of ``records/{baseline,candidate}.jsonl``."""

    schema_version: int = Field(default=1, alias="schema")
    case_id: str
    corpus_version: Side
    trial: int = 0
    retrieved: tuple[Retrieved, ...] = ()
    citations: tuple[Citation, ...] = ()
    answer: str = ""
    refused: bool = False
    error: RecordError | None = None
    runtime: Runtime

    @property
    def context(self) -> tuple[Retrieved, ...]:
        """The chunks the generator saw, in the order it saw them."""
        return tuple(hit for hit in self.retrieved if hit.in_context)
