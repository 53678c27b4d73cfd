from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from harness.errors import HarnessError
from harness.model.record import RecordError, RunRecord, Runtime
from harness.record import RecordLog, read_records


def record(case_id: str, trial: int = 0, error: str | None = None) -> RunRecord:
    return RunRecord(
        case_id=case_id,
        corpus_version="baseline",
        trial=trial,
        answer="ответ 😀",
        error=RecordError(kind=error, message="it failed") if error else None,
        runtime=Runtime(config_hash="sha256:1", index_id="i", model="m"),
    )


def test_sealed_file_has_the_same_bytes_in_whatever_order_cases_finished(tmp_path: Path) -> None:
    for folder, order in (("a", "cab"), ("b", "bca")):
        log = RecordLog(tmp_path / folder, "baseline")
        for case_id in order:
            log.append(record(case_id))
        log.seal()
    files = [(tmp_path / folder / "baseline.jsonl").read_bytes() for folder in "ab"]
    assert files[0] == files[1]
    assert not (tmp_path / "a" / "baseline.partial.jsonl").exists()


def test_record_torn_by_a_kill_is_dropped_and_the_finished_ones_are_kept(tmp_path: Path) -> None:
    log = RecordLog(tmp_path, "baseline")
    log.append(record("a"))
    with log.partial_path.open("ab") as stream:
        stream.write(b'{"schema":1,"case_id":"b"')
    again = RecordLog(tmp_path, "baseline")
    assert again.count == 1
    again.append(record("b"))
    assert [r.case_id for r in again.seal()] == ["a", "b"]


def test_errored_record_of_a_sealed_side_can_be_asked_again(tmp_path: Path) -> None:
    log = RecordLog(tmp_path, "baseline")
    log.append(record("a", error="timeout"))
    log.seal()
    again = RecordLog(tmp_path, "baseline")
    again.append(record("a"))
    assert [r.error for r in again.seal()] == [None]
    assert [r.error for r in read_records(again.sealed_path)] == [None]


def test_fresh_start_sets_records_aside_and_deletes_nothing(tmp_path: Path) -> None:
    log = RecordLog(tmp_path, "baseline")
    log.append(record("a"))
    log.seal()
    RecordLog.discard(tmp_path, "baseline")
    assert RecordLog(tmp_path, "baseline").count == 0
    assert len(list(tmp_path.glob("baseline.jsonl.before-*"))) == 1


def test_sealed_records_that_were_edited_are_refused_and_can_be_asked_afresh(
    tmp_path: Path,
) -> None:
    log = RecordLog(tmp_path, "baseline")
    log.append(record("a"))
    log.seal()
    log.sealed_path.write_bytes(log.sealed_path.read_bytes().replace(b'"a"', b'"b"'))
    with pytest.raises(HarnessError, match="--fresh"):
        RecordLog(tmp_path, "baseline")
    RecordLog.discard(tmp_path, "baseline")
    assert RecordLog(tmp_path, "baseline").count == 0


def test_digest_of_sealed_records_is_one_that_sha256sum_accepts(tmp_path: Path) -> None:
    log = RecordLog(tmp_path, "baseline")
    log.append(record("a"))
    log.seal()
    done = subprocess.run(
        ["sha256sum", "-c", "--strict", "baseline.sha256"],
        cwd=tmp_path,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0


def test_newer_schema_gets_a_version_message_and_not_an_unknown_field(tmp_path: Path) -> None:
    path = tmp_path / "records.jsonl"
    path.write_text('{"schema": 7, "unheard_of": 1}\n')
    with pytest.raises(HarnessError, match="schema 7, but this corpusgate reads up to 1"):
        read_records(path)


def test_all_faults_of_a_file_are_named_at_once(tmp_path: Path) -> None:
    path = tmp_path / "records.jsonl"
    good = json.dumps(record("a").model_dump(mode="json", by_alias=True))
    path.write_text(f'{good}\n[]\n{{"schema": 1}}\n{{"schema": true}}\n')
    with pytest.raises(HarnessError) as caught:
        read_records(path)
    text = str(caught.value)
    assert ":2" in text
    assert ":3: case_id" in text
    assert ":4" in text


def test_record_that_stands_twice_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "records.jsonl"
    good = json.dumps(record("a").model_dump(mode="json", by_alias=True))
    path.write_text(f"{good}\n{good}\n")
    with pytest.raises(HarnessError, match="in the file twice"):
        read_records(path)
