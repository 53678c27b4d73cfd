"""Reading a report back: its elements, its data blocks, and the bodies that are packed."""

from __future__ import annotations

import base64
import gzip
import json
import re
from typing import Any

from bs4 import BeautifulSoup, Tag


def parsed(html: str) -> BeautifulSoup:
    """The page as a tree, what is packed unpacked and put at the end of it."""
    soup = BeautifulSoup(html, "html.parser")
    for row in packed(soup, "list")["rows"]:
        soup.append(BeautifulSoup(row, "html.parser"))
    for script in soup.find_all("script", id=re.compile("^pack-")):
        for body in packed(soup, str(script["id"])):
            spelled = spell(body, packed(soup, "vocabulary"))
            soup.append(BeautifulSoup(f'<div class="body">{spelled}</div>', "html.parser"))
    return soup


def spell(body: str, words: list[str]) -> str:
    """What the script of the page makes of a packed body."""
    parts = body.split("\x01")
    for place, part in enumerate(parts):
        if place % 2 == 0:
            parts[place] = "".join(words[_number(sign)] for sign in part)
    return "".join(parts)


def _number(sign: str) -> int:
    return ord(sign) - 0x20 - (0 if ord(sign) < 0xD800 else 0x800)


def packed(soup: BeautifulSoup, name: str) -> Any:
    """The JSON value that is packed in the block ``name``."""
    block = soup.find(id=name)
    assert isinstance(block, Tag)
    return json.loads(gzip.decompress(base64.b64decode(block.string or "")))


def data(soup: BeautifulSoup, name: str) -> Any:
    """The JSON value of the data block ``name``."""
    block = soup.find(id=name)
    assert isinstance(block, Tag)
    return json.loads(block.string or "")


def words(element: Tag | BeautifulSoup | None) -> str:
    """Visible text, white space collapsed."""
    assert element is not None
    return " ".join(element.get_text(" ").split())
