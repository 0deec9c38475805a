"""What is judged: papers, found by one function, and where their ledger is kept.

A paper is a package: ``MODULES`` of its ``results/`` state claims, in the paper's order; ``TITLE``
is the paper's; ``EXPERIMENTS`` of its ``laboratory/`` have runs that several claims share. In its
folder lie ``meanings.toml``, ``figures.toml`` and what the ledger keeps. The papers of this
project, a folder anywhere and what an installed distribution offers as an entry point of the group
``dptheory.papers`` are alike. A file of claims is a paper of one module, without a folder.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from verify import papers
from verify.ledger import sources

OFFERED = "dptheory.papers"  # the group of entry points: a paper's slug, and its package
LOCK = Path("ledger.lock")
COMMAND = "python -m verify"
WITHIN = f"{papers.__name__}."  # this project's papers, as packages
PROOFS = Path(__file__).resolve().parents[1] / "proofs"  # of this project's papers


@dataclass(frozen=True)
class Paper:
    """A paper.

    Attributes:
        slug: what its claims' ids begin with; "" where the claims alone say it.
        title: its own, with authors and year.
        package: the name by which Python imports it; that of the module of a file.
        modules: that state claims. shared: whose runs several claims share. By their full names.
        folder: of the package; None of a file.
        proofs: the folder of what checking found; None where nothing is kept.
    """

    slug: str
    title: str
    package: str
    modules: tuple[str, ...]
    shared: tuple[str, ...] = ()
    folder: Path | None = None
    proofs: Path | None = None


@dataclass(frozen=True)
class Collection:
    """What a run chooses claims from.

    Attributes:
        title: what the site's first page is about.
        within: how the names of all modules begin that are judged together.
        papers: in their order.
        home: the folder in which the ledger is written; None where it is printed alone.
    """

    title: str
    within: str
    papers: tuple[Paper, ...]
    home: Path | None = None

    @property
    def titles(self) -> Mapping[str, str]:
        """The papers' titles, by slug."""
        return {paper.slug: paper.title for paper in self.papers if paper.slug}

    @property
    def ours(self) -> bool:
        """Whether these are the papers of this project."""
        return self.within == WITHIN

    @property
    def command(self) -> str:
        """What judges its claims; the id of one may follow."""
        return COMMAND + ("" if self.ours else f" {self.within.removesuffix('.')}")

    @property
    def lock(self) -> Path:
        """The file that says what every claim came to."""
        return (self.home or Path()) / LOCK


def project() -> Collection:
    """The papers of this project; their ledger is kept in the folder of the run."""
    ours = tuple(of_package(WITHIN + slug) for slug in papers.SLUGS)
    return Collection(papers.TITLE, WITHIN, ours, Path())


def of_module(module: str | None) -> Collection:
    """The paper that a package or a module is, or this project's where none is named.

    The ledger of a folder is kept in it; of an installed paper and of a file nothing is.
    """
    if module is None:
        return project()
    try:
        paper = of_package(module)
    except (Exception, SystemExit):
        # No paper, or one that cannot be imported: whoever reads its claims says so.
        return Collection(f"claims of {module}", module, (of_file(module),))
    home = None if paper.proofs is None else paper.folder
    return Collection(paper.title, f"{module}.", (paper,), home)


def of_package(name: str) -> Paper:
    """The paper of a package.

    Raises:
        ImportError: there is none. AttributeError: it has no title, or lists no modules.
    """
    package = sources.imported(name)
    folder = Path(str(package.__file__)).resolve().parent
    slug = slug_of(folder)
    ours = name.startswith(WITHIN)
    kept = PROOFS / slug if ours else folder / "proofs"
    return Paper(
        slug,
        package.TITLE,
        name,
        tuple(f"{name}.{sources.RESULTS}.{module}" for module in package.MODULES),
        tuple(f"{name}.laboratory.{module}" for module in getattr(package, "EXPERIMENTS", ())),
        folder,
        kept if ours or sources.is_own(folder / "__init__.py") else None,
    )


def slug_of(folder: Path) -> str:
    """What the ids of a paper's claims begin with: its folder's name."""
    return folder.name.replace("_", "-")


def of_file(module: str) -> Paper:
    """The paper of one module, whose claims may have any ids."""
    return Paper("", "", module, (module,))


def paper_of(module: str) -> Paper:
    """The paper to which a module of claims belongs."""
    package = sources.package_of(module)
    return of_file(module) if package is None else of_package(package)


def offered() -> Mapping[str, str]:
    """The packages of papers that are installed, by slug."""
    return {point.name: point.value for point in metadata.entry_points(group=OFFERED)}
