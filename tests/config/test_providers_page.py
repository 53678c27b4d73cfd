"""The reference of providers is what the providers say today."""

from __future__ import annotations

from docs import generate_providers
from harness.config.release import STAGES


def test_page_is_written_from_the_providers() -> None:
    written = generate_providers.PAGE.read_text(encoding="utf-8")
    assert written == generate_providers.page(), "run: make docs"


def test_every_stage_has_a_provider_on_the_page() -> None:
    page = generate_providers.page()
    assert [stage for stage in STAGES if f"### `{stage}: " not in page] == []
