"""A question and its context as messages, in which no document can pass for anything but data."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from harness.errors import HarnessError
from harness.llm import Message, defused, fence, well_formed
from harness.model.search import Hit, Query
from harness.store import digest_text

if TYPE_CHECKING:
    from jinja2 import Template

_MAX_BYTES = 200_000
_BLOCKS = ("system", "user")
_PROBES = {"context": "probe-3f1c-context", "question": "probe-3f1c-question"}


class Prompt:
    """A Jinja2 template with the blocks ``system`` and ``user``, rendered in a sandbox."""

    def __init__(self, text: str, where: str) -> None:
        self.digest = digest_text(text)
        self._where = where
        self._template = self._compile(text)
        self._refuse_blind_template()

    def messages(self, query: Query, context: Sequence[Hit], structured: str) -> list[Message]:
        """The messages to send. Their text is well-formed Unicode.

        Raises:
            HarnessError: the template fails on this case.
        """
        documents = [_Document(hit) for hit in context]
        question = defused(query.text)
        word = fence([question, *(document.text for document in documents)])
        return self._render(
            {
                "question": question,
                "context": _context(documents, word),
                "fence": word,
                "language": query.language,
                "structured": structured,
            }
        )

    def _compile(self, text: str) -> Template:
        from jinja2 import StrictUndefined, TemplateError
        from jinja2.sandbox import ImmutableSandboxedEnvironment

        environment = ImmutableSandboxedEnvironment(
            undefined=StrictUndefined,
            autoescape=False,  # a prompt is plain text
        )
        try:
            template = environment.from_string(text)
        except TemplateError as error:
            line = getattr(error, "lineno", None)
            raise HarnessError(f"{self._where}:{line or 1}: {error}.") from error
        missing = [name for name in _BLOCKS if name not in template.blocks]
        if missing:
            names = " and ".join(f"{{% block {name} %}}" for name in missing)
            raise HarnessError(f"{self._where}: the template has no {names}. Add it.")
        return template

    def _render(self, variables: dict[str, Any]) -> list[Message]:
        from jinja2 import TemplateError

        messages: list[Message] = []
        for role in _BLOCKS:
            frame = self._template.new_context(variables)
            try:
                text = "".join(self._template.blocks[role](frame)).strip()
            except (TemplateError, TypeError, ValueError, ArithmeticError, LookupError) as error:
                raise HarnessError(f"{self._where}: block {role!r}: {error}.") from error
            if text:
                messages.append(Message(role, well_formed(text)))
        return messages

    def _refuse_blind_template(self) -> None:
        """A template that forgets the context would have the model answer from memory."""
        for structured in ("json_schema", "inline"):
            variables = {"fence": "", "language": "en", "structured": structured, **_PROBES}
            shown = [m.content for m in self._render(variables) if m.role == "user"]
            for name, probe in _PROBES.items():
                if not any(probe in text for text in shown):
                    raise HarnessError(
                        f"{self._where}: block 'user' never shows {{{{ {name} }}}}. Add it."
                    )


def read_prompt(workspace: Path, name: str, what: str) -> Prompt:
    """The template ``name``, a path inside ``workspace``.

    Raises:
        HarnessError: outside the workspace, missing, too large, not UTF-8, or not a template.
    """
    root = workspace.resolve()
    path = (root / name).resolve()
    if not path.is_relative_to(root):
        raise HarnessError(f"{what}: {name!r} leads out of the workspace. Name a file inside it.")
    try:
        data = path.read_bytes()
    except OSError as error:
        raise HarnessError(
            f"{what}: cannot read {name!r} ({error.strerror}). `corpusgate init` writes a prompt "
            "to configs/prompts/answer.md."
        ) from error
    if len(data) > _MAX_BYTES:
        raise HarnessError(f"{name}: {len(data)} bytes; a prompt may have up to {_MAX_BYTES}.")
    try:
        return Prompt(data.decode("utf-8").replace("\r\n", "\n"), name)
    except UnicodeDecodeError as error:
        raise HarnessError(f"{name}: not UTF-8 at byte {error.start}.") from error


class _Document:
    """One chunk as the model sees it."""

    def __init__(self, hit: Hit) -> None:
        self.text = defused(f"{hit.chunk.heading}\n\n{hit.chunk.text}".strip())


def _context(documents: Sequence[_Document], fence: str) -> str:
    if not documents:
        return "There are no documents."
    return "\n\n".join(
        f"=== {fence} document [{number}] ===\n{document.text}\n=== {fence} end [{number}] ==="
        for number, document in enumerate(documents, 1)
    )
