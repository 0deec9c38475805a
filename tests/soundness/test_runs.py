"""Runs of a user's claims: what was true yesterday is not answered from memory today."""

import json
import shutil
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Verify = Callable[..., dict[str, Any]]
TABLES = tomllib.loads(Path(__file__).with_name("runs.toml").read_text(encoding="utf-8"))
MODULES, LOADERS = TABLES["modules"], TABLES["loaders"]
BROKEN, MISSPELT = TABLES["broken"], TABLES["misspelt"]
HEAD = """import math
from fractions import Fraction
from pathlib import Path
from verify.language import between, claim, external, in_words, nonnegative, notation, one_of
from verify.language import real, says, table

V = notation(x=nonnegative(unit="1"), y=between(0, 1, unit="1"), r=real(unit="1"))
"""


def claims(*formulas: str, head: str = "") -> str:
    """A module with one claim a formula."""
    rows = ",\n".join(
        f'    claim("mine/c{i}", "here", "a test", {formula})' for i, formula in enumerate(formulas)
    )
    return f"{HEAD}{head}\nCLAIMS = (\n{rows},\n)\n"


def quick(verify: Verify, folder: Path, *arguments: str) -> dict[str, Any]:
    """The command in mode quick on the module ``mine``."""
    return verify(folder, "--module", "mine", "--mode", "quick", "--jobs", "1", *arguments)


def verdicts(verify: Verify, folder: Path, status: int = 0) -> dict[str, Any]:
    """The claims of ``mine`` as the command line judges them."""
    done = quick(verify, folder, "--json", "-")
    assert done["status"] == status, done
    assert "Traceback" not in done["errors"]
    return {c["id"]: c for c in json.loads(done["out"])["claims"]}


def changed(verify: Verify, folder: Path, edit: Callable[[], None]) -> None:
    """The claim holds, twice; after the edit it is refuted, and from then on."""
    for _ in range(2):
        (before,) = verdicts(verify, folder).values()
        assert before["verdict"] in ("verified", "argued"), before["reason"]
    edit()
    (after,) = verdicts(verify, folder).values()
    assert after["verdict"] == "refuted", after["reason"]


def test_two_claims_of_one_id_are_refused(tmp_path: Path, verify: Verify) -> None:
    text = claims("says(V.y**2 <= V.y)", "says(V.x**2 <= V.x)")
    (tmp_path / "mine.py").write_text(text.replace("mine/c1", "mine/c0"))
    done = quick(verify, tmp_path)
    assert done["status"] == 2
    assert done["errors"].count("\n") == 1
    assert "'mine/c0'" in done["errors"]


@pytest.mark.parametrize("module", MODULES.values(), ids=MODULES)
def test_an_edited_module_is_read_again(module: Any, tmp_path: Path, verify: Verify) -> None:
    files, target = module.get("files", {}), tmp_path / module["edited"]
    for file, text in files.items():
        (tmp_path / file).parent.mkdir(exist_ok=True)
        (tmp_path / file).write_text(text)
    right = "says(V.of(lambda y: y**2) <= V.of(bound))" if files else "says(V.y**2 <= V.y)"
    head = "from helper import bound\n" if files else ""
    (tmp_path / "mine.py").write_text(claims(right, head=head))

    def edit() -> None:
        text = target.read_text()
        assert text.count(module["old"]) == 1
        target.write_text(text.replace(module["old"], module["new"]))

    changed(verify, tmp_path, edit)


@pytest.mark.parametrize("loader", LOADERS.values(), ids=LOADERS)
def test_edited_data_are_read_again(loader: dict[str, str], tmp_path: Path, verify: Verify) -> None:
    (tmp_path / "inner" / "build").mkdir(parents=True)

    def write(value: str) -> None:
        (tmp_path / "data.txt").write_text(value)
        (tmp_path / "inner" / "build" / "data.txt").write_text(value)
        (tmp_path / "late.py").write_text(f"VALUE = {value}\n")
        if value == "-1":
            (tmp_path / "later.txt").write_text(value)

    write("1")
    (tmp_path / "mine.py").write_text(claims(loader["claim"], head=loader["head"]))
    changed(verify, tmp_path, lambda: write("-1"))


def test_data_that_another_claim_has_loaded_count_for_both(tmp_path: Path, verify: Verify) -> None:
    head = TABLES["loaded_once"]["head"]
    text = claims("in_words(V, 'above', above)", "in_words(V, 'high', high)", head=head)
    (tmp_path / "mine.py").write_text(text)
    (tmp_path / "data.txt").write_text("1")
    assert {c["verdict"] for c in verdicts(verify, tmp_path).values()} == {"argued"}
    (tmp_path / "data.txt").write_text("-1")
    assert {c["verdict"] for c in verdicts(verify, tmp_path).values()} == {"refuted"}


@pytest.mark.parametrize("library", ["sympy", "a-library-of-the-user"])
def test_another_version_of_a_library_is_not_answered_from_memory(
    library: str, tmp_path: Path, verify: Verify
) -> None:
    own = "library_of_the_user"
    (tmp_path / f"{own}.py").write_text("VALUE = 1\n")
    text = claims("says(V.y**2 <= V.y)", head=f"import {own}\n")
    (tmp_path / "mine.py").write_text(text)

    def install(version: str) -> None:
        name = "sympy" if library == "sympy" else own
        info = tmp_path / f"{name}-0.dist-info"
        info.mkdir(exist_ok=True)
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
        (info / "top_level.txt").write_text(f"{name}\n")
        (info / "RECORD").write_text(f"{name}.py,,\n")

    def cached() -> set[str]:
        return {p.name for p in (tmp_path / "build" / "claims").iterdir()}

    install("1.0")
    verdicts(verify, tmp_path)
    first = cached()
    verdicts(verify, tmp_path)
    assert cached() == first, "nothing changed"
    install("2.0")
    verdicts(verify, tmp_path)
    assert len(cached()) == len(first) + 1


@pytest.mark.parametrize("formula", MISSPELT.values(), ids=MISSPELT)
def test_a_misspelt_formula_is_one_line_of_the_command(
    formula: str, tmp_path: Path, verify: Verify
) -> None:
    (tmp_path / "mine.py").write_text(claims(formula))
    done = quick(verify, tmp_path)
    assert done["status"] == 2
    assert done["errors"].count("\n") == 1


def test_whatever_breaks_costs_its_own_claim_and_no_other(tmp_path: Path, verify: Verify) -> None:
    good = "says(V.y**2 <= V.y)"
    (tmp_path / "mine.py").write_text(claims(good, *BROKEN.values(), good))
    found = verdicts(verify, tmp_path, status=1)
    last = len(BROKEN) + 1
    assert found["mine/c0"]["verdict"] == found[f"mine/c{last}"]["verdict"] == "verified"
    for place, name in enumerate(BROKEN, 1):
        record = found[f"mine/c{place}"]
        assert record["verdict"] == "error", (name, record["reason"])
        assert "\n" not in record["reason"]
        assert record["reason"]


def test_the_error_of_a_claim_is_one_line_of_the_command(tmp_path: Path, verify: Verify) -> None:
    (tmp_path / "mine.py").write_text(claims("says(V.y**2 <= V.y)", BROKEN["a NaN"]))
    done = quick(verify, tmp_path)
    assert done["status"] == 1
    (line,) = done["errors"].strip().splitlines()
    assert line.startswith("verify: mine/c1")
    assert "finite" in line
    assert "1 claim" in done["out"] or "2 claims" in done["out"]


def test_the_example_is_verified_and_without_its_hypothesis_refuted(
    tmp_path: Path, verify: Verify, root: Path
) -> None:
    module = tmp_path / "my_claims.py"
    shutil.copy(root / "examples" / "my_claims.py", module)

    def judged() -> Any:
        done = verify(tmp_path, "--module", "my_claims", "--jobs", "1", "--json", "-")
        assert done["status"] == 0, "a refutation is a result"
        (record,) = json.loads(done["out"])["claims"]
        return record

    record = judged()
    assert (record["id"], record["verdict"]) == ("mine/noise-floor", "verified")
    assert record["tightness"] == 1
    assert sum(control["through_proof"] for control in record["controls"]) == 2
    assert all(control["behaves"] for control in record["controls"])
    assert not (tmp_path / "paper_checks.md").exists()
    text = module.read_text()
    assert text.count("alpha * curvature <= 1") == 1
    module.write_text(text.replace("alpha * curvature <= 1", "alpha * curvature < 2"))
    assert judged()["verdict"] == "refuted"


def test_the_documentation_shows_the_example(root: Path) -> None:
    example = (root / "examples" / "my_claims.py").read_text()
    code = [line for line in example.splitlines() if line and not line.startswith(('"""', "from"))]
    assert len(code) <= 15
    assert example in (root / "docs" / "claims.md").read_text()
