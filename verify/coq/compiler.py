"""Coq's answers: the theory, compiled once in a folder, and certificates beside it."""

import os
import re
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from verify.coq.export import export
from verify.coq.facts import assumptions

# In the order of what they use.
THEORIES = (
    *("Theory.v", "Line.v", "Floor.v", "Horizon.v", "Grouping.v", "Inequality.v", "Drift.v"),
    "Facts.v",
)
MISSING = "coqc is not installed (Debian: apt install coq): nothing was checked."
LONGEST = 600  # seconds
# What Coq's real numbers rest on, and Coq's library of them.
AXIOMS = frozenset(
    {
        "ClassicalDedekindReals.sig_not_dec",
        "ClassicalDedekindReals.sig_forall_dec",
        "FunctionalExtensionality.functional_extensionality_dep",
        "Classical_Prop.classic",
    }
)
AXIOM = re.compile(r"^([\w.]+)\s*:", re.MULTILINE)


@dataclass(frozen=True)
class Answer:
    """What Coq makes of a file.

    Attributes:
        accepted: whether the file compiles and its theorem rests on Coq's own axioms alone.
        axioms: by name. seconds: of the processor. error: the last line of a refusal.
    """

    accepted: bool
    axioms: frozenset[str]
    seconds: float
    error: str


def installed() -> bool:
    """Whether there is a Coq."""
    return shutil.which("coqc") is not None


def compiled(file: Path) -> Answer:
    """The answer to a file; it finds others of its folder under ``certificates``."""
    command = ["timeout", str(LONGEST), "coqc", "-q", "-Q", ".", "certificates", file.name]
    with subprocess.Popen(
        command, cwd=file.parent, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        said = process.stdout.read() if process.stdout else ""
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    axioms = frozenset(AXIOM.findall(said.partition("Axioms:")[2]))
    return Answer(
        process.returncode == 0 and axioms <= AXIOMS,
        axioms,
        usage.ru_utime + usage.ru_stime,
        said.strip().rpartition("\n")[2],
    )


def theories() -> dict[str, str]:
    """Their text by file name."""
    folder = Path(__file__).parent
    return {name: (folder / name).read_text(encoding="ascii") for name in THEORIES}


def prepared(
    folder: Path, texts: Mapping[str, str], compiled_in: Path | None = None
) -> list[Answer]:
    """The answers to theories, written and compiled in the folder up to the first refused.

    Args:
        compiled_in: where the theories are compiled; those before the first changed one are copied.
    """
    answers: list[Answer] = []
    own = theories()
    for name, text in texts.items():
        if compiled_in and not answers and text == own[name]:
            for file in compiled_in.glob(f"{Path(name).stem}.*"):
                shutil.copy(file, folder)
            continue
        (folder / name).write_text(text, encoding="ascii")
        answers.append(compiled(folder / name))
        if not answers[-1].accepted:
            break
    return answers


def facts(folder: Path) -> Answer:
    """The answer to the lemmas about what the checker assumes, with the axioms of all of them."""
    file = folder / "Together.v"
    file.write_text(assumptions(theories()["Facts.v"]), encoding="ascii")
    return compiled(file)


def certificate(folder: Path, name: str, document: dict[str, Any]) -> Answer:
    """The answer to a certificate, beside the compiled theory. ``Unsupported`` as the export."""
    file = folder / f"{name}.v"
    file.write_text(export(document), encoding="ascii")
    return compiled(file)
