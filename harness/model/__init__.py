"""The frozen types handed from room to room.

Types that live in memory only are dataclasses; types that are written to disk are
strict pydantic models (``extra="forbid"``), so that a file is checked when it is read.
Nothing here reads files, computes, or imports another room.
"""
