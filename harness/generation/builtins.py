"""The generation providers that come with the package."""

from __future__ import annotations

from harness.generation.base import Generator
from harness.generation.extractive import Extractive
from harness.generation.openai_chat import OpenAiChat

PROVIDERS: tuple[type[Generator], ...] = (Extractive, OpenAiChat)
