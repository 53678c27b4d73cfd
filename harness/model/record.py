"""What one case did on one corpus version in one trial: the record contract."""

from __future__ import annotations

from pydantic import Field

from harness.model.wire import Side, Wire


class Stage(Wire):
    """Where a chunk stood in one retrieval stage; rank counts from 1."""

    rank: int
    """Rank, from 1."""
    score: float
    """The stage's own score: to rank by, and no evidence."""


class Retrieved(Wire):
    """One chunk that any stage kept, best final rank first."""

    rank: int
    """Final rank, from 1."""
    source_id: str
    chunk_id: str
    score: float
    """Final score."""
    text_hash: str
    in_context: bool
    """The generator was given it."""
    stages: dict[str, Stage] = {}
    """``dense``, ``sparse``, ``fused``, ``rerank``; a stage that did not see the chunk is absent."""


class Citation(Wire):
    """One claim of the answer and the chunk it cites."""

    source_id: str
    chunk_id: str
    """The chunk that is cited; `?#7` for a number that no chunk has."""
    claim: str = ""
    """The words of the answer that cite it."""
    quote: str = ""
    """Verbatim words of the chunk."""


class Tokens(Wire):
    prompt: int = 0
    """Tokens sent."""
    completion: int = 0
    """Tokens of the answer."""


class Runtime(Wire):
    """What the record was made with; digests only, no clock."""

    config_hash: str
    """``sha256:…`` over all that shapes a record."""
    index_id: str
    """The sealed index."""
    prompt_hash: str = ""
    """``sha256:…`` of the whole request sent to the generator, context included."""
    model: str
    """The generator's model, or what stands in its place."""
    excerpts: bool = False
    """The answer is cut from the context and chosen by score, as an extractive generator does:
    what it leaves out or refuses is no evidence of what a model would say."""
    tokens: Tokens = Tokens()
    """Tokens of the answer."""
    cost: float | None = None
    """In the currency of the price table; ``None`` without a table."""
    latency_ms: dict[str, float] | None = None
    """Read from records made elsewhere; our own runs keep clocks out of records (``timings.jsonl``)."""


class RecordError(Wire):
    """A case that could not be carried out: never a pass, never left out of a denominator."""

    kind: str
    """``timeout``, ``rate_limited``, ``truncated``, ``malformed``, ``empty``, ``budget``, ``retrieval`` …"""
    message: str
    """What happened, for people."""


class RunRecord(Wire):
    """One line of ``records/{baseline,candidate}.jsonl``."""

    schema_version: int = Field(default=1, alias="schema")
    case_id: str
    corpus_version: Side
    """The corpus version the case was asked on."""
    trial: int = 0
    retrieved: tuple[Retrieved, ...] = ()
    """Chunks that any stage kept, best first."""
    citations: tuple[Citation, ...] = ()
    """What the answer cites."""
    answer: str = ""
    """The answer's text."""
    refused: bool = False
    """The generator says that the documents do not answer the question."""
    error: RecordError | None = None
    """Why there is no answer; then the record is never a pass."""
    runtime: Runtime
    """What the record was made with."""

    @property
    def context(self) -> tuple[Retrieved, ...]:
        """The chunks the generator saw, in the order it saw them."""
        return tuple(hit for hit in self.retrieved if hit.in_context)
