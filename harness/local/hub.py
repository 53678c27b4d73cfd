"""Fetching a model: from an allowed hub, over allowed hosts, at one commit, whole or not at all."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from harness.errors import ExitCode, HarnessError
from harness.llm import LlmRuntime
from harness.store import make_folder
from harness.text.redact import redact_line

if TYPE_CHECKING:
    import httpx

_TIMEOUT_S = 60.0


@dataclass(frozen=True, slots=True)
class Wanted:
    """One model at one commit."""

    hub: str
    name: str
    revision: str
    files: tuple[str, ...] | None
    """Patterns of the files that are needed; ``None``: all."""


def cached_folder(workspace: Path, wanted: Wanted) -> Path:
    """Where a fetched model is kept."""
    name = wanted.name.replace("/", "--")
    return workspace / ".corpusgate" / "models" / f"{name}@{wanted.revision}"


def fetch(runtime: LlmRuntime, wanted: Wanted, folder: Path, what: str) -> Path:
    """Fetch a model into ``folder``, which is there only once all of it is.

    Raises:
        HarnessError: a host on the way is not allowed, or the hub gave no such model; exit code 4
            if running it again may help.
    """
    endpoint = runtime.allowed(wanted.hub, f"{what}.hub")
    aside = folder.with_name(f".fetching-{uuid4().hex[:8]}-{folder.name}")
    try:
        with _guarded_client(runtime, f"{what}.hub"):
            _snapshot(wanted, endpoint.url, aside)
        aside.rename(folder)
    except OSError as error:
        raise HarnessError(f"{folder}: cannot be written: {error.strerror or error}.") from error
    finally:
        shutil.rmtree(aside, ignore_errors=True)
    return folder


def _snapshot(wanted: Wanted, hub: str, folder: Path) -> None:
    import httpx
    from huggingface_hub import snapshot_download
    from huggingface_hub.errors import HfHubHTTPError

    make_folder(folder.parent)
    patterns = None if wanted.files is None else list(wanted.files)
    try:
        snapshot_download(
            wanted.name,
            revision=wanted.revision,
            local_dir=folder,
            allow_patterns=patterns,
            endpoint=hub,
            token=False,  # a token of the user's is not for us to send
            max_workers=2,
        )
    except (HfHubHTTPError, httpx.HTTPError) as error:
        told = redact_line(str(error))
        raise HarnessError(
            f"{wanted.name}: could not be fetched from {hub}: {told}",
            exit_code=ExitCode.INCOMPLETE,
        ) from error
    shutil.rmtree(folder / ".cache", ignore_errors=True)  # notes of the library


@contextmanager
def _guarded_client(runtime: LlmRuntime, what: str) -> Iterator[None]:
    """The library's HTTP client, held to the policy at every step of every redirect."""
    from huggingface_hub import constants, set_client_factory
    from huggingface_hub.utils._http import default_client_factory

    other_ways = constants.HF_HUB_DISABLE_XET
    constants.HF_HUB_DISABLE_XET = True  # a transport of its own, which no guard sees
    set_client_factory(_factory(runtime, what))
    try:
        yield
    finally:
        set_client_factory(default_client_factory)
        constants.HF_HUB_DISABLE_XET = other_ways


def _factory(runtime: LlmRuntime, what: str) -> Callable[[], httpx.Client]:
    import httpx

    def only_allowed(request: Any) -> None:
        runtime.allowed(f"{request.url.scheme}://{request.url.host}", what)

    def client() -> httpx.Client:
        return httpx.Client(
            event_hooks={"request": [only_allowed]},
            follow_redirects=True,
            timeout=_TIMEOUT_S,
            trust_env=False,
            mounts=_mounts(runtime.proxy),
        )

    return client


def _mounts(proxy: str) -> dict[str, httpx.BaseTransport | None]:
    """The proxy for all but loopback."""
    import httpx

    if not proxy:
        return {}
    loopback = ("localhost", "127.0.0.1", "[::1]")
    direct: dict[str, httpx.BaseTransport | None] = dict.fromkeys(
        (f"all://{host}" for host in loopback), None
    )
    return {"all://": httpx.HTTPTransport(proxy=proxy), **direct}
