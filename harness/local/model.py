"""Which model: its settings, its folder, and the digest over its files."""

from __future__ import annotations

import re
from importlib.metadata import version as package_version
from importlib.util import find_spec
from pathlib import Path
from typing import Any, ClassVar, Self

from pydantic import Field, PrivateAttr, model_validator

from harness.errors import Fault, HarnessError, MissingExtraError
from harness.llm import LlmRuntime, RuntimeProvider
from harness.local.hub import Wanted, cached_folder, fetch
from harness.store import digest_json, sha256_file
from harness.text.redact import redact_line

_NAME = re.compile(r"[A-Za-z0-9][\w.-]*/[A-Za-z0-9][\w.-]*", re.ASCII)
_OPERATIONAL = ("path", "download", "hub")


class LocalModel(RuntimeProvider):
    """Base of the providers that run a model themselves. Nothing is fetched unless it is allowed."""

    extra: ClassVar[str] = "local"
    """The extra that brings the library."""
    packages: ClassVar[tuple[str, ...]] = ()
    """Distributions that decide an outcome; the first is imported under its name, ``-`` as ``_``."""
    files: ClassVar[tuple[str, ...] | None] = None
    """Patterns of the files to fetch; all of them where there is none."""

    model: str = ""
    """Name on the hub, ``organisation/name``; with ``revision``. Or ``path``."""
    revision: str = Field(default="", pattern=r"^([0-9a-f]{40})?$")
    """Commit of the hub, 40 hex digits; a branch could change under a run."""
    path: str = ""
    """Folder of the model in the workspace, instead of a name."""
    digest: str = Field(default="", pattern=r"^(sha256:[0-9a-f]{64})?$")
    """``sha256:…`` over the model's files; filled in when bound. When given, it must match."""
    download: bool = False
    """Fetch the model from the hub if it is not there; the hosts must be in ``privacy.allow_hosts``."""
    hub: str = "https://huggingface.co"
    """Address of the hub."""

    _folder: Path | None = PrivateAttr(default=None)

    @model_validator(mode="after")
    def _one_model(self) -> Self:
        if bool(self.model) == bool(self.path):
            raise ValueError("expected either model (a name, with revision) or path (a folder)")
        if self.model and not _NAME.fullmatch(self.model):
            raise ValueError("expected model as organisation/name")
        if self.model and not self.revision:
            raise ValueError("expected revision, the 40 hex digits of the model's commit")
        return self

    def bound(self, runtime: LlmRuntime) -> Self:
        """This provider with its model's folder and digest.

        Raises:
            MissingExtraError: the library is not installed.
            HarnessError: the model is not there, may not be fetched, or is another one.
        """
        what = f"{self.kind}.{self.name}"
        if find_spec(self.packages[0].replace("-", "_")) is None:
            raise MissingExtraError(what, self.extra)
        folder = self._found(runtime, what)
        digest = digest_of_folder(folder)
        if self.digest and self.digest != digest:
            fault = Fault(
                f"{what}.digest", f"the files in {folder} have {digest}", self.digest,
                "Restore the model, or pin this one; every record is then made anew.",
            )  # fmt: skip
            raise HarnessError(str(fault))
        copy = self.model_copy(update={"digest": digest})
        copy._folder = folder  # noqa: SLF001
        return copy

    def describe(self) -> dict[str, Any]:
        """As every provider, without where the model is; with its library's versions."""
        described = super().describe()
        settings = described["settings"]
        described["settings"] = {k: v for k, v in settings.items() if k not in _OPERATIONAL}
        described["packages"] = [f"{name} {package_version(name)}" for name in self.packages]
        return described

    @property
    def folder(self) -> Path:
        """The model's files, once bound."""
        if self._folder is None:
            raise RuntimeError(f"{self.kind}.{self.name} works only after bind(provider, runtime)")
        return self._folder

    def unreadable(self, error: Exception) -> HarnessError:
        """What to say of a model that its library cannot use."""
        told = redact_line(str(error))
        return HarnessError(
            f"{self.kind}.{self.name}: the model in {self.folder} cannot be used: {told}. "
            "Correct the settings, or get the model again."
        )

    def _found(self, runtime: LlmRuntime, what: str) -> Path:
        if self.path:
            folder = runtime.workspace / self.path
            if folder.is_dir():
                return folder
            raise HarnessError(str(Fault(f"{what}.path", f"{folder} is not a folder")))
        wanted = Wanted(self.hub, self.model, self.revision, self.files)
        kept = cached_folder(runtime.workspace, wanted)
        if kept.is_dir():
            return kept
        if self.download:
            return fetch(runtime, wanted, kept, what)
        raise HarnessError(
            f"{what}: the model {self.model!r} at {self.revision[:12]} is not on this machine, and "
            "nothing is fetched unless asked. Set download: true and allow the host of the hub in "
            f"privacy.allow_hosts; or get it with: hf download {self.model} --revision "
            f"{self.revision} --local-dir FOLDER, and set path: FOLDER instead."
        )


def digest_of_folder(folder: Path) -> str:
    """``sha256:…`` over names and bytes of all files; hidden ones, such as of git, left out."""
    inside = [path.relative_to(folder) for path in folder.rglob("*") if path.is_file()]
    names = sorted(
        path.as_posix() for path in inside if not any(part.startswith(".") for part in path.parts)
    )
    return digest_json([[name, sha256_file(folder / name)] for name in names])
