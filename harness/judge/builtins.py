"""The judges that come with the package."""

from __future__ import annotations

from harness.judge.base import Judge
from harness.judge.openai_judge import OpenAiJudge

PROVIDERS: tuple[type[Judge], ...] = (OpenAiJudge,)
