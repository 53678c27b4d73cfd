"""Corpora and exams out of git: read through plumbing, the work tree never touched."""

from harness.git.blame import commits_by
from harness.git.command import Repository, find_repository, repository_around
from harness.git.deepen import deepen
from harness.git.folder import left_out_by_sparse_checkout, materialise, submodules_left_empty
from harness.git.spec import GitSpec, is_git_spec, parse_spec
from harness.git.squash import own_base
from harness.git.tree import is_lfs_pointer

__all__ = [
    "GitSpec",
    "Repository",
    "commits_by",
    "deepen",
    "find_repository",
    "is_git_spec",
    "is_lfs_pointer",
    "left_out_by_sparse_checkout",
    "materialise",
    "own_base",
    "parse_spec",
    "repository_around",
    "submodules_left_empty",
]
