"""What a Python function computes, as a hash: its text without its form, and the data it uses.

The hash follows the syntax tree of the plain function - no decorators, annotations, docstrings or
comments -, what it holds (its closure, its defaults, its object), the functions and classes of its
own module that it names, and the module data that any of these name, by value. Of what other
modules define it has the names alone. It does not follow what a name says that is put together as
the code runs, what files in a folder hold, and attributes that an object's text does not show.
"""

import ast
import dataclasses
import functools
import hashlib
import inspect
import string
import sys
import types
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from dptheory.results import whole

CONTRACT = "dptheory.contract"
WITHOUT_EFFECT = ("decorator_list", "annotation", "returns", "type_comment", "type_params", "ctx")
DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
Code = types.FunctionType | type
Known = dict[int, tuple[Any, str]]
COMPUTED = 15  # digits from which a float is the result of arithmetic
DOTTED = {*string.ascii_letters, *string.digits, "_", "."}


def code_hash(function: Callable[..., Any]) -> str:
    """12 hexadecimal digits that follow what a function computes, and not how it is written.

    Two closures of one factory, and two partial functions, differ by their values.
    """
    return _digest(_described(function, {}))[:12]


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _described(value: Any, known: Known, home: str = "") -> str:
    """A text that follows what a value is, and holds no address.

    Args:
        known: what has been described, with its text; what is being described has a name there.
        home: the module whose data the value is among: code of another one is known by its name.
    """
    value = _plain(value)
    if isinstance(value, Code):
        module = value.__module__
        if home not in ("", module) or not _authored(module):
            return _name(value)
    if id(value) in known:
        return known[id(value)][1]
    known[id(value)] = value, f"that {type(value).__name__}"
    text = _text(value, known, home)
    known[id(value)] = value, text if len(text) < 100 else _digest(text)
    return known[id(value)][1]


def _text(value: Any, known: Known, home: str) -> str:
    def inner(part: Any) -> str:
        return _described(part, known, home)

    if isinstance(value, functools.partial):
        return f"partial {inner((value.func, value.args, value.keywords))}"
    if isinstance(value, types.MethodType):
        return f"{inner(value.__func__)} of {inner(value.__self__)}"
    if isinstance(value, Code):
        return _with_what_it_uses(value, known)
    if isinstance(value, types.ModuleType):
        return value.__name__
    if inspect.isroutine(value):
        return _name(value)
    if isinstance(value, Path):
        # Of a file what it holds: where the project lies is no part of what it computes.
        return f"{value.name} {inner(value.read_bytes() if value.is_file() else '')}"
    if isinstance(value, Mapping):
        value = tuple(value.items())
    if isinstance(value, tuple | list):
        return f"({', '.join(map(inner, value))})"
    if isinstance(value, set | frozenset):
        return f"{{{', '.join(sorted(map(inner, value)))}}}"
    if isinstance(value, np.ndarray | np.generic):
        if value.dtype.hasobject:  # its bytes are addresses
            return f"{value.shape} {inner(value.tolist())}"
        if value.dtype.kind == "f":
            return f"{value.shape} {value.dtype} {_digest(' '.join(map(_digits, value.flat)))}"
        return f"{value.shape} {value.dtype} {hashlib.sha256(value.tobytes()).hexdigest()}"
    if isinstance(value, float):
        return _digits(value)
    if dataclasses.is_dataclass(value):
        held = {f.name: getattr(value, f.name) for f in dataclasses.fields(value) if _counts(f)}
        return f"{inner(type(value))} {inner(held)}"
    text = whole(value)
    if callable(value) or " at 0x" in text:
        held = getattr(value, "__dict__", {}) if _authored(type(value).__module__) else {}
        return f"{inner(type(value))} {inner(held)}"
    return text


def _digits(x: float) -> str:
    """A float as it was written; one that was computed, and so has more digits, to 9 of them.

    The last digits of a power or an exponential differ from processor to processor.
    """
    text = repr(float(x))
    return text if sum(map(str.isdigit, text.partition("e")[0])) < COMPUTED else f"{x:.8e}"


def _counts(field: "dataclasses.Field[Any]") -> bool:
    """Whether a field is data: one with a default that is not compared is a memory or a note."""
    given = field.default is field.default_factory is dataclasses.MISSING
    return field.compare or (field.init and given)


def _plain(value: Any) -> Any:
    """A function without the wrappers that return what it returns; one of the author's need not."""
    while hasattr(value, "__wrapped__") and not isinstance(value, type):
        if isinstance(value, types.FunctionType):
            if value.__globals__["__name__"] != CONTRACT:
                break
        elif not type(value).__module__.startswith(("functools", "numba")):
            break
        value = value.__wrapped__
    return value


def _name(value: Any) -> str:
    return f"{getattr(value, '__module__', '')}.{getattr(value, '__qualname__', '')}"


def _with_what_it_uses(code: Code, known: Known) -> str:
    """A function or class with what it holds, and the data and code of its module that it names."""
    space = _space(code)
    named = {n: _plain(_reached(space, n)) for n in _names(code) if not n.startswith("__")}
    used = {name: value for name, value in named.items() if not isinstance(value, Unused)}
    foreign = [
        n for n, v in used.items() if isinstance(v, Code) and v.__module__ != code.__module__
    ]
    held = [_described(part, known) for part in _held(code)]
    texts = [
        f"{name} = {_described(used[name], known, code.__module__)}"
        for name in sorted(used.keys() - foreign)
    ]
    return "; ".join([_source(code), *held, *texts])


def _authored(module: str | None) -> bool:
    """Whether its text is one's own: an installed package is known by its version."""
    module = module or ""
    file = getattr(sys.modules.get(module), "__file__", None) or ""
    top = module.partition(".")[0]
    house = top in ("dptheory", "verify", "figures")
    return house or not (top in sys.stdlib_module_names or "-packages" in file)


class Nothing:
    """What a name stands for that no module's data has."""


# A built-in function is known by the name in the text.
Unused = Nothing | types.ModuleType | types.BuiltinFunctionType


def _space(code: Code) -> Mapping[str, Any]:
    if isinstance(code, types.FunctionType):
        return code.__globals__
    return vars(sys.modules.get(code.__module__, Nothing))


@functools.lru_cache(maxsize=4096)
def _names(code: Code) -> frozenset[str]:
    """The names that a text reads, those of a module's attributes with dots, or quotes."""
    found, quoted = set(), set()
    for node in (inner for top in _nodes(code) for inner in ast.walk(top)):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            found.add(node.id)
        elif isinstance(node, ast.Attribute) and (name := ast.unparse(node)).isascii():
            found |= {name} if set(name) <= DOTTED else set()
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            quoted.add(node.value)
    return frozenset(found | quoted if found & {"globals", "getattr", "vars"} else found)


def _reached(space: Mapping[str, Any], name: str) -> Any:
    """What a name stands for in a module; the parts of an object are among its own."""
    first, *parts = name.split(".")
    value = space.get(first, Nothing())
    for part in parts:
        if not isinstance(value, types.ModuleType):
            return Nothing()
        installed = not _authored(value.__name__)
        value = getattr(value, part, Nothing())
        if installed and isinstance(value, Mapping | list):
            return Nothing()  # such as os.environ: of the machine, not of the computation
    return value


def _held(code: Code) -> list[Any]:
    """What a function or class has besides its text.

    Of a function the values of its closure, its defaults and attributes; of a class what stands in
    it but was not written there: data, and functions of other places.
    """
    if isinstance(code, type):
        own = {n: value for n, value in vars(code).items() if not _written_in(code, n, value)}
        return [own] if own else []
    cells = [c.cell_contents for c in code.__closure__ or () if c != types.CellType()]
    given = {name: value for name, value in vars(code).items() if name != "__wrapped__"}
    held = (*cells, code.__defaults__, code.__kwdefaults__, given or None)
    return [part for part in held if part is not None]


def _written_in(holder: type, name: str, value: Any) -> bool:
    """Whether a member of a class is as its text says, or is for Python and its tools."""
    inner = (getattr(value, part, None) for part in ("fget", "__func__", "func"))
    value = _plain(next(filter(None, inner), value))
    if isinstance(value, types.FunctionType):
        own = value.__qualname__ == f"{holder.__qualname__}.{name}"
        return own or (name.startswith("_") and name.endswith("_"))
    return name in _members(holder) or name.startswith("_")


@functools.lru_cache(maxsize=4096)
def _members(holder: type) -> frozenset[str]:
    """The names in the body of a class."""
    found = (inner for node in _nodes(holder) for inner in ast.walk(node))
    return frozenset(n.id for n in found if isinstance(n, ast.Name))


@functools.lru_cache(maxsize=4096)
def _source(code: Code) -> str:
    """The syntax tree of a function or class; without a source what it does, or its name."""
    nodes = _nodes(code)
    plain = "" if len(nodes) == 1 else _name(code) + _bytes(getattr(code, "__code__", None))
    return plain + " ".join(map(_dumped, nodes))


def _bytes(code: types.CodeType | None) -> str:
    """What a function does, as Python compiled it."""
    if code is None:
        return ""
    consts = (_bytes(c) if isinstance(c, types.CodeType) else repr(c) for c in code.co_consts)
    return f" {code.co_code.hex()} {code.co_names} ({', '.join(consts)})"


def _dumped(node: Any) -> str:
    """A syntax tree as a text that is the same for all versions of Python."""
    if isinstance(node, list):
        return f"[{', '.join(map(_dumped, node))}]"
    if not isinstance(node, ast.AST):
        return repr(node)
    fields = {name: part for name, part in ast.iter_fields(node) if name not in WITHOUT_EFFECT}
    if isinstance(node, DEFINITIONS) and ast.get_docstring(node, clean=False) is not None:
        fields["body"] = node.body[1:]
    kept = (f"{name}={_dumped(part)}" for name, part in fields.items() if part not in (None, []))
    return f"{type(node).__name__}({', '.join(kept)})"


def _nodes(code: Code) -> Sequence[ast.AST]:
    """Where a function or class stands in its file; several where they cannot be told apart."""
    try:
        if isinstance(code, type):
            text = inspect.getsource(sys.modules[code.__module__])
            return _definitions(text)[code.__name__, 0]
        text = "".join(inspect.findsource(code)[0])
        start = code.__code__.co_firstlineno
        found = _definitions(text)[code.__code__.co_name, start]
    except (OSError, TypeError, KeyError, SyntaxError):
        return ()
    return found if len(found) < 2 else _smallest(found, code.__code__)


@functools.lru_cache(maxsize=1024)
def _definitions(text: str) -> Mapping[tuple[str, int], Sequence[ast.AST]]:
    """Functions by name and first line, decorators included; classes by name."""
    found: defaultdict[tuple[str, int], list[ast.AST]] = defaultdict(list)
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Lambda):
            found["<lambda>", node.lineno].append(node)
        elif isinstance(node, ast.ClassDef):
            found[node.name, 0].append(node)
        elif isinstance(node, DEFINITIONS):
            first = min(n.lineno for n in (node, *node.decorator_list))
            found[node.name, first].append(node)
    return dict(found)


def _smallest(nodes: Sequence[ast.AST], code: types.CodeType) -> Sequence[ast.AST]:
    """The lambda of a line that has all places of a code in it, and no more than it has to."""
    every: Iterable[tuple[Any, ...]] = code.co_positions()
    places = [place for place in every if None not in place and place[2] < place[3]]
    inside = [node for node in nodes if all(_holds(node, place) for place in places)]
    return sorted(inside, key=_extent)[:1] if places else nodes


def _holds(node: Any, place: Sequence[Any]) -> bool:
    line, last, column, end = place
    start, stop = (node.lineno, node.col_offset), (node.end_lineno, node.end_col_offset)
    return start <= (line, column) and (last, end) <= stop


def _extent(node: Any) -> tuple[int, int]:
    return node.end_lineno - node.lineno, node.end_col_offset - node.col_offset
