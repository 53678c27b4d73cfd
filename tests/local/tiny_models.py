"""ONNX models of a few numbers, made in the test: real files, read by the real libraries."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import Whitespace
from tokenizers.processors import TemplateProcessing

WORDS = ("[PAD]", "[UNK]", "[CLS]", "refund", "days", "hotel", "возврат", "дней")
DIM = 4


def embedding_model(folder: Path, *, window: int = 16) -> Path:
    """Each token has a fixed vector, which the model gives for every place of the text."""
    table = np.random.default_rng(3).normal(size=(len(WORDS), DIM)).astype(np.float32)
    gather = helper.make_node("Gather", ["table", "input_ids"], ["last_hidden_state"], axis=0)
    _write(folder, [gather], {"table": table}, ("last_hidden_state", ["b", "s", DIM]), window)
    return folder


def cross_encoder(folder: Path, file: str = "model.onnx") -> Path:
    """The score of a pair is the number of times it says ``refund`` or ``возврат``."""
    table = np.array([[float(word in ("refund", "возврат"))] for word in WORDS], dtype=np.float32)
    gather = helper.make_node("Gather", ["table", "input_ids"], ["each"], axis=0)
    total = helper.make_node("ReduceSum", ["each", "axes"], ["logits"], keepdims=0)
    numbers: dict[str, NDArray[Any]] = {"table": table, "axes": np.array([1], dtype=np.int64)}
    _write(folder, [gather, total], numbers, ("logits", ["b", 1]), 16, file)
    return folder


def _write(
    folder: Path,
    nodes: list[onnx.NodeProto],
    numbers: Mapping[str, NDArray[Any]],
    output: tuple[str, list[str | int]],
    window: int,
    file: str = "model.onnx",
) -> None:
    folder.mkdir(parents=True)
    inputs = [
        helper.make_tensor_value_info(name, TensorProto.INT64, ["b", "s"])
        for name in ("input_ids", "attention_mask")
    ]
    name, shape = output
    graph = helper.make_graph(
        nodes,
        "tiny",
        inputs,
        [helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)],
        [numpy_helper.from_array(array, key) for key, array in numbers.items()],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    onnx.checker.check_model(model)
    onnx.save(model, str(folder / file))
    _write_tokenizer(folder, window)


def _write_tokenizer(folder: Path, window: int) -> None:
    tokenizer = Tokenizer(WordLevel({word: n for n, word in enumerate(WORDS)}, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = Whitespace()
    tokenizer.post_processor = TemplateProcessing(
        single="[CLS] $A", pair="[CLS] $A $B", special_tokens=[("[CLS]", 2)]
    )
    tokenizer.save(str(folder / "tokenizer.json"))
    files = {
        "config.json": {"pad_token_id": 0},
        "special_tokens_map.json": {"pad_token": "[PAD]", "unk_token": "[UNK]"},
        "tokenizer_config.json": {"model_max_length": window, "pad_token": "[PAD]"},
    }
    for name, value in files.items():
        (folder / name).write_text(json.dumps(value))
