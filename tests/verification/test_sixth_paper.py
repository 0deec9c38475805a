"""``examples/sixth_paper``, a paper outside the package: its claims and its figure are tests."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

from verify.ledger import lock

PLUGINS = ("-p", "no:xdist", "-p", "no:hypothesispytest", "-p", "no:cacheprovider")


def test_the_claims_come_to_what_their_ledger_says(root: Path) -> None:
    folder = root / "examples/sixth_paper"
    lines = lock.parsed((folder / "ledger.lock").read_text(encoding="utf-8"))
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", *PLUGINS, str(folder)],
        cwd=root,
        env=os.environ | {"PYTHONPATH": str(root)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    assert f"\n{len(lines) + 1} passed in " in done.stdout


def test_it_has_what_a_paper_has(root: Path) -> None:
    folder = root / "examples/sixth_paper"
    lines = lock.parsed((folder / "ledger.lock").read_text(encoding="utf-8"))
    assert {path.stem for path in (folder / "results").glob("*.py")} > {"definition_1", "runs"}
    assert len(lines) > 10
    assert "corrected" in {line.verdict for line in lines}
    shown = tomllib.loads((folder / "figures.toml").read_text(encoding="utf-8"))["shown"]
    assert {f"{one['name']}.{end}" for one in shown for end in ("png", "svg")} == {
        path.name for path in (folder / "images").iterdir()
    }
    # The sentence of each failing claim was read with its statements of today.
    failing = [line for line in lines if line.verdict not in ("verified", "supported")]
    assert [line.id for line in failing if line.meaning == lock.NONE] == []
