"""From selectors to claims: a slug, an id, a prefix ending in ``*``, a part of ids, or a paper."""

import ast
import hashlib
import importlib.util
import inspect
import os
import re
import sys
import traceback
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from verify import papers
from verify.language.claims import Claim
from verify.language.symbols import Notation
from verify.ledger import collection, sources
from verify.ledger.collection import Collection, Paper


@dataclass(frozen=True)
class Entry:
    """A claim and the module that states it."""

    module: str
    claim: Claim


def named(selectors: Sequence[str]) -> tuple[str | None, list[str]]:
    """The package or module that one of the selectors means, and the other selectors.

    A selector may be a file of claims, the folder of a paper, or the slug of an installed one; a
    folder of this project's papers is that paper's slug.

    Raises:
        ValueError: there are several of them, or one cannot be imported.
    """
    given = [_of_project(s) or s for s in selectors]
    others = [s for s in given if s in papers.SLUGS or not _is_paper(Path(s))]
    paths = [s for s in given if s not in others]
    installed = collection.offered() if set(others) - {*papers.SLUGS} else {}
    slugs = [s for s in others if s in installed]
    if len(paths) + len(slugs) > 1:
        raise ValueError(f"SELECTOR must name one file at most. Found {', '.join(paths + slugs)}.")
    if paths:
        return module_of(Path(paths[0])), others
    return (installed[slugs[0]] if slugs else None), [s for s in others if s not in slugs]


def _of_project(selector: str) -> str | None:
    """The slug of the paper of this project whose folder a selector is; None where it is none."""
    path = Path(selector).resolve()
    inside = path.parent == Path(papers.__file__).parent and path.name in papers.SLUGS
    return path.name if inside else None


def _is_paper(path: Path) -> bool:
    """Whether a selector is a file of claims, or the folder of a paper."""
    return path.suffix == ".py" or ((path / sources.RESULTS).is_dir() and _package(path).exists())


def _package(folder: Path) -> Path:
    return folder / "__init__.py"


def module_of(path: Path) -> str:
    """The name by which a file or a folder is imported, which it can be from now on.

    What is in a package has the package's name before its own.

    Raises:
        ValueError: there is no such file, its name is no name of a module, or is taken, or a
            package that it is in cannot be imported.
    """
    file = (_package(path) if path.is_dir() else path).resolve()
    if not file.is_file():
        raise ValueError(f"SELECTOR must be a file of claims that exists. Found {path}.")
    parts, folder = ([] if path.is_dir() else [file.stem]), file.parent
    while _package(folder).exists():
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


def chosen(selectors: Sequence[str], of: Collection | None = None) -> list[Entry]:
    """The claims that some selector names, in the ledger's order; all where there is none.

    Of papers with a folder those modules alone are imported whose text has a fitting id.

    Args:
        selectors: of the kinds above.
        of: what to choose from, this project's papers by default.

    Raises:
        ValueError: a selector names no claim, or a module cannot be imported.
    """
    of = of or collection.project()
    slugs = [*of.titles]
    if not selectors or not slugs:
        return select(all_entries(of), selectors)
    known = {name: _ids_in(paper, name) for paper in of.papers for name in paper.modules}
    ids = [id for found in known.values() for id in found]
    wanted = {id for s in selectors for id in _named(ids, s, slugs)}
    entries = [
        entry
        for paper in of.papers
        for name in paper.modules
        if wanted.intersection(known[name])
        for entry in _stated(paper, name)
    ]
    try:
        return select(_distinct(entries), selectors, slugs)
    except ValueError:
        # What a text has is the id of a lemma, and may be a part of claims' ids elsewhere.
        return select(all_entries(of), selectors)


def _ids_in(paper: Paper, name: str) -> tuple[str, ...]:
    """The claims' ids that stand in the text of a module, which is not imported."""
    inner = name.removeprefix(f"{paper.package}.").split(".")
    path = Path(str(paper.folder)).joinpath(*inner).with_suffix(".py")
    text = path.read_text("utf-8") if path.exists() else ""
    return tuple(re.findall(rf'"({re.escape(paper.slug)}/[^"\s]+)"', text))


def all_entries(of: Collection | None = None) -> list[Entry]:
    """Every claim of some papers, this project's by default.

    Raises:
        ValueError: a module cannot be imported, or states no claims.
    """
    found = (of or collection.project()).papers
    return _distinct([e for paper in found for name in paper.modules for e in _stated(paper, name)])


def entries_of(module: str) -> list[Entry]:
    """The claims of a module; what it reads when it is imported is data of theirs.

    Raises:
        ValueError: a symbol of the project's papers has no unit.
    """
    found = sources.imported(module)
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


def _stated(paper: Paper, module: str) -> list[Entry]:
    """The claims of a module of a paper.

    Raises:
        ValueError: it cannot be imported, or states none, or one of another paper.
    """
    if not all(part.isidentifier() for part in module.split(".")):
        raise ValueError(f"--module must be a dotted name. Found {module!r}.")
    try:
        found = sources.imported(module)
    except (Exception, SystemExit) as error:
        raise ValueError(f"{_place(module, error)}: {type(error).__name__}: {error}") from error
    listed = getattr(found, "CLAIMS", ())
    if not isinstance(listed, tuple) or not all(isinstance(c, Claim) for c in listed):
        raise ValueError(f"--module must define CLAIMS as a tuple of Claim. Found {module!r}.")
    entries = entries_of(module)
    if not entries:
        raise ValueError(f"--module must have at least one claim. Found none in {module!r}.")
    for entry in entries:
        if paper.slug and not entry.claim.id.startswith(f"{paper.slug}/"):
            raise ValueError(
                f"an id must begin with {paper.slug}/ in {module}. Found {entry.claim.id!r}."
            )
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
