"""What the code says in English: every form of a sentence, read from the code itself.

``python -m harness.language.extract`` brings the catalogues up to date: it adds what is new and
takes out what nobody says any more. A string with words and gaps is a form; so is one that a
string is added to. Docstrings of commands are their help. Left out are all others, what
a program reads (patterns, queries, prompts) and the rooms in ``SILENT``.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Container, Iterator
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from harness.language.catalogue import DOMAIN, LOCALE_FOLDER
from harness.language.words import FOREIGN, FORMER, LAYOUTS, WORDS
from harness.store import write_atomic

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

ROOMS = Path(__file__).parent.parent

SILENT: tuple[str, ...] = (
    "generation/prompt.py",  # prompts are part of what is pinned
    "judge/tasks.py",  # as above
    "language/*",
    "report/*",  # has a catalogue of its own, of whole messages
    "review/templates/*",
    "llm/fencing.py",  # as above
    "support/lexicon*.py",  # words of the language that is judged, not of ours
    "support/dates.py",  # as above, and so on
    "support/implied.py",
    "support/numerals.py",
    "support/pronouns.py",
    "support/units.py",
    "support/verbs_*.py",
    "text/redact.py",  # kinds of what is hidden, in every language alike
)
"""Files whose strings nobody reads as sentences."""

FOR_PROGRAMS: frozenset[str] = frozenset(
    {
        "\\ No newline at end of file",
        "{text}schema: 1{gap}{text2}",
        "*.jsonl merge=union text eol=lf",
        "::{level} {place},title={title}::{told}",
        "<!-- corpusgate:{plain} -->",
        "Carry out one command line and return its exit code; nothing but exits gets past.",
        "bold red",
        "bold yellow",
        "extra ==",
        "the following ",
    }
)
"""Strings with blanks that are no sentences."""

_WORDS = re.compile(r"[A-Za-z]{2,}")
_FOR_PROGRAMS = re.compile(
    r"\\[bdswAZ]|\(\?|^default-src |^<|=>|^[\w.*?/-]+$"
    r"|^\s*(?:SELECT|INSERT|CREATE|DELETE|PRAGMA|UPDATE|ALTER|BEGIN)\b"
)
_TARGET = re.compile(r"harness\.cli\.\w+:(\w+)")
_REGISTERS = frozenset({"command", "callback"})
_QUIET_CALLS = frozenset({"cast", "compile", "getLogger", "import_module", "Literal", "TypeVar"})


SAID = (*WORDS, *LAYOUTS, *FOREIGN, *FORMER)


def forms() -> dict[str, list[str]]:
    """Form -> the files that say it, both sorted."""
    found: dict[str, set[str]] = {word: {"language/words.py"} for word in SAID}
    trees = dict(_trees())
    commands = {name for tree in trees.values() for name in _commands(tree)}
    for name, tree in trees.items():
        helped = _helped(tree, commands) if name.startswith("cli/") else ()
        for form in (*said_in(tree), *helped):
            found.setdefault(form, set()).add(name)
    return {form: sorted(found[form]) for form in sorted(found)}


def _trees() -> Iterator[tuple[str, ast.Module]]:
    for path in sorted(ROOMS.rglob("*.py")):
        name = path.relative_to(ROOMS).as_posix()
        if not any(Path(name).match(pattern) for pattern in SILENT):
            yield name, ast.parse(path.read_text("utf-8"))


def said_in(node: ast.AST) -> Iterator[str]:
    """Every form in some code, in no particular order, some of them twice."""
    template = _template(node)
    if template is not None:
        yield from filter(_is_said, template.split("\n"))
        for value in _values_in(node):
            yield from said_in(value)
        return
    if isinstance(node, ast.Call) and (_called(node.func) in _QUIET_CALLS or _is_list(node)):
        return
    yield from _counted_nouns(node)
    for child in ast.iter_child_nodes(node):
        if not _is_docstring(child):
            yield from said_in(child)


def _is_list(call: ast.Call) -> bool:
    """``"one two three".split()`` is a list of words."""
    match call.func:
        case ast.Attribute(value=ast.Constant(), attr="split" | "splitlines"):
            return True
        case _:
            return False


def _counted_nouns(node: ast.AST) -> Iterator[str]:
    """``counted(n, "case")`` says ``1 case`` and ``2 cases``."""
    match node:
        case ast.Call(func=func, args=[_, ast.Constant(value=str(noun))]):
            if _called(func) == "counted":
                yield from (f"{{count}} {noun}", f"{{count}} {noun}s")


def _commands(tree: ast.Module) -> Iterator[str]:
    """Names of functions that a module makes commands of, or names as such."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Call(func=ast.Attribute(attr=kind)), args=[ast.Name(id=name)]):
                if kind in _REGISTERS:
                    yield name
            case ast.FunctionDef(decorator_list=decorators, name=name):
                calls = [d.func for d in decorators if isinstance(d, ast.Call)]
                if any(_called(func) in _REGISTERS for func in calls):
                    yield name
            case ast.Constant(value=str(text)):
                if target := _TARGET.fullmatch(text):
                    yield target.group(1)


def _helped(tree: ast.Module, commands: Container[str]) -> Iterator[str]:
    """The paragraphs of the help of every command in a module."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name in commands:
            text = ast.get_docstring(node) or ""
            parts = (" ".join(part.split()) for part in text.split("\n\n"))
            yield from filter(_is_said, parts)


def _is_said(template: str) -> bool:
    words = re.sub(r"\{[^{}]*\}", "\0", template)
    spoken = " " in words.strip() or ("\0" in words and " " in words)
    read = _FOR_PROGRAMS.search(words) or template in FOR_PROGRAMS
    return bool(spoken and _WORDS.search(words) and not read)


def _is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _called(func: ast.expr) -> str:
    return func.attr if isinstance(func, ast.Attribute) else getattr(func, "id", "")


def _template(node: ast.AST) -> str | None:
    """The form an expression writes; ``None``: it writes no text."""
    parts = _parts(node)
    if parts is None or not any(isinstance(part, str) for part in parts):
        return None
    names: dict[str, int] = {}
    return "".join(p if isinstance(p, str) else _gap(p, names) for p in parts)


def _parts(node: ast.AST) -> list[str | ast.expr] | None:
    """Words and expressions of a constant, an f-string or a sum of those."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    if isinstance(node, ast.JoinedStr):
        return [_escaped(v.value) if isinstance(v, ast.Constant) else v for v in node.values]
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        left, right = _parts(node.left), _parts(node.right)
        if left is not None or right is not None:
            return (left or [node.left]) + (right or [node.right])
    return None


def _values_in(node: ast.AST) -> Iterator[ast.expr]:
    for part in _parts(node) or ():
        if isinstance(part, ast.FormattedValue):
            yield part.value
        elif isinstance(part, ast.expr):
            yield part


def _escaped(words: object) -> str:
    return str(words).replace("{", "{{").replace("}", "}}")


def _gap(part: ast.expr, names: dict[str, int]) -> str:
    """``{name}``, numbered from the second of a name on; ``!r`` is kept, ``3 cases`` is marked."""
    value = part.value if isinstance(part, ast.FormattedValue) else part
    name = _name(value) or "value"
    names[name] = names.get(name, 0) + 1
    number = str(names[name]) if names[name] > 1 else ""
    quoted = isinstance(part, ast.FormattedValue) and part.conversion == ord("r")
    return f"{{{name}{number}{'!r' if quoted else _counted(value)}}}"


def _counted(value: ast.expr) -> str:
    """``:counted case`` where an expression says how many cases there are."""
    match value:
        case ast.Call(func=func, args=[_, *noun]) if _called(func) == "counted":
            words = [word.value for word in noun if isinstance(word, ast.Constant)]
            return ":" + " ".join(["counted", *map(str, words)])
        case _:
            return ""


def _name(node: ast.expr) -> str:
    """What an expression is about, in one word; nothing where it has no word for it."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name.strip("_")
        case ast.Call():
            found = (_name(arg) for arg in node.args)
            return next(filter(None, found), "") or _name(node.func)
        case _:
            inner = _inner(node)
            return _name(inner) if inner is not None else ""


def _inner(node: ast.expr) -> ast.expr | None:
    """The part of an expression that it takes its name from."""
    match node:
        case ast.Subscript(value=part) | ast.Starred(value=part):
            return part
        case ast.BoolOp(values=[part, *_]) | ast.BinOp(left=part) | ast.IfExp(body=part):
            return part
        case ast.GeneratorExp(generators=[first, *_]) | ast.ListComp(generators=[first, *_]):
            return first.iter
        case _:
            return None


def messages() -> Catalog:
    """The message template."""
    from babel.messages.catalog import Catalog

    template = Catalog(project="corpusgate", charset="utf-8", fuzzy=False)
    for form, files in forms().items():
        template.add(form, locations=[(f"harness/{name}", 0) for name in files])
    return template


def updated(path: Path) -> bytes:
    """The ``.po`` file at ``path`` with exactly those messages, in a fixed order."""
    from babel.messages.pofile import read_po, write_po

    with path.open("rb") as stream:
        catalogue = read_po(stream, locale=path.parent.parent.name)
    catalogue.update(messages(), no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    for message in catalogue:
        message.flags.clear()
    text = BytesIO()
    write_po(text, catalogue, omit_header=True, sort_by_file=True, ignore_obsolete=True, width=0)
    lines = ["Content-Type: text/plain; charset=utf-8", f"Language: {catalogue.locale_identifier}"]
    head = 'msgid ""\nmsgstr ""\n' + "".join(f'"{line}\\n"\n' for line in lines) + "\n"
    return head.encode("utf-8") + text.getvalue()


def main() -> None:
    """Bring every catalogue up to date."""
    for path in sorted(LOCALE_FOLDER.glob(f"*/LC_MESSAGES/{DOMAIN}.po")):
        write_atomic(path, updated(path))


if __name__ == "__main__":
    main()
