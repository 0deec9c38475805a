"""What a claim depends on: code of the project and of the user, data files, library versions."""

import ast
import functools
import hashlib
import importlib
import importlib.util
import os
import sys
import sysconfig
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import metadata
from pathlib import Path
from types import ModuleType
from typing import Any

PROJECT = ("dptheory", "verify", "figures")
RESULTS = "results"  # the room of a paper in which modules state claims
COMMANDS = ("__main__", "__mp_main__")  # what was started, and the same in a worker
LIBRARIES = (
    "numpy",
    "scipy",
    "sympy",
    "mpmath",
    "z3-solver",
    "python-flint",
    "numba",
    "cvxpy",
    "clarabel",
    "dp-accounting",
)


@functools.cache
def versions() -> tuple[str, ...]:
    """Python's version and those of the libraries that results rest on."""
    found = [f"python {sys.version_info.major}.{sys.version_info.minor}"]
    if not is_own(Path(__file__)):
        # Installed: its files are not among those of a claim, so its version stands for them.
        found.append(f"dptheory {metadata.version('dptheory')}")
    for name in LIBRARIES:
        try:
            found.append(f"{name} {metadata.version(name)}")
        except metadata.PackageNotFoundError:
            found.append(f"{name} missing")
    return tuple(found)


def files(module: str) -> tuple[Path, ...]:
    """Every file of code, and of a paper's data, that a module depends on, in order of path.

    These are the modules that it imports, transitively, at the top or inside functions, and, of a
    file that is no paper's, every module of the user's that is loaded; the standard library and
    installed packages are not among them (their versions are).
    """
    seen: dict[str, Path] = {}
    queue = [module]
    while queue:
        name = queue.pop()
        if name in seen:
            continue
        path = _path(name)
        if path is None:
            continue
        seen[name] = path
        queue += _imported(name, path, *_state(path))
    if not _is_project(module) and package_of(module) is None:
        for name, loaded in list(sys.modules.items()):
            file = None if name in COMMANDS else getattr(loaded, "__file__", None)
            if file and (own := _own_file(file)) is not None and not _is_project(name):
                seen[name] = own
    data = {file for path in seen.values() for file in _data_beside(path)}
    # By parts, as paths are compared: so these are found once a path, not once a comparison.
    return tuple(sorted(data.union(seen.values()), key=lambda path: path.parts))


def _data_beside(path: Path) -> Iterator[Path]:
    """The files of a paper's ``data/`` that a module of its rooms names."""
    folder = _data_folder(path)
    if os.path.isdir(folder) and is_own(path):
        text = path.read_text(encoding="utf-8")
        yield from (file for file in Path(folder).iterdir() if f'"{file.name}"' in text)


@functools.cache
def _data_folder(path: Path) -> str:
    """Where the data of a module's paper are, if it is a module of one."""
    return str(path.parents[1] / "data")


def package_of(module: str) -> str | None:
    """The package of the paper that has a module among its results; None where it is no paper's."""
    package, _, inside = module.partition(f".{RESULTS}.")
    listed = getattr(importlib.import_module(package), "MODULES", ()) if inside else ()
    return package if inside in listed else None


def depends(module: str, on: str) -> bool:
    """Whether the code of a module has another module among its files."""
    path = _path(on)
    return path is not None and path in files(module)


def code_hash(module: str) -> str:
    """Hash of everything in :func:`files`, and of the versions: 12 hexadecimal digits."""
    found = files(module)
    known = versions() if _is_project(module) else versions() + _other_versions(found)
    digest = hashlib.sha256("\n".join(known).encode())
    for path in found:
        digest.update(f"{path.name}\n{file_hash(path)}\n".encode())
    return digest.hexdigest()[:12]


def _other_versions(paths: tuple[Path, ...]) -> tuple[str, ...]:
    """Versions of the other libraries that a user's files import."""
    others = [path for path in paths if not _in_project(path)]
    named = {name for path in others for name in _imported("", path, *_state(path))}
    tops = {name.split(".")[0] for name in named}
    tops -= {*PROJECT, *sys.stdlib_module_names}
    listed = _distributions() if tops else {}
    names = sorted({d for top in tops for d in listed.get(top, ()) if d not in LIBRARIES})
    return tuple(f"{name} {_version(name)}" for name in names)


@functools.cache
def _version(name: str) -> str:
    return metadata.version(name)


@functools.cache
def _in_project(path: Path) -> bool:
    """Whether a file is one of the project's packages."""
    house = Path(__file__).resolve().parents[2]
    return any(path.is_relative_to(house / package) for package in PROJECT)


@functools.cache
def _distributions() -> Mapping[str, list[str]]:
    """The distributions that provide a top-level module: slow, all installed files are listed."""
    return metadata.packages_distributions()


def file_hash(path: Path) -> str:
    """Hash of a file's bytes, or "" where it is gone."""
    try:
        return _file_hash(path, *_state(path))
    except OSError:
        return ""


_imported_as: dict[Path, str] = {}


@contextmanager
def importing() -> Iterator[None]:
    """Remembers the text of every file of a module that is imported meanwhile."""
    known = set(sys.modules)
    yield
    for name in sys.modules.keys() - known:
        if (path := _path(name)) is not None:
            _imported_as[path] = file_hash(path)


def imported(module: str) -> ModuleType:
    """The module; its text, and what it reads when it is imported, are of what it states."""
    with reading(), importing():
        return importlib.import_module(module)


def steady(module: str) -> bool:
    """Whether the files of a module still have the texts that this process runs.

    Of a file whose import was not watched it is the text at the first question.
    """
    now = {path: file_hash(path) for path in files(module)}
    then = {path: _imported_as.setdefault(path, found) for path, found in now.items()}
    return now == then


def _state(path: Path) -> tuple[int, int, int]:
    """What changes when a file does."""
    state = path.stat()
    return state.st_mtime_ns, state.st_size, state.st_ino


@functools.lru_cache(maxsize=4096)
def _file_hash(path: Path, *_: int) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]


def _is_project(name: str) -> bool:
    return name.split(".")[0] in PROJECT


@functools.cache
def _roots() -> tuple[Path, ...]:
    """Folders of this Python, in which everything is installed."""
    roots = {sysconfig.get_paths()[k] for k in ("stdlib", "platstdlib", "purelib", "platlib")}
    return tuple(Path(r).resolve() for r in (*roots, sys.prefix, sys.base_prefix))


@functools.cache
def _listed() -> frozenset[str]:
    """What an installer says that it wrote into other folders of ``sys.path``."""
    others = [p for p in sys.path if not _in_packages(Path(p).resolve())]
    return frozenset(
        os.path.normpath(Path(str(d.locate_file(""))).resolve() / file)
        for d in metadata.distributions(path=others)
        if d.read_text("RECORD") is not None  # a source tree has other lists
        for file in d.files or ()
    )


def _in_packages(resolved: Path) -> bool:
    """Whether a path is this Python's, or below a folder of packages: the user's, or another's."""
    named = not {"site-packages", "dist-packages"}.isdisjoint(resolved.parts)
    return named or any(resolved.is_relative_to(root) for root in _roots())


def _is_installed(resolved: Path) -> bool:
    return _in_packages(resolved) or os.fspath(resolved) in _listed()


@functools.cache
def is_own(path: Path) -> bool:
    """Whether a file is the project's or the user's own, not installed."""
    resolved = path.resolve()
    return resolved.suffix == ".py" and not _is_installed(resolved)


@functools.cache
def _own_file(file: str) -> Path | None:
    """The file of a loaded module where it is one's own."""
    path = Path(file)
    return path if is_own(path) else None


@functools.cache
def _path(name: str) -> Path | None:
    """The own file of a module; to look for a part of another's package would import that."""
    top, _, inside = name.partition(".")
    try:
        whole = importlib.util.find_spec(top) if inside else None
        if whole is not None and whole.origin and not is_own(Path(whole.origin)):
            return None
        spec = importlib.util.find_spec(name)
    except (Exception, SystemExit):  # it runs the code of packages, which may raise anything
        return None
    if spec is None or spec.origin is None or not spec.origin.endswith(".py"):
        return None
    path = Path(spec.origin)
    return path if is_own(path) else None


@functools.lru_cache(maxsize=4096)
def _imported(name: str, path: Path, *_: int) -> list[str]:
    """Modules that a module imports; its file is read again when it has changed."""
    return _imports(name, path.name == "__init__.py", path.read_text(encoding="utf-8"))


@functools.cache
def _imports(name: str, package: bool, text: str) -> list[str]:
    """Modules that a source imports, at the top or inside functions."""
    found: list[str] = []
    for node in _statements(ast.parse(text)):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parents = name.split(".")
                kept = parents[: len(parents) - node.level + (1 if package else 0)]
                base = ".".join([*kept, base] if base else kept)
            found.append(base)
            found += [f"{base}.{alias.name}" for alias in node.names]
    return [f for f in dict.fromkeys(found) if f and f != name]


def _statements(tree: ast.Module) -> Iterator[ast.AST]:
    """Every statement of a module; imports are among them, and are in no expression."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        for block in ("body", "orelse", "finalbody", "handlers", "cases"):
            waiting += getattr(node, block, ())
        yield node


_opened: set[Path] = set()
_readers = 0
_hooked = False


def _audit(event: str, arguments: tuple[Any, ...]) -> None:
    if event != "open" or not _readers or not isinstance(arguments[0], str | bytes):
        return
    mode = arguments[1]
    if isinstance(mode, str) and any(letter in mode for letter in "wax+"):
        return
    _opened.add(Path(os.fsdecode(arguments[0])).absolute())


@contextmanager
def reading() -> Iterator[set[Path]]:
    """Collects the files that are opened for reading meanwhile, and all that were before.

    What a module reads while it is imported, and what one claim reads and another finds in memory,
    are data of every claim that comes later in this process.
    """
    global _hooked, _readers
    if not _hooked:
        sys.addaudithook(_audit)
        _hooked = True
    _readers += 1
    try:
        yield _opened
    finally:
        _readers -= 1


def data_among(paths: set[Path]) -> tuple[Path, ...]:
    """The data files among opened ones: no code of the project, no cache, nothing installed.

    Code of the user's is among them: a module that is imported by a computed name is found here
    alone.
    """
    build = Path("build").resolve()
    return tuple(sorted(p for p in {*map(_source, list(paths))} if not _left_out(p, build)))


@functools.lru_cache(maxsize=1 << 16)
def _left_out(path: Path, build: Path) -> bool:
    """Whether a file that was read is no data of a claim; thousands are asked about each claim."""
    # What belongs to the machine, and the folders through which workers pass their arguments.
    passed = os.path.join(tempfile.gettempdir(), "joblib")
    hidden = ("/dev/", "/proc/", "/sys/", "/etc/", "/usr/", passed)
    if path.suffix == ".so" or str(path).startswith(hidden) or path.is_dir():
        return True
    own = Path(__file__).resolve().parents[2]
    roots, resolved = (build, *(own / p for p in PROJECT)), path.resolve()
    return _is_installed(resolved) or any(resolved.is_relative_to(root) for root in roots)


@functools.lru_cache(maxsize=1 << 16)
def _source(path: Path) -> Path:
    """The source of a compiled file; other files as they are."""
    if path.suffix != ".pyc":
        return path
    try:
        return Path(importlib.util.source_from_cache(str(path)))
    except ValueError:
        return path
