"""Reading a report back: its elements, its data blocks, and the bodies that are packed."""

from __future__ import annotations

import base64
import gzip
import json
from typing import Any

from bs4 import BeautifulSoup, Tag


def parsed(html: str) -> BeautifulSoup:
    """The page as a tree, the packed bodies unpacked and put at the end of it."""
    soup = BeautifulSoup(html, "html.parser")
    for script in soup.find_all("script", type="application/octet-stream"):
        for body in json.loads(gzip.decompress(base64.b64decode(script.string or ""))):
            soup.append(BeautifulSoup(f'<div class="body">{body}</div>', "html.parser"))
    return soup


def data(soup: BeautifulSoup, name: str) -> Any:
    """The JSON value of the data block ``name``."""
    block = soup.find(id=name)
    assert isinstance(block, Tag)
    return json.loads(block.string or "")


def words(element: Tag | BeautifulSoup | None) -> str:
    """Visible text, white space collapsed."""
    assert element is not None
    return " ".join(element.get_text(" ").split())
