"""The library's reference: a page a package, every public name with its docstring.

What is public is what a package's ``__all__`` lists; where that lists a module, its functions and
classes without an underscore are meant.
"""

import ast
import html
import importlib
import inspect
import pkgutil
import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import dptheory
from verify.site.frame import page
from verify.site.markdown import contents, listing
from verify.site.maths import formula, inline

SECTIONS = ("Args", "Attributes", "Returns", "Raises", "Example", "Source", "Yields")
HEAD = re.compile(rf"^({'|'.join(SECTIONS)}):\s*(.*)$")
ENTRY = re.compile(r"^(\w[\w, ]*|\*+\w+): ?(.*)$")
ROLE = re.compile(r":(?:mod|func|class|meth|attr|data|exc|obj|ref):`~?([^`]+)`")
MATHS = re.compile(r":math:`([^`]+)`")
# The last paragraph that names one; a module may say of what it is the source.
SOURCE = re.compile(r"^(Source(?: of [^:\n]+)?: .+?)(?:\n\n|\Z)", re.M | re.S)


@dataclass(frozen=True)
class Entry:
    """A public object: its name within the package, and what it is."""

    name: str
    object: Any
    module: str


@dataclass(frozen=True)
class Package:
    """A package and its public names."""

    name: str
    module: ModuleType
    entries: tuple[Entry, ...]


def packages() -> tuple[Package, ...]:
    """Every package that offers something, and what it offers, in alphabetical order."""
    names = ["dptheory"]
    names += [f"dptheory.{found.name}" for found in pkgutil.iter_modules(dptheory.__path__)]
    found = []
    for name in names:
        module = importlib.import_module(name)
        if hasattr(module, "__path__") and getattr(module, "__all__", None):
            found.append(Package(name, module, tuple(_entries(module))))
    return tuple(found)


def _entries(package: ModuleType) -> Iterator[Entry]:
    for name in sorted(package.__all__):
        value = getattr(package, name)
        if not isinstance(value, ModuleType):
            yield Entry(name, value, package.__name__)
            continue
        listed = getattr(value, "__all__", None)
        for inner in listed or sorted(vars(value)):
            one = getattr(value, inner)
            if listed or (not inner.startswith("_") and _is_own(one, value.__name__)):
                yield Entry(f"{name}.{inner}", one, value.__name__)


def _is_own(value: Any, module: str) -> bool:
    """Whether a function or a class is a module's."""
    return (inspect.isfunction(value) or inspect.isclass(value)) and value.__module__ == module


def docstring(value: Any) -> str:
    """The docstring of a function or a class, "" for what has none of its own."""
    if inspect.isclass(value) or callable(value):
        own = value.__dict__.get("__doc__") if inspect.isclass(value) else value.__doc__
        return inspect.cleandoc(own) if own else ""
    return ""


def source(value: Any) -> str:
    """Where the formulas of a function or a class come from: its own word, or its module's."""
    module = inspect.getmodule(inspect.unwrap(value))
    for said in (docstring(value), inspect.getdoc(module) or ""):
        if found := SOURCE.search(said):
            return " ".join(found[1].split())
    return ""


def signature(value: Any) -> str:
    """The parameters as the source has them; of a record its fields; "" where there are none."""
    try:
        source = textwrap.dedent(inspect.getsource(inspect.unwrap(value)))
    except (OSError, TypeError):
        return ""
    (node,) = ast.parse(source).body
    if isinstance(node, ast.FunctionDef):
        returned = f" -> {ast.unparse(node.returns)}" if node.returns else ""
        return f"({ast.unparse(node.args)}){returned}"
    if not isinstance(node, ast.ClassDef):
        return ""
    made = [n for n in node.body if isinstance(n, ast.FunctionDef) and n.name == "__init__"]
    if made:
        return f"({ast.unparse(made[0].args)})".replace("(self, ", "(").replace("(self)", "()")
    fields = [n for n in node.body if isinstance(n, ast.AnnAssign)]
    shown = [ast.unparse(field) for field in fields if not ast.unparse(field).startswith("_")]
    return f"({', '.join(shown)})" if shown else ""


def pages(parts: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """The pages of the reference, by their place in the site."""
    found = packages()
    rows = "".join(
        f'<li><a href="{p.name}.html"><code>{p.name}</code></a>: '
        f"{_inline(_first(p.module.__doc__ or ''))} <small>{len(p.entries)} names</small></li>"
        for p in found
    )
    body = (
        '<article class="prose"><h1>The library</h1><p>What each package offers, from the '
        "docstrings of its public names. All other names may change without notice. "
        '<a href="../docs/library.html">What the packages are for</a>; '
        '<a href="../docs/choosing.html">which command answers which question</a>.</p>'
        f"<ul>{rows}</ul></article>"
    )
    yield "reference/index.html", page("dptheory: the library", body, "../", parts)
    for p in found:
        headings = [(2, _anchor(e.name), e.name) for e in p.entries]
        text = "".join(_entry(e) for e in p.entries)
        body = (
            f'<article class="prose"><h1><code>{p.name}</code></h1>{contents(headings)}'
            f"{described(p.module.__doc__ or '')}<p>Examples begin after "
            f"<code>from {p.name} import *</code>.</p>{text}</article>"
        )
        yield f"reference/{p.name}.html", page(p.name, body, "../", parts)


def _anchor(name: str) -> str:
    return name.replace(".", "-")


def _entry(entry: Entry) -> str:
    kind = "class" if inspect.isclass(entry.object) else "function"
    if not callable(entry.object):
        kind = "value"
    shown = signature(entry.object) if kind != "value" else f" = {entry.object!r}"
    short = entry.name.rpartition(".")[2]
    return (
        f'<section class="api"><h2 id="{_anchor(entry.name)}"><code>{html.escape(entry.name)}'
        f"</code> <small>{kind}</small></h2>{listing(_wrapped(short + shown))}"
        f"{described(_with_source(entry.object))}{_methods(entry.object)}</section>"
    )


def _with_source(value: Any) -> str:
    """A docstring, and where it names no source its module's."""
    said = docstring(value)
    found = "" if not callable(value) or SOURCE.search(said) else source(value)
    return f"{said}\n\n{found}" if found else said


def _wrapped(text: str) -> str:
    return "\n".join(
        textwrap.wrap(text, 96, subsequent_indent="    ", break_long_words=False) or [text]
    )


def _methods(value: Any) -> str:
    """The public methods and properties of a class, with their first lines."""
    if not inspect.isclass(value):
        return ""
    rows = []
    for name, one in vars(value).items():
        inner = one.fget if isinstance(one, property) else getattr(one, "__func__", one)
        if name.startswith("_") or not inspect.isfunction(inner):
            continue
        shape = "" if isinstance(one, property) else signature(inner).replace("(self, ", "(")
        said = described(inspect.cleandoc(inner.__doc__ or ""))
        rows.append(f"<dt><code>{html.escape(f'.{name}{shape}')}</code></dt><dd>{said}</dd>")
    return f"<dl>{''.join(rows)}</dl>" if rows else ""


def described(said: str) -> str:
    """A docstring as HTML: paragraphs, formulas, listings, and sections as lists of terms."""
    return "".join(_blocks(inspect.cleandoc(said).splitlines()))


def _blocks(lines: list[str]) -> Iterator[str]:
    at = 0
    while at < len(lines):
        head = HEAD.match(lines[at])
        if not lines[at].strip():
            at += 1
        elif head:
            inner, at = _indented(lines, at + 1)
            yield _section(head[1], head[2], inner)
        elif lines[at].lstrip().startswith(".. math::"):
            first = lines[at].split("::", 1)[1].strip()
            inner, at = _indented(lines, at + 1)
            yield f'<p class="display">{formula(" ".join([first, *inner]).strip())}</p>'
        else:
            block, at = _paragraph(lines, at)
            yield from _said(block)


def _indented(lines: list[str], at: int) -> tuple[list[str], int]:
    """The lines below a head that are indented, and where they end."""
    start = at
    while at < len(lines) and (not lines[at].strip() or lines[at].startswith(" ")):
        at += 1
    return textwrap.dedent("\n".join(lines[start:at])).strip().splitlines(), at


def _paragraph(lines: list[str], at: int) -> tuple[list[str], int]:
    start = at
    while at < len(lines) and lines[at].strip() and not (at > start and HEAD.match(lines[at])):
        at += 1
    return lines[start:at], at


def _said(block: list[str]) -> Iterator[str]:
    if all(line.startswith("    ") for line in block) or block[0].startswith(">>>"):
        yield listing(textwrap.dedent("\n".join(block)))
    elif block[0].startswith(("* ", "- ")):
        items = re.split(r"\n(?=[*-] )", "\n".join(block))
        yield f"<ul>{''.join(f'<li>{_inline(i[2:])}</li>' for i in items)}</ul>"
    else:
        yield f"<p>{_inline(' '.join(line.strip() for line in block))}</p>"


def _section(name: str, first: str, inner: list[str]) -> str:
    if name in ("Example", "Source", "Returns", "Yields"):
        rest = "".join(_blocks(([first] if first else []) + inner))
        return f"<h3>{name}</h3>{rest}"
    rows = "".join(
        f"<dt><code>{html.escape(term)}</code></dt><dd>{_inline(text)}</dd>"
        for term, text in terms(inner)
    )
    return f"<h3>{name}</h3><dl>{rows}</dl>"


def terms(lines: list[str]) -> list[tuple[str, str]]:
    """The entries of a section: ``name: text``, over several lines or several in one."""
    joined: list[tuple[str, str]] = []
    for line in lines:
        found = ENTRY.match(line)
        if found and not line.startswith(" "):
            joined.append((found[1], found[2]))
        elif joined:
            term, text = joined[-1]
            joined[-1] = term, f"{text} {line.strip()}"
    return joined


def _inline(text: str) -> str:
    """A sentence of a docstring: roles are code, formulas MathML."""
    plain = ROLE.sub(lambda found: f"`{found[1].lstrip('.')}`", text)
    plain = MATHS.sub(lambda found: f"${found[1]}$", plain).replace("``", "`")
    return inline(plain)


def _first(said: str) -> str:
    """The first sentence of a docstring."""
    return inspect.cleandoc(said).split("\n\n")[0].replace("\n", " ") if said else ""
