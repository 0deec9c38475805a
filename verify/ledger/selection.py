"""From selectors to claims: a slug, an id, a prefix ending in ``*``, a part of ids, or a file."""

import ast
import hashlib
import importlib
import importlib.util
import inspect
import os
import sys
import traceback
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from verify import papers
from verify.language.claims import Claim
from verify.language.symbols import Notation
from verify.ledger import sources


@dataclass(frozen=True)
class Entry:
    """A claim and the module that states it."""

    module: str
    claim: Claim


def own_file(selectors: Sequence[str]) -> tuple[Path | None, list[str]]:
    """The one of the selectors that is a Python file, and the others.

    Raises:
        ValueError: there are several files.
    """
    files = [s for s in selectors if s.endswith(".py")]
    if len(files) > 1:
        raise ValueError(f"SELECTOR must name one file at most. Found {', '.join(files)}.")
    return (Path(files[0]) if files else None), [s for s in selectors if s not in files]


def module_of(path: Path) -> str:
    """The name by which a file is imported, which it can be from now on.

    A file in a package has the package's name before its own.

    Raises:
        ValueError: there is no such file, its name is no name of a module, or is taken, or a
            package that it is in cannot be imported.
    """
    if not path.is_file():
        raise ValueError(f"SELECTOR must be a file of claims that exists. Found {path}.")
    file = path.resolve()
    parts, folder = [file.stem], file.parent
    while (folder / "__init__.py").exists():
        parts, folder = [folder.name, *parts], folder.parent
    name = ".".join(parts)
    if not all(map(str.isidentifier, parts)):
        raise ValueError(f"a file of claims must have the name of a module. Found {path.name}.")
    reach(folder)
    try:
        spec = importlib.util.find_spec(name)
    except (Exception, SystemExit) as error:  # it imports the packages that the file is in
        raise ValueError(
            f"SELECTOR must be in packages that can be imported. Found {path}: "
            f"{type(error).__name__}: {error}"
        ) from error
    if spec is None or spec.origin is None or Path(spec.origin).resolve() != file:
        taken = "none" if spec is None else spec.origin
        raise ValueError(f"{path} must be what Python imports as {name}. Found {taken}.")
    return name


def reach(folder: Path) -> None:
    """Have Python find the modules of a folder.

    They come before those that are installed, unless the folder has a module by one of the
    project's own names: workers would take that one for it.
    """
    house = Path(__file__).resolve().parents[2]
    foreign = folder.resolve() != house and any(
        (folder / f"{name}{end}").exists() for name in sources.PROJECT for end in ("", ".py")
    )
    sys.path.insert(len(sys.path) if foreign else 0, os.fspath(folder))


def chosen(selectors: Sequence[str], module: str | None = None) -> list[Entry]:
    """The claims that some selector names, in the ledger's order; all where there is none.

    Of the project's modules those alone are imported whose text has a fitting id.

    Args:
        selectors: of the kinds above.
        module: a user's module to choose from, or None for the project's own.

    Raises:
        ValueError: a selector names no claim, or the user's module lists none.
    """
    if module is not None or not selectors:
        return select(all_entries(module), selectors)
    known = {name: papers.ids_in(name) for slug in papers.SLUGS for name in papers.names(slug)}
    ids = [id for found in known.values() for id in found]
    wanted = {id for s in selectors for id in _named(ids, s, papers.SLUGS)}
    names = [name for name, found in known.items() if wanted.intersection(found)]
    entries = _distinct([e for name in names for e in entries_of(name)])
    try:
        return select(entries, selectors, papers.SLUGS)
    except ValueError:
        # What a text has is the id of a lemma, and may be a part of claims' ids elsewhere.
        return select(all_entries(), selectors)


def all_entries(module: str | None = None) -> list[Entry]:
    """Every claim of the project, or those of a user's module.

    Raises:
        ValueError: the user's module cannot be imported or lists no claims.
    """
    if module is not None:
        return _of_user(module)
    names = [name for slug in papers.SLUGS for name in papers.names(slug)]
    return _distinct([entry for name in names for entry in entries_of(name)])


def entries_of(module: str) -> list[Entry]:
    """The claims of a module; what it reads when it is imported is data of theirs.

    Raises:
        ValueError: a symbol of the project's papers has no unit.
    """
    with sources.reading(), sources.importing():
        found = importlib.import_module(module)
        if module.startswith(f"{papers.__name__}."):
            _check_units(found)
        return [Entry(module, c) for c in _claims_of(found)]


def _check_units(module: ModuleType) -> None:
    """Refuse a symbol of a paper without a unit: elsewhere it is 1."""
    for v in vars(module).values():
        for symbol in v.symbols.values() if isinstance(v, Notation) else ():
            if not symbol.unit:
                raise ValueError(
                    "a symbol of a paper must have a unit ('1' for a pure number). "
                    f"Found none for {symbol.name!r} in {module.__name__}."
                )


def _claims_of(module: ModuleType) -> tuple[Claim, ...]:
    """What a module lists in ``CLAIMS``, or else the claims that it names, in their order.

    A claim that it imports is another module's.
    """
    if hasattr(module, "CLAIMS"):
        listed: tuple[Claim, ...] = module.CLAIMS
        return listed
    named = {name: value for name, value in vars(module).items() if isinstance(value, Claim)}
    statements = ast.parse(inspect.getsource(module)).body if named else []
    imports = [one for one in statements if isinstance(one, ast.ImportFrom)]
    foreign = {alias.asname or alias.name for one in imports for alias in one.names}
    return tuple(claim for name, claim in named.items() if name not in foreign)


def _of_user(module: str) -> list[Entry]:
    if not all(part.isidentifier() for part in module.split(".")):
        raise ValueError(f"--module must be a dotted name. Found {module!r}.")
    try:
        with sources.reading(), sources.importing():
            found = importlib.import_module(module)
    except (Exception, SystemExit) as error:
        raise ValueError(f"{_place(module, error)}: {type(error).__name__}: {error}") from error
    listed = getattr(found, "CLAIMS", ())
    if not isinstance(listed, tuple) or not all(isinstance(c, Claim) for c in listed):
        raise ValueError(f"--module must define CLAIMS as a tuple of Claim. Found {module!r}.")
    entries = _distinct(entries_of(module))
    if not entries:
        raise ValueError(f"--module must have at least one claim. Found none in {module!r}.")
    return entries


def _place(module: str, error: BaseException) -> str:
    """Where a user's module raised what it raised, or that there is no such module."""
    frames = [
        f
        for f in traceback.extract_tb(error.__traceback__)
        if f.name == "<module>" and Path(f.filename).stem == module.rpartition(".")[2]
    ]
    if not frames:
        return f"--module must name an importable module. Found {module!r}"
    return f"claims must be well formed. Found in {frames[-1].filename}, line {frames[-1].lineno}"


def _distinct(entries: list[Entry]) -> list[Entry]:
    """The entries, if no two have one id."""
    seen: set[str] = set()
    for entry in entries:
        if entry.claim.id in seen:
            raise ValueError(f"an id must be of one claim only. Found {entry.claim.id!r} twice.")
        seen.add(entry.claim.id)
    return entries


def select(
    entries: Sequence[Entry], selectors: Sequence[str], slugs: Sequence[str] = ()
) -> list[Entry]:
    """The entries that some selector names, in the ledger's order; all where there is none.

    Args:
        slugs: the papers to choose from, for the refusal; those of the entries where none is given.

    Raises:
        ValueError: a selector names no claim.
    """
    if not selectors:
        return list(entries)
    ids = [e.claim.id for e in entries]
    known = slugs or tuple(dict.fromkeys(id.split("/")[0] for id in ids))
    wanted = {id for selector in selectors for id in _named(ids, selector, known)}
    return [e for e in entries if e.claim.id in wanted]


def tenth(entries: Sequence[Entry], text: str) -> list[Entry]:
    """About a tenth of the entries, which every text chooses anew and by itself.

    Raises:
        ValueError: there are few, and it chooses none of them.
    """
    found = [e for e in entries if _drawn(f"{text}:{e.claim.id}") % 10 == 0]
    if not found:
        raise ValueError(f"--tenth must choose a claim. Found none for {text!r}.")
    return found


def _drawn(text: str) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest())


def _named(ids: Sequence[str], selector: str, slugs: Sequence[str]) -> list[str]:
    """The ids that a selector names, or has a part of.

    Raises:
        ValueError: there is none.
    """
    # A part of an id as pytest -k takes it.
    part = selector.lower()
    matching = [id for id in ids if _matches(id, selector)]
    matching = matching or [id for id in ids if part and part in id.lower()]
    if not matching:
        raise ValueError(
            f"selector must be a slug ({', '.join(slugs)}), an id, a part of one or a prefix "
            f"ending in '*'. Found {selector!r}."
        )
    return matching


def _matches(claim_id: str, selector: str) -> bool:
    if selector.endswith("*"):
        return claim_id.startswith(selector[:-1])
    return claim_id == selector or claim_id.split("/")[0] == selector
