"""The main job with its index in a Qdrant server."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.index.qdrant_bridge import QdrantBridge
from tests.pipeline.test_job import corpusgate, run_folder
from tests.pipeline.workspace import BASELINE, make_workspace

CHANGED = {"returns.md": BASELINE["returns.md"].replace("30 days", "60 days")}


def findings(root: Path) -> tuple[list[Any], str, str]:
    """Records of both sides without the names of index and configuration; blame; verdict."""
    folder = run_folder(root)
    records = []
    for side in ("baseline", "candidate"):
        for line in (folder / "records" / f"{side}.jsonl").read_text("utf-8").splitlines():
            record = json.loads(line)
            del record["runtime"]["index_id"], record["runtime"]["config_hash"]
            record.pop("seal", None)
            records.append(record)
    diagnosis = (folder / "diagnosis.jsonl").read_text("utf-8")
    return records, diagnosis, json.loads((folder / "gate.json").read_text("utf-8"))["verdict"]


def test_run_gives_the_records_blame_and_verdict_of_the_embedded_index(tmp_path: Path) -> None:
    embedded = make_workspace(tmp_path / "embedded", CHANGED)
    served = make_workspace(tmp_path / "served", CHANGED)
    release = served / "configs" / "release.yaml"
    plain = release.read_text()
    with QdrantBridge() as server:
        index = json.dumps({"qdrant-server": {"url": server.url}})
        release.write_text(plain.replace("pipeline:\n", f"pipeline:\n  index: {index}\n"))
        assert corpusgate(served) == corpusgate(embedded) == 1
        assert len(server.held.get_aliases().aliases) == 2
    assert findings(served) == findings(embedded)

    info = json.loads((run_folder(served) / "run.json").read_text())
    assert "qdrant-client" in info["inputs"]["packages"]
    assert info["pins"]["pipeline"]["index"]["name"] == "qdrant-server"
    assert server.url not in json.dumps(info)
