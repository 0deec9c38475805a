"""What a release does on a clean machine: ``make release-check``.

Builds the source distribution and, from it, the wheel; installs the wheel with ``constraints.txt``
into an environment of its own; and works with it as a user does, in a folder that holds a folder
``figures``, a file ``verify.py`` of somebody else's and no writable home, and as another user where
this one is root. Prints how large the installation is and what every step took.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
SYSTEM = "/usr/bin/python3"
NOBODY = 65534  # the user and the group
LARGEST = 850  # MiB of the core, as du -sm counts
ALSO = ("pytest", "mypy")  # what a user of the plugin and of the types has
FOREIGN = 'raise ImportError("this verify.py is somebody else\'s")\n'
FALSE = """
from verify.language import claim, nonnegative, notation, says

V = notation(a=nonnegative(unit="1"), b=nonnegative(unit="1"))
HALF = says(V.a * V.b <= V.a**2 * 200 / 201 + V.b**2 / 4)
CLAIMS = (claim("draft/half", "Lemma 4", "with too small a constant", HALF),)
"""
TYPED = """
from dptheory import heavy_ball
from dptheory.lyapunov import rate
from dptheory.testing import assert_holds
from verify.language import notation, positive, says



def slower(alpha: float) -> bool:
    found = rate(heavy_ball(alpha, 0.45), 1, 10)
    return found.rho is None or found.rho > 0.9


V = notation(a=positive(unit="1"))
assert_holds(says(V.a <= 2 * V.a))
print(heavy_ball(0.1, 0.45).beta)
"""
# Pages whose snippets need neither an extra nor loops that would be compiled anew for minutes.
PAGES = "snippets and (claims or check-step or plan)"
RATE = "rate --alpha 0.1 --beta 0.45 --mu 1 --smoothness 10 --method heavy-ball"


@dataclass(frozen=True)
class Step:
    """A command of a user's, and what must come of it.

    Attributes:
        name: what it shows. words: the command. status: its exit status.
        prints: a text in its output. folder: where it runs, below the working folder.
    """

    name: str
    words: Sequence[str]
    prints: str
    status: int = 0
    folder: str = "."


def steps(bin: Path) -> list[Step]:
    """The commands, with the scripts of an environment."""
    dptheory, python, pytest = (str(bin / name) for name in ("dptheory", "python", "pytest"))
    docs = ("docs/tests/test_docs.py", "-k", PAGES, "-p", "no:cacheprovider")
    claims = ("--dptheory-picture", "pictures", "--dptheory-badge")
    return [
        Step("the rate command", (dptheory, *RATE.split(), "--output", "rate.json"), "feasible"),
        Step("its certificate", (python, "-P", "-m", "verify.kernel", "rate.json"), "accepted: "),
        Step("a user's claims", (dptheory, "verify", "lemmas.py"), "3 claims: 3 verified."),
        Step("a false one", (dptheory, "verify", "false.py", "--picture", "."), "refuted"),
        Step("its picture", (python, "-P", "-c", "open('draft-half.svg')"), ""),
        Step("an unknown id", (dptheory, "verify", "nothing"), "Found 'nothing'", status=2),
        Step("a new paper", (dptheory, "verify", "--new", "my_paper"), "my_paper: "),
        Step("its verdict", (dptheory, "verify", "my_paper"), "1 claim: 1 verified."),
        Step("its figure", (dptheory, "figures", "my_paper"), "my_paper/images/fig-1.svg"),
        Step("its tests", (pytest, "-q", "my_paper"), "2 passed"),
        Step("a figure", (dptheory, "figures", "lssgd-gamma-beta", "--output", "drawn"), ".svg"),
        Step("the plugin", (pytest, "-q", *claims, "badge.svg"), "3 verified", folder="repository"),
        Step(
            "the plugin on a false claim",
            (pytest, "-q", "-o", "dptheory_claims=false.py", *claims, "badge.json", "false.py"),
            "right side  1.99502",
            status=1,
        ),
        Step("snippets of the pages", (pytest, "-q", *docs), " passed"),
        Step("types", (python, "-P", "-m", "mypy", "--strict", "typed.py"), "Success"),
        Step("what is typed", (python, "-P", "typed.py"), "0.45"),
        Step("an extra that is missing", (dptheory, "figures", "breast-cancer"), "[data]", 2),
    ]


def main() -> int:
    """Build, install, work; 1 where a step fails."""
    p = argparse.ArgumentParser(prog="python -m benchmarks.audits.release", description=__doc__)
    p.add_argument("--python", help="the interpreter of the environment (default: this one)")
    p.add_argument("--folder", help="where to, kept; an environment that is there is used again")
    arguments = p.parse_args()
    python = arguments.python or next(filter(_runs, (sys.executable, SYSTEM)), sys.executable)
    if not _runs(python):
        raise SystemExit(f"--python must be what another user can run. Found {python}.")
    if arguments.folder:
        return _in(Path(arguments.folder).resolve(), python)
    with tempfile.TemporaryDirectory(prefix="dptheory-release-") as name:
        return _in(Path(name), python)


def _runs(python: str) -> bool:
    """Whether the user of the steps can run an interpreter: one in root's home he cannot."""
    try:
        return subprocess.run([python, "-c", ""], check=False, **_as_user()).returncode == 0
    except OSError:
        return False


def _as_user() -> dict[str, Any]:
    """Another user than root, as the options of a process."""
    if os.geteuid():
        return {}
    return {"user": NOBODY, "group": NOBODY, "extra_groups": []}


def _in(folder: Path, python: str) -> int:
    folder.mkdir(exist_ok=True)
    folder.chmod(0o755)
    bin = folder / "venv/bin"
    if not (bin / "mypy").exists():
        _install(folder / "venv", python, _built(folder / "dist"))
    shutil.rmtree(folder / "work", ignore_errors=True)
    work = _working(folder / "work")
    failed = 0
    for step in steps(bin):
        start = time.perf_counter()
        said, status = _run(step, work)
        good = status == step.status and step.prints in said
        failed += not good
        print(f"{'ok' if good else 'FAILS':5} {time.perf_counter() - start:6.1f} s  {step.name}")
        if not good:
            print(f"exit {status}, expected {step.status} and {step.prints!r}:\n{said[-3000:]}")
    print(f"{failed} of {len(steps(bin))} steps failed")
    return 1 if failed else 0


def _built(dist: Path) -> Path:
    """The wheel, built from the source distribution."""
    _do(sys.executable, "-m", "build", "--outdir", str(dist), str(ROOT))
    for path in sorted(dist.iterdir()):
        print(f"{path.name}: {path.stat().st_size / 1e6:.2f} MB")
    (wheel,) = dist.glob("*.whl")
    return wheel


def _install(venv: Path, python: str, wheel: Path) -> None:
    """An environment with the wheel; prints how large the core is.

    Raises:
        SystemExit: it is too large.
    """
    _do(python, "-m", "venv", str(venv))
    install = (str(venv / "bin/python"), "-m", "pip", "install", "--quiet", "--constraint")
    constraints = str(ROOT / "constraints.txt")
    before = _sizes(venv)
    _do(*install, constraints, str(wheel))
    added = {n: s - before.get(n, 0) for n, s in _sizes(venv).items() if s != before.get(n)}
    core = sum(added.values()) / 2**20
    largest = sorted(added, key=lambda n: -added[n])[:12]
    shown = ", ".join(f"{n} {added[n] / 2**20:.0f}" for n in largest)
    version = subprocess.check_output([python, "-V"], text=True).strip()
    print(f"the core on {version}: {core:.0f} MiB, of which {shown}")
    if core >= LARGEST:
        raise SystemExit(f"the core must be smaller than {LARGEST} MiB. Found {core:.0f}.")
    _do(*install, constraints, *ALSO)


def _sizes(venv: Path) -> dict[str, int]:
    """The bytes on the disk of every top-level entry of an environment's packages."""
    (packages,) = venv.glob("lib/python*/site-packages")
    files = [path for path in packages.rglob("*") if path.is_file() and not path.is_symlink()]
    found: dict[str, int] = {}
    for path in files:
        name = path.relative_to(packages).parts[0]
        found[name] = found.get(name, 0) + path.stat().st_blocks * 512
    return found


def _working(work: Path) -> Path:
    """A user's folder, with what is in one's way there."""
    repository = ROOT / "examples/repository"
    leave = shutil.ignore_patterns("build", "__pycache__", ".pytest_cache")
    shutil.copytree(repository, work / "repository", ignore=leave)
    shutil.copy(repository / "lemmas.py", work)
    for folder in (work, work / "repository"):
        (folder / "verify.py").write_text(FOREIGN)
        (folder / "figures").mkdir()
        (folder / "figures/__init__.py").write_text(FOREIGN)
    (work / "false.py").write_text(FALSE)
    (work / "typed.py").write_text(TYPED)
    (work / "docs/tests").mkdir(parents=True)
    for name in ("test_docs.py", "blocks.toml"):
        shutil.copy(ROOT / "tests" / name, work / "docs/tests")
    shutil.copytree(ROOT / "docs", work / "docs/docs")
    shutil.copy(ROOT / "README.md", work / "docs")
    for path in (work, *work.rglob("*")):
        if os.geteuid() == 0:
            os.chown(path, NOBODY, NOBODY)
    return work


def _run(step: Step, work: Path) -> tuple[str, int]:
    """What a command prints, and its exit status; without a home, and without the project."""
    kept = ("LANG", "OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE")
    environment = {name: os.environ[name] for name in kept if name in os.environ}
    bin = Path(step.words[0]).parent
    environment |= {"HOME": "/nonexistent", "PATH": f"{bin}{os.pathsep}/usr/bin{os.pathsep}/bin"}
    done = subprocess.run(
        step.words,
        cwd=work / step.folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        **_as_user(),
    )
    return done.stdout, done.returncode


def _do(*words: str) -> None:
    """Run what must succeed.

    Raises:
        SystemExit: it does not.
    """
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(words)}: exit {done.returncode}\n{done.stderr[-3000:]}")


if __name__ == "__main__":
    raise SystemExit(main())
