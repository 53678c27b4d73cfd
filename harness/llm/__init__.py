"""Calls to models over HTTP: where to, how often, at what price, and how they ended.

A room below the stage rooms: generators, embedders, rerankers and judges call through it.
"""

from harness.llm.api import ApiClient, Reply
from harness.llm.budget import Budget, BudgetExceededError
from harness.llm.cache import FolderCache, MemoryCache, ResponseCache
from harness.llm.chat import ChatClient, ChatRequest, ChatResult, Message
from harness.llm.concurrency import map_bounded
from harness.llm.connection import read_api_key
from harness.llm.egress import Endpoint, require_allowed
from harness.llm.fencing import defused, fence
from harness.llm.outcomes import RETRIED, CallFailedError, Outcome
from harness.llm.provider import LlmProvider, LlmRuntime, RuntimeProvider, bind
from harness.llm.retry import RetryPolicy
from harness.llm.structured import parse_object, without_thoughts
from harness.llm.unicode import well_formed

__all__ = [
    "RETRIED",
    "ApiClient",
    "Budget",
    "BudgetExceededError",
    "CallFailedError",
    "ChatClient",
    "ChatRequest",
    "ChatResult",
    "Endpoint",
    "FolderCache",
    "LlmProvider",
    "LlmRuntime",
    "MemoryCache",
    "Message",
    "Outcome",
    "Reply",
    "ResponseCache",
    "RetryPolicy",
    "RuntimeProvider",
    "bind",
    "defused",
    "fence",
    "map_bounded",
    "parse_object",
    "read_api_key",
    "require_allowed",
    "well_formed",
    "without_thoughts",
]
