"""``support``."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from harness.errors import ExitCode

Call = Callable[..., tuple[int, str, str]]

PAIRS = (
    '{"id": "a", "claim": "The file is kept for 30 days.", "evidence": "The file is kept for 60 days."}\n'
    '{"claim": "Файл хранят 30 дней.", "evidence": "Файл хранят тридцать дней.", "lang": "ru"}\n'
)


def test_each_pair_gets_a_verdict_with_the_place_that_decided(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "pairs.jsonl"
    path.write_text(PAIRS, encoding="utf-8")
    code, out, err = call("support", str(path), "--json")
    first, second = (json.loads(line) for line in out.splitlines())
    assert (code, err) == (ExitCode.PASS, "")
    assert (first["id"], first["verdict"], first["kind"]) == ("a", "contradicted", "number")
    assert "The file is kept for 60 days."[slice(*first["span"])] == "60 days"
    assert (second["id"], second["verdict"]) == (2, "supported")


def test_a_person_reads_the_verdict_the_claim_and_the_words(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "pairs.jsonl"
    path.write_text(PAIRS, encoding="utf-8")
    code, out, _ = call("support", str(path))
    assert code == ExitCode.PASS
    assert "a  CONTRADICTED (number): the evidence says 60 days, the claim 30 days" in out
    assert "evidence: 60 days" in out


def test_all_faults_of_a_file_are_reported_at_once(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "pairs.jsonl"
    path.write_text(
        '{"claim": "x"}\n[1]\n{"claim": "x", "evidence": "y", "lang": "fr"}\n{"claim": 3, "evidence": " "}\n',
        encoding="utf-8",
    )
    code, out, err = call("support", str(path), "--json")
    assert (code, out) == (ExitCode.USAGE, "")
    for fault in (
        ":1: evidence: missing",
        ":2: a JSON list",
        ":3: lang: 'fr'",
        ":4: claim: 3",
        ":4: evidence",
    ):
        assert fault in err


def test_a_line_that_is_not_json_is_named(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "pairs.jsonl"
    path.write_text('{"claim": \n', encoding="utf-8")
    code, _, err = call("support", str(path))
    assert code == ExitCode.USAGE
    assert "pairs.jsonl:1" in err


def test_a_file_without_pairs_is_nothing_to_compare(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "pairs.jsonl"
    path.write_text("\n", encoding="utf-8")
    assert call("support", str(path))[0] == ExitCode.NOTHING


def test_lone_surrogates_in_the_input_survive(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "pairs.jsonl"
    path.write_text(
        '{"id": "\\ud800", "claim": "A \\ud800 file.", "evidence": "A \\ud800 file."}\n'
    )
    code, out, _ = call("support", str(path), "--json")
    assert code == ExitCode.PASS
    assert json.loads(out)["verdict"] == "supported"


def test_unknown_key_is_refused_with_the_one_that_was_meant(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "pairs.jsonl"
    path.write_text('{"claim": "x", "evidence": "y", "language": "en", "ids": 1}\n')
    code, out, err = call("support", str(path))
    assert (code, out) == (ExitCode.USAGE, "")
    assert (
        ":1: unknown key 'ids'. Expected one of claim, evidence, id, lang. Did you mean 'id'?"
        in err
    )
    assert ":1: unknown key 'language'" in err
