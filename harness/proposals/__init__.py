"""Edited and new cases, proposed for a person to accept: drafts and relabelled cases."""

from harness.proposals.draft import draft_changes, draft_folder
from harness.proposals.relabel import Relabelled, relabel

__all__ = ["Relabelled", "draft_changes", "draft_folder", "relabel"]
